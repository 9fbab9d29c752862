package serviceone.exercise;

import static serviceone.exercise.Check.require;
import static serviceone.exercise.MeetingsChecks.GET;
import static serviceone.exercise.MeetingsChecks.PATHS;
import static serviceone.exercise.MeetingsChecks.SETTLE_MILLIS;

import common.http.Response;
import common.mode.Mode;
import common.mode.ServiceThread;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import serviceone.Parts;
import serviceone.calls.AsyncClient;
import serviceone.calls.Call;
import serviceone.calls.Meetings;
import serviceone.exercise.StandIn.Reply;
import serviceone.meter.ConnectionMeter;

/** Of exercise 7: the four calls as a chain of futures, on one event loop. */
final class ChainChecks {
    private static final int CLIENTS = 50;
    private static final int LATE_MILLIS = 200;

    /** The learner's chain, and on which threads it makes its calls. */
    private static final class Observed implements Meetings.Async {
        private final Meetings.Async learners;
        private final Set<Thread> callers = ConcurrentHashMap.newKeySet();
        private volatile boolean returnedNull;

        Observed(Meetings.Async learners) {
            this.learners = learners;
        }

        @Override
        public CompletableFuture<Response> answer(AsyncClient.Calls serviceTwo, String token) {
            CompletableFuture<Response> answer = learners.answer(observed(serviceTwo), token);
            returnedNull |= answer == null;
            return answer;
        }

        /** Whoever makes a call is asked first whether its client is still there. */
        private AsyncClient.Calls observed(AsyncClient.Calls serviceTwo) {
            Call.Requester requester = serviceTwo.requester();
            return new AsyncClient.Calls(serviceTwo.client(), new Call.Requester() {
                @Override
                public boolean hasLeft() {
                    callers.add(Thread.currentThread());
                    return requester.hasLeft();
                }

                @Override
                public ConnectionMeter meter() {
                    return requester.meter();
                }
            });
        }
    }

    private ChainChecks() {
    }

    static List<Check> chain() {
        return List.of(
                new Check("the four calls are made on the event loop, one after the other", ChainChecks::inOrder),
                new Check("a client that waits holds up no other", ChainChecks::waitsForNobody),
                new Check(CLIENTS + " clients of one event loop get their own answers", ChainChecks::manyAtOnce),
                new Check("no failure is lost", ChainChecks::failures),
                new Check("a call without an answer ends in 504", ChainChecks::late));
    }

    private static Observed start(Subject subject, int answerMillis) throws Exception {
        Meetings.Async learners = subject.parts().async();
        Observed observed = new Observed(learners);
        subject.start(Mode.ASYNC, 1, answerMillis, new Parts(null, null, observed, null, null));
        return observed;
    }

    private static Observed start(Subject subject) throws Exception {
        return start(subject, Subject.PATIENT_ANSWER_MILLIS);
    }

    /** A call is held until it is sure that the next one does not come before it is answered. */
    private static void inOrder(Subject subject) throws Exception {
        Observed observed = start(subject);
        StandIn two = subject.two();
        PATHS.forEach(two::hold);
        Subject.Client client = subject.client().ask("/meetings", "t");
        for (int i = 0; i < PATHS.size(); i++) {
            String path = PATHS.get(i);
            requireSoon(subject, () -> two.calls(path) > 0 || client.hasAnswer(),
                    () -> GET + ": the call " + path + " was not made" + Subject.standing(),
                    observed.returnedNull ? "answer() returned null and not a future"
                            : "what the call before it tells is handed on by thenCompose, to a function that makes "
                            + "this call and returns its future");
            Thread.sleep(SETTLE_MILLIS);
            require(!client.hasAnswer() || two.calls(path) > 0, GET + " was answered " + told(client)
                    + " without the call " + path, "make all four calls: each tells what the next one needs");
            List<String> made = two.targets();
            require(made.size() == i + 1, made.size() + " calls were made before " + path + " had been answered: "
                    + made,
                    made.stream().distinct().count() < made.size() ? "a call is made twice: keep its future, and "
                            + "hand on what that tells"
                            : "calls are begun at once, though each needs what the one before it tells: put each into "
                            + "a function, which thenCompose calls when the answer has come");
            two.release(path);
        }
        Subject.Answer answer = answer(client, subject, "/meetings, the last one, was answered");
        require(answer.status() == 200 && answer.body().equals(StandIn.right("/meetings?id=user-of-t").body()),
                GET + " was answered " + answer.status() + ' ' + answer.body(),
                "the response is Response.json of what the call to /meetings tells");
        require(two.targets().equals(List.of("/info", "/authenticate?token=t", "/authorize?id=user-of-t",
                "/meetings?id=user-of-t")), "the calls were " + two.targets(),
                "authenticate needs the token, authorize the user's id that it tells, meetings the id that authorize "
                + "tells; each is made once");
        for (Thread caller : observed.callers) {
            require(ServiceThread.EVENT_LOOP.isNameOf(caller.getName()), "a call was made on the thread \""
                    + caller.getName() + "\"", "thenComposeAsync, supplyAsync and threads of your own go on beside the "
                    + "event loop, and two threads then touch its connections: thenCompose and thenApply stay on it");
        }
    }

    /** One client's call hangs, and another one asks on the same loop. */
    private static void waitsForNobody(Subject subject) throws Exception {
        start(subject);
        StandIn two = subject.two();
        for (String path : PATHS) {
            two.on(path, target -> target.endsWith("slow") ? Reply.HANG : null);
        }
        two.hold("/info");
        Subject.Client slow = subject.client().ask("/meetings", "slow");
        requireSoon(subject, () -> two.inFlight("/info") == 1 || slow.hasAnswer(),
                () -> GET + ": nobody was called" + Subject.standing(), "begin with serviceTwo.make(Call.info())");
        two.release("/info");
        Subject.Client other = subject.client().ask("/meetings", "other");
        requireSoon(subject, other::hasAnswer, () -> "while service two did not answer one client, another one got no "
                + "answer, either" + Subject.standing(), "something keeps the event loop: it must never wait");
        require(other.answer().status() == 200, "a client was answered while another one's call hung, but not with "
                + "200", "each request has its own chain: keep nothing of it in fields");
    }

    private static void manyAtOnce(Subject subject) throws Exception {
        start(subject);
        StandIn two = subject.two();
        two.hold("/meetings");
        List<Subject.Client> clients = subject.ask(CLIENTS, "/meetings");
        requireSoon(subject, () -> two.inFlight("/meetings") == CLIENTS, () -> "of " + CLIENTS + " requests at once, "
                + two.inFlight("/meetings") + " had come to their last call" + Subject.standing(),
                "nothing of a request may wait for another one");
        two.release("/meetings");
        for (int i = 0; i < CLIENTS; i++) {
            Subject.Answer answer = answer(clients.get(i), subject, "all calls were answered");
            require(answer.status() == 200 && answer.body().contains("\"user-of-t" + i + '"'), "the client t" + i
                    + " was answered " + answer.status() + ' ' + answer.body(),
                    "each request has its own chain: keep nothing of it in fields");
        }
        for (String path : PATHS) {
            require(two.calls(path) == CLIENTS, two.calls(path) + " calls to " + path + " for " + CLIENTS + " requests",
                    "each request makes each call once");
        }
    }

    private static void failures(Subject subject) throws Exception {
        start(subject);
        StandIn two = subject.two();
        for (Ending ending : Ending.FAILURES) {
            two.on(ending.path(), ending.reply());
            List<String> before = two.targets();
            Subject.Answer answer = answer(subject.client().ask("/meetings", "t"), subject, "service two answered "
                    + ending.path() + " with " + ending.what());
            requireToldFailure(answer, ending, ending.status());
            for (String later : PATHS.subList(PATHS.indexOf(ending.path()) + 1, PATHS.size())) {
                require(two.calls(later) == countOf(later, before),
                        "the call " + later + " was made though " + ending.path() + " had failed (" + ending.what()
                                + ")",
                        "a failure ends the chain: thenCompose makes no call after it, handle and whenComplete do");
            }
            two.on(ending.path(), StandIn::right);
        }
    }

    private static long countOf(String path, List<String> targets) {
        return targets.stream().filter(each -> each.startsWith(path)).count();
    }

    private static void late(Subject subject) throws Exception {
        start(subject, LATE_MILLIS);
        Ending ending = new Ending("/authorize", Reply.HANG, "nothing", 504);
        subject.two().on(ending.path(), ending.reply());
        Subject.Answer answer = answer(subject.client().ask("/meetings", "t"), subject, "service two did not answer "
                + ending.path());
        requireToldFailure(answer, ending, ending.status());
    }

    private static void requireToldFailure(Subject.Answer answer, Ending ending, int status) throws Check.Failed {
        String found = "service two answered " + ending.path() + " with " + ending.what() + ", and the client got "
                + answer.status() + ' ' + answer.body() + ", not " + status;
        require(answer.status() != 200, found, "a failure was lost: handle and exceptionally make an answer of it. "
                + "Leave it in the future, and the service tells the client");
        require(answer.status() == status, found, "another failure has taken the place of service two's: null from "
                + "handle or exceptionally, or an exception of your own. Leave failures in the future");
    }

    private static Subject.Answer answer(Subject.Client client, Subject subject, String after) throws Exception {
        requireSoon(subject, client::hasAnswer, () -> after + ", and the client got no answer at all"
                + Subject.standing(), "the future that answer() returned never completed: a future of your own must be "
                + "completed in every case, also exceptionally; return the chain itself instead");
        return client.answer();
    }

    private static String told(Subject.Client client) throws IOException {
        return client.hasAnswer() ? "" + client.answer().status() : "nothing";
    }

    /** Waits for what must come, and sees whether the loop waits meanwhile. */
    private static void requireSoon(Subject subject, Callable<Boolean> condition, Supplier<String> found, String hint)
            throws Exception {
        subject.requireSoon(() -> {
            requireNoWait(subject);
            return condition.call();
        }, found, hint);
    }

    /** A loop's thread may wait in its selector, which no Java code of it sees, and nowhere else. */
    private static void requireNoWait(Subject subject) throws Check.Failed {
        for (Thread thread : subject.threads()) {
            if (ServiceThread.EVENT_LOOP.isNameOf(thread.getName())) {
                String line = LearnersLines.waiting(thread.getStackTrace());
                require(line == null, "the event loop waits at " + line,
                        "get(), join() and sleep() block the event loop: it waits for an answer that only the "
                        + "loop itself could read, and all its clients wait with it. thenCompose goes on when the "
                        + "answer has come");
            }
        }
    }
}
