package checks;

import static exercise.harness.Check.require;
import static exercise.harness.Check.requireInTime;
import static exercise.harness.MeetingsProbe.*;
import static exercise.harness.StandIn.*;

import module java.base;
import common.mode.Mode;
import exercise.harness.*;
import exercise.harness.Client.Answer;

public final class DeadlineChecks implements Check.Source {
    private static final int DEADLINE_MILLIS = 1_000;
    /** Two calls that take this long end before the deadline, three do not. */
    private static final int SLOW_MILLIS = 400;
    private static final int LATER_MILLIS = 600;
    private static final int TOO_EARLY_MILLIS = 900;
    private static final int TOO_LATE_MILLIS = 1_400;
    private static final String SLOW = "each of the four calls took " + SLOW_MILLIS + " ms";

    @Override
    public List<Check> checks() {
        return List.of(
                new Check("the calls are made one after another",
                        subject -> requireInOrder(subject, Mode.LOOM, 1, _ -> { })),
                new Check("a failure reaches the client unchanged", subject -> {
                    subject.start(Mode.LOOM, 1);
                    requireFailures(subject, 1);
                }),
                noThreadLeft(),
                new Check("one deadline for all four calls", this::oneDeadline),
                new Check("each request has a deadline of its own", this::deadlineEach),
                new Check("a call without an answer is given up at the deadline, and the client learns which",
                        this::givenUp),
                new Check(CROWD + " requests at once are in time", this::manyInTime),
                interrupted("an interrupt ends the call", List.of(List.of(AUTHORIZE), List.of(MEETINGS))),
                clientLeft(List.of(AUTHENTICATE)));
    }

    private static Reply slow(String target, int millis) {
        return StandIn.right(target).after(millis);
    }

    private void oneDeadline(Subject subject) throws Exception {
        StandIn two = subject.start(Mode.LOOM, 1);
        PATHS.forEach(path -> two.on(path, target -> slow(target, SLOW_MILLIS)));
        requireLate(subject, subject.ask(MEETINGS, "t"), SLOW, AUTHORIZE);
        subject.requireSoon(() -> two.inFlight() == 0, () -> SLOW + "; no call was given up", "not-cancelled");
        require(two.calls(MEETINGS) == 0, SLOW + ", and meetings was called after the deadline", "no-further");
        require(two.abandoned(AUTHORIZE) == 1, SLOW + "; the client got its 504, and the call to authorize was not "
                + "given up", "not-cancelled");
        PATHS.forEach(path -> two.on(path, StandIn::right));
        requireAnew(subject, subject.ask(MEETINGS, "t"), "a second later, a client asked");
    }

    private static void requireAnew(Subject subject, Client client, String what) throws Exception {
        Answer answer = subject.answer(client, what);
        requireInTime(answer.status() == 200, what + ", and the client got " + answer, "anew");
    }

    private void deadlineEach(Subject subject) throws Exception {
        StandIn two = subject.start(Mode.LOOM, 1);
        AtomicInteger infos = new AtomicInteger();
        two.on(INFO, target -> infos.incrementAndGet() == 1 ? slow(target, SLOW_MILLIS) : null);
        PATHS.subList(1, PATHS.size()).forEach(path -> two.on(path, target -> target.endsWith("slow")
                ? slow(target, SLOW_MILLIS) : target.equals("/meetings?id=user-of-later") ? slow(target, LATER_MILLIS)
                : null));
        Client slow = subject.ask(MEETINGS, "slow");
        Client other = subject.client();
        for (String path : List.of(AUTHENTICATE, AUTHORIZE)) {
            subject.requireSoon(() -> two.inFlight(path) == 1 || slow.hasAnswer(), () -> path + " was not called",
                    "next");
            requireRight(subject, other.ask(MEETINGS, "t"), "t");
        }
        requireLate(subject, slow, SLOW + ", and meanwhile another client asked", AUTHORIZE);
        requireAnew(subject, other.ask(MEETINGS, "later"), "in a client's next request, one call took " + LATER_MILLIS
                + " ms");
    }

    private void givenUp(Subject subject) throws Exception {
        StandIn two = subject.start(Mode.LOOM, 1);
        List<Client> clients = new ArrayList<>();
        for (String path : PATHS) {
            two.on(path, Reply.HANG);
            clients.add(subject.ask(MEETINGS, path.substring(1)));
            subject.requireSoon(() -> two.inFlight(path) == 1, () -> path + " was not called", "next");
            two.on(path, StandIn::right);
        }
        for (int i = 0; i < clients.size(); i++) {
            requireLate(subject, clients.get(i), "service two did not answer " + PATHS.get(i), PATHS.get(i));
        }
        subject.requireSoon(() -> two.inFlight() == 0, () -> "clients got 504, and " + two.inFlight()
                + " calls to service two continued", "not-cancelled");
        require(PATHS.stream().map(two::calls).toList().equals(List.of(4, 3, 2, 1)), "after a late call, another one "
                + "was made: " + two.targets(), "no-further");
    }

    private void manyInTime(Subject subject) throws Exception {
        StandIn two = subject.start(Mode.LOOM, 1);
        two.on(MEETINGS, target -> slow(target, SLOW_MILLIS));
        List<Client> clients = subject.ask(CROWD, MEETINGS);
        for (int i = 0; i < CROWD; i++) {
            Answer answer = subject.answer(clients.get(i), CROWD + " requests came at once");
            requireInTime(answer.status() != 504, "meetings took " + SLOW_MILLIS + " ms, and of " + CROWD
                    + " requests at once, one got " + answer, "virtual");
            require(answer.body().contains("user-of-t" + i + '"'), "the client with the token t" + i + " was answered "
                    + answer, "own-state");
        }
        two.on(MEETINGS, StandIn::right);
        requireRight(subject, clients.getFirst().ask(MEETINGS, "t0"), "t0");
        requireCallsOnce(subject, CROWD + 1);
    }

    private static void requireLate(Subject subject, Client client, String what, String path) throws Exception {
        Answer answer = subject.answer(client, what);
        String found = what + ". The client got " + answer + " after " + answer.millis() + " ms, not 504 after "
                + DEADLINE_MILLIS + " ms";
        requireInTime(answer.status() != 200, found, "one-moment");
        require(answer.status() == 504, found, "late");
        requireInTime(answer.millis() > TOO_EARLY_MILLIS, found, "too-early");
        requireInTime(answer.millis() < TOO_LATE_MILLIS, found, "one-moment");
        requireInTime(answer.body().contains('"' + path.substring(1) + ": "), found + ". Late was " + path, "late");
    }
}
