package serviceone.exercise;

import module java.base;
import serviceone.calls.BlockingCalls;
import serviceone.calls.Call;
import serviceone.calls.CallException;
import serviceone.calls.CallGuard;

/** The last check of exercise 4: it makes calls while one permit or none is free. */
final class LastPermitCheck {
    private static final int CALLS = 2;
    /** Long enough to find most races. */
    private static final int MILLIS = 300;
    private static final int CROWD_MILLIS = 1_000;
    private static final int CROWD = 4;
    private static final String AFTER = "after calls to authorize had come without a pause, ";
    private static final int LEAST_ROUNDS = 12;
    private static final int NONE = -1;
    private static final int SETTLE_MILLIS = 30;
    private static final int SPINS = 1_000;
    private static final int MOST_TURNS = 200;
    private static final String FOUND = "two calls to authorize came at the same moment when one permit was left, and ";
    private static final String WHILE_ALL = "while " + GuardChecks.PERMITS + " calls to authorize were in flight, ";
    private static final String TWO_STEPS = "looking for a free permit and taking it are two steps. Between them, "
            + "another call can take the same permit. tryAcquire() does both in one step, without waiting";
    private static final String REFUSED = "a call was refused although a permit was free. Taking a permit must be a "
            + "single step, and so must releasing it. tryAcquire() and release() are single steps";

    private enum Ending {
        RETURNED("returned"), EXCEPTION("thrown a RuntimeException"), ERROR("thrown an Error");

        private static final int PLAIN_ROUNDS = 3;
        private final String words;

        Ending(String words) {
            this.words = words;
        }

        static Ending of(int round) {
            return round < PLAIN_ROUNDS ? RETURNED : values()[round % values().length];
        }

        void end() {
            switch (this) {
                case RETURNED -> { }
                case EXCEPTION -> throw Check.onPurpose(new IllegalStateException(Check.ON_PURPOSE));
                case ERROR -> throw Check.onPurpose(new StackOverflowError(Check.ON_PURPOSE));
            }
        }
    }

    private final Subject subject;
    private final CallGuard guard;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger holding = new AtomicInteger();
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch last = new CountDownLatch(1);
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger arrived = new AtomicInteger();
    private final AtomicInteger decided = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private volatile int wrongRound = NONE;
    private volatile boolean over;

    private LastPermitCheck(Subject subject) throws Exception {
        this.subject = subject;
        this.guard = subject.parts().guard();
    }

    static void run(Subject subject) throws Exception {
        LastPermitCheck check = new LastPermitCheck(subject);
        try {
            check.holdAllButOne();
            check.requireRefusals();
            check.race();
            check.crowd();
        } finally {
            check.over = true;
            check.held.countDown();
            check.last.countDown();
            check.threads.forEach(Thread::interrupt);
        }
    }

    private void holdAllButOne() throws Exception {
        for (int i = 1; i < GuardChecks.PERMITS; i++) {
            hold(held, "", GuardChecks.TEN);
        }
    }

    private void requireRefusals() throws Exception {
        Thread tenth = hold(last, "", GuardChecks.TEN);
        requireRefusal(GuardChecks.NO_LIMIT);
        requireRefusal(GuardChecks.NEVER_HAD);
        last.countDown();
        subject.requireSoon(() -> !tenth.isAlive(), () -> "a call to authorize has ended, and its caller is still "
                + "waiting" + Subject.stacks(), GuardChecks.UNCHANGED);
    }

    private void requireRefusal(String hintIfMade) throws Exception {
        AtomicInteger more = new AtomicInteger();
        Thread caller = subject.startThread(() -> call(more::incrementAndGet));
        threads.add(caller);
        subject.requireSoon(() -> !caller.isAlive(), () -> WHILE_ALL + "another one was neither made nor refused"
                + Subject.stacks(), GuardChecks.WAITS);
        Check.require(more.get() == 0, WHILE_ALL + "another one was made", hintIfMade);
    }

    /** Returns when the call is in flight: calls that race could hide a wrong number of permits. */
    private Thread hold(CountDownLatch until, String after, String hint) throws Exception {
        int all = holding.get() + 1;
        Thread caller = subject.startThread(() -> call(() -> {
            holding.incrementAndGet();
            await(until);
        }));
        threads.add(caller);
        subject.requireSoon(() -> holding.get() == all, () -> after + "a call to authorize was not made, although "
                + "fewer than " + GuardChecks.PERMITS + " were in flight" + Subject.stacks(), hint);
        return caller;
    }

    private void race() throws Exception {
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            callers.add(subject.startThread(this::callAgainAndAgain));
        }
        threads.addAll(callers);
        long start = System.nanoTime();
        while (wrongRound == NONE
                && (ended.get() < CALLS * LEAST_ROUNDS || Subject.millisSince(start) < MILLIS)) {
            int before = ended.get();
            subject.requireSoon(() -> ended.get() > before || wrongRound != NONE,
                    () -> FOUND + "one of them was neither made nor refused" + Subject.stacks(), TWO_STEPS);
        }
        if (wrongRound != NONE) {
            throw failure(made.get() - wrongRound, wrongRound);
        }
        requireEnd(callers);
    }

    /** At most one of the crowd's calls may be in flight at a time. At the end, a permit must be free. */
    private void crowd() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Thread> crowd = new ArrayList<>();
        for (int i = 0; i < CROWD; i++) {
            crowd.add(subject.startThread(() -> {
                while (!over) {
                    call(() -> {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        hesitate();
                        inside.decrementAndGet();
                    });
                }
            }));
        }
        threads.addAll(crowd);
        long start = System.nanoTime();
        while (most.get() <= 1 && Subject.millisSince(start) < CROWD_MILLIS) {
            Thread.sleep(1);
        }
        requireEnd(crowd);
        Check.require(most.get() <= 1, "calls to authorize came without a pause when one permit was left, and "
                + most + " were in flight at the same time", TWO_STEPS);
        hold(held, AFTER, REFUSED);
        requireRefusal(TWO_STEPS);
    }

    private void requireEnd(List<Thread> callers) throws Exception {
        over = true;
        subject.requireSoon(() -> callers.stream().noneMatch(Thread::isAlive), () -> AFTER
                + "one of them was neither made nor refused" + Subject.stacks(), TWO_STEPS);
        over = false;
    }

    private void callAgainAndAgain() {
        for (int round = 0; meet(arrived, round); round++) {
            int now = round;
            hesitate();
            boolean isMade = call(() -> {
                made.incrementAndGet();
                meet(decided, now);
                Ending.of(now).end();
            });
            if (!isMade) {
                meet(decided, round);
            }
            if (meet(ended, round) && made.get() != round + 1) {
                wrongRound = round;
                over = true;
            }
        }
    }

    private Check.Failed failure(int madeThen, int round) throws InterruptedException {
        if (madeThen > 1) {
            return new Check.Failed(FOUND + "both were made", TWO_STEPS);
        }
        Thread.sleep(SETTLE_MILLIS);
        boolean isFree = call(() -> { });
        return new Check.Failed(FOUND + "neither was made" + (round == 0 ? "" : ", after a call that had "
                + Ending.of(round - 1).words), isFree ? REFUSED : GuardChecks.LOST);
    }

    private boolean call(Runnable body) {
        boolean[] isMade = new boolean[1];
        try {
            guard.make(Call.authorize("user"), new BlockingCalls() {
                @Override
                public <T> T make(Call<T> call) {
                    isMade[0] = true;
                    body.run();
                    return null;
                }
            });
        } catch (CallException | RuntimeException | Error e) {
            // The call was refused, or the body threw on purpose.
        }
        return isMade[0];
    }

    private boolean meet(AtomicInteger count, int round) {
        int all = CALLS * (round + 1);
        count.incrementAndGet();
        for (int spins = 0; count.get() < all && !over; spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();      // the other caller may need this core
            }
        }
        return !over;
    }

    /** Varies which steps of the learner's code coincide. */
    private void hesitate() {
        int turns = ThreadLocalRandom.current().nextInt(MOST_TURNS);
        for (int i = 0; i < turns && !over; i++) {
            // each turn reads a volatile field
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the check is over
        }
    }
}
