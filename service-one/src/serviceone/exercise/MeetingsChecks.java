package serviceone.exercise;

import static serviceone.exercise.Check.require;

import common.mode.Mode;
import java.io.IOException;
import java.util.List;
import serviceone.Parts;
import serviceone.exercise.Subject.Answer;
import serviceone.exercise.Subject.Client;

/** What the checks of exercises 3, 5 and 7 share: the four calls of a request; for 3 and 5 on the learner's threads. */
final class MeetingsChecks {
    static final String INFO = "/info";
    static final String AUTHENTICATE = "/authenticate";
    static final String AUTHORIZE = "/authorize";
    static final String MEETINGS = "/meetings";
    static final List<String> PATHS = List.of(INFO, AUTHENTICATE, AUTHORIZE, MEETINGS);
    /** The calls for a client with the token {@code t}. */
    static final List<String> TARGETS =
            List.of(INFO, "/authenticate?token=t", "/authorize?id=user-of-t", "/meetings?id=user-of-t");
    /** What clients ask service one for. */
    static final String ASKED = "/meetings";
    static final String GET = "GET " + ASKED;
    static final int CROWD = 100;      // far more than a machine has cores
    static final int SETTLE_MILLIS = 30;
    private static final int REQUESTS = 30;
    /** After this time the service looks whether a client is still there. */
    private static final int LOOK_MILLIS = 60;

    static final String ONE_BY_ONE = "the calls are made one after the other. Have info called on another thread, and "
            + "call authenticate without waiting for it";
    static final String NO_CALL = "no call is in flight: does the thread that is to make it still wait for an earlier "
            + "request's?";
    static final String OWN_STATE = "each request has its own calls and answers: keep nothing of it in fields";

    private MeetingsChecks() {
    }

    static ObservedMeetings start(Subject subject, int answerMillis) throws Exception {
        ObservedMeetings observed = new ObservedMeetings(subject.parts().blocking());
        subject.start(Mode.LOOM, 1, answerMillis, new Parts(null, observed, null, null, null));
        return observed;
    }

    static ObservedMeetings start(Subject subject) throws Exception {
        return start(subject, Subject.PATIENT_ANSWER_MILLIS);
    }

    /** @param held these calls are in flight then */
    static void interrupted(Subject subject, List<String> held) throws Exception {
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
    static void left(Subject subject, List<String> held) throws Exception {
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
                () -> two.inFlight() == 0 || held.size() == 1 ? NO_CALL : ONE_BY_ONE);
        return client;
    }

    static void noThreadLeft(Subject subject) throws Exception {
        ObservedMeetings observed = start(subject);
        Client client = subject.client();
        for (int i = 0; i < REQUESTS; i++) {
            requireRight(answer(subject, client.ask(ASKED, "t" + i), "service two answered every call"), "t" + i);
        }
        String after = "after " + REQUESTS + " requests, one after the other, ";
        subject.requireSoon(() -> observed.left(true).isEmpty(), () -> after + observed.left(true).size()
                + " virtual threads were still there" + Subject.standing(), "a thread that makes a call ends with it: "
                + "virtual threads are not kept in a pool");
        subject.requireSoon(() -> observed.left(false).size() < REQUESTS, () -> after + observed.left(false).size()
                + " platform threads were still there", "each request leaves threads behind. An executor that is made "
                + "for one request has to be closed with it; virtual threads need none that is kept");
    }

    /** The hint where not enough calls can be made at once. */
    static String limit(ObservedMeetings observed) {
        return (observed.usesCommonPool() ? "supplyAsync and parallel streams use the common pool, which has about as "
                + "many threads as the machine has cores. They are for computing"
                : "the threads of a pool limit how many calls can be made at once")
                + ": a call that waits needs a virtual thread of its own";
    }

    static void requireRight(Answer answer, String token) throws Check.Failed {
        String found = "the client with the token " + token + " was answered " + answer.status() + ' ' + answer.body();
        require(answer.status() == 200, found, "all calls were answered as they should be: return Response.json of "
                + "what the call to meetings tells");
        require(answer.body().equals(StandIn.right("/meetings?id=user-of-" + token).body()), found,
                answer.body().contains("user-of-") ? OWN_STATE
                : "the response is Response.json of what the call to meetings tells");
    }

    static void requireTold(Answer answer, String failed, int status) throws Check.Failed {
        String found = failed + ", and the client got " + answer.status() + ' ' + answer.body() + ", not " + status;
        require(answer.status() != 200, found, "a failure was lost: whoever starts a call on another thread has to ask "
                + "for its result, with get(), which throws what the call has thrown");
        require(answer.status() != 503, found, "the thread of the request was left interrupted, as if the service were "
                + "being stopped: interrupt only threads of your own");
        require(answer.status() == status, found, "the failure was replaced by another one. get() wraps what a task "
                + "has thrown in an ExecutionException: throw its cause, the CallException, as it is");
    }

    static Answer answer(Subject subject, Client client, String after) throws Exception {
        subject.requireSoon(client::hasAnswer, () -> after + ", and the client got no answer" + Subject.standing(),
                "answer() waits for what never comes: does each wait end when what it waits for has failed?");
        return client.answer();
    }

    static String told(Client client) throws IOException {
        if (!client.hasAnswer()) {
            return "";
        }
        Answer answer = client.answer();
        return answer.status() + " " + answer.body();
    }
}
