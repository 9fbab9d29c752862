package serviceone.exercise;

import static serviceone.exercise.Check.require;

import module java.base;
import common.mode.Mode;
import serviceone.Parts;
import serviceone.exercise.Subject.Answer;
import serviceone.exercise.Subject.Client;

final class MeetingsChecks {
    static final String INFO = "/info";
    static final String AUTHENTICATE = "/authenticate";
    static final String AUTHORIZE = "/authorize";
    static final String MEETINGS = "/meetings";
    static final List<String> PATHS = List.of(INFO, AUTHENTICATE, AUTHORIZE, MEETINGS);
    static final List<String> TARGETS =
            List.of(INFO, "/authenticate?token=t", "/authorize?id=user-of-t", "/meetings?id=user-of-t");
    static final String ASKED = "/meetings";
    static final String GET = "GET " + ASKED;
    static final int CROWD = 100;
    static final int SETTLE_MILLIS = 30;
    private static final int REQUESTS = 30;
    private static final int LEAVE_MILLIS = 60;

    static final String ONE_BY_ONE = "the calls are made one after another. Call info on another thread, and call "
            + "authenticate without waiting for info";
    static final String NO_CALL = "no call is in flight: is the thread that makes the calls still waiting for "
            + "a call of an earlier request?";
    static final String OWN_STATE = "each request has its own calls and answers: keep no data of a request in fields";
    static final String INPUTS = "authenticate needs the token, authorize needs the user's id from authenticate, and "
            + "meetings needs the id from authorize";
    static final String RESPONSE = "return Response.json(bytes), with the bytes that the call to meetings returns";

    private MeetingsChecks() {
    }

    static ObservedMeetings start(Subject subject, int answerMillis) throws Exception {
        ObservedMeetings observed = new ObservedMeetings(subject.parts().blocking());
        subject.start(Mode.LOOM, 1, answerMillis, Parts.OWN.with(observed));
        return observed;
    }

    static ObservedMeetings start(Subject subject) throws Exception {
        return start(subject, Subject.PATIENT_ANSWER_MILLIS);
    }

    static void requestInterrupted(Subject subject, List<String> held) throws Exception {
        ObservedMeetings observed = start(subject);
        StandIn two = subject.two();
        Client client = askAndHold(subject, held);
        observed.interrupt();
        subject.requireSoon(() -> two.inFlight() == 0, () -> "the thread of a request was interrupted, as when the "
                + "service stops, and " + two.inFlight() + " of its calls continued" + Subject.stacks(),
                "the interrupt must reach every call. Cancel the calls in a finally block, which also runs when a "
                + "wait throws InterruptedException");
        String interrupted = "the thread of a request was interrupted";
        Answer answer = answer(subject, client, interrupted);
        require(answer.status() == 503, interrupted + ", and the client got " + answer.status() + ' ' + answer.body()
                + ", not 503", "the interrupt was swallowed: let the InterruptedException leave answer()");
    }

    static void clientLeft(Subject subject, List<String> held) throws Exception {
        start(subject);
        StandIn two = subject.two();
        askAndHold(subject, held).reset();
        Thread.sleep(LEAVE_MILLIS);
        two.release(AUTHENTICATE);
        subject.requireSoon(() -> two.inFlight() == 0, () -> "the client left, so the call after authenticate failed, "
                + "and " + two.inFlight() + " calls continued" + Subject.stacks(),
                "a call fails when its client has left. Like any other failure, this must end the request and all "
                + "its calls");
        Thread.sleep(SETTLE_MILLIS);
        require(two.calls(AUTHORIZE) == 0 && two.calls(MEETINGS) == 0, "the client left, and these calls were made: "
                + two.targets(), "make every call through the BlockingCalls object that answer() got for this request");
    }

    private static Client askAndHold(Subject subject, List<String> held) throws Exception {
        StandIn two = subject.two();
        held.forEach(two::hold);
        Client client = subject.client().ask(ASKED, "t");
        subject.requireSoon(() -> held.stream().allMatch(path -> two.inFlight(path) == 1), () -> "of the calls "
                + held + " these came: " + two.targets() + Subject.stacks(),
                () -> two.inFlight() == 0 || held.size() == 1 ? NO_CALL : ONE_BY_ONE);
        return client;
    }

    static void noThreadLeft(Subject subject) throws Exception {
        ObservedMeetings observed = start(subject);
        Client client = subject.client();
        for (int i = 0; i < REQUESTS; i++) {
            requireRight(answer(subject, client.ask(ASKED, "t" + i), "service two answered every call"), "t" + i);
        }
        String after = "after " + REQUESTS + " requests, one after another, ";
        subject.requireSoon(() -> observed.remaining(true).isEmpty(), () -> after + observed.remaining(true).size()
                + " virtual threads had not ended" + Subject.stacks(), "let a virtual thread end with its call: "
                + "virtual threads are not kept in a pool");
        subject.requireSoon(() -> observed.remaining(false).size() < REQUESTS, () -> after
                + observed.remaining(false).size() + " platform threads had not ended",
                "each request leaves threads behind. If you make an executor for each request, close it at the end of "
                + "the request");
    }

    static String limit(ObservedMeetings observed) {
        return (observed.usesCommonPool() ? "supplyAsync and parallel streams use the common pool, which has about as "
                + "many threads as the machine has cores. It is for computing"
                : "the threads of a pool limit how many calls can be made at once")
                + ": a call that waits needs a virtual thread of its own";
    }

    static void requireRight(Answer answer, String token) throws Check.Failed {
        String found = "the client with the token " + token + " was answered " + answer.status() + ' ' + answer.body();
        require(answer.status() == 200, found, "no call failed: " + RESPONSE);
        require(answer.body().equals(StandIn.right("/meetings?id=user-of-" + token).body()), found,
                answer.body().contains("user-of-") ? OWN_STATE : RESPONSE);
    }

    static void requireStatus(Answer answer, String failed, int status) throws Check.Failed {
        String found = failed + ", and the client got " + answer.status() + ' ' + answer.body() + ", not " + status;
        require(answer.status() != 200, found, "a failure was lost. If another thread makes a call, fetch the result "
                + "with get(), which throws if the call has thrown");
        require(answer.status() != 503, found, "the thread of the request was left interrupted, as if the service "
                + "were stopping. Interrupt only threads of your own");
        require(answer.status() == status, found, "another failure has replaced this one. If a task throws, get() "
                + "throws an ExecutionException. Throw its cause, the CallException, unchanged");
    }

    static Answer answer(Subject subject, Client client, String after) throws Exception {
        subject.requireSoon(client::hasAnswer, () -> after + ", and the client got no answer" + Subject.stacks(),
                "answer() waits forever: does each of your waits also end if the call fails?");
        return client.answer();
    }

    static String answerText(Client client) throws IOException {
        if (!client.hasAnswer()) {
            return "";
        }
        Answer answer = client.answer();
        return answer.status() + " " + answer.body();
    }
}
