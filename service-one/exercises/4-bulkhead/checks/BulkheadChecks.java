package checks;

import static exercise.harness.Check.require;
import static exercise.harness.MeetingsProbe.*;

import module java.base;
import common.mode.Mode;
import exercise.harness.*;
import exercise.harness.Client.Answer;
import exercise.harness.StandIn.Ending;
import exercise.harness.StandIn.Reply;
import serviceone.calls.BlockingCalls;
import serviceone.calls.Call;
import serviceone.calls.CallException;
import serviceone.calls.CallGuard;

public final class BulkheadChecks implements Check.Source {
    private static final int PERMITS = 10;
    private static final int MANY = 3 * PERMITS;
    private static final int THREADS = 3 * MANY;
    private static final int LATE_MILLIS = 200;
    private static final int RACERS = 4;
    private static final int LEAST_CALLS = 1_000_000;
    private static final int MOST_MILLIS = 3_000;
    private static final String WHILE_TEN = "while ten calls to authorize were in flight, ";
    private static final List<Ending> ENDINGS = List.of(
            ending(Reply.of(200, "{\"authorities\":[]}"), "an empty list of authorities", 403),
            ending(Reply.of(404, "{}"), "404", 502),
            ending(Reply.GARBAGE, "bytes that are not HTTP", 502),
            ending(Reply.of(200, "{\"userId\":\"another\",\"authorities\":[\"get-meetings\"]}"), "another user", 502),
            ending(Reply.RESET, "a reset", 502));

    private static Ending ending(Reply reply, String what, int status) {
        return new Ending(AUTHORIZE, reply, what, status);
    }

    @Override
    public List<Check> checks() {
        return List.of(
                new Check("the eleventh call to authorize is refused at once", this::eleventh),
                new Check("calls of other stages are not limited", this::otherStages),
                new Check("a call releases its permit, however it ends", this::endings),
                new Check("calls at the same moment never get the same permit, and lose none", this::lastPermit));
    }

    private void eleventh(Subject subject) throws Exception {
        StandIn two = subject.start(Mode.POOL, THREADS);
        List<Client> first = fill(subject, "", "ten");
        for (int refused = 0; refused <= PERMITS; refused++) {
            Client more = subject.ask(MEETINGS, "more");
            subject.requireSoon(() -> more.hasAnswer() || two.inFlight(AUTHORIZE) > PERMITS, () -> WHILE_TEN
                    + "another request got no answer", "waits");
            require(two.inFlight(AUTHORIZE) == PERMITS, WHILE_TEN + refused + " more were refused, and then one was "
                    + "made", "limit");
            Answer answer = more.read();
            require(answer.status() == 503, WHILE_TEN + "a request was answered " + answer + ", not 503", "unchanged");
        }
        release(subject, first, ending(null, "200", 200));
    }

    private void otherStages(Subject subject) throws Exception {
        StandIn two = subject.start(Mode.POOL, THREADS);
        fill(subject, "", "ten");
        requireAllMade(subject, INFO, "/rpc");
        requireAllMade(subject, AUTHENTICATE, "/capabilities");
        two.hold(MEETINGS);
        for (int made = PERMITS; made <= MANY; made += PERMITS) {
            if (made > PERMITS) {
                fill(subject, "while calls to meetings were in flight, ", "other-stages");
            }
            two.release(AUTHORIZE);
            int all = made;
            subject.requireSoon(() -> two.inFlight(MEETINGS) >= all, () -> "of " + all + " calls to meetings at once, "
                    + two.inFlight(MEETINGS) + " were made", "other-stages");
        }
    }

    private static void requireAllMade(Subject subject, String stage, String path) throws Exception {
        subject.two.hold(stage);
        List<Client> clients = subject.ask(MANY, path);
        subject.requireSoon(() -> subject.two.inFlight(stage) == MANY, () -> WHILE_TEN + MANY + " clients asked GET "
                + path + ", and " + subject.two.inFlight(stage) + " calls to " + stage + " were made", "other-stages");
        subject.two.release(stage);
        subject.requireSoon(() -> Subject.answered(clients) == MANY, () -> "the calls to " + stage + " were answered, "
                + "but some requests were not", "waits");
    }

    private void endings(Subject subject) throws Exception {
        StandIn two = subject.start(Mode.POOL, THREADS);
        List<Client> clients = fill(subject, "", "ten");
        for (Ending ending : ENDINGS) {
            release(subject, clients, ending(null, "200", 200));
            two.on(AUTHORIZE, _ -> ending.reply());
            release(subject, fill(subject, "", "ten"), ending);
            two.on(AUTHORIZE, StandIn::right);
            clients = fill(subject, "after " + PERMITS + " calls to authorize that had ended with " + ending.what()
                    + ", ", "lost");
        }
        subject.stop();
        release(subject, clients, ending(null, "an interrupt, because the service stopped", 503));
        subject.start(Mode.POOL, THREADS, LATE_MILLIS);
        two.on(AUTHORIZE, Reply.HANG);
        release(subject, subject.ask(PERMITS, MEETINGS), ending(null, "no answer in time", 504));
        two.on(AUTHORIZE, StandIn::right);
        subject.stop();
        subject.start(Mode.POOL, THREADS);
        fill(subject, "after interrupts and timeouts, ", "lost");
    }

    /** Begins as many calls as there are permits, and holds them. */
    private static List<Client> fill(Subject subject, String after, String hint) throws Exception {
        StandIn two = subject.two;
        subject.await(() -> two.inFlight(AUTHORIZE) == 0);      // service two notices late that callers have gone
        two.hold(AUTHORIZE);
        List<Client> clients = subject.ask(PERMITS, MEETINGS);
        Supplier<String> found = () -> after + PERMITS + " requests came at once, and " + two.inFlight(AUTHORIZE)
                + " calls to authorize were made";
        subject.requireSoon(() -> two.inFlight(AUTHORIZE) + Subject.answered(clients) == PERMITS, found, "waits");
        require(two.inFlight(AUTHORIZE) == PERMITS, found.get(), hint);
        return clients;
    }

    private static void release(Subject subject, List<Client> clients, Ending ending) throws Exception {
        subject.two.release(AUTHORIZE);
        for (int i = 0; i < clients.size(); i++) {
            Answer answer = subject.answer(clients.get(i), "calls to authorize ended with " + ending.what());
            require(answer.status() == ending.status()
                    && (answer.status() != 200 || answer.body().contains("\"user-of-t" + i + '"')),
                    "calls to authorize ended with " + ending.what() + ", and the client with the token t" + i + " got "
                    + answer + ", not " + ending.status(), "unchanged");
            clients.get(i).close();
        }
    }

    /** Threads make calls in a loop, while one permit is free and then while as many are free as there are threads. */
    private void lastPermit(Subject subject) throws Exception {
        CallGuard guard = subject.parts().guard();
        for (int free : List.of(1, RACERS)) {
            CountDownLatch gate = new CountDownLatch(1);
            AtomicInteger inFlight = hold(subject, guard, PERMITS - free, gate);
            AtomicInteger most = new AtomicInteger();
            AtomicInteger refused = new AtomicInteger();
            AtomicInteger calls = new AtomicInteger();
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MOST_MILLIS);
            List<Thread> racers = IntStream.range(0, RACERS).mapToObj(_ -> subject.startThread(() -> {
                while (calls.get() < LEAST_CALLS && System.nanoTime() < end) {
                    calls.incrementAndGet();
                    boolean made = make(guard, () -> race(inFlight, most));
                    refused.addAndGet(made ? 0 : 1);
                }
            })).toList();
            subject.requireSoon(() -> racers.stream().noneMatch(Thread::isAlive), () -> "calls came without a pause, "
                    + "and one of them was neither made nor refused", "waits");
            subject.tried(calls.get());
            require(most.get() <= PERMITS, "of " + calls + " calls, " + most + " were in flight at once", "one-step");
            require(free == 1 || refused.get() == 0, "while " + RACERS + " permits were free, " + RACERS
                    + " threads made calls, and " + refused + " of " + calls + " were refused", "refused");
            gate.countDown();
            subject.requireSoon(() -> inFlight.get() == 0, () -> "calls have ended, and their callers wait", "waits");
        }
        subject.settle();
        hold(subject, guard, PERMITS, new CountDownLatch(1));
        require(!make(guard, () -> { }), "after calls that came without a pause, an eleventh call was made", "limit");
    }

    /** Returns when these calls are in flight. */
    private static AtomicInteger hold(Subject subject, CallGuard guard, int howMany, CountDownLatch gate)
            throws Exception {
        AtomicInteger inFlight = new AtomicInteger();
        for (int i = 1; i <= howMany; i++) {
            int all = i;
            subject.startThread(() -> make(guard, () -> {
                inFlight.incrementAndGet();
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();      // the check is over
                }
                inFlight.decrementAndGet();
            }));
            subject.requireSoon(() -> inFlight.get() == all, () -> "a call to authorize was not made, although fewer "
                    + "than " + PERMITS + " were in flight", "refused");
        }
        return inFlight;
    }

    private static void race(AtomicInteger inFlight, AtomicInteger most) {
        most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
        int chance = ThreadLocalRandom.current().nextInt(200);
        if (chance < 20) {
            Thread.yield();      // varies which steps of the learner's code coincide
        }
        inFlight.decrementAndGet();
        switch (chance) {
            case 0 -> throw Check.exceptionOnPurpose();
            case 1 -> throw Check.errorOnPurpose();
            default -> { }
        }
    }

    /** Returns whether the call was made. */
    private static boolean make(CallGuard guard, Runnable body) {
        boolean[] made = new boolean[1];
        try {
            guard.make(Call.authorize("user"), new BlockingCalls() {
                @Override
                public <T> T make(Call<T> call) {
                    made[0] = true;
                    body.run();
                    return null;
                }
            });
        } catch (CallException | RuntimeException | Error e) {
            // The call was refused, or the body threw on purpose.
        }
        return made[0];
    }
}
