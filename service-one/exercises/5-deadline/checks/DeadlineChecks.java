package checks;

import static exercise.harness.Check.require;
import static exercise.harness.Check.requireInTime;
import static exercise.harness.MeetingsProbe.*;
import static serviceone.meter.Stage.*;

import module java.base;
import exercise.harness.*;
import serviceone.calls.CallException;
import serviceone.meter.Stage;

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
                new Check("the calls are made one after another", subject -> requireInOrder(subject, 1)),
                new Check("a failure reaches the client unchanged", subject -> requireFailures(subject, 1)),
                noThreadLeft(),
                new Check("one deadline for all four calls", this::oneDeadline),
                new Check("each request has a deadline of its own", this::deadlineEach),
                new Check("a call without an answer is given up at the deadline, and the client learns which",
                        this::givenUp),
                new Check(CROWD + " requests at once are in time", this::manyInTime),
                interrupted("an interrupt ends the call", List.of(List.of(AUTHORIZE), List.of(MEETINGS))));
    }

    private void oneDeadline(Subject subject) throws Exception {
        Asking request = subject.request("t").slow(SLOW_MILLIS, Stage.values()).ask();
        requireLate(request, SLOW, AUTHORIZE);
        subject.requireSoon(() -> request.abandoned.contains(AUTHORIZE), () -> SLOW + "; the client got its "
                + "504, and the call to authorize was not given up", "not-cancelled");
        require(request.targets.size() == AUTHORIZE.ordinal() + 1, SLOW + ", and after the deadline, the calls were "
                + request.targets, "no-further");
        requireAnew(subject.request("t").ask(), "a second later, a client asked");
    }

    private static void requireAnew(Asking request, String what) throws Exception {
        String got = request.text(what);
        String found = what + ", and answer() ended with " + got;
        requireInTime(!isLate(request.result(what)), found, "anew");
        require(got.startsWith("{"), found, "anew");
        requireRight(request);
    }

    private static boolean isLate(Object result) {
        return result instanceof CallException thrown && thrown.kind() == CallException.Kind.LATE;
    }

    private void deadlineEach(Subject subject) throws Exception {
        Asking slow = subject.request("slow").slow(SLOW_MILLIS, Stage.values()).ask();
        try (ExecutorService client = Executors.newSingleThreadExecutor(Thread.ofVirtual().factory())) {
            for (Stage stage : List.of(AUTHENTICATE, AUTHORIZE)) {
                subject.requireSoon(() -> slow.inFlight.contains(stage) || slow.isDone(), () -> stage.label()
                        + " was not called", "next");
                requireRight(subject.request("t").askOn(client));
            }
            requireLate(slow, SLOW + ", and meanwhile another client asked", AUTHORIZE);
            requireAnew(subject.request("later").slow(LATER_MILLIS, AUTHORIZE).askOn(client),
                    "in a client's next request, one call took " + LATER_MILLIS + " ms");
        }
    }

    private void givenUp(Subject subject) throws Exception {
        for (Asking each : Stream.of(Stage.values()).map(stage -> subject.request(stage.label()).hold(List.of(stage))
                .ask()).toList()) {
            Stage late = Stage.valueOf(each.token.toUpperCase(Locale.ROOT));
            requireLate(each, "service two did not answer " + late.label(), late);
            subject.requireSoon(() -> each.inFlight.isEmpty(), () -> "a client got 504, and its call to "
                    + late.label() + " continued", "not-cancelled");
            require(each.targets.size() == late.ordinal() + 1, "after a late call, another one was made: "
                    + each.targets, "no-further");
        }
    }

    private void manyInTime(Subject subject) throws Exception {
        subject.interleave();
        List<Asking> all = subject.requests(CROWD);
        all.forEach(each -> each.slow(SLOW_MILLIS, MEETINGS).ask());
        for (Asking each : all) {
            requireInTime(!(each.result(CROWD + " requests came at once") instanceof CallException), "meetings took "
                    + SLOW_MILLIS + " ms, and of " + CROWD + " requests at once, one was late", "virtual");
        }
        requireOwnAnswers(subject, all);
    }

    private static void requireLate(Asking request, String what, Stage stage) throws Exception {
        String found = what + ". answer() ended with " + request.text(what) + " after " + request.millis()
                + " ms, not with a late call after " + DEADLINE_MILLIS + " ms";
        Object result = request.result(what);
        requireInTime(result instanceof Exception, found, "one-moment");
        require(isLate(result), found, "late");
        require(request.millis() > TOO_EARLY_MILLIS, found, "too-early");
        requireInTime(request.millis() < TOO_LATE_MILLIS, found, "held-up");
        requireInTime(result.toString().contains(stage.label() + ": "), found + ". Late was " + stage.label(), "late");
    }
}
