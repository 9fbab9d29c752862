package checks;

import static exercise.harness.Check.require;

import module java.base;
import common.http.Response;
import exercise.harness.*;
import exercise.harness.Subject.Attempt;

/** Requests come on virtual threads. Their work occupies its thread, as a computation does. */
public final class ComputingChecks implements Check.Source {
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final int MOST_AT_ONCE = 2 * CORES + 2;
    private static final int CROWD = Math.max(200, 2 * MOST_AT_ONCE);
    private static final Exception CHECKED = new IOException("thrown by the check");
    private static final Response ANSWER = Response.json("{}");

    @Override
    public List<Check> checks() {
        return List.of(
                new Check("of " + CROWD + " requests at once, a few compute at a time, on platform threads",
                        this::crowd),
                new Check("requests one after another compute on the same few threads", this::oneByOne),
                new Check("if the work throws, answer() throws the same exception or error", this::failures),
                new Check("an interrupt cancels work that waits for its turn", this::interrupted),
                new Check("nothing of a request is kept when it has ended",
                        subject -> subject.requireNothingKept(() -> batch(subject))));
    }

    /** @param result of the work; thrown if it can be */
    private static Attempt ask(Subject subject, Work work, Object result) {
        subject.tried.incrementAndGet();
        work.ignores = true;
        return subject.attemptOnVirtual(() -> subject.parts.computing().answer(() -> {
            work.run();
            return Check.<Response, Exception>end(result);
        }));
    }

    private static Map<Response, Attempt> askMany(Subject subject, Work work, int howMany) {
        Map<Response, Attempt> all = new IdentityHashMap<>();
        for (int i = 0; i < howMany; i++) {
            Response own = Response.json("" + i);
            all.put(own, ask(subject, work, own));
        }
        return all;
    }

    private static void requireResult(Subject subject, Attempt request, Object result, String hint) throws Exception {
        subject.requireSoon(request::hasEnded, () -> "a request got no answer", "own-turn");
        require(request.result() == result, "the work ended with " + result + ", and answer() with " + request.result(),
                hint);
    }

    private static void requireOwnAnswers(Subject subject, Work work, Map<Response, Attempt> requests)
            throws Exception {
        work.release();
        for (Map.Entry<Response, Attempt> each : requests.entrySet()) {
            requireResult(subject, each.getValue(), each.getKey(), "own-turn");
        }
    }

    private void crowd(Subject subject) throws Exception {
        subject.interleave();
        Work work = subject.work().hold();
        Map<Response, Attempt> requests = askMany(subject, work, CROWD);
        subject.await(() -> work.inProgress.get() >= CORES);
        subject.settle();
        String found = "of " + CROWD + " requests at once, " + work.most + " computed at the same time, on " + CORES
                + " cores";
        require(requests.values().stream().noneMatch(each -> each.task().state() == Future.State.SUCCESS),
                "answer() returned before the work was done", "wait");
        require(work.threads.stream().noneMatch(Thread::isVirtual), "work ran on a virtual thread", "platform");
        require(work.most.get() <= MOST_AT_ONCE, found, "few");
        subject.requireSoon(() -> work.most.get() >= Math.min(2, CORES), () -> found, "one-thread");
        requireOwnAnswers(subject, work, requests);
        require(work.begun.get() == CROWD, "the work of " + CROWD + " requests was done " + work.begun + " times",
                "own-answer");
    }

    private void oneByOne(Subject subject) throws Exception {
        Work work = subject.work();
        int before = Thread.getAllStackTraces().size();
        for (int i = 0; i < 3 * MOST_AT_ONCE; i++) {
            requireResult(subject, ask(subject, work, ANSWER), ANSWER, "own-answer");
        }
        int more = Thread.getAllStackTraces().size() - before;
        require(work.threads.size() <= MOST_AT_ONCE && more < 2 * MOST_AT_ONCE, 3 * MOST_AT_ONCE + " requests, one "
                + "after another, computed on " + work.threads.size() + " threads; there are " + more
                + " more threads than before", "one-pool");
        subject.requireSoon(() -> work.threads.stream().allMatch(each -> each.isDaemon() || !each.isAlive()),
                () -> "all work is done, and a thread keeps the program from ending", "daemon");
    }

    private void failures(Subject subject) throws Exception {
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            for (Throwable thrown : List.of(Check.EXCEPTION, Check.ERROR, CHECKED)) {
                requireResult(subject, ask(subject, subject.work(), thrown), thrown, "cause");
            }
        }
        requireResult(subject, ask(subject, subject.work(), ANSWER), ANSWER, "own-turn");
    }

    /** A third of the work ends with an answer, a third throws, and a third is interrupted. */
    private static int batch(Subject subject) throws Exception {
        Work work = new Work();
        List<Attempt> requests = new ArrayList<>();
        for (int i = 0; i < CROWD; i++) {
            requests.add(ask(subject, work, i % 3 == 0 ? new IllegalStateException() : Response.json("" + i)));
            if (i % 3 == 1) {
                requests.getLast().thread().interrupt();
            }
        }
        for (Attempt each : requests) {
            subject.requireSoon(each::hasEnded, () -> "a request got no answer", "own-turn");
        }
        return requests.size();
    }

    private void interrupted(Subject subject) throws Exception {
        Work work = subject.work().hold();
        Work begun = subject.work().hold();
        begun.swallows = true;
        Attempt running = ask(subject, begun, ANSWER);
        subject.await(() -> begun.begun.get() > 0);
        Map<Response, Attempt> before = askMany(subject, work, MOST_AT_ONCE);
        subject.settle();
        Work unwanted = subject.work();
        Attempt waiting = ask(subject, unwanted, ANSWER);
        subject.await(() -> waiting.thread().getState() == Thread.State.WAITING);
        subject.settle();
        for (Attempt each : List.of(waiting, running)) {
            String found = "a request was interrupted " + (each == running ? "while its work ran" : "before its turn")
                    + ", and answer() ";
            each.thread().interrupt();
            subject.requireSoon(each::hasEnded, () -> found + "waited on", "interrupt");
            require(each.result() instanceof InterruptedException, found + "ended with " + each.result(), "interrupt");
        }
        begun.release();
        requireOwnAnswers(subject, work, before);
        requireOwnAnswers(subject, work, askMany(subject, work, MOST_AT_ONCE));
        require(unwanted.begun.get() == 0, "a request was interrupted before its turn had come, and its work was done "
                + "anyway", "cancel");
    }
}
