package exercise;

import module java.base;
import common.json.Json;
import process.Executables;

/**
 * Runs the checks of behaviour in a JVM of its own. When that JVM ends, all programs that the learner's code started
 * end, too.
 *
 * <p>The caller's thread watches the JVM. Another thread reads and prints the JVM's output.
 */
final class BehaviourRun implements AutoCloseable {
    /** @param found what the code did, and on which input. Empty if passed */
    public record Found(String check, boolean passed, String found, String hint) {
    }

    static final int LIMIT_SECONDS = 60;
    private static final String MAIN_CLASS = "serviceone.exercise.BehaviourChecks";
    private static final String TO_THE_END = "the program runs until its checks are done";
    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_SHOWN_LINES = 20;
    private static final int MOST_SHOWN_CHARS = 200;
    private static final int LONGEST_LINE_BYTES = 100_000;
    private static final int MOST_THREADS = 1_000;
    private static final int MOST_PROGRAMS = 20;
    private static final int POLL_MILLIS = 100;
    private static final int END_MILLIS = 5_000;
    private static final int EXIT_ON_FULL_HEAP = 3;
    private static final int KILLED = 128;      // a shell's exit code is this plus the signal's number
    private static final Pattern LINE = Pattern.compile("@ (\\{.*})\\s*");
    private static final Pattern NO_START =
            Pattern.compile("Error: Could not |Error occurred during init|.* warning: INFO: os::commit_memory");
    private static final Pattern THREADS = Pattern.compile("(?m)^Threads:\\s+(\\d+)$");

    /** Runs a program in its own process group, and kills the group when the program or the script's parent ends. */
    private static final String GROUP = """
            trap '' INT HUP TERM
            set -m
            "$@" < /dev/null &
            group=$!
            exec 2> /dev/null
            (cat > /dev/null; kill -KILL -- -$group) > /dev/null &
            guard=$!
            wait $group
            code=$?
            ! kill -0 -- -$group || printf '\\n@ {"left":true}\\n'
            kill -KILL -- -$group
            kill -KILL -- -$guard
            exit $code
            """;

    private final Process process;
    private final PrintStream out;
    private final Thread reader;
    private final int seconds;
    private final Set<ProcessHandle> started = new HashSet<>();
    // Written by the reader thread. Until that thread ends, the caller reads only the volatile fields.
    private final List<Found> found = new ArrayList<>();
    private volatile boolean flooded;
    private volatile boolean done;
    private boolean leftProgram;
    private String firstLine = "";
    private String lastLine = "";
    private final Set<String> shown = new HashSet<>();

    BehaviourRun(List<String> classPath, String mainClass, Exercise exercise, Path classes, int seconds,
            PrintStream out) throws IOException {
        List<String> command = new ArrayList<>(List.of("bash", "-c", GROUP, "checks"));
        command.addAll(Executables.javaCommand("-Xms64m", "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError", "-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=" + classes + "/crash",
                "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8", "--enable-native-access=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED", "-cp",
                String.join(File.pathSeparator, classPath) + File.pathSeparator + classes, mainClass,
                "" + exercise.number(), classes.toString()));
        ProcessBuilder builder = new ProcessBuilder(command).directory(classes.toFile()).redirectErrorStream(true);
        this.out = out;
        this.seconds = seconds;
        this.process = Executables.withoutJvmVariables(builder).start();
        // Reading a pipe would pin a virtual thread to its carrier.
        this.reader = Thread.ofPlatform().daemon().name("output of the checks").start(this::read);
    }

    static List<Found> of(Exercise exercise, Path classes, Path repository, PrintStream out)
            throws IOException, InterruptedException {
        List<String> jars = Stream.of("service-one.jar", "common.jar")
                .map(jar -> repository.resolve(".build").resolve(jar).toString()).toList();
        try (BehaviourRun run = new BehaviourRun(jars, MAIN_CLASS, exercise, classes, LIMIT_SECONDS, out)) {
            return run.found();
        }
    }

    /** @throws IOException if the JVM could not start */
    List<Found> found() throws IOException, InterruptedException {
        Optional<Found> stopped = watch();
        if (stopped.isEmpty()) {
            reader.join(END_MILLIS);      // close() would lose unread output
        }
        close();
        reader.join(END_MILLIS);
        if (found.isEmpty() && NO_START.matcher(firstLine).lookingAt()) {
            throw new IOException("the JVM for the checks could not start: " + firstLine);
        }
        Optional<Found> end = stopped.or(this::end);
        if (end.isPresent()) {
            found.add(end.get());
            print(end.get());
        }
        return found;
    }

    /** Returns why the JVM must be killed; empty if it has ended by itself. */
    private Optional<Found> watch() throws InterruptedException {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            List<ProcessHandle> now = process.descendants().toList();
            started.addAll(now);
            if (flooded) {
                return failed("your code prints without end: it was killed after 1 MB of output",
                        "Something prints in a loop. Does a loop continue when its thread is interrupted, or when "
                        + "its call fails?");
            }
            if (now.stream().anyMatch(each -> threads(each) > MOST_THREADS)) {
                return failed("your code started more than 1,000 threads, and was killed",
                        "Where does it start a thread, and how often does it get there? Platform threads are scarce.");
            }
            if (now.size() > MOST_PROGRAMS) {
                return failed("your code starts one program after another, and was killed",
                        "No exercise needs another program.");
            }
            if (System.nanoTime() > limit) {
                return failed("your code was still running after " + seconds + " s, and was killed",
                        "Look for a loop that does not end, or for a wait that nothing ends.");
            }
        }
        return Optional.empty();
    }

    /** Zero if unknown, as on macOS. */
    private static int threads(ProcessHandle process) {
        try {
            Matcher threads = THREADS.matcher(Files.readString(Path.of("/proc", "" + process.pid(), "status")));
            return threads.find() ? Integer.parseInt(threads.group(1)) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    private Optional<Found> end() {
        int code = process.exitValue();
        if (flooded) {
            return failed("your code prints without end: it was killed after 1 MB of output",
                    "Something prints in a loop.");
        }
        if (leftProgram) {
            return failed("your code left a program running, which was killed",
                    "No exercise needs another program.");
        }
        if (done) {
            return Optional.empty();
        }
        if (code == EXIT_ON_FULL_HEAP && lastLine.contains("java.lang.OutOfMemoryError")) {
            return failed("your code has used up the memory: 128 MB of heap",
                    "Something grows without a limit, such as a queue that is never emptied, or threads that wait "
                    + "forever.");
        }
        if (code >= KILLED) {
            return failed("the JVM was killed by signal " + (code - KILLED), "Its last line was: " + lastLine);
        }
        return failed("your code ended the program, with exit code " + code,
                "Does it call System.exit? That would end the service with all its requests. Or does it close"
                + " System.out?");
    }

    private static Optional<Found> failed(String found, String hint) {
        return Optional.of(new Found(TO_THE_END, false, found, hint));
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
                    handle(line.toString(StandardCharsets.UTF_8));
                    line.reset();
                }
            }
            handle(line.toString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            lastLine = "(its output ended early: " + e.getMessage() + ")";
        }
    }

    private void handle(String line) {
        Matcher matcher = LINE.matcher(line);
        Optional<Map<?, ?>> message = matcher.find() ? message(matcher.group(1)) : Optional.empty();
        String printed = message.isPresent() ? line.substring(0, matcher.start()) : line;
        if (!printed.isBlank()) {
            print(printed.stripTrailing());
        }
        message.ifPresent(this::handle);
    }

    private static Optional<Map<?, ?>> message(String json) {
        try {
            return Json.read(json) instanceof Map<?, ?> map ? Optional.of(map) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private void handle(Map<?, ?> message) {
        if (message.get("check") instanceof String check) {
            Found result = new Found(check, Boolean.TRUE.equals(message.get("passed")), text(message, "found"),
                    text(message, "hint"));
            found.add(result);
            print(result);
        }
        done |= message.containsKey("done");
        leftProgram |= message.containsKey("left");
    }

    private static String text(Map<?, ?> message, String name) {
        return message.get(name) instanceof String text ? text : "";
    }

    private void print(String printed) {
        firstLine = firstLine.isEmpty() ? printed : firstLine;
        lastLine = printed;
        if (shown.size() < MOST_SHOWN_LINES && shown.add(printed)) {
            out.println("    | " + (printed.length() > MOST_SHOWN_CHARS
                    ? printed.substring(0, MOST_SHOWN_CHARS) + "…" : printed));
            if (shown.size() == MOST_SHOWN_LINES) {
                out.println("    | … further output is not shown");
            }
        }
    }

    private void print(Found result) {
        boolean isHinted = result.check.equals(TO_THE_END) || found.stream().filter(each -> !each.passed).count() == 1;
        out.println(ExerciseCheck.line(result.passed ? Outcome.PASSED : Outcome.NOT_YET, result.check));
        if (!result.passed) {
            ExerciseCheck.indented(out, result.found);
            ExerciseCheck.indented(out, isHinted && !result.hint.isEmpty() ? "Hint: " + result.hint : "");
        }
    }

    @Override
    public void close() throws IOException {
        process.descendants().forEach(started::add);
        process.getOutputStream().close();
        try {
            process.waitFor(END_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        started.forEach(ProcessHandle::destroyForcibly);      // some may have left the group
        process.destroyForcibly();
        process.onExit().join();
    }
}
