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
    private static final String ANSWER = "an answer";
    private static final String WHILE_TEN = "while ten calls to authorize were in flight, ";
    private static final Call<String> AUTHORIZE_CALL = Call.authorize("user");
    private static final List<Call<?>> OTHERS = List.of(Call.info(), Call.authenticate("token"),
            Call.meetings("user"));
    /** The interrupt stays set when such a call has ended. */
    private static final CallException INTERRUPTED = CallException.refused(Stage.AUTHORIZE,
            "the call was interrupted");
    private static final List<Object> ENDINGS = List.of(ANSWER, CallException.late(Stage.AUTHORIZE, "late"),
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

    /** Calls that came at once, and wait in this work. */
    private record Calls(Subject subject, Work work, Call<?> call, Object result, List<Attempt> all) {
        static Calls begin(Subject subject, Call<?> call, int howMany, Object result) {
            Calls calls = new Calls(subject, subject.work().hold(), call, result, new ArrayList<>());
            IntStream.range(0, howMany).forEach(_ -> calls.all.add(calls.oneMore()));
            return calls;
        }

        /** Returns when they are in flight. */
        static Calls fill(Subject subject, Call<?> call, int howMany, Object result, String hint) throws Exception {
            Calls calls = begin(subject, call, howMany, result);
            Supplier<String> found = () -> howMany + " calls to " + call.stage().label() + " came at once, and "
                    + calls.work.inProgress + " were in flight";
            calls.requireMadeOrRefused(found);
            require(calls.inFlight() == howMany, found.get(), hint);
            return calls;
        }

        static Calls authorize(Subject subject, int howMany, String hint) throws Exception {
            return fill(subject, AUTHORIZE_CALL, howMany, ANSWER, hint);
        }

        Attempt oneMore() {
            subject.tried.incrementAndGet();
            return subject.attempt(() -> make(subject, call, work::run, result));
        }

        /** Ten are in flight. */
        Attempt eleventh(String ifWaits, String ifMade) throws Exception {
            Attempt more = oneMore();
            subject.requireSoon(() -> more.hasEnded() || inFlight() > PERMITS, () -> ifWaits, "waits");
            require(inFlight() == PERMITS, ifMade, "limit");
            return more;
        }

        int inFlight() {
            return work.inProgress.get();
        }

        int ended() {
            return (int) all.stream().filter(Attempt::hasEnded).count();
        }

        void requireMadeOrRefused(Supplier<String> found) throws Exception {
            subject.requireSoon(() -> inFlight() + ended() >= all.size(), found, "waits");
        }

        void release() throws Exception {
            work.release();
            requireEnd();
            for (Attempt each : all) {
                require(each.result() == result, "serviceTwo.make(call) ended with " + result + ", and yours with "
                        + each.result(), "unchanged");
            }
        }

        void requireEnd() throws Exception {
            subject.requireSoon(() -> ended() == all.size(), () -> "a call has ended, and its caller waits", "waits");
        }
    }

    private void eleventh(Subject subject) throws Exception {
        Calls ten = Calls.authorize(subject, PERMITS, "ten");
        for (int refused = 0; refused <= PERMITS; refused++) {
            Attempt more = ten.eleventh(WHILE_TEN + "another one waited",
                    WHILE_TEN + refused + " more were refused, and then one was made");
            require(more.result() instanceof CallException thrown && thrown.kind() == CallException.Kind.REFUSED,
                    WHILE_TEN + "another one ended with " + more.result(), "unchanged");
        }
        for (Call<?> call : OTHERS) {
            Calls.fill(subject, call, MANY, ANSWER, "other-stages").release();
        }
        ten.release();
    }

    private void otherStages(Subject subject) throws Exception {
        for (Call<?> call : OTHERS) {
            Calls held = Calls.fill(subject, call, MANY, ANSWER, "other-stages");
            requireTen(subject, MANY + " calls to " + call.stage().label() + " were in flight");
            held.release();
            requireTen(subject, MANY + " calls to " + call.stage().label() + " had ended");
        }
    }

    /** @param when there are ten free permits */
    private static void requireTen(Subject subject, String when) throws Exception {
        Calls ten = Calls.authorize(subject, PERMITS, "ten");
        ten.eleventh(when + ", and an eleventh call to authorize waited",
                when + ", and then eleven calls to authorize were in flight");
        ten.release();
    }

    private void endings(Subject subject) throws Exception {
        for (Object ending : ENDINGS) {
            Calls.fill(subject, AUTHORIZE_CALL, PERMITS, ending, "lost").release();
        }
        Calls.authorize(subject, PERMITS, "lost");
    }

    private void lastPermit(Subject subject) throws Exception {
        subject.interleave();
        Calls others = Calls.authorize(subject, PERMITS - 1, "refused");
        for (int i = 0; i < ROUNDS; i++) {
            Calls racers = Calls.begin(subject, AUTHORIZE_CALL, RACERS, ANSWER);
            String found = "one permit was free, " + RACERS + " calls to authorize came at the same moment, and ";
            racers.requireMadeOrRefused(() -> found + (RACERS - racers.inFlight() - racers.ended()) + " waited");
            require(racers.inFlight() == 1, found + racers.inFlight() + " were made",
                    racers.inFlight() == 0 ? "refused" : "one-step");
            racers.work.release();
            racers.requireEnd();
        }
        others.release();
    }

    /** Threads make calls in a loop, while one permit is free and then while as many are free as there are threads. */
    private void withoutPause(Subject subject) throws Exception {
        subject.interleave();
        for (int free : List.of(1, RACERS)) {
            Calls others = Calls.authorize(subject, PERMITS - free, "refused");
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
            subject.requireSoon(() -> racers.stream().allMatch(Attempt::hasEnded), () -> "calls came "
                    + "without a pause, and one of them was neither made nor refused", "waits");
            require(most.get() <= PERMITS, most + " calls were in flight at once", "one-step");
            require(free == 1 || refused.get() == 0, "while " + RACERS + " permits were free, " + RACERS
                    + " threads made calls, and " + refused + " calls were refused", "refused");
            others.release();
        }
        require(Calls.authorize(subject, PERMITS, "refused").oneMore().result() instanceof CallException,
                "after calls that came without a pause, an eleventh call was made", "limit");
    }

    private static int batch(Subject subject) {
        for (int i = 0; i < BATCH; i++) {
            try {
                make(subject, Call.authorize("user" + i), () -> { }, i % 2 == 0 ? ANSWER
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
        return chance == 1 ? Check.ERROR : ANSWER;
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
