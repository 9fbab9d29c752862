package exercise;

import module java.base;
import exercise.harness.Check.Result;
import exercise.harness.Check;
import exercise.harness.Checker;
import exercise.harness.Outcome;
import learner.Compilation;
import process.Child;
import process.Executables;
import process.Guard;

/**
 * Runs the checks of behaviour in a JVM of their own. Only signed results count, and only if all checks have one. The
 * JVM runs under a {@link Guard}, which ends it and all programs that the learner's code has started.
 */
final class BehaviourRun {
    private static final int LIMIT_SECONDS = 90;
    private static final String NO_PROGRAM = "No exercise needs another program.";
    static final String LEFT = "left programs running";
    static final String ENDED = "ended its JVM";
    static final String FORGED = "printed the format of the checker's results";
    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_PROGRAMS = 20;
    private static final int POLL_MILLIS = 50;
    private static final int EXIT_ON_FULL_HEAP = 3;
    private static final Pattern LINE = Pattern.compile("@ ([0-9a-f]{64}) (\\{.*})");
    private static final Pattern LIKE_A_LINE = Pattern.compile("@ .*\\{.*}");
    static final Result TOO_MUCH_OUTPUT = failed("your code prints without end: it was killed after 1 MB of output",
            "");
    static final Result TOO_MANY_PROGRAMS = failed("your code starts one program after another, and was killed",
            NO_PROGRAM);
    static final Result TOO_LONG = failed("your code was still running after " + LIMIT_SECONDS + " s, and was killed",
            "Look for a loop that does not end, or for a wait that nothing ends.");
    static final Result LEFT_RUNNING = failed("your code left a program running, which was killed", NO_PROGRAM);
    /** The guards; guarded by this class. */
    private static final Set<Long> OURS = new HashSet<>();

    private final ExerciseCheck check;
    final byte[] secret = new byte[32];
    private final Path secretFile;
    final Path output;
    private final List<String> signed = new ArrayList<>();      // the names of the checks that have a result
    private int read;      // lines
    private String lastLine = "";

    BehaviourRun(ExerciseCheck check) throws IOException {
        this.check = check;
        this.secretFile = check.classes.resolve("run.secret");      // no package has a name with a dot
        this.output = check.classes.resolve("run.output");
        new SecureRandom().nextBytes(secret);
        Files.write(secretFile, secret);
    }

    /** @throws IOException if the JVM could not start */
    static void run(ExerciseCheck check) throws IOException, InterruptedException {
        BehaviourRun run = new BehaviourRun(check);
        List<String> expected = Checker.of(check.checks).stream().map(Check::name).toList();
        try (Child child = run.start()) {
            run.watch(child, expected).ifPresent(check::add);
        } finally {
            killOrphans();
        }
    }

    private Child start() throws IOException {
        Path classes = check.classes;
        ProcessBuilder program = new ProcessBuilder(Executables.javaCommand("-Xms64m", "-Xmx128m",
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError", "-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=" + classes + "/run.crash",
                "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8", "--enable-native-access=ALL-UNNAMED",
                "-Djdk.trackAllThreads=true", "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED", "-cp",
                Compilation.classPath(check.repository), Checker.class.getName(),
                check.checks.toString(), classes.toString(), secretFile.toString()))
                .directory(classes.toFile())
                .redirectOutput(output.toFile());
        synchronized (OURS) {
            Guard.adoptOrphans();      // of a guard that the learner's code has killed
            Child child = new Child("the checks", program, classes.resolve("run.log"), _ -> { },
                    Child.Option.GUARDED, Child.Option.IGNORES_INTERRUPT);
            OURS.add(child.pid());
            return child;
        }
    }

    /** Programs whose parents have ended. */
    static void killOrphans() {
        synchronized (OURS) {
            Guard.kill(() -> ProcessHandle.current().children().filter(each -> !OURS.contains(each.pid())
                    && each.info().command().isPresent()).toList());
        }
    }

    /** Returns why the checks are not complete. */
    private Optional<Result> watch(Child child, List<String> expected) throws IOException, InterruptedException {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        boolean ended = false;
        while (!ended) {
            ended = child.awaitExit(POLL_MILLIS);
            if (!readOutput(ended)) {
                return Optional.of(TOO_MUCH_OUTPUT);
            }
            if (child.processes().size() > MOST_PROGRAMS) {
                return Optional.of(TOO_MANY_PROGRAMS);
            }
            if (System.nanoTime() > limit) {
                return Optional.of(TOO_LONG);
            }
        }
        if (Files.exists(secretFile)) {
            throw new IOException("the JVM for the checks could not start: " + lastLine);
        }
        return whyIncomplete(expected, child.exitCode());
    }

    Optional<Result> whyIncomplete(List<String> expected, int code) {
        if (check.notes.contains(LEFT)) {
            return Optional.of(LEFT_RUNNING);
        }
        if (signed.equals(expected)) {
            return Optional.empty();
        }
        check.notes.add(ENDED);
        return Optional.of(whyEnded(code, lastLine));
    }

    static Result whyEnded(int code, String lastLine) {
        if (code == EXIT_ON_FULL_HEAP && lastLine.contains("java.lang.OutOfMemoryError")) {
            return failed("your code has used up the memory: 128 MB of heap", "Something grows without a limit, such "
                    + "as a queue that is never emptied, or threads that wait forever.");
        }
        if (code >= Child.SIGNAL) {
            return failed("the JVM was killed by signal " + (code - Child.SIGNAL), lastLine);
        }
        return failed("your code ended the program, with exit code " + code, "Does it call System.exit? That would "
                + "end the service with all its requests. Or does it close System.out?");
    }

    private static Result failed(String found, String hint) {
        return new Result("the program runs until its checks are done", Outcome.NOT_YET, found, hint, 0);
    }

    /** Handles the new lines, only complete ones unless {@code all} have come. Returns false after too many. */
    boolean readOutput(boolean all) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(output)) {
            bytes = in.readNBytes(MOST_BYTES);
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        List<String> lines = (all ? text : text.substring(0, text.lastIndexOf('\n') + 1)).lines()
                .filter(line -> !line.isBlank())
                .toList();
        for (String line : lines.subList(read, lines.size())) {
            handle(line.stripTrailing());
        }
        read = lines.size();
        return bytes.length < MOST_BYTES;
    }

    private void handle(String line) throws IOException {
        Matcher matcher = LINE.matcher(line);
        if (matcher.matches() && matcher.group(1).equals(
                Checker.signature(Checker.digest(), secret, signed.size(), matcher.group(2)))) {
            Result result = Result.read(matcher.group(2));
            signed.add(result.check());
            check.add(result.with(result.outcome(), result.passed() ? "" : check.exercise.mistake(result.hint())));
            return;
        }
        if (line.equals(Guard.LEFT)) {
            check.notes.add(LEFT);
            return;
        }
        if (LIKE_A_LINE.matcher(line).find()) {
            check.notes.add(FORGED);
        }
        lastLine = line;
        check.print(line);
    }
}
