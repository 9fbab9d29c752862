package checks;

import static exercise.harness.MeetingsProbe.*;
import static serviceone.meter.Stage.*;

import module java.base;
import exercise.harness.*;
import serviceone.meter.Stage;

/** There are two sides that run in parallel: info, and the other three calls. */
public final class ParallelChecks implements Check.Source {
    private static final List<Stage> BOTH_SIDES = List.of(INFO, AUTHENTICATE);

    @Override
    public List<Check> checks() {
        return List.of(
                new Check("info is called in parallel with the other three", subject -> requireInOrder(subject, 2)),
                new Check(CROWD + " requests at once get their own answers", this::manyAtOnce),
                noThreadLeft(),
                nothingKept(),
                new Check("a failure of one side also ends the other side", subject -> requireFailures(subject, 2)),
                interrupted("an interrupt ends both sides", List.of(BOTH_SIDES, List.of(MEETINGS), List.of(INFO))));
    }

    private void manyAtOnce(Subject subject) throws Exception {
        subject.interleave();
        List<Asking> all = subject.requests(CROWD);
        all.forEach(each -> each.hold(BOTH_SIDES).ask());
        subject.requireSoon(() -> all.stream().mapToInt(each -> each.inFlight.size()).sum() == 2 * CROWD, () -> CROWD
                + " requests came at once, and not all made two calls", "starved");
        all.forEach(each -> BOTH_SIDES.forEach(each::release));
        requireOwnAnswers(subject, all);
    }
}
