package serviceone.exercise;

import static serviceone.exercise.Check.require;

import module java.base;
import common.mode.Mode;
import serviceone.exercise.DrainTrial.TaskEnd;

/** Exercises 1, 2 and 8: a drain takes sockets from the queue and has them served. */
final class DrainChecks {
    private static final int THREADS = 8;
    private static final int BUSY = THREADS / 2;
    private static final int SOCKETS = 200;
    private static final int ROUNDS = 3;
    private static final int CROWD = 500;

    private static final String SERVES_ITSELF = "the thread that takes sockets serves them itself. While it serves "
            + "one, it takes no other. Start a virtual thread for each socket";
    private static final String SEVERAL = "one socket holds up others: serve several at once";
    static final String NEXT = "when a socket has been served, take the next one";
    private static final String NOT_INTERRUPTED = "stop() must also interrupt the threads that serve. Keep the "
            + "threads and interrupt each, or end an executor with shutdownNow(). Its shutdown() and close() "
            + "interrupt no thread";
    private static final String STILL_THERE = "stop() waits for threads that do not end. First interrupt all of "
            + "them, and let each leave its loop after its interrupt. An executor's close() only waits, but "
            + "shutdownNow() interrupts";

    private static final String EXCEPTION = "an exception that leaves the loop ends its thread, and nothing starts "
            + "another. Put the try inside the loop, around service.accept(socket). Catch Throwable, "
            + "because an Error is not an Exception";
    private static final String ERROR = "an Error ended the thread. An Error is not an Exception: catch Throwable";
    private static final String OWN_THREAD = "a task that threw has ended a thread that other sockets need. Serve "
            + "each socket on its own virtual thread";
    private static final String NOTHING_LOST = "when service.accept throws, the lines after it do not run. A try "
            + "inside the loop, with catch (Throwable e), saves the thread. If you use permits, "
            + "release them in a finally";
    private static final String LEFT_BEHIND = "a task has left an interrupt behind. Then queue.take() throws an "
            + "InterruptedException although nobody has called stop(). Continue the loop. End it only when a flag is "
            + "set, such as private volatile boolean stopped";
    private static final String SWALLOWED = "a task has swallowed the interrupt of stop(). Its thread now waits in "
            + "queue.take() for another interrupt, which never comes. Let stop() set a flag before it interrupts, "
            + "such as private volatile boolean stopped. Let the loop check it: while (!stopped)";
    private static final String ONE_BY_ONE = "stop() waits for a thread's end before it interrupts the next thread, "
            + "which meanwhile takes sockets. First interrupt all threads, then join them";
    private static final String STOP_ENDS = "stop() ends all threads";
    private static final String STOP_ENDS_SWALLOWED = "stop() ends all threads, even if a task swallows the interrupt";
    private static final String THROWS = "a task that throws does not affect other sockets";
    private static final String CLIENTS = "clients of the whole service get their answers";

    private DrainChecks() {
    }

    static List<Check> fixedPool() {
        return List.of(
                new Check("each socket is served once", DrainChecks::eachOnce),
                new Check("there are as many threads as the constructor's argument says", DrainChecks::asManyAsWanted),
                new Check("a task that throws costs no thread",
                        subject -> afterThrows(subject, THREADS, EXCEPTION, ERROR)),
                new Check("an interrupt that a task leaves behind costs no thread", DrainChecks::interruptLeftBehind),
                new Check(STOP_ENDS, DrainChecks::ends),
                new Check(STOP_ENDS_SWALLOWED, DrainChecks::endsEvenIfSwallowed),
                new Check("stop() interrupts all threads before it waits for one", DrainChecks::interruptsAllFirst),
                new Check(CLIENTS, subject -> answers(subject, Mode.POOL)));
    }

    static List<Check> virtualThreads() {
        return List.of(
                new Check("each socket is served once", DrainChecks::eachOnce),
                new Check("each socket is served on a virtual thread", DrainChecks::onVirtualThreads),
                new Check("all sockets are served at the same time", DrainChecks::allAtOnce),
                new Check(THROWS, subject -> afterThrows(subject, CROWD, OWN_THREAD, OWN_THREAD)),
                new Check(STOP_ENDS, DrainChecks::ends),
                new Check(CLIENTS, subject -> answers(subject, Mode.LOOM)));
    }

    static List<Check> own() {
        return List.of(
                new Check("each socket is served once", DrainChecks::eachOnce),
                new Check("many sockets are served at once", DrainChecks::manyAtOnce),
                new Check(THROWS, subject -> afterThrows(subject, THREADS, NOTHING_LOST, NOTHING_LOST)),
                new Check("an interrupt that a task leaves behind does not affect other sockets",
                        DrainChecks::interruptLeftBehind),
                new Check(STOP_ENDS, DrainChecks::ends),
                new Check(STOP_ENDS_SWALLOWED, DrainChecks::endsEvenIfSwallowed),
                new Check(CLIENTS, subject -> answers(subject, Mode.LOOM)));
    }

    private static void eachOnce(Subject subject) throws Exception {
        DrainTrial trial = new DrainTrial(subject, THREADS);
        trial.put(SOCKETS);
        trial.awaitAllServed(NEXT + ": queue.take(), then service.accept(socket), in a loop");
        trial.requireNoCrowdOfTakers();
        int most = trial.served.values().stream().mapToInt(AtomicInteger::get).max().orElse(0);
        require(most == 1, "a socket was served " + most + " times", "each socket that queue.take() returns must be "
                + "passed to service.accept once, by one thread");
    }

    private static void asManyAsWanted(Subject subject) throws Exception {
        DrainTrial trial = new DrainTrial(subject, THREADS);
        trial.putWaiting(2 * THREADS);
        subject.await(() -> trial.inService.get() >= THREADS);
        Thread.sleep(DrainTrial.SETTLE_MILLIS);
        int now = trial.inService.get();
        String found = "the constructor's argument was " + THREADS + "; " + 2 * THREADS + " sockets came at once, "
                + "and " + now + " were being served";
        String stacks = now <= 1 ? Subject.stacks() : "";
        require(trial.servers.stream().noneMatch(Thread::isVirtual), found + ", on virtual threads",
                "this drain needs platform threads, from Thread.ofPlatform(). Virtual threads are the next exercise");
        require(now != 0, found + stacks, trial.hintIfNoneServes());
        require(now != 1, found + stacks, "one thread takes and serves. While it serves one client, no other is "
                + "served. Start as many threads as the constructor's argument says, each with its own loop");
        require(now <= THREADS, found, "nothing limits the number of threads. Each socket gets a new one. Start all "
                + "threads in start(), and let each take sockets from the queue");
        require(now == THREADS, found, "start as many threads as the constructor's argument says");
        requireServersTake(subject, trial);
        trial.gate.countDown();
        trial.put(SOCKETS);
        trial.awaitAllServed("a thread that has served a socket must take the next one");
        require(trial.servers.size() <= THREADS, "over time, " + trial.servers.size()
                + " threads served " + (2 * THREADS + SOCKETS) + " sockets", "your code starts new threads again and "
                + "again: the threads from start() must serve all sockets");
    }

    private static void requireServersTake(Subject subject, DrainTrial trial) throws Check.Failed {
        int left = trial.queue.size();
        String found = "while " + THREADS + " sockets were being served, " + THREADS + " more had come: ";
        require(left != 0, found + "none of them was in the queue any more", "they wait in an unbounded queue, such "
                + "as newFixedThreadPool's, where the service cannot refuse excess sockets. Let each thread "
                + "call queue.take() itself, when it is free");
        require(left == THREADS, found + left + " of them were still in the queue", "a socket must stay in the queue "
                + "until a thread can serve it. Let each thread call queue.take() itself, when it is free");
        int threads = subject.threads().size();
        require(threads <= THREADS, "there were " + threads + " threads, and " + THREADS + " of them were serving",
                "a thread that only takes sockets is one thread too many. Let each thread take the sockets that it "
                + "serves");
    }

    private static void onVirtualThreads(Subject subject) throws Exception {
        DrainTrial trial = new DrainTrial(subject, THREADS);
        trial.put(THREADS);
        trial.awaitAllServed("take a socket and start a virtual thread that serves it, in a loop");
        String platform = trial.servers.stream().filter(each -> !each.isVirtual()).map(Thread::getName).findFirst()
                .orElse(null);
        require(platform == null, "a socket was served on the platform thread \"" + platform + "\"",
                trial.servers.size() == 1 ? SERVES_ITSELF
                        : "these are platform threads: use Thread.ofVirtual().start(…), or "
                        + "Executors.newVirtualThreadPerTaskExecutor()");
    }

    private static void allAtOnce(Subject subject) throws Exception {
        DrainTrial trial = new DrainTrial(subject, THREADS);
        trial.putWaiting(CROWD);
        boolean all = subject.await(() -> trial.inService.get() == CROWD);
        int now = trial.inService.get();
        String found = CROWD + " sockets came at once, and " + now + " were being served"
                + (all ? "" : Subject.stacks());
        require(all || now != 0, found, trial.hintIfNoneServes());
        require(all || now != 1, found, SERVES_ITSELF);
        require(all, found, "a pool of virtual threads is a needless limit. Start a new thread for each socket, and "
                + "ignore the constructor's number");
        int platform = subject.threads().size();
        require(platform <= THREADS, found + ", and your code had started " + platform + " platform threads",
                "start only one platform thread, which takes sockets. Virtual threads run on the JDK's "
                + "carrier threads");
        trial.gate.countDown();
        trial.awaitAllServed("let each virtual thread serve its socket to the end");
    }

    private static void manyAtOnce(Subject subject) throws Exception {
        int threads = 10 * THREADS;
        DrainTrial trial = new DrainTrial(subject, threads);
        trial.putWaiting(threads);
        trial.awaitInService(threads, "one socket holds up others: serve at least as many at once as the "
                + "constructor's argument says");
        trial.gate.countDown();
        trial.awaitAllServed(NEXT);
    }

    private static void afterThrows(Subject subject, int sockets, String afterException, String afterError)
            throws Exception {
        DrainTrial trial = new DrainTrial(subject, THREADS);
        int before = trial.servedAtOnce(sockets);
        trial.requireNoneLost(TaskEnd.EXCEPTION, before, afterException);
        trial.requireNoneLost(TaskEnd.ERROR, before, afterError);
    }

    private static void interruptLeftBehind(Subject subject) throws Exception {
        DrainTrial trial = new DrainTrial(subject, THREADS);
        int before = trial.servedAtOnce(THREADS);
        trial.requireNoneLost(TaskEnd.INTERRUPT, before, LEFT_BEHIND);
    }

    private static void ends(Subject subject) throws Exception {
        DrainTrial trial = new DrainTrial(subject, THREADS);
        trial.putWaiting(BUSY);
        trial.awaitInService(BUSY, SEVERAL);
        Collection<Thread> serving = List.copyOf(trial.servers);
        trial.stop(STILL_THERE);
        subject.requireSoon(() -> trial.interrupted.get() == BUSY, () -> "stop() returned after it had interrupted "
                + trial.interrupted.get() + " of " + BUSY + " serving threads", NOT_INTERRUPTED);
        trial.gate.countDown();
        trial.put(2 * THREADS);
        Thread.sleep(DrainTrial.SETTLE_MILLIS);
        int taken = 2 * THREADS - trial.queue.size();
        boolean isStopped = trial.served.size() == BUSY && taken == 0;
        require(isStopped,
                taken + " sockets were taken after stop() had returned" + (isStopped ? "" : Subject.stacks()),
                "a thread continues after its interrupt, or stop() did not wait for its end. Let an "
                        + "InterruptedException or a flag end the loop, and join every thread that takes sockets");
        subject.requireSoon(() -> haveEnded(subject, serving), () -> "after stop(), " + leftOver(subject, serving)
                + " threads had not ended" + Subject.stacks(), "only an interrupt wakes a thread that waits in "
                + "queue.take(), and then its loop must end");
    }

    private static void endsEvenIfSwallowed(Subject subject) throws Exception {
        DrainTrial trial = new DrainTrial(subject, THREADS);
        trial.swallowing = true;
        trial.putWaiting(BUSY);
        trial.awaitInService(BUSY, SEVERAL);
        Collection<Thread> serving = List.copyOf(trial.servers);
        Thread stopping = trial.startStop();
        subject.requireSoon(() -> !stopping.isAlive() && haveEnded(subject, serving), () -> "stop() interrupted "
                + trial.interrupted.get() + " of " + BUSY + " threads that were serving, and "
                + leftOver(subject, serving) + " threads had not ended" + Subject.stacks(),
                () -> trial.interrupted.get() == BUSY ? SWALLOWED : STILL_THERE);
    }

    private static void interruptsAllFirst(Subject subject) throws Exception {
        DrainTrial trial = new DrainTrial(subject, THREADS);
        trial.slow = new CountDownLatch(1);
        trial.putWaiting(BUSY);
        trial.awaitInService(BUSY, SEVERAL);
        trial.startStop();
        try {
            subject.requireSoon(() -> trial.interrupted.get() == BUSY, () -> "stop() was called while " + BUSY
                    + " threads were serving, and interrupted " + trial.interrupted.get() + Subject.stacks(),
                    () -> trial.interrupted.get() == 0 ? NOT_INTERRUPTED : ONE_BY_ONE);
        } finally {
            trial.slow.countDown();
            trial.gate.countDown();
        }
    }

    private static boolean haveEnded(Subject subject, Collection<Thread> serving) {
        return subject.threads().isEmpty() && serving.stream().noneMatch(Thread::isAlive);
    }

    private static long leftOver(Subject subject, Collection<Thread> serving) {
        List<Thread> all = new ArrayList<>(subject.threads());
        serving.stream().filter(Thread::isVirtual).filter(Thread::isAlive).forEach(all::add);
        return all.size();
    }

    private static void answers(Subject subject, Mode mode) throws Exception {
        subject.start(mode, THREADS);
        List<Subject.Client> clients = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            clients.add(subject.client());
        }
        for (int round = 0; round < ROUNDS; round++) {
            askAll(clients);
            for (int i = 0; i < THREADS; i++) {
                Subject.Answer answer = answer(clients.get(i), subject);
                require(answer.status() == 200 && answer.body().contains("user-of-t" + i + '"'),
                        "a client asked GET /meetings as t" + i + " and got " + answer.status() + ' ' + answer.body(),
                        "only one thread at a time may serve a socket");
            }
        }
        subject.two().hold("/info");
        askAll(clients);
        subject.requireSoon(() -> subject.two().inFlight("/info") == THREADS, () -> subject.two().inFlight("/info")
                + " of " + THREADS + " requests are being served" + Subject.stacks(), "serve many at once");
        subject.stop();
        for (Subject.Client each : clients) {
            Subject.Answer answer = answer(each, subject);
            require(answer.status() == 503, "a client that waited for its answer when the service stopped got "
                    + answer.status() + ", not 503", "let stop() interrupt the threads that serve: each then answers "
                    + "503");
        }
    }

    private static void askAll(List<Subject.Client> clients) throws IOException {
        for (int i = 0; i < clients.size(); i++) {
            clients.get(i).ask("/meetings", "t" + i);
        }
    }

    private static Subject.Answer answer(Subject.Client client, Subject subject) throws Exception {
        subject.requireSoon(client::hasAnswer, () -> "a client of the service got no answer to GET /meetings"
                + Subject.stacks(), "take every socket, and serve it");
        return client.answer();
    }
}
