package serviceone.exercise;

import static serviceone.exercise.Check.require;
import static serviceone.exercise.MeetingsChecks.ASKED;
import static serviceone.exercise.MeetingsChecks.AUTHENTICATE;
import static serviceone.exercise.MeetingsChecks.CROWD;
import static serviceone.exercise.MeetingsChecks.GET;
import static serviceone.exercise.MeetingsChecks.INFO;
import static serviceone.exercise.MeetingsChecks.INPUTS;
import static serviceone.exercise.MeetingsChecks.MEETINGS;
import static serviceone.exercise.MeetingsChecks.NO_CALL;
import static serviceone.exercise.MeetingsChecks.ONE_BY_ONE;
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

import java.util.List;
import serviceone.exercise.StandIn.Reply;
import serviceone.exercise.Subject.Answer;
import serviceone.exercise.Subject.Client;

/** Exercise 3 has two sides that run in parallel: info, and the other three calls. */
final class ParallelChecks {
    private static final List<String> BOTH_SIDES = List.of(INFO, AUTHENTICATE);
    private static final int LATE_MILLIS = 100;
    private static final String DEADLOCK = "this is a deadlock by thread starvation. Tasks on the threads of a fixed "
            + "pool wait for other tasks, which wait in the pool's queue. No thread is left to run them. Give each "
            + "task a virtual thread, because their number has no limit";

    private ParallelChecks() {
    }

    static List<Check> parallel() {
        return List.of(
                new Check("info is called in parallel with the other three", ParallelChecks::inParallel),
                new Check(CROWD + " requests at once get their own answers", ParallelChecks::manyAtOnce),
                new Check("a failure of one side also ends the other side", ParallelChecks::eitherFails),
                new Check("a call without an answer ends in a 504", ParallelChecks::eitherIsLate),
                new Check("an interrupt ends both sides", subject -> requestInterrupted(subject, BOTH_SIDES)),
                new Check("when a client has left, its request ends", subject -> clientLeft(subject, BOTH_SIDES)),
                new Check("no thread is left behind", MeetingsChecks::noThreadLeft));
    }

    private static void inParallel(Subject subject) throws Exception {
        start(subject);
        StandIn two = subject.two();
        PATHS.forEach(two::hold);
        Client client = subject.client().ask(ASKED, "t");
        boolean both = subject.await(() -> client.hasAnswer()
                || two.inFlight(INFO) == 1 && two.inFlight(AUTHENTICATE) == 1);
        require(!client.hasAnswer(), GET + " was answered " + answerText(client) + " before its calls were answered",
                "answer() must not return before all four calls have been answered");
        require(both, "before service two answered anything, these calls came: " + two.targets()
                + (both ? "" : Subject.stacks()), ONE_BY_ONE);
        for (String path : PATHS.subList(1, PATHS.size())) {
            subject.requireSoon(() -> two.inFlight(path) == 1 || client.hasAnswer(), () -> "while info had no answer, "
                    + path + " was not called" + Subject.stacks(), "this call waits for info, but needs nothing from "
                    + "it: wait for info last");
            Thread.sleep(SETTLE_MILLIS);
            int made = PATHS.indexOf(path) + 1;
            require(two.targets().size() == made || client.hasAnswer(), "before " + path + " was answered, these calls "
                    + "came: " + two.targets(), "make each call once. Call authorize after authenticate's "
                    + "answer, and meetings after authorize's");
            two.release(path);
        }
        subject.await(() -> two.inFlight() == 1);
        Thread.sleep(SETTLE_MILLIS);
        require(!client.hasAnswer(), GET + " was answered " + answerText(client) + " before info was answered",
                "nothing waits for info. The response needs nothing from info, but info may still fail. Answer the "
                + "client when all four calls have been answered");
        two.release(INFO);
        Answer answer = answer(subject, client, "all four calls were answered");
        require(two.targets().containsAll(TARGETS), "the calls were " + two.targets(), INPUTS);
        requireRight(answer, "t");
    }

    private static void manyAtOnce(Subject subject) throws Exception {
        ObservedMeetings observed = start(subject);
        StandIn two = subject.two();
        two.hold(INFO);
        two.hold(AUTHENTICATE);
        List<Client> clients = subject.ask(CROWD, ASKED);
        boolean all = subject.await(() -> two.inFlight(INFO) == CROWD && two.inFlight(AUTHENTICATE) == CROWD);
        String found = CROWD + " requests came at once; " + two.inFlight(INFO) + " had called info, "
                + two.inFlight(AUTHENTICATE) + " authenticate" + (all ? "" : Subject.stacks());
        boolean oneByOne = two.inFlight(INFO) == 0 || two.inFlight(AUTHENTICATE) == 0;
        two.release(INFO);
        two.release(AUTHENTICATE);
        boolean answered = subject.await(() -> Subject.answered(clients) == CROWD);
        require(answered, found + ". Service two answered every call, but only " + Subject.answered(clients)
                + " requests were answered" + (answered ? "" : Subject.stacks()),
                two.calls(INFO) < CROWD ? DEADLOCK : "a request waits forever: " + OWN_STATE);
        require(all || !oneByOne, found, ONE_BY_ONE);
        require(all, found + ". The other requests had to wait for a thread", limit(observed));
        for (int i = 0; i < CROWD; i++) {
            requireRight(clients.get(i).answer(), "t" + i);
        }
        for (String path : PATHS) {
            require(two.calls(path) == CROWD, two.calls(path) + " calls to " + path + " for " + CROWD + " requests",
                    "make each call once for each request");
        }
    }

    private static void eitherFails(Subject subject) throws Exception {
        start(subject);
        StandIn two = subject.two();
        for (Ending ending : Ending.FAILURES) {
            String path = ending.path();
            String other = path.equals(INFO) ? AUTHENTICATE : INFO;
            int abandoned = two.abandoned(other);
            List<Integer> before = PATHS.stream().map(two::calls).toList();
            two.hold(path);
            two.hold(other);
            two.on(path, ending.reply());
            Client client = subject.client().ask(ASKED, "t");
            subject.requireSoon(() -> two.inFlight(path) == 1 && two.inFlight(other) == 1, () -> "the calls " + path
                    + " and " + other + " were not in flight together" + Subject.stacks(),
                    () -> two.inFlight() == 0 ? NO_CALL : ONE_BY_ONE);
            two.release(path);
            String failed = "service two answered " + path + " with " + ending.what();
            requireSoonAnswered(subject, client, failed, ending, other);
            requireStatus(client.answer(), failed, ending.status());
            subject.requireSoon(() -> two.abandoned(other) == abandoned + 1, () -> failed + ", and the client got "
                    + ending.status() + ", but the call " + other + " continued" + Subject.stacks(),
                    "cancel the other side: future.cancel(true) interrupts its thread, which ends the call. "
                    + "cancel(false) and a CompletableFuture's cancel interrupt no thread");
            for (String later : PATHS.subList(Math.max(1, PATHS.indexOf(path)) + 1, PATHS.size())) {
                require(two.calls(later) == before.get(PATHS.indexOf(later)), "the call " + later + " was made after "
                        + path + " had failed (" + ending.what() + ")", "a failure of either side ends both: begin no "
                        + "further call");
            }
            two.on(path, StandIn::right);
            two.release(other);
        }
    }

    private static void requireSoonAnswered(Subject subject, Client client, String failed, Ending ending, String other)
            throws Exception {
        if (subject.await(client::hasAnswer)) {
            return;
        }
        String found = failed + ". As long as " + other + " had no answer, the client got none" + Subject.stacks();
        subject.two().release(other);
        requireStatus(answer(subject, client, failed), failed, ending.status());
        throw new Check.Failed(found, other.equals(INFO) ? "after the failure, your code still waits for info. An "
                + "executor's close() also waits for its tasks. Cancel info first, in a finally block"
                : "info's failure is noticed only when the other three calls have been answered. Wait for the side "
                + "that ends first. An ExecutorCompletionService returns futures in the order in which they end");
    }

    private static void eitherIsLate(Subject subject) throws Exception {
        start(subject, LATE_MILLIS);
        for (String path : List.of(INFO, MEETINGS)) {
            subject.two().on(path, Reply.HANG);
            String failed = "service two did not answer " + path;
            requireStatus(answer(subject, subject.client().ask(ASKED, "t"), failed), failed, 504);
            subject.two().on(path, StandIn::right);
        }
    }
}
