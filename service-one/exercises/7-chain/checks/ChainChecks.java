package checks;

import static exercise.harness.Check.require;
import static exercise.harness.MeetingsProbe.*;
import static serviceone.meter.Stage.MEETINGS;

import module java.base;
import exercise.harness.*;

/** There is one event loop. */
public final class ChainChecks implements Check.Source {
    private static final int CLIENTS = 50;

    @Override
    public List<Check> checks() {
        return List.of(
                new Check("the four calls are made on the event loop, one after another", this::inOrder),
                new Check(CLIENTS + " clients of one event loop wait at once, and get their own answers",
                        this::manyAtOnce),
                new Check("each failure reaches the client unchanged", subject -> requireFailures(subject, 1)));
    }

    private void inOrder(Subject subject) throws Exception {
        Asking request = requireInOrder(subject, 1);
        for (Thread each : request.threads) {
            require(each == request.thread, "a call was made, or the future of the response was completed, on "
                    + each, "on-loop");
        }
    }

    private void manyAtOnce(Subject subject) throws Exception {
        List<Asking> all = subject.requests(CLIENTS);
        all.forEach(each -> each.hold(List.of(MEETINGS)).ask());
        subject.requireSoon(() -> {
            all.getFirst().requireNoWait();
            return all.stream().allMatch(each -> each.inFlight.contains(MEETINGS));
        }, () -> CLIENTS + " requests came at once, and did not all reach their last call", "blocks");
        all.forEach(each -> each.release(MEETINGS));
        requireOwnAnswers(subject, all);
    }
}
