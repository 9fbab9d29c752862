package checks;

import static exercise.harness.Check.require;

import module java.base;
import exercise.harness.*;
import exercise.harness.Subject.Attempt;
import serviceone.calls.*;
import serviceone.meter.Stage;

public final class BulkheadChecks implements Check.Source {
    private static final int PERMITS = 10;
    private static final int MANY = 3 * PERMITS;
    private static final int RACERS = 4;
    private static final int ROUNDS = 50;
    private static final int BATCH = 200;
    private static final int MOST_CALLS = 100_000;
    private static final int MOST_MILLIS = 1_000;
    private static final String WHILE_TEN = "while ten calls to authorize were in flight, ";
    private static final Call<String> AUTHORIZE_CALL = Call.authorize("user");
    private static final List<Call<?>> OTHERS = List.of(Call.info(), Call.authenticate("token"),
            Call.meetings("user"));
    /** The interrupt stays set when such a call has ended. */
    private static final CallException INTERRUPTED = CallException.refused(Stage.AUTHORIZE,
            "the call was interrupted");
    private static final List<Object> ENDINGS = List.of("an answer", CallException.late(Stage.AUTHORIZE, "late"),
            Check.EXCEPTION, Check.ERROR, INTERRUPTED);

    @Override
    public List<Check> checks() {
        return List.of(
                new Check("the eleventh call to authorize is refused at once, and no call of another stage is",
                        this::eleventh),
                new Check("calls of the other stages take no permit, and give none back", this::otherStages),
                new Check("a call releases its permit, however it ends", this::endings),
                new Check("of calls at the same moment, one gets the last permit, and the others are refused at once",
                        this::lastPermit),
                new Check("calls at the same moment never get the same permit, and lose none", this::withoutPause),
                new Check("nothing of a call is kept when it has ended",
                        subject -> subject.requireNothingKept(() -> batch(subject))));
    }

    /** @param result of the call; thrown if it can be */
    private static Object make(Subject subject, Call<?> call, Runnable body, Object result) throws CallException {
        return subject.parts.guard().make(call, new BlockingCalls() {
            @Override
            public <T> T make(Call<T> same) throws CallException {
                body.run();
                if (result == INTERRUPTED) {
                    Thread.currentThread().interrupt();
                }
                return Check.<T, CallException>end(result);
            }
        });
    }

    private static Attempt begin(Subject subject, Work work, Call<?> call, Object result) {
        subject.tried.incrementAndGet();
        return subject.attempt(() -> make(subject, call, work::run, result));
    }

    /** Returns when these calls are in flight, which wait in this work. */
    private static List<Attempt> fill(Subject subject, Work work, Call<?> call, int howMany, Object result, String hint)
            throws Exception {
        List<Attempt> all = IntStream.range(0, howMany).mapToObj(_ -> begin(subject, work, call, result)).toList();
        Supplier<String> found = () -> howMany + " calls to " + call.stage().label() + " came at once, and "
                + work.inProgress + " were in flight";
        subject.requireSoon(() -> work.inProgress.get() + ended(all) >= howMany, found, "waits");
        require(work.inProgress.get() == howMany, found.get(), hint);
        return all;
    }

    private static int ended(List<Attempt> calls) {
        return (int) calls.stream().filter(Attempt::hasEnded).count();
    }

    private static void release(Subject subject, Work work, List<Attempt> calls, Object expected) throws Exception {
        work.release();
        for (Attempt each : calls) {
            subject.requireSoon(each::hasEnded, () -> "a call has ended, and its caller waits",
                    "waits");
            require(each.result() == expected, "serviceTwo.make(call) ended with " + expected + ", and yours with "
                    + each.result(), "unchanged");
        }
    }

    private void eleventh(Subject subject) throws Exception {
        Work work = subject.work().hold();
        List<Attempt> ten = fill(subject, work, AUTHORIZE_CALL, PERMITS, "an answer", "ten");
        for (int refused = 0; refused <= PERMITS; refused++) {
            Attempt more = begin(subject, work, AUTHORIZE_CALL, "an answer");
            subject.requireSoon(() -> more.hasEnded() || work.inProgress.get() > PERMITS, () -> WHILE_TEN
                    + "another one waited", "waits");
            require(work.inProgress.get() == PERMITS, WHILE_TEN + refused + " more were refused, and then one was made",
                    "limit");
            require(more.result() instanceof CallException thrown && thrown.kind() == CallException.Kind.REFUSED,
                    WHILE_TEN + "another one ended with " + more.result(), "unchanged");
        }
        for (Call<?> call : OTHERS) {
            Work other = subject.work().hold();
            release(subject, other, fill(subject, other, call, MANY, "an answer", "other-stages"), "an answer");
        }
        release(subject, work, ten, "an answer");
    }

    private void otherStages(Subject subject) throws Exception {
        for (Call<?> call : OTHERS) {
            Work other = subject.work().hold();
            List<Attempt> held = fill(subject, other, call, MANY, "an answer", "other-stages");
            requireTen(subject, MANY + " calls to " + call.stage().label() + " were in flight");
            release(subject, other, held, "an answer");
            requireTen(subject, MANY + " calls to " + call.stage().label() + " had ended");
        }
    }

    /** @param when there are ten free permits */
    private static void requireTen(Subject subject, String when) throws Exception {
        Work work = subject.work().hold();
        List<Attempt> ten = fill(subject, work, AUTHORIZE_CALL, PERMITS, "an answer", "ten");
        Attempt more = begin(subject, work, AUTHORIZE_CALL, "an answer");
        subject.requireSoon(() -> more.hasEnded() || work.inProgress.get() > PERMITS, () -> when
                + ", and an eleventh call to authorize waited", "waits");
        require(work.inProgress.get() == PERMITS, when + ", and then eleven calls to authorize were in flight",
                "limit");
        release(subject, work, ten, "an answer");
    }

    private void endings(Subject subject) throws Exception {
        for (Object ending : ENDINGS) {
            Work work = subject.work().hold();
            release(subject, work, fill(subject, work, AUTHORIZE_CALL, PERMITS, ending, "lost"), ending);
        }
        fill(subject, subject.work().hold(), AUTHORIZE_CALL, PERMITS, "an answer", "lost");
    }

    private void lastPermit(Subject subject) throws Exception {
        subject.interleave();
        Work held = subject.work().hold();
        List<Attempt> others = fill(subject, held, AUTHORIZE_CALL, PERMITS - 1, "an answer", "refused");
        for (int i = 0; i < ROUNDS; i++) {
            Work work = subject.work().hold();
            List<Attempt> racers = IntStream.range(0, RACERS)
                    .mapToObj(_ -> begin(subject, work, AUTHORIZE_CALL, "an answer")).toList();
            String found = "one permit was free, " + RACERS + " calls to authorize came at the same moment, and ";
            subject.requireSoon(() -> work.inProgress.get() + ended(racers) >= RACERS, () -> found
                    + (RACERS - work.inProgress.get() - ended(racers)) + " waited", "waits");
            require(work.inProgress.get() == 1, found + work.inProgress + " were made",
                    work.inProgress.get() == 0 ? "refused" : "one-step");
            work.release();
            subject.requireSoon(() -> ended(racers) == RACERS, () -> "a call has ended, and its caller waits", "waits");
        }
        release(subject, held, others, "an answer");
    }

    /** Threads make calls in a loop, while one permit is free and then while as many are free as there are threads. */
    private void withoutPause(Subject subject) throws Exception {
        subject.interleave();
        for (int free : List.of(1, RACERS)) {
            Work held = subject.work().hold();
            List<Attempt> others = fill(subject, held, AUTHORIZE_CALL, PERMITS - free, "an answer", "refused");
            AtomicInteger inFlight = new AtomicInteger(PERMITS - free);
            AtomicInteger most = new AtomicInteger();
            AtomicInteger refused = new AtomicInteger();
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MOST_MILLIS);
            List<Attempt> racers = IntStream.range(0, RACERS).mapToObj(_ -> subject.attempt(() -> {
                for (int i = 0; i < MOST_CALLS / RACERS && System.nanoTime() < end; i++) {
                    race(subject, inFlight, most, refused);
                    subject.tried.incrementAndGet();
                }
                return null;
            })).toList();
            subject.requireSoon(() -> ended(racers) == RACERS, () -> "calls came "
                    + "without a pause, and one of them was neither made nor refused", "waits");
            require(most.get() <= PERMITS, most + " calls were in flight at once", "one-step");
            require(free == 1 || refused.get() == 0, "while " + RACERS + " permits were free, " + RACERS
                    + " threads made calls, and " + refused + " calls were refused", "refused");
            release(subject, held, others, "an answer");
        }
        Work work = subject.work().hold();
        fill(subject, work, AUTHORIZE_CALL, PERMITS, "an answer", "refused");
        require(begin(subject, work, AUTHORIZE_CALL, "an answer").result() instanceof CallException, "after calls that "
                + "came without a pause, an eleventh call was made", "limit");
    }

    private static int batch(Subject subject) {
        for (int i = 0; i < BATCH; i++) {
            try {
                make(subject, Call.authorize("user" + i), () -> { }, i % 2 == 0 ? "an answer"
                        : CallException.late(Stage.AUTHORIZE, "late"));
            } catch (CallException e) {
                // half of the calls fail
            }
        }
        return BATCH;
    }

    private static Object ending(int chance) {
        if (chance == 0) {
            return Check.EXCEPTION;
        }
        return chance == 1 ? Check.ERROR : "an answer";
    }

    private static void race(Subject subject, AtomicInteger inFlight, AtomicInteger most, AtomicInteger refused) {
        int chance = ThreadLocalRandom.current().nextInt(1_000);
        try {
            make(subject, AUTHORIZE_CALL, () -> {
                most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                if (chance < 250) {
                    Thread.yield();      // on one core, too, calls are in flight together
                }
                inFlight.decrementAndGet();
            }, ending(chance));
        } catch (CallException e) {
            refused.incrementAndGet();
        } catch (RuntimeException | Error e) {
            // thrown on purpose
        }
    }
}
