package checks;

import static exercise.harness.Check.require;
import static exercise.harness.MeetingsProbe.*;
import static exercise.harness.StandIn.*;

import module java.base;
import common.mode.Mode;
import common.mode.ServiceThread;
import exercise.harness.*;

/** There is one event loop. */
public final class ChainChecks implements Check.Source {
    private static final int CLIENTS = 50;
    private static final int LATE_MILLIS = 200;

    @Override
    public List<Check> checks() {
        return List.of(
                new Check("the four calls are made on the event loop, one after another", this::inOrder),
                new Check(CLIENTS + " clients of one event loop wait at once, and get their own answers",
                        this::manyAtOnce),
                new Check("no failure is lost", subject -> {
                    subject.start(Mode.ASYNC, 1, LATE_MILLIS);
                    requireFailures(subject, 1);
                    requireFailure(subject, new Ending(AUTHORIZE, Reply.HANG, "nothing", 504), 1);
                }));
    }

    private void inOrder(Subject subject) throws Exception {
        requireInOrder(subject, Mode.ASYNC, 1, ChainChecks::requireNoWait);
        requireOnLoop("a call was made", subject.callers);
        requireOnLoop("the future of the response was completed", subject.completers);
    }

    private static void requireOnLoop(String what, Set<Thread> threads) throws Exception {
        for (Thread each : threads) {
            require(ServiceThread.EVENT_LOOP.isNameOf(each.getName()), what + " on " + each, "on-loop");
        }
    }

    private void manyAtOnce(Subject subject) throws Exception {
        StandIn two = subject.start(Mode.ASYNC, 1);
        two.hold(List.of(MEETINGS));
        List<Client> clients = subject.ask(CLIENTS, MEETINGS);
        subject.requireSoon(() -> {
            requireNoWait(subject);
            return two.inFlight(MEETINGS) == CLIENTS;
        }, () -> "of " + CLIENTS + " requests at once, " + two.inFlight(MEETINGS) + " had reached their last call",
                "blocks");
        two.release(MEETINGS);
        requireOwnAnswers(subject, clients);
    }

    private static void requireNoWait(Subject subject) throws Exception {
        for (Thread thread : subject.threads()) {
            if (ServiceThread.EVENT_LOOP.isNameOf(thread.getName())) {
                Optional<String> line = Stacks.waiting(thread);
                require(line.isEmpty(), "the event loop waits at " + line.orElse(""), "blocks");
            }
        }
    }
}
