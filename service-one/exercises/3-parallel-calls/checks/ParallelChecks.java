package checks;

import static exercise.harness.MeetingsProbe.*;
import static exercise.harness.StandIn.*;

import module java.base;
import common.mode.Mode;
import exercise.harness.*;

/** There are two sides that run in parallel: info, and the other three calls. */
public final class ParallelChecks implements Check.Source {
    private static final List<String> BOTH_SIDES = List.of(INFO, AUTHENTICATE);
    private static final int LATE_MILLIS = 300;

    @Override
    public List<Check> checks() {
        return List.of(
                new Check("info is called in parallel with the other three",
                        subject -> requireInOrder(subject, Mode.LOOM, 2, _ -> { })),
                new Check(CROWD + " requests at once get their own answers", this::manyAtOnce),
                noThreadLeft(),
                new Check("a failure of one side also ends the other side", subject -> {
                    subject.start(Mode.LOOM, 1);
                    requireFailures(subject, 2);
                }),
                new Check("a call without an answer ends in a 504", subject -> {
                    subject.start(Mode.LOOM, 1, LATE_MILLIS);
                    requireFailure(subject, new Ending(INFO, Reply.HANG, "nothing", 504), 2);
                    requireFailure(subject, new Ending(MEETINGS, Reply.HANG, "nothing", 504), 2);
                }),
                interrupted("an interrupt ends both sides", List.of(BOTH_SIDES, List.of(MEETINGS), List.of(INFO))),
                clientLeft(BOTH_SIDES));
    }

    private void manyAtOnce(Subject subject) throws Exception {
        StandIn two = subject.start(Mode.LOOM, 1);
        two.hold(BOTH_SIDES);
        List<Client> clients = subject.ask(CROWD, MEETINGS);
        subject.requireSoon(() -> two.inFlight() == 2 * CROWD, () -> CROWD + " requests came at once; "
                + two.inFlight(INFO) + " had called info, " + two.inFlight(AUTHENTICATE) + " authenticate", "starved");
        BOTH_SIDES.forEach(two::release);
        requireOwnAnswers(subject, clients);
    }
}
