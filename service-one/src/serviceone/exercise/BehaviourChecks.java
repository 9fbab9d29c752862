package serviceone.exercise;

import module java.base;
import common.json.JsonObject;
import serviceone.exercise.Check.Failed;
import serviceone.exercise.Check.Result;

/** Runs an exercise's checks of behaviour. {@link #main} prints each result as a line of JSON after {@code @}. */
public final class BehaviourChecks {
    private static final int LIMIT_MILLIS = 10_000;
    private static final int PATIENCE_MILLIS = 4_000;
    /** For the checks after one that has failed. */
    private static final int SHORT_PATIENCE_MILLIS = 500;
    private static final int MOST_TRIES = 3;
    private static final int MOST_THREADS = 800;
    private static final int POLL_MILLIS = 10;

    private BehaviourChecks() {
    }

    public static void main(String[] arguments) throws Exception {
        System.setProperty("deadline.check.millis", "10");
        PrintStream out = System.out;      // the learner's code may replace it
        Thread.setDefaultUncaughtExceptionHandler((_, e) -> {
            if (!Check.isOnPurpose(e)) {
                e.printStackTrace();
            }
        });
        check(Integer.parseInt(arguments[0]), Path.of(arguments[1]), result -> out.println("@ " + json(result)));
        out.println("@ " + new JsonObject().put("done", true));
        out.flush();
        Runtime.getRuntime().halt(0);      // the learner's threads may still run
    }

    private static JsonObject json(Result result) {
        JsonObject json = new JsonObject().put("check", result.check()).put("passed", result.passed());
        return result.passed() ? json : json.put("found", result.found()).put("hint", result.hint());
    }

    static List<Check> of(int exercise) {
        return switch (exercise) {
            case 1 -> DrainChecks.fixedPool();
            case 2 -> DrainChecks.virtualThreads();
            case 3 -> ParallelChecks.parallel();
            case 4 -> GuardChecks.bulkhead();
            case 5 -> DeadlineChecks.deadline();
            case 6 -> ComputingChecks.computing();
            case 7 -> ChainChecks.chain();
            case 8 -> DrainChecks.own();
            default -> throw new IllegalArgumentException("no exercise " + exercise);
        };
    }

    public static boolean check(int exercise, Path classes, Consumer<Result> progress)
            throws IOException, InterruptedException {
        boolean passed = true;
        for (Check check : of(exercise)) {
            Result result = check(check, classes, passed ? PATIENCE_MILLIS : SHORT_PATIENCE_MILLIS);
            progress.accept(result);
            passed &= result.passed();
            if (result.hangs()) {
                return false;
            }
        }
        return passed;
    }

    /** Repeats a timed check that fails, because the machine may have paused. */
    static Result check(Check check, Path classes, int patienceMillis) throws IOException, InterruptedException {
        for (int tried = 1; ; tried++) {
            long start = System.nanoTime();
            Result result = checkOnce(check, classes, patienceMillis);
            boolean repeats = check.isTimed() && !result.passed() && !result.hangs() && tried < MOST_TRIES
                    && Subject.millisSince(start) < patienceMillis;
            if (!repeats) {
                return result;
            }
        }
    }

    private static Result checkOnce(Check check, Path classes, int patienceMillis)
            throws IOException, InterruptedException {
        Subject subject = new Subject(classes, patienceMillis);
        Result[] result = new Result[1];      // written before the thread ends, read after join
        Thread thread = subject.startThread(() -> result[0] = run(check, subject));
        Optional<Result> hangs = awaitEnd(check, thread, subject, Math.max(LIMIT_MILLIS, patienceMillis));
        if (hangs.isPresent()) {
            subject.interrupt();
            return hangs.get();
        }
        subject.close();
        LearnersLines.ignore(subject.threads());
        return result[0];
    }

    private static Result run(Check check, Subject subject) {
        try {
            subject.parts();
            check.body().run(subject);
            return Result.passed(check);
        } catch (Failed e) {
            return e.result(check, subject.uncaught());
        } catch (Throwable e) {
            return Result.failed(check, LearnersLines.describe(e) + subject.uncaught(),
                    "your code threw this exception, and the check expected none");
        }
    }

    private static Optional<Result> awaitEnd(Check check, Thread thread, Subject subject, int limitMillis)
            throws InterruptedException {
        long start = System.nanoTime();
        while (thread.isAlive()) {
            if (subject.threads().size() > MOST_THREADS) {
                return Optional.of(Result.hangs(check, "more than " + MOST_THREADS + " platform threads"
                        + Subject.stacks(), "your code starts ever more threads: nothing limits their number"));
            }
            if (Subject.millisSince(start) > limitMillis) {
                String line = LearnersLines.in(thread.getStackTrace());
                return Optional.of(Result.hangs(check, "the check has not ended after " + limitMillis / 1_000 + " s"
                        + (line == null ? Subject.stacks() : "; your code is at " + line),
                        "your code waits for something that never happens, or loops forever"));
            }
            thread.join(POLL_MILLIS);
        }
        return Optional.empty();
    }
}
