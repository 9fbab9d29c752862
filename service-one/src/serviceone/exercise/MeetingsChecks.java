package serviceone.exercise;

import static serviceone.exercise.Check.require;

import java.io.IOException;
import java.util.List;
import serviceone.Parts;
import serviceone.exercise.StandIn.Reply;
import serviceone.exercise.Subject.Answer;
import serviceone.exercise.Subject.Client;
import serviceone.meter.Mode;

/** Of exercises 3 and 5: the four calls of a request on threads, side by side or with one deadline. */
final class MeetingsChecks {
    private static final String INFO = "/info";
    private static final String AUTHENTICATE = "/authenticate";
    private static final String AUTHORIZE = "/authorize";
    private static final String MEETINGS = "/meetings";
    private static final List<String> PATHS = List.of(INFO, AUTHENTICATE, AUTHORIZE, MEETINGS);
    private static final List<String> TARGETS =
            List.of(INFO, "/authenticate?token=t", "/authorize?id=user-of-t", "/meetings?id=user-of-t");
    /** What clients ask service one for. */
    private static final String ASKED = "/meetings";
    private static final String GET = "GET " + ASKED;
    private static final int CROWD = 100;      // far more than a machine has cores, or a pool of this size is right
    private static final int REQUESTS = 30;
    private static final int SETTLE_MILLIS = 30;
    private static final int LATE_MILLIS = 100;
    /** After this time the service looks whether a client is still there. */
    private static final int LOOK_MILLIS = 60;

    private static final String ONE_BY_ONE = "the calls are made one after the other. Have info called on another "
            + "thread, and call authenticate without waiting for it";
    private static final String OWN_STATE = "each request has its own calls and answers: keep nothing of it in fields";
    private static final String DEADLOCK = "this is a deadlock by thread starvation. Tasks on the threads of a fixed "
            + "pool wait for other tasks, which wait in the queue of the same pool: no thread is left that could run "
            + "them. Give each task a virtual thread, of which there are always enough";

    private MeetingsChecks() {
    }

    static List<Check> parallel() {
        List<String> both = List.of(INFO, AUTHENTICATE);
        return List.of(
                new Check("info is called beside the other three", MeetingsChecks::beside),
                new Check(CROWD + " requests at once get their own answers", MeetingsChecks::manyBeside),
                new Check("a failure of one side ends the other one, too", MeetingsChecks::eitherFails),
                new Check("a call without an answer ends in 504", MeetingsChecks::eitherIsLate),
                new Check("an interrupt ends both sides", subject -> interrupted(subject, both)),
                new Check("nothing goes on for a client that has left", subject -> left(subject, both)),
                new Check("no thread is left", MeetingsChecks::noThreadLeft));
    }

    private static ObservedMeetings start(Subject subject, int answerMillis) throws Exception {
        ObservedMeetings observed = new ObservedMeetings(subject.parts().blocking());
        subject.start(Mode.LOOM, 1, answerMillis, new Parts(null, observed, null, null, null));
        return observed;
    }

    private static ObservedMeetings start(Subject subject) throws Exception {
        return start(subject, Subject.PATIENT_ANSWER_MILLIS);
    }

    /** A call is held until it is sure who waits for it. */
    private static void beside(Subject subject) throws Exception {
        start(subject);
        StandIn two = subject.two();
        PATHS.forEach(two::hold);
        Client client = subject.client().ask(ASKED, "t");
        boolean both = subject.comes(() -> client.hasAnswer()
                || two.inFlight(INFO) == 1 && two.inFlight(AUTHENTICATE) == 1);
        require(!client.hasAnswer(), GET + " was answered " + told(client) + " when its calls were not",
                "answer() returns when all four calls have been answered");
        require(both, "before service two answered anything, these calls came: " + two.targets() + Subject.standing(),
                ONE_BY_ONE);
        for (String path : PATHS.subList(1, PATHS.size())) {
            subject.requireSoon(() -> two.inFlight(path) == 1 || client.hasAnswer(), () -> "while info had no answer, "
                    + path + " was not called" + Subject.standing(), "the next call waits for info, and needs nothing "
                    + "from it: wait for info last");
            Thread.sleep(SETTLE_MILLIS);
            int made = PATHS.indexOf(path) + 1;
            require(two.targets().size() == made || client.hasAnswer(), "before " + path + " was answered, these calls "
                    + "came: " + two.targets(), "make each call once, and authorize and meetings only when the call "
                    + "before has been answered");
            two.release(path);
        }
        subject.comes(() -> two.inFlight() == 1);
        Thread.sleep(SETTLE_MILLIS);
        require(!client.hasAnswer(), GET + " was answered " + told(client) + " when info was not", "nobody waits for "
                + "info. The response needs nothing from it, but info may still fail: the client is answered when all "
                + "four calls have been");
        two.release(INFO);
        Answer answer = answer(subject, client, "all four calls were answered");
        require(two.targets().containsAll(TARGETS), "the calls were " + two.targets(), "authenticate needs the token, "
                + "authorize the user's id that it tells, meetings the id that authorize tells");
        requireRight(answer, "t");
    }

    /** Each request has two calls in flight, and none of them may have to wait for another request's. */
    private static void manyBeside(Subject subject) throws Exception {
        ObservedMeetings observed = start(subject);
        StandIn two = subject.two();
        two.hold(INFO);
        two.hold(AUTHENTICATE);
        List<Client> clients = subject.ask(CROWD, ASKED);
        boolean all = subject.comes(() -> two.inFlight(INFO) == CROWD && two.inFlight(AUTHENTICATE) == CROWD);
        String found = CROWD + " requests came at once; " + two.inFlight(INFO) + " had called info, "
                + two.inFlight(AUTHENTICATE) + " authenticate" + (all ? "" : Subject.standing());
        boolean oneByOne = two.inFlight(INFO) == 0 || two.inFlight(AUTHENTICATE) == 0;
        two.release(INFO);
        two.release(AUTHENTICATE);
        boolean answered = subject.comes(() -> countAnswered(clients) == CROWD);
        require(answered, found + ". Service two answered all that it was asked, and then nothing went on: "
                + countAnswered(clients) + " requests were answered" + Subject.standing(),
                two.calls(INFO) < CROWD ? DEADLOCK : "a request waits for what never comes: " + OWN_STATE);
        require(all || !oneByOne, found, ONE_BY_ONE);
        require(all, found + ". The others had to wait for a thread", observed.usesCommonPool()
                ? "supplyAsync and parallel streams use the common pool, which has as many threads as the machine has "
                + "cores. Its threads are for computing: a call that waits needs a virtual thread of its own"
                : "the threads of a pool limit how many calls can be made at once: a call that waits needs a virtual "
                + "thread of its own");
        for (int i = 0; i < CROWD; i++) {
            requireRight(clients.get(i).answer(), "t" + i);
        }
        for (String path : PATHS) {
            require(two.calls(path) == CROWD, two.calls(path) + " calls to " + path + " for " + CROWD + " requests",
                    "make each call once for each request");
        }
    }

    private static int countAnswered(List<Client> clients) throws IOException {
        int answered = 0;
        for (Client each : clients) {
            answered += each.hasAnswer() ? 1 : 0;
        }
        return answered;
    }

    /** A call of one side fails when a call of the other one has just begun. */
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
                    + " and " + other + " were not in flight together" + Subject.standing(),
                    ONE_BY_ONE);
            two.release(path);
            String failed = "service two answered " + path + " with " + ending.what();
            requireSoonAnswered(subject, client, failed, ending, other);
            requireTold(client.answer(), failed, ending.status());
            subject.requireSoon(() -> two.abandoned(other) == abandoned + 1, () -> failed + " and the client got "
                    + ending.status() + ", but the call " + other + " was left running" + Subject.standing(),
                    "cancel the other side: future.cancel(true) interrupts its thread, which ends the call. "
                    + "cancel(false), and the cancel of a CompletableFuture, interrupt nobody");
            for (String later : PATHS.subList(Math.max(1, PATHS.indexOf(path)) + 1, PATHS.size())) {
                require(two.calls(later) == before.get(PATHS.indexOf(later)), "the call " + later + " was made after "
                        + path + " had failed (" + ending.what() + ")", "a failure of either side ends both: begin no "
                        + "further call");
            }
            two.on(path, StandIn::right);
            two.release(other);
        }
    }

    /** Before the other side has an answer. */
    private static void requireSoonAnswered(Subject subject, Client client, String failed, Ending ending, String other)
            throws Exception {
        if (subject.comes(client::hasAnswer)) {
            return;
        }
        String found = failed + ". As long as " + other + " had no answer, the client got none" + Subject.standing();
        subject.two().release(other);
        requireTold(answer(subject, client, failed), failed, ending.status());
        throw new Check.Failed(found, other.equals(INFO) ? "the failure is held up by info. close() of an executor "
                + "waits for its tasks, as a wait for info does: cancel info first, in a finally block"
                : "info's failure is noticed only when the other three calls have been answered. Wait for the side "
                + "that ends first: an ExecutorCompletionService hands out futures in the order in which they end");
    }

    private static void eitherIsLate(Subject subject) throws Exception {
        start(subject, LATE_MILLIS);
        for (String path : List.of(INFO, MEETINGS)) {
            subject.two().on(path, Reply.HANG);
            String failed = "service two did not answer " + path;
            requireTold(answer(subject, subject.client().ask(ASKED, "t"), failed), failed, 504);
            subject.two().on(path, StandIn::right);
        }
    }

    /** @param held these calls are in flight then */
    private static void interrupted(Subject subject, List<String> held) throws Exception {
        ObservedMeetings observed = start(subject);
        StandIn two = subject.two();
        Client client = askAndHold(subject, held);
        observed.interrupt();
        subject.requireSoon(() -> two.inFlight() == 0, () -> "the thread of a request was interrupted, as it is when "
                + "the service stops, and " + two.inFlight() + " of its calls went on" + Subject.standing(),
                "the interrupt has to reach every call: when a wait ends by InterruptedException, cancel what it "
                + "waited for, in a finally block");
        String interrupted = "the thread of a request was interrupted";
        Answer answer = answer(subject, client, interrupted);
        require(answer.status() == 503, interrupted + ", and the client got " + answer.status() + ' ' + answer.body()
                + ", not 503", "the interrupt was swallowed: let InterruptedException out of answer()");
    }

    /** @param held these calls are in flight when the client leaves; one of them is answered then */
    private static void left(Subject subject, List<String> held) throws Exception {
        start(subject);
        StandIn two = subject.two();
        askAndHold(subject, held).reset();
        Thread.sleep(LOOK_MILLIS);
        two.release(AUTHENTICATE);
        subject.requireSoon(() -> two.inFlight() == 0, () -> "the client left, so the call after authenticate failed, "
                + "and " + two.inFlight() + " calls went on" + Subject.standing(),
                "a call that is not made because its client has left is a failure, too: it ends the request with all "
                + "of its calls");
        Thread.sleep(SETTLE_MILLIS);
        require(two.calls(AUTHORIZE) == 0 && two.calls(MEETINGS) == 0, "the client left, and these calls were made: "
                + two.targets(), "make calls through the object that answer() was given for this request");
    }

    private static Client askAndHold(Subject subject, List<String> held) throws Exception {
        StandIn two = subject.two();
        held.forEach(two::hold);
        Client client = subject.client().ask(ASKED, "t");
        subject.requireSoon(() -> held.stream().allMatch(path -> two.inFlight(path) == 1), () -> "of the calls "
                + held + " these came: " + two.targets() + Subject.standing(),
                held.size() > 1 ? ONE_BY_ONE : "make all four calls, one after the other");
        return client;
    }

    private static void noThreadLeft(Subject subject) throws Exception {
        ObservedMeetings observed = start(subject);
        Client client = subject.client();
        for (int i = 0; i < REQUESTS; i++) {
            requireRight(answer(subject, client.ask(ASKED, "t" + i), "all calls were answered"), "t" + i);
        }
        String after = "after " + REQUESTS + " requests, one after the other, ";
        subject.requireSoon(() -> observed.left(true).isEmpty(), () -> after + observed.left(true).size()
                + " virtual threads were still there" + Subject.standing(), "a thread that makes a call ends with it: "
                + "virtual threads are not kept in a pool");
        subject.requireSoon(() -> observed.left(false).size() < REQUESTS, () -> after + observed.left(false).size()
                + " platform threads were still there", "each request leaves threads behind. An executor that is made "
                + "for one request has to be closed with it; virtual threads need none that is kept");
    }

    private static void requireRight(Answer answer, String token) throws Check.Failed {
        String found = "the client with the token " + token + " was answered " + answer.status() + ' ' + answer.body();
        require(answer.status() == 200, found, "all calls were answered as they should be: return Response.json of "
                + "what the call to meetings tells");
        require(answer.body().equals(StandIn.right("/meetings?id=user-of-" + token).body()), found,
                answer.body().contains("user-of-") ? OWN_STATE
                : "the response is Response.json of what the call to meetings tells");
    }

    private static void requireTold(Answer answer, String failed, int status) throws Check.Failed {
        String found = failed + ", and the client got " + answer.status() + ' ' + answer.body() + ", not " + status;
        require(answer.status() != 200, found, "a failure was lost: whoever starts a call on another thread has to ask "
                + "for its result, with get(), which throws what the call has thrown");
        require(answer.status() != 503, found, "the thread of the request was left interrupted, as if the service were "
                + "being stopped: interrupt only threads of your own");
        require(answer.status() == status, found, "the failure was replaced by another one. get() wraps what a task "
                + "has thrown in an ExecutionException: throw its cause, the CallException, as it is");
    }

    private static Answer answer(Subject subject, Client client, String after) throws Exception {
        subject.requireSoon(client::hasAnswer, () -> after + ", and the client got no answer" + Subject.standing(),
                "answer() waits for what never comes: does each wait end when what it waits for has failed?");
        return client.answer();
    }

    private static String told(Client client) throws IOException {
        if (!client.hasAnswer()) {
            return "";
        }
        Answer answer = client.answer();
        return answer.status() + " " + answer.body();
    }
}
