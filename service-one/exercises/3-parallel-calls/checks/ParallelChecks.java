package checks;

import static exercise.harness.Check.require;
import static exercise.harness.MeetingsProbe.*;

import module java.base;
import common.mode.Mode;
import exercise.harness.*;
import exercise.harness.StandIn.Ending;
import exercise.harness.StandIn.Reply;

/** There are two sides that run in parallel: info, and the other three calls. */
public final class ParallelChecks implements Check.Source {
    private static final List<String> BOTH_SIDES = List.of(INFO, AUTHENTICATE);
    private static final int LATE_MILLIS = 100;

    @Override
    public List<Check> checks() {
        return List.of(
                new Check("info is called in parallel with the other three", this::inParallel),
                new Check(CROWD + " requests at once get their own answers", this::manyAtOnce),
                noThreadLeft(),
                new Check("a failure of one side also ends the other side", this::eitherFails),
                new Check("a call without an answer ends in a 504", this::eitherIsLate),
                interrupted("an interrupt ends both sides", List.of(BOTH_SIDES, List.of(MEETINGS), List.of(INFO))),
                clientLeft(BOTH_SIDES));
    }

    private void inParallel(Subject subject) throws Exception {
        StandIn two = subject.start(Mode.LOOM, 1);
        PATHS.forEach(two::hold);
        Client client = subject.ask(MEETINGS, "t");
        for (String path : PATHS) {
            subject.requireSoon(() -> two.inFlight(path) == 1 || client.hasAnswer(), () -> "before info was answered, "
                    + "these calls came: " + two.targets(), "next");
            subject.settle();
            require(!client.hasAnswer(), "GET /meetings was answered before " + path + " was", "too-early");
            require(two.targets().size() <= Math.max(2, PATHS.indexOf(path) + 1), "before " + path + " was answered, "
                    + "these calls came: " + two.targets(), "chain");
            if (!path.equals(INFO)) {
                two.release(path);
            }
        }
        subject.await(() -> two.inFlight() == 1);
        subject.settle();
        require(!client.hasAnswer(), "GET /meetings was answered before info was answered", "waits-for-info");
        two.release(INFO);
        requireRight(subject, client, "t");
        requireTargets(subject);
    }

    private void manyAtOnce(Subject subject) throws Exception {
        StandIn two = subject.start(Mode.LOOM, 1);
        two.hold(INFO, AUTHENTICATE);
        List<Client> clients = subject.ask(CROWD, MEETINGS);
        subject.requireSoon(() -> two.inFlight(INFO) == CROWD && two.inFlight(AUTHENTICATE) == CROWD, () -> CROWD
                + " requests came at once; " + two.inFlight(INFO) + " had called info, " + two.inFlight(AUTHENTICATE)
                + " authenticate", () -> two.calls(AUTHENTICATE) == 0 ? "next" : "starved");
        two.release(INFO);
        two.release(AUTHENTICATE);
        requireOwnAnswers(subject, clients);
    }

    private void eitherFails(Subject subject) throws Exception {
        StandIn two = subject.start(Mode.LOOM, 1);
        for (Ending ending : Ending.FAILURES) {
            String path = ending.path();
            String other = path.equals(INFO) ? AUTHENTICATE : INFO;
            int abandoned = two.abandoned(other);
            List<Integer> before = PATHS.stream().map(two::calls).toList();
            two.on(path, ending.reply());
            Client client = askAndHold(subject, List.of(path, other));
            two.release(path);
            subject.requireSoon(client::hasAnswer, () -> ending.text() + ". As long as " + other + " had no answer, "
                    + "the client got none", other.equals(INFO) ? "held-up" : "info-last");
            requireFailure(subject, client, ending, before.get(PATHS.indexOf(path)));
            subject.requireSoon(() -> two.abandoned(other) == abandoned + 1, () -> ending.text() + ", and the client "
                    + "got its answer, but the call " + other + " continued", "cancel");
            for (String later : PATHS.subList(Math.max(1, PATHS.indexOf(path)) + 1, PATHS.size())) {
                require(two.calls(later) == before.get(PATHS.indexOf(later)), "the call " + later + " was made after "
                        + path + " had failed", "cancel");
            }
            two.on(path, StandIn::right);
            two.release(other);
        }
    }

    private void eitherIsLate(Subject subject) throws Exception {
        StandIn two = subject.start(Mode.LOOM, 1, LATE_MILLIS);
        for (String path : List.of(INFO, MEETINGS)) {
            int before = two.calls(path);
            two.on(path, Reply.HANG);
            requireFailure(subject, subject.ask(MEETINGS, "t"), new Ending(path, Reply.HANG, "nothing", 504), before);
            two.on(path, StandIn::right);
        }
    }
}
