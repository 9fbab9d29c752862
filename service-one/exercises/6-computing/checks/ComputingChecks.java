package checks;

import static exercise.harness.Check.require;

import module java.base;
import common.http.Response;
import common.mode.Mode;
import exercise.harness.*;

public final class ComputingChecks implements Check.Source {
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final int MOST_AT_ONCE = 2 * CORES + 2;
    private static final int CROWD = Math.max(200, 2 * MOST_AT_ONCE);

    /** @param own the answer of its work */
    private record Request(Response own, AtomicInteger begun, FutureTask<Response> answer, Thread thread) {
        /** The answer, or what answer() has thrown. */
        Object result() throws InterruptedException {
            try {
                return answer.get();
            } catch (ExecutionException e) {
                return e.getCause();
            }
        }
    }

    /** Requests on virtual threads. Their work occupies its thread and ignores interrupts, as a computation does. */
    private record Trial(Subject subject, Set<Thread> workers, AtomicInteger working, AtomicInteger most,
            AtomicBoolean held) {
        Trial(Subject subject, boolean held) {
            this(subject, ConcurrentHashMap.newKeySet(), new AtomicInteger(), new AtomicInteger(),
                    new AtomicBoolean(held));
        }

        /** @param failure how the work ends; null if it returns its answer */
        Request ask(Callable<Response> failure) {
            Response own = Response.json("{}");
            AtomicInteger begun = new AtomicInteger();
            FutureTask<Response> answer = new FutureTask<>(() -> subject.parts().computing().answer(() -> {
                begun.incrementAndGet();
                work();
                return failure == null ? own : failure.call();
            }));
            subject.tried(1);
            return new Request(own, begun, answer, Thread.startVirtualThread(answer));
        }

        List<Request> ask(int howMany) {
            return IntStream.range(0, howMany).mapToObj(_ -> ask(null)).toList();
        }

        private void work() {
            workers.add(Thread.currentThread());
            most.accumulateAndGet(working.incrementAndGet(), Math::max);
            while (held.get() && !subject.isClosed()) {
                LockSupport.parkNanos(1_000_000);
            }
            working.decrementAndGet();
        }

        void awaitEnd(Request request, String hint) throws Exception {
            subject.requireSoon(() -> !request.thread.isAlive(), () -> "a request got no answer", hint);
        }

        void requireOwnAnswers(List<Request> requests) throws Exception {
            held.set(false);
            for (Request each : requests) {
                awaitEnd(each, "own-turn");
                require(each.result() == each.own && each.begun.get() == 1, "a request's work was done " + each.begun
                        + " times, and the result of answer() was " + each.result(), each.begun.get() == 0 ? "own-turn"
                        : "own-answer");
            }
        }
    }

    @Override
    public List<Check> checks() {
        return List.of(
                new Check("answer() waits for the work, and returns its answer", this::waits),
                new Check("of " + CROWD + " requests at once, a few compute at a time, on platform threads",
                        this::crowd),
                new Check("requests one after another compute on the same few threads", this::oneByOne),
                new Check("if the work throws, answer() throws the same exception or error", this::failures),
                new Check("an interrupt cancels work that waits for its turn", this::interrupted),
                new Check("clients of the whole service get their answers", this::clients));
    }

    private void waits(Subject subject) throws Exception {
        Trial trial = new Trial(subject, true);
        List<Request> one = trial.ask(1);
        subject.requireSoon(() -> trial.working.get() > 0 || one.getFirst().answer.isDone(),
                () -> "a request's work did not begin", "own-turn");
        subject.settle();
        require(!one.getFirst().answer.isDone(), "answer() returned before the work was done", "wait");
        trial.requireOwnAnswers(one);
    }

    private void crowd(Subject subject) throws Exception {
        Trial trial = new Trial(subject, true);
        List<Request> requests = trial.ask(CROWD);
        subject.await(() -> trial.working.get() >= CORES);
        subject.settle();
        String found = "of " + CROWD + " requests at once, " + trial.most + " computed at the same time, on " + CORES
                + " cores";
        require(trial.workers.stream().noneMatch(Thread::isVirtual), "work ran on a virtual thread", "platform");
        require(trial.most.get() <= MOST_AT_ONCE, found, "few");
        Check.requireInTime(trial.most.get() >= Math.min(2, CORES), found, "one-thread");
        trial.requireOwnAnswers(requests);
    }

    private void oneByOne(Subject subject) throws Exception {
        Trial trial = new Trial(subject, false);
        int before = Thread.getAllStackTraces().size();
        for (int i = 0; i < 3 * MOST_AT_ONCE; i++) {
            trial.requireOwnAnswers(trial.ask(1));
        }
        int more = Thread.getAllStackTraces().size() - before;
        require(trial.workers.size() <= MOST_AT_ONCE && more < 2 * MOST_AT_ONCE, 3 * MOST_AT_ONCE + " requests, one "
                + "after another, computed on " + trial.workers.size() + " threads; there are " + more
                + " more threads than before", "one-pool");
        subject.requireSoon(() -> trial.workers.stream().allMatch(each -> each.isDaemon() || !each.isAlive()),
                () -> "all work is done, and a thread keeps the program from ending", "daemon");
    }

    private void failures(Subject subject) throws Exception {
        Trial trial = new Trial(subject, false);
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            requireThrown(IllegalStateException.class, trial, trial.ask(() -> {
                throw Check.exceptionOnPurpose();
            }));
            requireThrown(StackOverflowError.class, trial, trial.ask(() -> {
                throw Check.errorOnPurpose();
            }));
        }
        trial.requireOwnAnswers(trial.ask(1));
    }

    /** A ForkJoinPool throws a copy of the exception, made by reflection. */
    private static void requireThrown(Class<?> type, Trial trial, Request request) throws Exception {
        trial.awaitEnd(request, "own-turn");
        require(type.isInstance(request.result()), "the work threw " + type.getName() + ", and the result of answer() "
                + "was " + request.result(), "cause");
    }

    private void interrupted(Subject subject) throws Exception {
        Trial trial = new Trial(subject, true);
        List<Request> before = trial.ask(MOST_AT_ONCE);
        subject.await(() -> trial.working.get() > 0);
        subject.settle();
        Request waiting = trial.ask(null);
        subject.await(() -> waiting.thread.getState() == Thread.State.WAITING);
        subject.settle();
        waiting.thread.interrupt();
        trial.awaitEnd(waiting, "interrupt");
        require(waiting.result() instanceof InterruptedException, "a request that waited for its turn was interrupted, "
                + "and the result of answer() was " + waiting.result(), "interrupt");
        trial.requireOwnAnswers(before);
        trial.requireOwnAnswers(trial.ask(MOST_AT_ONCE));
        require(waiting.begun.get() == 0, "a request was interrupted before its turn had come, and its work was done "
                + "anyway", "cancel");
    }

    private void clients(Subject subject) throws Exception {
        subject.start(Mode.LOOM, 1);
        for (Client each : subject.ask(2 * MOST_AT_ONCE, "/computational?millis=2")) {
            Client.Answer answer = subject.answer(each, "a client asked GET /computational?millis=2");
            require(answer.status() == 200 && answer.body().contains("\"sum\""), "GET /computational?millis=2 was "
                    + "answered " + answer, "own-answer");
        }
        Client.Answer bad = subject.answer(subject.ask("/computational?millis=x", "t"), "millis was wrong");
        require(bad.status() == 400, "GET /computational?millis=x was answered " + bad + ", not 400", "cause");
    }
}
