package serviceone.exercise;

import static serviceone.exercise.Check.require;

import common.http.Response;
import common.mode.Mode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import serviceone.calls.CallException;
import serviceone.meter.Stage;
import serviceone.routes.Computing;
import serviceone.routes.NativeSleep;

/**
 * Of exercise 6: requests that compute. None of these checks asks on what kind of thread the work is done: code that
 * computes on all carriers answers every request rightly, and only a measurement shows what that does to the others.
 */
final class ComputingChecks {
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    /** A pool may be larger than the machine has cores: but not without a limit. */
    private static final int MOST_AT_ONCE = 2 * CORES + 2;
    private static final int CROWD = Math.max(200, 2 * MOST_AT_ONCE);
    /** For what must not come: a wrong solution is found a little later than at once, a right one never waits. */
    private static final int SETTLE_MILLIS = 30;
    private static final String WAIT = "wait for the answer: future.get() returns what the work has returned";
    private static final String LOST = "what the work throws, answer() throws, too: an answer in its place hides the "
            + "failure";

    /** Requests that compute, each on a virtual thread of its own, as in the service. */
    private static final class Trial implements AutoCloseable {
        private final Subject subject;
        private final Computing learners;
        private final Set<Thread> working = ConcurrentHashMap.newKeySet();
        private final Set<Thread> platform = ConcurrentHashMap.newKeySet();      // all that have ever worked
        private final AtomicInteger count = new AtomicInteger();
        private final AtomicInteger mostAtOnce = new AtomicInteger();
        /** Whether works that begin now go on. */
        private volatile boolean held;

        Trial(Subject subject) throws IOException {
            this.subject = subject;
            this.learners = subject.parts().computing();
        }

        Request ask(Throwable failure) {
            return new Request(this, count.incrementAndGet(), failure);
        }

        Request ask() {
            return ask(null);
        }

        List<Request> ask(int howMany) {
            return IntStream.range(0, howMany).mapToObj(_ -> ask()).toList();
        }

        /** Whether those that compute keep all carriers: then no virtual thread gets any further. */
        boolean keepsAllCarriers() {
            return working.stream().filter(Thread::isVirtual).count() >= CORES;
        }

        /** Waits until each has come as far as it can, where works are held. */
        void settle(List<Request> requests) throws Exception {
            subject.comes(() -> keepsAllCarriers() || requests.stream().allMatch(each -> each.isWorking()
                    || each.isParked() || each.hasEnded()));
            Thread.sleep(SETTLE_MILLIS);
        }

        void awaitEnd(Request request, String what, String hint) throws Exception {
            subject.requireSoon(request::hasEnded, () -> what + " got no answer" + Subject.standing(), hint);
        }

        @Override
        public void close() {
            held = false;
        }
    }

    /** One that asks at once, and whose work counts how often it is done. */
    private static final class Request implements Callable<Response> {
        private final Trial trial;
        private final String body;
        private final Throwable failure;      // what the work throws; null where it returns an answer
        private final AtomicInteger done = new AtomicInteger();
        private final Thread thread;
        // written before the thread ends, read after it
        private Response answer;
        private Throwable thrown;
        private boolean interrupted;

        Request(Trial trial, int number, Throwable failure) {
            this.trial = trial;
            this.body = "{\"request\":" + number + '}';
            this.failure = failure;
            this.thread = Thread.ofVirtual().start(this::run);
        }

        private void run() {
            try {
                answer = trial.learners.answer(this);
            } catch (Throwable e) {
                thrown = e;
            }
            interrupted = Thread.currentThread().isInterrupted();
        }

        /** The work: like one that computes, it keeps its thread, heeds no interrupt, and needs no other thread. */
        @Override
        public Response call() throws Exception {
            Thread worker = Thread.currentThread();
            trial.working.add(worker);
            if (!worker.isVirtual()) {
                trial.platform.add(worker);
            }
            trial.mostAtOnce.accumulateAndGet(trial.working.size(), Math::max);
            while (trial.held) {
                NativeSleep.millis(1);
            }
            trial.working.remove(worker);
            done.incrementAndGet();
            switch (failure) {
                case Exception e -> throw e;
                case Error e -> throw e;
                case null, default -> {
                    return Response.json(body);
                }
            }
        }

        boolean isWorking() {
            return trial.working.contains(thread);
        }

        boolean isParked() {
            return switch (thread.getState()) {
                case WAITING, TIMED_WAITING, BLOCKED -> true;
                default -> false;
            };
        }

        boolean hasEnded() {
            return !thread.isAlive();
        }

        String got() {
            return thrown != null ? "answer() threw " + LearnersLines.of(thrown)
                    : answer == null ? "answer() returned null"
                    : "answer() returned " + answer.status() + ' ' + new String(answer.body(), StandardCharsets.UTF_8);
        }

        void requireOwnAnswer(String what) throws Check.Failed {
            if (thrown != null) {
                require(false, what + ": " + got(), thrown instanceof RejectedExecutionException
                        ? "a full queue rejects works: each request that computes is to be answered, even if it has to "
                        + "wait for its turn. The pool's queue needs no limit; the service has one for its clients"
                        : "nothing was wrong with the work: it returned an answer");
            }
            require(answer != null && new String(answer.body(), StandardCharsets.UTF_8).equals(body),
                    what + ": " + got() + ", and its work " + (done.get() == 0 ? "was not done" : "returned " + body),
                    done.get() == 0 ? WAIT : "each request gets the answer of its own work: keep nothing of a request "
                    + "in fields");
            require(done.get() == 1, what + ": its work was done " + done + " times",
                    "call or submit the work once, and keep what it returns");
        }
    }

    private ComputingChecks() {
    }

    static List<Check> computing() {
        return List.of(
                new Check("the answer is what the work returns, when it is done", ComputingChecks::waits),
                new Check("one request after the other, on the same few threads", ComputingChecks::oneByOne),
                new Check("of " + CROWD + " requests at once a few compute, and each gets its own answer",
                        ComputingChecks::crowd),
                new Check("what the work throws reaches the client as it is", ComputingChecks::failures),
                new Check("an interrupt gives up the work that waits for its turn", ComputingChecks::interrupted),
                new Check("no thread keeps the program from ending", ComputingChecks::ends),
                new Check("clients of the whole service get their answers", ComputingChecks::clients));
    }

    private static void waits(Subject subject) throws Exception {
        try (Trial trial = new Trial(subject)) {
            trial.held = true;
            Request request = trial.ask();
            subject.requireSoon(() -> !trial.working.isEmpty() || request.hasEnded(),
                    () -> "the work of a request was not begun" + Subject.standing(),
                    "submit the work to the pool, which calls it");
            Thread.sleep(SETTLE_MILLIS);
            require(!request.hasEnded(), "while the work was still being done, " + request.got(), WAIT);
            trial.held = false;
            trial.awaitEnd(request, "the work was done, but the request", WAIT);
            request.requireOwnAnswer("a request");
        }
    }

    private static void oneByOne(Subject subject) throws Exception {
        try (Trial trial = new Trial(subject)) {
            int count = 2 * MOST_AT_ONCE;
            for (int i = 1; i <= count; i++) {
                Request request = trial.ask();
                trial.awaitEnd(request, "of requests one after the other, number " + i, "a thread that has done a work "
                        + "goes on with the next one");
                request.requireOwnAnswer("of requests one after the other, number " + i);
            }
            require(trial.platform.size() <= MOST_AT_ONCE, count + " requests, one after the other, computed on "
                    + trial.platform.size() + " platform threads", "each request makes threads of its own, or a pool "
                    + "of its own: make one pool for all of them, in a field");
        }
    }

    private static void crowd(Subject subject) throws Exception {
        try (Trial trial = new Trial(subject)) {
            trial.held = true;
            List<Request> requests = trial.ask(CROWD);
            trial.settle(requests);
            require(trial.mostAtOnce.get() <= MOST_AT_ONCE, "of " + CROWD + " requests at once, "
                    + trial.mostAtOnce + " computed at the same time, on " + CORES + " cores",
                    "nothing limits the number of threads, as in newCachedThreadPool(): more than there are cores make "
                    + "nothing quicker. newFixedThreadPool(n) has n, and a queue for the works that wait");
            trial.held = false;
            for (Request each : requests) {
                trial.awaitEnd(each, "one of " + CROWD + " requests at once", "each work is to have its turn, and each "
                        + "request its answer");
                each.requireOwnAnswer("one of " + CROWD + " requests at once");
            }
        }
    }

    private static void failures(Subject subject) throws Exception {
        try (Trial trial = new Trial(subject)) {
            List<Throwable> failures = List.of(CallException.refused(Stage.INFO, Check.ON_PURPOSE),
                    new IOException(Check.ON_PURPOSE), new IllegalArgumentException(Check.ON_PURPOSE),
                    new StackOverflowError(Check.ON_PURPOSE));
            for (int i = 0; i < failures.size() * MOST_AT_ONCE; i++) {
                Throwable failure = Check.onPurpose(failures.get(i % failures.size()));
                Request request = trial.ask(failure);
                String what = "a work threw " + failure.getClass().getName();
                trial.awaitEnd(request, what + ": its request", "a thread that ends by what a work throws leaves the "
                        + "request waiting: catch Throwable there, as an Error is no Exception, and hand it on");
                requireThrown(failure, request, what);
            }
            Request next = trial.ask();
            trial.awaitEnd(next, "after works that threw, a request", "what a work throws ends the thread that does "
                    + "it, and nobody starts another");
            next.requireOwnAnswer("after works that threw, a request");
        }
    }

    private static void requireThrown(Throwable failure, Request request, String what) throws Check.Failed {
        Throwable thrown = request.thrown;
        String found = what + ", and " + (thrown == null ? request.got() : "answer() threw " + thrown);
        require(thrown != null, found, LOST);
        boolean wraps = thrown instanceof ExecutionException || thrown instanceof CompletionException;
        // A ForkJoinPool throws a copy, made by reflection.
        require(thrown.getClass() == failure.getClass(), found, wraps ? "a future wraps what the work has thrown, an "
                + "Error too: catch the " + thrown.getClass().getSimpleName() + ", and throw its cause. Else the "
                + "client of a call that was refused is told 500, and not 503"
                : "another exception has taken the place of the work's: throw that itself");
    }

    /** All threads have work, and somebody who waits is interrupted. */
    private static void interrupted(Subject subject) throws Exception {
        try (Trial trial = new Trial(subject)) {
            trial.held = true;
            List<Request> before = trial.ask(MOST_AT_ONCE);
            trial.settle(before);
            Request waiting = trial.ask();
            trial.settle(List.of(waiting));
            boolean waits = waiting.isParked();      // else it computes itself, and nothing can be given up
            if (waits) {
                requireGivenUp(trial, waiting);
            }
            trial.held = false;
            for (Request each : before) {
                trial.awaitEnd(each, "another one was interrupted, and a request", "an interrupt of one request is "
                        + "nothing to the others");
                each.requireOwnAnswer("another one was interrupted, and a request");
            }
            for (int i = 0; i < MOST_AT_ONCE; i++) {
                trial.awaitEnd(trial.ask(), "after an interrupt, a request", "an interrupted request takes nothing "
                        + "along: no thread, no permit");
            }
            require(!waits || waiting.done.get() == 0,
                    "a request was interrupted before its turn had come, and its work was done all the same",
                    "nobody waits for its answer any more: future.cancel(true) before the InterruptedException leaves "
                    + "answer(), and the work never begins");
        }
    }

    private static void requireGivenUp(Trial trial, Request waiting) throws Exception {
        waiting.thread.interrupt();
        trial.awaitEnd(waiting, "a request that waited for its turn was interrupted, as by the service's stop, and",
                "an interrupt says that nobody needs the answer: let the InterruptedException of get() leave answer(), "
                + "and do not wait again");
        require(waiting.thrown instanceof InterruptedException || waiting.thrown != null && waiting.interrupted,
                "a request that waited for its turn was interrupted, and " + waiting.got(),
                "let the InterruptedException of get() leave answer(): then the client is told that the service "
                + "stops");
    }

    private static void ends(Subject subject) throws Exception {
        try (Trial trial = new Trial(subject)) {
            List<Request> requests = trial.ask(MOST_AT_ONCE);
            for (Request each : requests) {
                trial.awaitEnd(each, "a request", "each work is to have its turn, and each request its answer");
            }
            subject.requireSoon(() -> trial.platform.stream().noneMatch(each -> each.isAlive() && !each.isDaemon()),
                    () -> "all works are done, and the thread \"" + trial.platform.stream()
                    .filter(each -> each.isAlive() && !each.isDaemon()).findFirst().map(Thread::getName).orElse("")
                    + "\" keeps the program from ending", "nothing stops the pool, so its threads must be daemon "
                    + "threads: Thread.ofPlatform().daemon().factory() makes them for an executor");
        }
    }

    /** Through sockets, with the work of the service. */
    private static void clients(Subject subject) throws Exception {
        subject.start(Mode.LOOM, 1);
        List<Subject.Client> clients = subject.ask(2 * MOST_AT_ONCE, "/computational?millis=2");
        for (Subject.Client each : clients) {
            Subject.Answer answer = answer(each, subject, "/computational?millis=2");
            require(answer.status() == 200 && answer.body().contains("\"sum\""), "GET /computational?millis=2 was "
                    + "answered " + answer.status() + ' ' + answer.body(), "return the work's own answer");
        }
        Subject.Answer bad = answer(subject.client().ask("/computational?millis=x", "t"), subject,
                "/computational?millis=x");
        require(bad.status() == 400, "GET /computational?millis=x was answered " + bad.status() + ", not 400",
                "return the work's own answer, also where that is an error");
        subject.stop();
    }

    private static Subject.Answer answer(Subject.Client client, Subject subject, String path) throws Exception {
        subject.requireSoon(client::hasAnswer, () -> "a client of the service got no answer to GET " + path
                + Subject.standing(), "each request that computes is to be answered");
        return client.answer();
    }
}
