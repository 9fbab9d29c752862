package serviceone.exercise;

import static serviceone.exercise.Check.require;

import module java.base;
import common.http.Response;
import common.mode.Mode;
import serviceone.calls.CallException;
import serviceone.meter.Stage;
import serviceone.routes.Computing;
import serviceone.routes.NativeSleep;

/**
 * Exercise 6: requests that compute. The checks accept any small number of threads. Only the
 * exercise's measurement shows whether the work holds up other requests.
 */
final class ComputingChecks {
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final int MOST_AT_ONCE = 2 * CORES + 2;
    private static final int CROWD = Math.max(200, 2 * MOST_AT_ONCE);
    private static final int SETTLE_MILLIS = 30;
    private static final String WAIT = "wait for the answer: future.get() returns what the work has returned";
    private static final String LOST = "answer() must throw what the work throws: an answer hides the failure";
    private static final String OWN_TURN = "every request must get its turn and its answer";

    private static final class Trial implements AutoCloseable {
        private final Subject subject;
        private final Computing computing;
        private final Set<Thread> working = ConcurrentHashMap.newKeySet();
        private final Set<Thread> platformWorkers = ConcurrentHashMap.newKeySet();
        private final AtomicInteger count = new AtomicInteger();
        private final AtomicInteger mostAtOnce = new AtomicInteger();
        private volatile boolean held;

        Trial(Subject subject) throws IOException {
            this.subject = subject;
            this.computing = subject.parts().computing();
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

        boolean occupiesAllCarriers() {
            return working.stream().filter(Thread::isVirtual).count() >= CORES;
        }

        void settle(List<Request> requests) throws Exception {
            subject.await(() -> occupiesAllCarriers() || requests.stream().allMatch(each -> each.isWorking()
                    || each.isParked() || each.hasEnded()));
            Thread.sleep(SETTLE_MILLIS);
        }

        void awaitEnd(Request request, String what, String hint) throws Exception {
            subject.requireSoon(request::hasEnded, () -> what + " got no answer" + Subject.stacks(), hint);
        }

        @Override
        public void close() {
            held = false;
        }
    }

    private static final class Request implements Callable<Response> {
        private final Trial trial;
        private final String body;
        private final Throwable failure;
        private final AtomicInteger done = new AtomicInteger();
        private final Thread thread;
        // written before the thread ends, read after its end
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
                answer = trial.computing.answer(this);
            } catch (Throwable e) {
                thrown = e;
            }
            interrupted = Thread.currentThread().isInterrupted();
        }

        /** Occupies its carrier and ignores interrupts, as a computation does. */
        @Override
        public Response call() throws Exception {
            Thread worker = Thread.currentThread();
            trial.working.add(worker);
            if (!worker.isVirtual()) {
                trial.platformWorkers.add(worker);
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

        String result() {
            return thrown != null ? "answer() threw " + LearnersLines.describe(thrown)
                    : answer == null ? "answer() returned null"
                    : "answer() returned " + answer.status() + ' ' + new String(answer.body(), StandardCharsets.UTF_8);
        }

        void requireOwnAnswer(String what) throws Check.Failed {
            if (thrown != null) {
                require(false, what + ": " + result(), thrown instanceof RejectedExecutionException
                        ? "a full queue rejects work. Every request must be answered, even if it has to wait for its "
                        + "turn. The pool's queue needs no limit, because the service limits its clients"
                        : "the work did not fail: it returned an answer");
            }
            require(answer != null && new String(answer.body(), StandardCharsets.UTF_8).equals(body),
                    what + ": " + result() + ", and its work "
                    + (done.get() == 0 ? "was not done" : "returned " + body),
                    done.get() == 0 ? WAIT : "each request must get the answer of its own work: keep no data of a "
                    + "request in fields");
            require(done.get() == 1, what + ": its work was done " + done + " times",
                    "call or submit the work once, and keep what it returns");
        }
    }

    private ComputingChecks() {
    }

    static List<Check> computing() {
        return List.of(
                new Check("answer() waits for the work, and returns its answer", ComputingChecks::waits),
                new Check("requests one after another compute on the same few threads", ComputingChecks::oneByOne),
                new Check("of " + CROWD + " requests at once, only a few compute at a time, and each gets its own "
                        + "answer", ComputingChecks::crowd),
                new Check("if the work throws, answer() throws the same exception or error", ComputingChecks::failures),
                new Check("an interrupt cancels work that waits for its turn", ComputingChecks::interrupted),
                new Check("no thread keeps the program from ending", ComputingChecks::ends),
                new Check("clients of the whole service get their answers", ComputingChecks::clients));
    }

    private static void waits(Subject subject) throws Exception {
        try (Trial trial = new Trial(subject)) {
            trial.held = true;
            Request request = trial.ask();
            subject.requireSoon(() -> !trial.working.isEmpty() || request.hasEnded(),
                    () -> "a request's work did not begin" + Subject.stacks(),
                    "submit the work to the pool, which runs it");
            Thread.sleep(SETTLE_MILLIS);
            require(!request.hasEnded(), "before the work was done, " + request.result(), WAIT);
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
                String what = "request " + i + " of several, one after another,";
                trial.awaitEnd(request, what, "a thread that has done one request's work must continue with the next");
                request.requireOwnAnswer(what);
            }
            require(trial.platformWorkers.size() <= MOST_AT_ONCE, count + " requests, one after another, computed on "
                    + trial.platformWorkers.size() + " platform threads",
                    "each request makes its own threads or its own pool. Make one pool for all requests, in a field");
        }
    }

    private static void crowd(Subject subject) throws Exception {
        try (Trial trial = new Trial(subject)) {
            trial.held = true;
            List<Request> requests = trial.ask(CROWD);
            trial.settle(requests);
            require(trial.mostAtOnce.get() <= MOST_AT_ONCE, "of " + CROWD + " requests at once, "
                    + trial.mostAtOnce + " computed at the same time, on " + CORES + " cores",
                    "nothing limits the number of threads, as in newCachedThreadPool(). More threads than cores make "
                    + "nothing faster. newFixedThreadPool(n) has n threads, and a queue for the work that waits");
            trial.held = false;
            for (Request each : requests) {
                trial.awaitEnd(each, "one of " + CROWD + " requests at once", OWN_TURN);
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
                String what = "the work threw " + failure.getClass().getName();
                trial.awaitEnd(request, what + ", and its request", "an exception in the work ends the thread, and the "
                        + "request waits forever. Catch Throwable on that thread, and pass it on to the request. An "
                        + "Error is not an Exception");
                requireThrown(failure, request, what);
            }
            Request next = trial.ask();
            String what = "after work that threw, another request";
            trial.awaitEnd(next, what, "an exception in the work ends the thread, and nothing starts another");
            next.requireOwnAnswer(what);
        }
    }

    private static void requireThrown(Throwable failure, Request request, String what) throws Check.Failed {
        Throwable thrown = request.thrown;
        String found = what + ", and " + (thrown == null ? request.result() : "answer() threw " + thrown);
        require(thrown != null, found, LOST);
        boolean wraps = thrown instanceof ExecutionException || thrown instanceof CompletionException;
        // A ForkJoinPool throws a copy of the exception, made by reflection.
        require(thrown.getClass() == failure.getClass(), found, wraps ? "a future wraps what the work has thrown, "
                + "even an Error. Catch the " + thrown.getClass().getSimpleName() + ", and throw its cause. "
                + "If you do not, the client of a refused call gets a 500 instead of a 503"
                : "throw the work's exception itself, not another one");
    }

    private static void interrupted(Subject subject) throws Exception {
        try (Trial trial = new Trial(subject)) {
            trial.held = true;
            List<Request> before = trial.ask(MOST_AT_ONCE);
            trial.settle(before);
            Request waiting = trial.ask();
            trial.settle(List.of(waiting));
            boolean waits = waiting.isParked();      // work that runs cannot be cancelled
            if (waits) {
                requireGivenUp(trial, waiting);
            }
            trial.held = false;
            for (Request each : before) {
                String what = "one request was interrupted, and another one";
                trial.awaitEnd(each, what, "an interrupt of one request must not affect the others");
                each.requireOwnAnswer(what);
            }
            for (int i = 0; i < MOST_AT_ONCE; i++) {
                trial.awaitEnd(trial.ask(), "after an interrupt, another request", "an interrupted request must not "
                        + "keep a thread or a permit");
            }
            require(!waits || waiting.done.get() == 0,
                    "a request was interrupted before its turn had come, and its work was done anyway",
                    "nobody waits for its answer any more. Call future.cancel(true) before the InterruptedException "
                    + "leaves answer(). The work then never begins");
        }
    }

    private static void requireGivenUp(Trial trial, Request waiting) throws Exception {
        waiting.thread.interrupt();
        trial.awaitEnd(waiting, "a request that waited for its turn was interrupted, as when the service stops, and",
                "an interrupt says that nobody needs the answer. Let the InterruptedException of get() leave "
                + "answer(), and do not wait again");
        require(waiting.thrown instanceof InterruptedException || waiting.thrown != null && waiting.interrupted,
                "a request that waited for its turn was interrupted, and " + waiting.result(),
                "let the InterruptedException of get() leave answer(): the service then tells the client that it "
                + "stops");
    }

    private static void ends(Subject subject) throws Exception {
        try (Trial trial = new Trial(subject)) {
            List<Request> requests = trial.ask(MOST_AT_ONCE);
            for (Request each : requests) {
                trial.awaitEnd(each, "a request", OWN_TURN);
            }
            subject.requireSoon(() -> trial.platformWorkers.stream()
                    .noneMatch(each -> each.isAlive() && !each.isDaemon()),
                    () -> "all work is done, and the thread \"" + trial.platformWorkers.stream()
                    .filter(each -> each.isAlive() && !each.isDaemon()).findFirst().map(Thread::getName).orElse("")
                    + "\" keeps the program from ending", "nothing stops the pool, so its threads must be daemon "
                    + "threads. Thread.ofPlatform().daemon().factory() makes them for an executor");
        }
    }

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
                "return the work's own answer, even if it is an error");
        subject.stop();
    }

    private static Subject.Answer answer(Subject.Client client, Subject subject, String path) throws Exception {
        subject.requireSoon(client::hasAnswer, () -> "a client of the service got no answer to GET " + path
                + Subject.stacks(), "answer every request that computes");
        return client.answer();
    }
}
