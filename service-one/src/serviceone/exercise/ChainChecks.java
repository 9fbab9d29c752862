package serviceone.exercise;

import static serviceone.exercise.Check.require;
import static serviceone.exercise.MeetingsChecks.GET;
import static serviceone.exercise.MeetingsChecks.INPUTS;
import static serviceone.exercise.MeetingsChecks.PATHS;
import static serviceone.exercise.MeetingsChecks.RESPONSE;
import static serviceone.exercise.MeetingsChecks.SETTLE_MILLIS;

import module java.base;
import common.http.Response;
import common.mode.Mode;
import common.mode.ServiceThread;
import serviceone.Parts;
import serviceone.calls.AsyncClient;
import serviceone.calls.Call;
import serviceone.calls.Meetings;
import serviceone.exercise.StandIn.Reply;
import serviceone.meter.ConnectionMeter;

/** Exercise 7: the four calls as a chain of futures, on one event loop. */
final class ChainChecks {
    private static final int CLIENTS = 50;
    private static final int LATE_MILLIS = 200;
    private static final String BEGIN = "begin with serviceTwo.make(Call.info())";
    private static final String OWN_CHAIN = "each request has its own chain: keep no data of a request in fields";

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
                new Check("the four calls are made on the event loop, one after another", ChainChecks::inOrder),
                new Check("a client that waits does not hold up other clients", ChainChecks::clientsDoNotWait),
                new Check(CLIENTS + " clients of one event loop get their own answers", ChainChecks::manyAtOnce),
                new Check("no failure is lost", ChainChecks::failures),
                new Check("a call without an answer ends in a 504", ChainChecks::late));
    }

    private static Observed start(Subject subject, int answerMillis) throws Exception {
        Meetings.Async learners = subject.parts().async();
        Observed observed = new Observed(learners);
        subject.start(Mode.ASYNC, 1, answerMillis, Parts.OWN.with(observed));
        return observed;
    }

    private static Observed start(Subject subject) throws Exception {
        return start(subject, Subject.PATIENT_ANSWER_MILLIS);
    }

    private static void inOrder(Subject subject) throws Exception {
        Observed observed = start(subject);
        StandIn two = subject.two();
        PATHS.forEach(two::hold);
        Subject.Client client = subject.client().ask("/meetings", "t");
        for (int i = 0; i < PATHS.size(); i++) {
            String path = PATHS.get(i);
            requireSoon(subject, () -> two.calls(path) > 0 || client.hasAnswer(),
                    () -> GET + ": the call " + path + " was not made" + Subject.stacks(),
                    observed.returnedNull ? "answer() returned null instead of a future"
                            : path.equals("/info") ? BEGIN
                            : "use thenCompose on the previous call's future. Its function gets that call's answer, "
                            + "makes this call and returns this call's future");
            Thread.sleep(SETTLE_MILLIS);
            require(!client.hasAnswer() || two.calls(path) > 0, GET + " was answered " + statusOf(client)
                    + " without the call " + path, "make all four calls before you answer");
            List<String> made = two.targets();
            require(made.size() == i + 1, made.size() + " calls were made before " + path + " had been answered: "
                    + made,
                    made.stream().distinct().count() < made.size() ? "a call is made twice: make it once, and use the "
                            + "answer of its future"
                            : "a call begins before the previous answer has come. Put each call into a function for "
                            + "thenCompose, which waits for the answer");
            two.release(path);
        }
        Subject.Answer answer = answer(client, subject, "the last call, /meetings, was answered");
        require(answer.status() == 200 && answer.body().equals(StandIn.right("/meetings?id=user-of-t").body()),
                GET + " was answered " + answer.status() + ' ' + answer.body(),
                RESPONSE);
        require(two.targets().equals(List.of("/info", "/authenticate?token=t", "/authorize?id=user-of-t",
                "/meetings?id=user-of-t")), "the calls were " + two.targets(),
                INPUTS + ". Make each call once");
        for (Thread caller : observed.callers) {
            require(ServiceThread.EVENT_LOOP.isNameOf(caller.getName()), "a call was made on the thread \""
                    + caller.getName() + "\"", "thenComposeAsync, supplyAsync and threads of your own leave the event "
                    + "loop, and then two threads touch its connections. thenCompose and thenApply stay on the loop");
        }
    }

    private static void clientsDoNotWait(Subject subject) throws Exception {
        start(subject);
        StandIn two = subject.two();
        for (String path : PATHS) {
            two.on(path, target -> target.endsWith("slow") ? Reply.HANG : null);
        }
        two.hold("/info");
        Subject.Client slow = subject.client().ask("/meetings", "slow");
        requireSoon(subject, () -> two.inFlight("/info") == 1 || slow.hasAnswer(),
                () -> GET + ": no call was made" + Subject.stacks(), BEGIN);
        two.release("/info");
        Subject.Client other = subject.client().ask("/meetings", "other");
        requireSoon(subject, other::hasAnswer, () -> "while one client's call had no answer, another client got no "
                + "answer either" + Subject.stacks(), "something blocks the event loop, which must never wait");
        require(other.answer().status() == 200, "while one client's call hung, another client was answered, but not "
                + "with 200", OWN_CHAIN);
    }

    private static void manyAtOnce(Subject subject) throws Exception {
        start(subject);
        StandIn two = subject.two();
        two.hold("/meetings");
        List<Subject.Client> clients = subject.ask(CLIENTS, "/meetings");
        requireSoon(subject, () -> two.inFlight("/meetings") == CLIENTS, () -> "of " + CLIENTS + " requests at once, "
                + two.inFlight("/meetings") + " had reached their last call" + Subject.stacks(),
                "no request may wait for another one");
        two.release("/meetings");
        for (int i = 0; i < CLIENTS; i++) {
            Subject.Answer answer = answer(clients.get(i), subject, "all calls were answered");
            require(answer.status() == 200 && answer.body().contains("\"user-of-t" + i + '"'), "the client t" + i
                    + " was answered " + answer.status() + ' ' + answer.body(), OWN_CHAIN);
        }
        for (String path : PATHS) {
            require(two.calls(path) == CLIENTS, two.calls(path) + " calls to " + path + " for " + CLIENTS + " requests",
                    "make each call once for each request");
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
            requireStatus(answer, "service two answered " + ending.path() + " with " + ending.what(), ending.status());
            for (String later : PATHS.subList(PATHS.indexOf(ending.path()) + 1, PATHS.size())) {
                require(two.calls(later) == countOf(later, before),
                        "the call " + later + " was made although " + ending.path() + " had failed (" + ending.what()
                                + ")",
                        "a failure ends the chain: thenCompose then skips its function, but handle and whenComplete "
                                + "run theirs");
            }
            two.on(ending.path(), StandIn::right);
        }
    }

    private static long countOf(String path, List<String> targets) {
        return targets.stream().filter(each -> each.startsWith(path)).count();
    }

    private static void late(Subject subject) throws Exception {
        start(subject, LATE_MILLIS);
        subject.two().on("/authorize", Reply.HANG);
        String failed = "service two did not answer /authorize";
        requireStatus(answer(subject.client().ask("/meetings", "t"), subject, failed), failed, 504);
    }

    private static void requireStatus(Subject.Answer answer, String failed, int status) throws Check.Failed {
        String found = failed + ", and the client got " + answer.status() + ' ' + answer.body() + ", not " + status;
        require(answer.status() != 200, found, "a failure was lost: handle and exceptionally turn it into an answer. "
                + "Let it complete the chain's future: the service then tells the client");
        require(answer.status() == status, found, "another failure has replaced service two's failure: handle or "
                + "exceptionally has returned null, or your code has thrown an exception. Let failures complete the "
                + "chain's future");
    }

    private static Subject.Answer answer(Subject.Client client, Subject subject, String after) throws Exception {
        requireSoon(subject, client::hasAnswer, () -> after + ", and the client got no answer at all"
                + Subject.stacks(), "the future that answer() returned never completed. Return the chain itself. A "
                + "future that you make must complete in every case, even after a failure");
        return client.answer();
    }

    private static String statusOf(Subject.Client client) throws IOException {
        return client.hasAnswer() ? "" + client.answer().status() : "nothing";
    }

    private static void requireSoon(Subject subject, Callable<Boolean> condition, Supplier<String> found, String hint)
            throws Exception {
        subject.requireSoon(() -> {
            requireNoWait(subject);
            return condition.call();
        }, found, hint);
    }

    private static void requireNoWait(Subject subject) throws Check.Failed {
        for (Thread thread : subject.threads()) {
            if (ServiceThread.EVENT_LOOP.isNameOf(thread.getName())) {
                String line = LearnersLines.waiting(thread.getStackTrace());
                require(line == null, "the event loop waits at " + line,
                        "get(), join() and sleep() block the event loop. It then waits for an answer that only the "
                        + "loop can read. All its clients wait, too. thenCompose runs its function when the answer "
                        + "has come");
            }
        }
    }
}
