package exercise;

import module java.base;
import common.json.Json;
import exercise.harness.Check;
import exercise.harness.Checker;
import process.Executables;

/**
 * Runs the checks of behaviour in a JVM of their own. Only signed results count, and only if all checks have one. When
 * that JVM ends, all programs that the learner's code started end, too.
 *
 * <p>The caller's thread watches the JVM. Another thread reads its output.
 */
final class BehaviourRun implements AutoCloseable {
    /**
     * @param outcome of this check; CANNOT_JUDGE if the machine was too busy
     * @param found what the code did, and on which input. Empty if passed
     */
    record Found(String check, Outcome outcome, String found, String hint, long tried) {
        boolean passed() {
            return outcome == Outcome.PASSED;
        }
    }

    /** @param notes what a teacher should look at */
    record Behaviour(List<Found> found, List<String> notes) {
        static final Behaviour UNKNOWN = new Behaviour(List.of(), List.of());

        /** The first check that did not pass decides, because it may explain the others. */
        Optional<Found> failed() {
            return found.stream().filter(each -> !each.passed()).findFirst();
        }

        boolean isRight() {
            return !found.isEmpty() && failed().isEmpty();
        }
    }

    private static final int LIMIT_SECONDS = 90;
    private static final String TO_THE_END = "the program runs until its checks are done";
    private static final int MOST_BYTES = 1 << 20;
    private static final int LONGEST_LINE_BYTES = 100_000;
    private static final int MOST_PROGRAMS = 20;
    private static final int POLL_MILLIS = 50;
    private static final int END_MILLIS = 5_000;
    private static final int EXIT_ON_FULL_HEAP = 3;
    private static final int KILLED = 128;      // a shell's exit code is this plus the signal's number
    private static final Pattern LINE = Pattern.compile("@ ([0-9a-f]{64}) (\\{.*})");
    private static final Pattern LIKE_A_LINE = Pattern.compile("@ .*\\{.*}");
    private static final String FLOODED = "your code prints without end: it was killed after 1 MB of output";
    private static final String NO_PROGRAM = "No exercise needs another program.";

    /**
     * Runs a program in its own process group with a marker in its environment, and passes the first line of its input
     * on to it. Kills the group, and all that has the marker, when the input ends, as it does at this process's end.
     */
    private static final String GROUP = """
            trap '' INT HUP TERM
            read -r secret
            set -m
            printf %s "$secret" | MARKER=$0 "$@" &
            program=$!
            group=$(jobs -p)
            exec 2> /dev/null
            end() {
                kill -KILL -- -$group
                kill -KILL $(grep -alsz "^MARKER=$0$" /proc/[0-9]*/environ | tr -dc '0-9\\n')
            }
            (cat > /dev/null; end) > /dev/null &
            guard=$!
            wait $program
            code=$?
            [ -d /proc/$$ ] || end
            kill -KILL -- -$guard
            exit $code
            """.replace("MARKER", LeftPrograms.MARKER);

    private final Exercise exercise;
    private final ExerciseOutput out;
    private final String secret;
    private final String marker;
    private final Process process;
    private final Thread reader;
    private final List<String> expected;
    // Written by the reader thread. Until that thread ends, the caller reads only the volatile field.
    private final List<Found> found = new ArrayList<>();
    private volatile boolean flooded;
    private boolean begun;
    private boolean done;
    private boolean forged;
    private int messages;
    private String firstLine = "";
    private String lastLine = "";

    private BehaviourRun(Exercise exercise, Path classes, Path checks, Path repository, ExerciseOutput out)
            throws IOException {
        this.exercise = exercise;
        this.out = out;
        byte[] random = new byte[Checker.SECRET_BYTES / 2];
        new SecureRandom().nextBytes(random);
        this.secret = HexFormat.of().formatHex(random);
        this.marker = UUID.randomUUID().toString();
        this.expected = Checker.of(checks).stream().map(Check::name).toList();
        List<String> command = new ArrayList<>(List.of("bash", "-c", GROUP, marker));
        command.addAll(Executables.javaCommand("-Xms64m", "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError", "-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=" + classes + "/crash",
                "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8", "--enable-native-access=ALL-UNNAMED",
                "-Djdk.trackAllThreads=true", "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED", "-cp",
                String.join(File.pathSeparator, Compilation.jars(repository)), Checker.class.getName(),
                checks.toString(), classes.toString()));
        this.process = LeftPrograms.start(Executables.withoutJvmVariables(new ProcessBuilder(command)
                .directory(classes.toFile()).redirectErrorStream(true)));
        process.getOutputStream().write((secret + '\n').getBytes(StandardCharsets.US_ASCII));
        process.getOutputStream().flush();
        // Reading a pipe would pin a virtual thread to its carrier.
        this.reader = Thread.ofPlatform().daemon().name("output of the checks").start(this::read);
    }

    /** @throws IOException if the JVM could not start */
    static Behaviour of(Exercise exercise, Path classes, Path checks, Path repository, ExerciseOutput out)
            throws IOException, InterruptedException {
        try (BehaviourRun run = new BehaviourRun(exercise, classes, checks, repository, out)) {
            return run.behaviour();
        }
    }

    private Behaviour behaviour() throws IOException, InterruptedException {
        Optional<Found> stopped = watch();
        if (stopped.isEmpty()) {
            reader.join(END_MILLIS);      // close() would lose unread output
        }
        boolean left = end();
        reader.join(END_MILLIS);
        if (!begun) {
            throw new IOException("the JVM for the checks could not start: " + firstLine);
        }
        boolean complete = done && found.stream().map(Found::check).toList().equals(expected);
        Optional<Found> end = stopped.or(() -> left ? failed("your code left a program running, which was killed",
                NO_PROGRAM) : complete ? Optional.empty() : whyEnded());
        end.ifPresent(each -> {
            found.add(each);
            out.show(each, true);
        });
        return new Behaviour(List.copyOf(found), Stream.of(stopped.isEmpty() && !done ? "ended its JVM" : "",
                forged ? "printed the format of the checker's results" : "", left ? "left programs running" : "")
                .filter(note -> !note.isEmpty()).toList());
    }

    /** Returns why the JVM must be killed; empty if it has ended by itself. */
    private Optional<Found> watch() throws InterruptedException {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            if (flooded) {
                return failed(FLOODED, "");
            }
            if (process.descendants().count() > MOST_PROGRAMS) {
                return failed("your code starts one program after another, and was killed", NO_PROGRAM);
            }
            if (System.nanoTime() > limit) {
                return failed("your code was still running after " + LIMIT_SECONDS + " s, and was killed",
                        "Look for a loop that does not end, or for a wait that nothing ends.");
            }
        }
        return Optional.empty();
    }

    private Optional<Found> whyEnded() {
        int code = process.exitValue();
        if (flooded) {
            return failed(FLOODED, "");
        }
        if (code == EXIT_ON_FULL_HEAP && lastLine.contains("java.lang.OutOfMemoryError")) {
            return failed("your code has used up the memory: 128 MB of heap", "Something grows without a limit, such "
                    + "as a queue that is never emptied, or threads that wait forever.");
        }
        return code >= KILLED ? failed("the JVM was killed by signal " + (code - KILLED), lastLine)
                : failed("your code ended the program, with exit code " + code, "Does it call System.exit? That would "
                + "end the service with all its requests. Or does it close System.out?");
    }

    private static Optional<Found> failed(String found, String hint) {
        return Optional.of(new Found(TO_THE_END, Outcome.NOT_YET, found, hint, 0));
    }

    private void read() {
        try (InputStream in = new BufferedInputStream(process.getInputStream())) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            int count = 0;
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (++count > MOST_BYTES) {
                    flooded = true;
                    return;
                }
                if (next != '\n') {
                    line.write(next);
                }
                if (next == '\n' || line.size() == LONGEST_LINE_BYTES) {
                    handle(line.toString(StandardCharsets.UTF_8).stripTrailing());
                    line.reset();
                }
            }
            handle(line.toString(StandardCharsets.UTF_8).stripTrailing());
        } catch (IOException e) {
            lastLine = "(its output ended early: " + e.getMessage() + ")";
        }
    }

    private void handle(String line) throws IOException {
        Matcher matcher = LINE.matcher(line);
        if (matcher.matches() && Checker.signature(Checker.digest(), secret.getBytes(StandardCharsets.US_ASCII),
                messages, matcher.group(2)).equals(matcher.group(1))) {
            messages++;
            handle(Json.members(matcher.group(2)));
        } else if (!line.isEmpty()) {
            forged |= LIKE_A_LINE.matcher(line).find();
            firstLine = firstLine.isEmpty() ? line : firstLine;
            lastLine = line;
            out.print(line);
        }
    }

    private void handle(Map<?, ?> message) throws IOException {
        begun |= message.containsKey("begun");
        done |= message.containsKey("done");
        if (message.get("check") instanceof String check) {
            Outcome outcome = Boolean.TRUE.equals(message.get("passed")) ? Outcome.PASSED
                    : Boolean.TRUE.equals(message.get("late")) ? Outcome.CANNOT_JUDGE : Outcome.NOT_YET;
            Found result = new Found(check, outcome, (String) message.get("found"), outcome == Outcome.PASSED ? ""
                    : exercise.mistake((String) message.get("hint")), ((Double) message.get("tried")).longValue());
            out.show(result, found.stream().allMatch(Found::passed));
            found.add(result);
        }
    }

    /** Returns whether a program was left after the JVM's own end. */
    private boolean end() throws IOException {
        int left = process.isAlive() ? 0 : LeftPrograms.kill(marker);
        process.getOutputStream().close();
        try {
            process.waitFor(END_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
        LeftPrograms.kill(marker);
        return left > 0;
    }

    @Override
    public void close() throws IOException {
        end();
    }
}
