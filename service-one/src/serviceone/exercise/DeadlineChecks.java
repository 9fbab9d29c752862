package serviceone.exercise;

import static serviceone.exercise.Check.require;
import static serviceone.exercise.MeetingsChecks.ASKED;
import static serviceone.exercise.MeetingsChecks.AUTHENTICATE;
import static serviceone.exercise.MeetingsChecks.AUTHORIZE;
import static serviceone.exercise.MeetingsChecks.CROWD;
import static serviceone.exercise.MeetingsChecks.GET;
import static serviceone.exercise.MeetingsChecks.INFO;
import static serviceone.exercise.MeetingsChecks.INPUTS;
import static serviceone.exercise.MeetingsChecks.MEETINGS;
import static serviceone.exercise.MeetingsChecks.OWN_STATE;
import static serviceone.exercise.MeetingsChecks.PATHS;
import static serviceone.exercise.MeetingsChecks.SETTLE_MILLIS;
import static serviceone.exercise.MeetingsChecks.TARGETS;
import static serviceone.exercise.MeetingsChecks.answer;
import static serviceone.exercise.MeetingsChecks.answerText;
import static serviceone.exercise.MeetingsChecks.clientLeft;
import static serviceone.exercise.MeetingsChecks.limit;
import static serviceone.exercise.MeetingsChecks.requestInterrupted;
import static serviceone.exercise.MeetingsChecks.requireRight;
import static serviceone.exercise.MeetingsChecks.requireStatus;
import static serviceone.exercise.MeetingsChecks.start;

import module java.base;
import serviceone.exercise.StandIn.Reply;
import serviceone.exercise.Subject.Answer;
import serviceone.exercise.Subject.Client;

/** Exercise 5: one deadline for all four calls. */
final class DeadlineChecks {
    private static final int DEADLINE_MILLIS = 1_000;
    /** Two calls that take this long end before the deadline, three do not. */
    private static final int SLOW_MILLIS = 400;
    private static final int LATER_MILLIS = 600;
    private static final int TOO_EARLY_MILLIS = 900;
    private static final int TOO_LATE_MILLIS = 1_400;
    private static final int FIFTH = 5;
    private static final String NOT_CANCELLED = "the client got its 504, but the call continued. future.cancel(true) "
            + "ends the call by interrupting its thread. cancel(false) and a CompletableFuture's cancel interrupt no "
            + "thread";
    private static final String ENDS_THE_REQUEST = "a late call ends the request, so begin no further call";

    private DeadlineChecks() {
    }

    static List<Check> deadline() {
        return List.of(
                Check.timed("the calls are made one after another", DeadlineChecks::oneAfterAnother),
                new Check("a failure reaches the client unchanged", DeadlineChecks::failures),
                Check.timed("one deadline for all four calls", DeadlineChecks::oneDeadline),
                Check.timed("each request has a deadline of its own", DeadlineChecks::deadlineEach),
                Check.timed("a call without an answer is given up at the deadline", DeadlineChecks::givenUp),
                Check.timed(CROWD + " requests at once are in time", DeadlineChecks::manyInTime),
                Check.timed("an interrupt ends the call", subject -> requestInterrupted(subject, List.of(AUTHORIZE))),
                new Check("when a client has left, its request ends",
                        subject -> clientLeft(subject, List.of(AUTHENTICATE))),
                new Check("no thread is left behind", MeetingsChecks::noThreadLeft));
    }

    private static void oneAfterAnother(Subject subject) throws Exception {
        start(subject);
        StandIn two = subject.two();
        PATHS.forEach(two::hold);
        Client client = subject.client().ask(ASKED, "t");
        for (String path : PATHS) {
            subject.requireSoon(() -> two.inFlight(path) == 1 || client.hasAnswer(), () -> path + " was not called"
                    + Subject.stacks(), "make the four calls, each when the previous one has been answered");
            Thread.sleep(SETTLE_MILLIS);
            String answered = answerText(client);
            require(answered.isEmpty(), GET + " was answered " + answered + " within " + DEADLINE_MILLIS
                    + " ms, and before " + path + " had been answered", answered.startsWith("504")
                    ? "the deadline is too early: does it have the same unit as the clock? 1,000 ms are "
                    + "1,000,000,000 ns" : "answer() must not return before all four calls have been answered");
            require(two.targets().size() == PATHS.indexOf(path) + 1, "before " + path + " was answered, these calls "
                    + "came: " + two.targets(), "make each call once, when the previous one has been answered");
            two.release(path);
        }
        Answer answer = answer(subject, client, "all four calls were answered");
        require(two.targets().equals(TARGETS), "the calls were " + two.targets(), "info comes first. " + INPUTS);
        requireRight(answer, "t");
    }

    private static void oneDeadline(Subject subject) throws Exception {
        start(subject);
        StandIn two = subject.two();
        PATHS.forEach(path -> two.on(path, target -> StandIn.right(target).after(SLOW_MILLIS)));
        String slow = "each of the four calls took " + SLOW_MILLIS + " ms";
        Answer answer = answerInTime(subject, subject.client().ask(ASKED, "t"), slow);
        requireLate(answer, slow, "each call has a time limit of its own, or there is no limit. The deadline is one "
                + "moment for all four. Give each call the time that is left until then");
        require(two.calls(MEETINGS) == 0, slow + ", and meetings was called after the deadline", "when no time is "
                + "left, begin no further call");
        String found = slow + ". The client got 504 after " + answer.millis() + " ms, and no call was given up";
        subject.requireSoon(() -> two.inFlight() == 0, () -> found, NOT_CANCELLED);
        require(PATHS.stream().mapToInt(two::abandoned).sum() == 1, found, answer.millis() < DEADLINE_MILLIS
                + SLOW_MILLIS / 3 ? NOT_CANCELLED : "the deadline is checked only between two calls. Give up a call "
                + "in flight, too, when the deadline comes");
        PATHS.forEach(path -> two.on(path, StandIn::right));
        Answer next = subject.get(ASKED, "t");
        require(next.status() == 200, "a second later, a client asked, service two answered at once, and the client "
                + "got " + next.status() + ' ' + next.body(), "the deadline is counted from the creation of your "
                + "object, or from an earlier request. Compute it anew in each answer()");
    }

    private static void deadlineEach(Subject subject) throws Exception {
        start(subject);
        StandIn two = subject.two();
        AtomicInteger infos = new AtomicInteger();
        two.on(INFO, target -> infos.incrementAndGet() == 1 ? StandIn.right(target).after(SLOW_MILLIS) : null);
        for (String path : PATHS.subList(1, PATHS.size())) {
            two.on(path, target -> target.endsWith("slow") ? StandIn.right(target).after(SLOW_MILLIS)
                    : target.endsWith("user-of-later") && path.equals(MEETINGS)
                    ? StandIn.right(target).after(LATER_MILLIS) : null);
        }
        Client slow = subject.client().ask(ASKED, "slow");
        Client other = subject.client();
        for (String path : List.of(AUTHENTICATE, AUTHORIZE)) {
            awaitUpTo(SLOW_MILLIS, () -> two.inFlight(path) == 1);
            subject.requireSoon(() -> two.inFlight(path) == 1 || slow.hasAnswer(), () -> path + " was not called"
                    + Subject.stacks(), "make each call when the previous one has been answered");
            requireRight(answer(subject, other.ask(ASKED, "t"), "all calls were answered immediately"), "t");
        }
        requireLate(answerInTime(subject, slow, "four calls took " + SLOW_MILLIS + " ms each"), "each of the four "
                + "calls took " + SLOW_MILLIS + " ms, and meanwhile another client asked", "there is no deadline, or "
                + "it is kept in a field, where the next request overwrites it: " + OWN_STATE);
        Answer later = answerInTime(subject, other.ask(ASKED, "later"), "one call took " + LATER_MILLIS + " ms");
        require(later.status() == 200, "in a client's next request, one call took " + LATER_MILLIS + " ms. The client "
                + "got " + later.status() + ' ' + later.body(), "an earlier request's deadline ended this request. "
                + "When a request has been answered, cancel what you have scheduled for its deadline");
    }

    private static void givenUp(Subject subject) throws Exception {
        start(subject);
        StandIn two = subject.two();
        AtomicInteger infos = new AtomicInteger();
        two.on(INFO, target -> switch (infos.incrementAndGet()) {
            case 1 -> Reply.HANG;
            case FIFTH -> StandIn.right(target).after(LATER_MILLIS);
            default -> null;
        });
        for (String path : PATHS.subList(1, PATHS.size())) {
            two.on(path, target -> target.endsWith(path.substring(1)) || target.endsWith("=slow") ? Reply.HANG : null);
        }
        List<Client> clients = new ArrayList<>();
        for (String path : PATHS) {
            clients.add(subject.client().ask(ASKED, path.substring(1)));
            subject.requireSoon(() -> two.inFlight(path) == 1, () -> path + " was not called" + Subject.stacks(),
                    "make all four calls");
        }
        clients.add(subject.client().ask(ASKED, "slow"));
        for (int i = 0; i < clients.size(); i++) {
            String what = i < PATHS.size() ? "service two did not answer " + PATHS.get(i)
                    : "info took " + LATER_MILLIS + " ms, and service two did not answer authenticate";
            requireLate(answerInTime(subject, clients.get(i), what), what, "the client got a 200 although service two "
                    + "had not answered: " + ENDS_THE_REQUEST);
        }
        subject.requireSoon(() -> two.inFlight() == 0, () -> "clients got 504, and " + two.inFlight()
                + " calls to service two continued" + Subject.stacks(), NOT_CANCELLED);
        require(two.calls(AUTHENTICATE) == 4 && two.calls(AUTHORIZE) == 2 && two.calls(MEETINGS) == 1,
                "after the late call, another one was made: " + two.targets(), ENDS_THE_REQUEST);
    }

    private static void manyInTime(Subject subject) throws Exception {
        ObservedMeetings observed = start(subject);
        subject.two().on(MEETINGS, target -> StandIn.right(target).after(SLOW_MILLIS));
        List<Client> clients = subject.ask(CROWD, ASKED);
        List<Answer> answers = new ArrayList<>();
        for (Client each : clients) {
            answers.add(answerInTime(subject, each, "meetings took " + SLOW_MILLIS + " ms"));
        }
        long late = answers.stream().filter(each -> each.status() == 504).count();
        require(late == 0, "meetings took " + SLOW_MILLIS + " ms, and of " + CROWD + " requests at once, " + late
                + " got 504", limit(observed));
        for (int i = 0; i < CROWD; i++) {
            requireRight(answers.get(i), "t" + i);
        }
    }

    private static void failures(Subject subject) throws Exception {
        start(subject);
        StandIn two = subject.two();
        for (Ending ending : Ending.FAILURES) {
            String path = ending.path();
            List<String> later = PATHS.subList(PATHS.indexOf(path) + 1, PATHS.size());
            int before = later.stream().mapToInt(two::calls).sum();
            two.on(path, ending.reply());
            String failed = "service two answered " + path + " with " + ending.what();
            requireStatus(answer(subject, subject.client().ask(ASKED, "t"), failed), failed, ending.status());
            require(later.stream().mapToInt(two::calls).sum() == before, failed + ", and another call was made",
                    "a failed call ends the request: begin no further call");
            two.on(path, StandIn::right);
        }
    }

    private static void awaitUpTo(int millis, Callable<Boolean> condition) throws Exception {
        for (long start = System.nanoTime(); !condition.call() && Subject.millisSince(start) < millis; ) {
            Thread.sleep(1);
        }
    }

    private static Answer answerInTime(Subject subject, Client client, String what) throws Exception {
        awaitUpTo(PATHS.size() * SLOW_MILLIS, client::hasAnswer);
        subject.requireSoon(client::hasAnswer, () -> what + ", and the client got no answer" + Subject.stacks(),
                "nothing ends the wait. future.get(left, NANOSECONDS) waits no longer than the time that is left. An "
                + "executor's close() waits for its tasks: cancel them first");
        return client.answer();
    }

    private static void requireLate(Answer answer, String what, String hintIfAnswered) throws Check.Failed {
        String found = what + ". The client got " + answer.status() + ' ' + answer.body() + " after " + answer.millis()
                + " ms, not 504 after " + DEADLINE_MILLIS + " ms";
        require(answer.status() != 200, found, hintIfAnswered);
        require(answer.status() == 504, found, "a late call is a 504: throw CallException.late(call.stage(), …) when "
                + "get() throws a TimeoutException");
        require(answer.millis() > TOO_EARLY_MILLIS, found, "the deadline is too early. Count it from the beginning "
                + "of answer(), not from the creation of your object");
        require(answer.millis() < TOO_LATE_MILLIS, found, "the deadline is too late. It is one moment, counted from "
                + "the beginning of answer(). Give each call the time that is left until then");
    }
}
