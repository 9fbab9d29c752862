package serviceone.exercise;

import common.json.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import serviceone.exercise.Check.Failed;
import serviceone.exercise.Check.Result;

/**
 * Checks what the learner's code of an exercise does, check by check. As a program of its own it prints a line for each
 * check, {@code @} and JSON, and a last one which says that it has come to the end; everything else on its output is
 * the learner's.
 */
public final class BehaviourChecks {
    /** For a whole check, and within one for each thing that must come. */
    private static final int LIMIT_MILLIS = 10_000;
    private static final int PATIENCE_MILLIS = 4_000;
    /** When a check has failed, the verdict is known, and the next ones are to come soon. */
    private static final int SHORT_PATIENCE_MILLIS = 500;
    private static final int MOST_TRIES = 3;
    private static final int MOST_THREADS = 800;
    private static final int LOOK_MILLIS = 10;

    private BehaviourChecks() {
    }

    /** The number of an exercise, and the folder of the learner's compiled class. */
    public static void main(String[] arguments) throws Exception {
        System.setProperty("deadline.check.millis", "10");      // the service looks at deadlines more often, for checks
        PrintStream out = System.out;      // even where the learner's code sets another one
        Thread.setDefaultUncaughtExceptionHandler((_, e) -> {
            if (!Check.isOnPurpose(e)) {
                e.printStackTrace();
            }
        });
        check(Integer.parseInt(arguments[0]), Path.of(arguments[1]), result -> out.println("@ " + json(result)));
        out.println("@ " + new JsonObject().put("done", true));
        out.flush();
        Runtime.getRuntime().halt(0);      // the learner's threads may not want to end
    }

    private static JsonObject json(Result result) {
        JsonObject json = new JsonObject().put("check", result.check()).put("passed", result.passed());
        return result.passed() ? json : json.put("found", result.found()).put("hint", result.hint());
    }

    /** Where each exercise's checks are. */
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

    /** Tells what comes of each check; returns whether all passed. After one that hangs there are no more. */
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

    /** A timed one that fails, and not because patience has run out, is tried again. */
    static Result check(Check check, Path classes, int patienceMillis) throws IOException, InterruptedException {
        for (int tried = 1; ; tried++) {
            long start = System.nanoTime();
            Result result = checkOnce(check, classes, patienceMillis);
            boolean isToBeRepeated = check.isTimed() && !result.passed() && !result.hangs() && tried < MOST_TRIES
                    && Subject.millisSince(start) < patienceMillis;
            if (!isToBeRepeated) {
                return result;
            }
        }
    }

    private static Result checkOnce(Check check, Path classes, int patienceMillis)
            throws IOException, InterruptedException {
        Subject subject = new Subject(classes, patienceMillis);
        Result[] result = new Result[1];      // written before the thread ends, read after join
        Thread thread = subject.checksThread(() -> result[0] = run(check, subject));
        Optional<Result> hangs = hangs(check, thread, subject);
        if (hangs.isPresent()) {
            subject.interrupt();
            return hangs.get();
        }
        subject.close();
        LearnersLines.leaveOut(subject.threads());
        return result[0];
    }

    private static Result run(Check check, Subject subject) {
        try {
            subject.parts();
            check.body().run(subject);
            return Result.passed(check);
        } catch (Failed e) {
            return e.result(check, subject.ended());
        } catch (Throwable e) {      // whatever the learner's code throws
            return Result.failed(check, LearnersLines.of(e) + subject.ended(),
                    "nothing here expects this exception, which came out of your code");
        }
    }

    /** Waits for the end of a check; says why it does not wait any longer. */
    private static Optional<Result> hangs(Check check, Thread thread, Subject subject) throws InterruptedException {
        long start = System.nanoTime();
        while (thread.isAlive()) {
            if (subject.threads().size() > MOST_THREADS) {
                return Optional.of(Result.hangs(check, "more than " + MOST_THREADS + " platform threads"
                        + Subject.standing(), "your code starts thread after thread: nothing limits their number"));
            }
            if (Subject.millisSince(start) > LIMIT_MILLIS) {
                String line = LearnersLines.in(thread.getStackTrace());
                return Optional.of(Result.hangs(check, "no end after " + LIMIT_MILLIS / 1_000 + " s"
                        + (line == null ? Subject.standing() : "; it stands at " + line),
                        "your code waits there for what never comes, or runs in circles"));
            }
            thread.join(LOOK_MILLIS);
        }
        return Optional.empty();
    }
}
