package exercise.harness;

import module java.base;
import common.json.JsonObject;
import exercise.harness.Check.Failed;
import exercise.harness.Check.Result;

/**
 * Runs an exercise's checks in a JVM of its own, which {@code exercise.BehaviourRun} starts. Each message is one line
 * and one write: {@code @ SIGNATURE JSON}. The secret for the signatures comes on standard input before the learner's
 * class is loaded. It is only on this class's stack, where the learner's code cannot look, and the digest is made
 * before that code could replace it.
 */
public final class Checker {
    public static final int SECRET_BYTES = 32;
    private static final int PATIENCE_MILLIS = 4_000;
    /** On a busy machine. */
    private static final int LONG_PATIENCE_MILLIS = 12_000;
    /** After a failed check, whose mistake often explains later ones. */
    private static final int SHORT_PATIENCE_MILLIS = 500;
    private static final int LIMIT_MILLIS = 3_000;
    private static final int RETRY_UNTIL_MILLIS = 60_000;
    private static final int MOST_TRIES = 4;
    private static final int MOST_THREADS = 800;

    private Checker() {
    }

    public static void main(String[] arguments) throws Exception {
        byte[] secret = new FileInputStream(FileDescriptor.in).readNBytes(SECRET_BYTES);
        MessageDigest digest = digest();
        OutputStream out = new FileOutputStream(FileDescriptor.out);      // the learner's code may replace System.out
        System.setProperty("deadline.check.millis", "10");
        Thread.setDefaultUncaughtExceptionHandler((_, e) -> {
            if (!Check.ON_PURPOSE.equals(e.getMessage())) {
                e.printStackTrace();
            }
        });
        int number = 0;
        out.write(message(digest, secret, number++, new JsonObject().put("begun", true)));
        Path classes = Path.of(arguments[1]);
        long start = System.nanoTime();
        boolean passed = true;
        for (Check check : of(Path.of(arguments[0]))) {
            boolean patient = passed && Subject.millisSince(start) < RETRY_UNTIL_MILLIS;
            Result result = passed ? check(check, classes, PATIENCE_MILLIS, patient)
                    : checkOnce(check, classes, SHORT_PATIENCE_MILLIS);
            passed &= result.passed();
            out.write(message(digest, secret, number++, json(result)));
        }
        out.write(message(digest, secret, number, new JsonObject().put("done", true)));
        Runtime.getRuntime().halt(0);      // the learner's threads may still run
    }

    /** The checks in a folder of compiled classes. */
    public static List<Check> of(Path folder) throws IOException {
        ClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, Checker.class.getClassLoader());
        try (Stream<Path> files = Files.list(folder.resolve("checks"))) {
            List<Check> all = new ArrayList<>();
            for (Path file : files.filter(each -> each.toString().endsWith("Checks.class")).sorted().toList()) {
                String name = file.getFileName().toString().replace(".class", "");
                all.addAll(((Check.Source) loader.loadClass("checks." + name).getConstructor().newInstance()).checks());
            }
            return all;
        } catch (ReflectiveOperationException e) {
            throw new IOException("the checks in " + folder + " cannot be loaded: " + e, e);
        }
    }

    private static byte[] message(MessageDigest digest, byte[] secret, int number, JsonObject json) {
        return ("\n@ " + signature(digest, secret, number, json.toString()) + ' ' + json + '\n')
                .getBytes(StandardCharsets.UTF_8);
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

    private static JsonObject json(Result result) {
        return new JsonObject().put("check", result.check()).put("passed", result.passed()).put("late", result.late())
                .put("found", result.found()).put("hint", result.hint()).put("tried", result.tried());
    }

    /** Repeats a check that a busy machine may have failed. */
    public static Result check(Check check, Path classes, int patienceMillis, boolean repeats)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        Result result = checkOnce(check, classes, patienceMillis);
        for (int tries = 1; result.late() && repeats && tries < MOST_TRIES; tries++) {
            boolean busy = isMachineBusy();
            if (!busy && Subject.millisSince(start) > patienceMillis) {
                return new Result(check.name(), false, false, result.found(), result.hint(), result.tried());
            }
            result = checkOnce(check, classes, busy ? Math.max(patienceMillis, LONG_PATIENCE_MILLIS) : patienceMillis);
        }
        boolean unclear = result.late() && isMachineBusy();
        return new Result(check.name(), result.passed(), unclear, result.found(), result.hint(), result.tried());
    }

    /** Whether more threads want a core than twice the cores. */
    private static boolean isMachineBusy() throws InterruptedException {
        int most = 2 * Runtime.getRuntime().availableProcessors();
        int busy = 0;
        for (int i = 0; i < 5; i++) {
            Thread.sleep(10);
            try {
                String running = Files.readString(Path.of("/proc/loadavg")).split("[ /]")[3];
                busy += Integer.parseInt(running) > most ? 1 : 0;
            } catch (IOException e) {
                return false;      // macOS has no such file
            }
        }
        return busy > 2;
    }

    private static Result checkOnce(Check check, Path classes, int patienceMillis)
            throws IOException, InterruptedException {
        long tried = 0;
        String found;
        String hint;
        boolean late = false;
        try (Subject subject = new Subject(classes, patienceMillis)) {
            FutureTask<Void> task = new FutureTask<>(() -> {
                check.body().run(subject);
                return null;
            });
            Optional<String> hangs = awaitEnd(subject.startThread(task), subject, Math.max(LIMIT_MILLIS,
                    5 * patienceMillis));
            tried = subject.tried();
            if (hangs.isEmpty()) {
                task.get();
                return new Result(check.name(), true, false, "", "", tried);
            }
            found = hangs.get() + Stacks.lines();
            hint = "no-answer";
        } catch (ExecutionException e) {
            Throwable thrown = e.getCause();
            found = thrown instanceof Failed ? thrown.getMessage() : Stacks.describe(thrown);
            hint = thrown instanceof Failed failed ? failed.hint : "threw";
            late = thrown instanceof Failed failed && failed.late;
        } catch (IOException | LinkageError e) {
            found = Stacks.describe(e);
            hint = "create";
        }
        return new Result(check.name(), false, late, found, hint, tried);
    }

    /** Returns why the check must be given up. */
    private static Optional<String> awaitEnd(Thread thread, Subject subject, int limitMillis)
            throws InterruptedException {
        for (long start = System.nanoTime(); thread.isAlive(); thread.join(10)) {
            if (subject.threads().size() > MOST_THREADS) {
                return Optional.of("more than " + MOST_THREADS + " platform threads");
            }
            if (Subject.millisSince(start) > limitMillis) {
                return Optional.of("the check has not ended after " + limitMillis / 1_000 + " s");
            }
        }
        return Optional.empty();
    }
}
