package exercise.harness;

import module java.base;
import exercise.harness.Check.Result;
import machine.Kernel;
import serviceone.routes.Parts;

/**
 * Runs an exercise's checks in a JVM of its own, which {@code exercise.BehaviourRun} starts. Each result is one line
 * and one write: {@code @ SIGNATURE JSON}. The secret for the signatures is in a file, which is deleted before the
 * learner's class is loaded. Then it is only on this class's stack, where the learner's code cannot look, and the
 * digest is made before that code could replace it.
 */
public final class Checker {
    private static final int PATIENCE_MILLIS = 4_000;
    /** On a busy machine. */
    private static final int LONG_PATIENCE_MILLIS = 12_000;
    /** After a failed check, whose mistake often explains later ones. */
    private static final int SHORT_PATIENCE_MILLIS = 2_000;
    private static final int LIMIT_MILLIS = 3_000;
    private static final int RETRY_UNTIL_MILLIS = 60_000;
    private static final int MOST_TRIES = 4;
    private static final int MOST_THREADS = 800;

    private Checker() {
    }

    /** @param arguments the folder of the checks, that of the learner's classes, and the file with the secret */
    public static void main(String[] arguments) throws Exception {
        byte[] secret = Files.readAllBytes(Path.of(arguments[2]));
        Files.delete(Path.of(arguments[2]));
        MessageDigest digest = digest();
        OutputStream out = new FileOutputStream(FileDescriptor.out);      // the learner's code may replace System.out
        Thread.setDefaultUncaughtExceptionHandler((_, e) -> {
            if (e != Check.EXCEPTION && e != Check.ERROR) {
                e.printStackTrace();
            }
        });
        long start = System.nanoTime();
        boolean passed = true;
        int number = 0;
        for (Check check : of(Path.of(arguments[0]))) {
            boolean repeats = passed && Subject.millisSince(start) < RETRY_UNTIL_MILLIS;
            int patience = passed ? PATIENCE_MILLIS : SHORT_PATIENCE_MILLIS;
            Result result = check(check, () -> learner(Path.of(arguments[1])), patience, repeats,
                    Checker::isMachineBusy);
            passed &= result.passed();
            String json = result.json().toString();
            String line = "\n@ " + signature(digest, secret, number++, json) + ' ' + json + '\n';
            out.write(line.getBytes(StandardCharsets.UTF_8));
        }
        Runtime.getRuntime().halt(0);      // the learner's threads may still run
    }

    /** The checks in a folder of compiled classes. */
    public static List<Check> of(Path folder) throws IOException {
        ClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
        try {
            String file = Stream.of(folder.resolve("checks").toFile().list())
                    .filter(each -> each.endsWith("Checks.class")).findFirst().orElseThrow();
            Class<?> source = loader.loadClass("checks." + file.replace(".class", ""));
            return ((Check.Source) source.getConstructor().newInstance()).checks();
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IOException("the checks in " + folder + " cannot be loaded: " + e, e);
        }
    }

    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA3-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    public static String signature(MessageDigest digest, byte[] secret, int number, String json) {
        digest.update(secret);
        return HexFormat.of().formatHex(digest.digest((number + json).getBytes(StandardCharsets.UTF_8)));
    }

    public static Parts learner(Path classes) throws IOException {
        return Parts.load(Interleaving.of(classes));
    }

    /**
     * @param learner makes new parts for each try, because a failed one may have left some behind in any state
     * @param repeats a check that a busy machine may have failed
     */
    public static Result check(Check check, Callable<Parts> learner, int patienceMillis, boolean repeats,
            Callable<Boolean> isMachineBusy) throws Exception {
        long start = System.nanoTime();
        int patience = patienceMillis;
        for (int tries = 1; ; tries++) {
            try (Subject subject = new Subject(learner.call(), patience)) {
                Result result = result(check, subject, patience);
                if (result.outcome() != Outcome.CANNOT_JUDGE) {
                    return result;
                }
                boolean busy = isMachineBusy.call();
                patience = busy ? Math.max(patienceMillis, LONG_PATIENCE_MILLIS) : patienceMillis;
                if (!repeats || tries == MOST_TRIES || Subject.millisSince(start) > patience) {
                    return busy ? result : result.with(Outcome.NOT_YET, result.hint());
                }
            } catch (IOException | LinkageError e) {
                return new Result(check.name(), Outcome.NOT_YET, Stacks.describe(e), "create", 0);
            }
        }
    }

    /** Whether more threads want a core than twice the cores. */
    public static boolean isMachineBusy() throws InterruptedException {
        long busy = 0;
        for (int i = 0; i < 5; i++) {
            Thread.sleep(10);
            busy += Kernel.lines(Path.of("/proc/loadavg")).stream()      // macOS has no such file
                    .filter(loads -> isBusy(loads, Runtime.getRuntime().availableProcessors())).count();
        }
        return busy > 2;
    }

    /** @param loads such as {@code 0.20 0.18 0.12 3/80 11206}, where 3 threads want a core */
    static boolean isBusy(String loads, int cores) {
        return Integer.parseInt(loads.split("[ /]")[3]) > 2 * cores;
    }

    private static Result result(Check check, Subject subject, int patienceMillis) throws InterruptedException {
        Subject.Attempt attempt = subject.attempt(() -> {
            check.body().run(subject);
            return "";
        });
        return switch (end(attempt, subject, Math.max(LIMIT_MILLIS, 5 * patienceMillis))) {
            case Check.Failed failed -> new Result(check.name(), failed.outcome, failed.getMessage(), failed.hint,
                    subject.tried.get());
            case Throwable thrown -> new Result(check.name(), Outcome.NOT_YET, Stacks.describe(thrown), "threw",
                    subject.tried.get());
            default -> new Result(check.name(), Outcome.PASSED, "", "", subject.tried.get());
        };
    }

    /** What the check returned or threw, or why it must be given up. */
    private static Object end(Subject.Attempt attempt, Subject subject, int limitMillis) throws InterruptedException {
        for (long start = System.nanoTime(); !attempt.hasEnded(); attempt.thread().join(10)) {
            if (subject.threads().size() > MOST_THREADS) {
                return new Check.Failed("more than " + MOST_THREADS + " platform threads" + Stacks.lines(),
                        "no-answer", Outcome.NOT_YET);
            }
            if (Subject.millisSince(start) > limitMillis) {
                return new Check.Failed("the check has not ended after " + limitMillis / 1_000 + " s" + Stacks.lines(),
                        "no-answer", Outcome.CANNOT_JUDGE);
            }
        }
        return attempt.result();
    }
}
