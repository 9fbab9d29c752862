package serviceone.exercise;

import static serviceone.exercise.Check.require;

import common.mode.Mode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import serviceone.exercise.DrainTrial.TaskEnd;

/** Of exercises 1, 2 and 8: drains. Most checks put sockets into a queue and see who serves them; the last one asks. */
final class DrainChecks {
    private static final int THREADS = 8;
    private static final int BUSY = THREADS / 2;
    private static final int SOCKETS = 200;
    private static final int ROUNDS = 3;
    private static final int CROWD = 500;      // far more than a machine has cores

    private static final String SERVES_ITSELF = "the thread that takes sockets serves them itself: while it waits, "
            + "nobody is taken. It is to start a virtual thread for each";
    private static final String SEVERAL = "a socket that waits holds up others: several are to be served at once";
    private static final String GO_ON = "go on with the next socket when one has been served";
    private static final String NOT_INTERRUPTED = "stop() interrupts those that serve, too: keep the threads and "
            + "interrupt each, or end an executor with shutdownNow(). Its shutdown() and close() interrupt none, and "
            + "close() waits";
    private static final String STILL_THERE = "stop() waits for threads that do not end: first interrupt all of them, "
            + "and let each leave its loop when it has been interrupted. An executor's close() waits without an "
            + "interrupt; shutdownNow() interrupts";

    private static final String EXCEPTION = "an exception that leaves the loop ends its thread, and nobody starts "
            + "another: put the try into the loop, around service.accept(socket), and catch Throwable, as an Error is "
            + "no Exception";
    private static final String ERROR = "an Error ended the thread. An Error is no Exception: catch Throwable";
    private static final String OWN_THREAD = "a task that threw has ended a thread that others need: have each socket "
            + "served on a virtual thread of its own";
    private static final String NOTHING_LOST = "when service.accept throws, the lines after it are not run: a try "
            + "inside the loop, with catch (Throwable e), keeps a thread, and a finally gives back a permit";
    private static final String LEFT_BEHIND = "a task has left an interrupt behind, so queue.take() threw an "
            + "InterruptedException though nobody had called stop(): go on with the loop then, and end it only when "
            + "a flag says so, such as private volatile boolean stopped";
    private static final String SWALLOWED = "a task has swallowed the interrupt of stop(), and its thread now waits "
            + "in queue.take() for another one, which nobody sends: let stop() also set a flag, such as "
            + "private volatile boolean stopped, before it interrupts, and the loop look at it: while (!stopped)";
    private static final String ONE_BY_ONE = "stop() interrupts one thread and waits for its end before it interrupts "
            + "the next one, which goes on taking sockets: first interrupt all of them, then join all of them";

    private DrainChecks() {
    }

    static List<Check> fixedPool() {
        return List.of(
                new Check("each socket is served once", DrainChecks::eachOnce),
                new Check("as many threads as it was told", DrainChecks::exactlySoMany),
                new Check("a task that throws costs no thread",
                        subject -> afterThrows(subject, THREADS, EXCEPTION, ERROR)),
                new Check("an interrupt that a task leaves behind costs no thread", DrainChecks::interruptLeftBehind),
                new Check("it ends when stopped", DrainChecks::ends),
                new Check("it ends though a task swallows the interrupt", DrainChecks::endsThoughSwallowed),
                new Check("it interrupts all before it waits for one", DrainChecks::interruptsAllFirst),
                new Check("clients of the whole service get their answers", subject -> answers(subject, Mode.POOL)));
    }

    static List<Check> virtualThreads() {
        return List.of(
                new Check("each socket is served once", DrainChecks::eachOnce),
                new Check("each socket is served on a virtual thread", DrainChecks::areVirtual),
                new Check("as many at once as come", DrainChecks::asManyAsCome),
                new Check("a task that throws does not affect other sockets",
                        subject -> afterThrows(subject, CROWD, OWN_THREAD, OWN_THREAD)),
                new Check("it ends when stopped", DrainChecks::ends),
                new Check("clients of the whole service get their answers", subject -> answers(subject, Mode.LOOM)));
    }

    static List<Check> own() {
        return List.of(
                new Check("each socket is served once", DrainChecks::eachOnce),
                new Check("many at once", DrainChecks::manyAtOnce),
                new Check("a task that throws does not affect other sockets",
                        subject -> afterThrows(subject, THREADS, NOTHING_LOST, NOTHING_LOST)),
                new Check("an interrupt that a task leaves behind affects no other socket",
                        DrainChecks::interruptLeftBehind),
                new Check("it ends when stopped", DrainChecks::ends),
                new Check("it ends though a task swallows the interrupt", DrainChecks::endsThoughSwallowed),
                new Check("clients of the whole service get their answers", subject -> answers(subject, Mode.LOOM)));
    }

    private static void eachOnce(Subject subject) throws Exception {
        DrainTrial trial = new DrainTrial(subject, THREADS);
        trial.put(SOCKETS);
        trial.awaitAllServed("each thread goes on with the next socket: queue.take(), then "
                + "service.accept(socket), in a loop");
        Thread.sleep(DrainTrial.SETTLE_MILLIS);
        trial.requireNoCrowdOfTakers();
        int most = trial.served.values().stream().mapToInt(AtomicInteger::get).max().orElse(0);
        require(most == 1, "a socket was served " + most + " times", "what queue.take() returns belongs to the "
                + "thread that took it: hand it to service.accept once, and to no other thread");
    }

    private static void exactlySoMany(Subject subject) throws Exception {
        DrainTrial trial = new DrainTrial(subject, THREADS);
        trial.putWaiting(2 * THREADS);
        subject.comes(() -> trial.inService.get() >= THREADS);
        Thread.sleep(DrainTrial.SETTLE_MILLIS);
        int now = trial.inService.get();
        String found = "for " + THREADS + " threads and " + 2 * THREADS + " sockets at once: " + now
                + " were being served";
        require(trial.servers.stream().noneMatch(Thread::isVirtual), found + ", on virtual threads",
                "this drain has platform threads: Thread.ofPlatform(); virtual ones are the next exercise");
        require(now != 0, found + Subject.standing(), trial.nobody());
        require(now != 1, found + Subject.standing(), "one thread takes and serves: while it waits for a client's "
                + "answer, nobody else is served. Start as many threads as the constructor was told, each with "
                + "a loop of its own");
        require(now <= THREADS, found, "nothing limits the number of threads: each socket gets a new one. "
                + "Start them once, in start(), and let each take sockets from the queue");
        require(now == THREADS, found, "start as many threads as the constructor was told");
        requireTheyTake(subject, trial);
        trial.gate.countDown();
        trial.put(SOCKETS);
        trial.awaitAllServed("a thread goes on with the next socket when it has served one");
        require(trial.servers.size() <= THREADS, "one after the other, " + trial.servers.size()
                + " threads served " + (2 * THREADS + SOCKETS) + " sockets", "threads are started anew, again and "
                + "again: those that start() has started are to serve all sockets");
    }

    /** All threads serve: no other one takes sockets for them. */
    private static void requireTheyTake(Subject subject, DrainTrial trial) throws Check.Failed {
        int left = trial.queue.size();
        String found = "while " + THREADS + " sockets were served, " + THREADS + " more had come: ";
        require(left != 0, found + "none of them was in the queue any more", "they wait in an unbounded queue, such as "
                + "the one of newFixedThreadPool, where the service cannot refuse those that are too many: let each "
                + "thread call queue.take() itself, when it is free");
        require(left == THREADS, found + left + " of them were still in the queue", "a socket that nobody serves is to "
                + "stay in the queue: let each thread call queue.take() itself, when it is free");
        int threads = subject.threads().size();
        require(threads <= THREADS, "there were " + threads + " threads, and " + THREADS + " of them served",
                "a thread that only takes sockets is one more than the constructor was told: let each take its own");
    }

    private static void areVirtual(Subject subject) throws Exception {
        DrainTrial trial = new DrainTrial(subject, THREADS);
        trial.put(THREADS);
        trial.awaitAllServed("take a socket, start a virtual thread that serves it, again and again");
        String platform = trial.servers.stream().filter(each -> !each.isVirtual()).map(Thread::getName).findFirst()
                .orElse(null);
        require(platform == null, "a socket was served on the platform thread \"" + platform + "\"",
                trial.servers.size() == 1 ? "the thread that takes sockets serves them itself: it is to start a "
                        + "virtual thread for each, and take the next one"
                        : "these are platform threads: Thread.ofVirtual().start(…), or "
                        + "Executors.newVirtualThreadPerTaskExecutor()");
    }

    private static void asManyAsCome(Subject subject) throws Exception {
        DrainTrial trial = new DrainTrial(subject, THREADS);
        trial.putWaiting(CROWD);
        boolean all = subject.comes(() -> trial.inService.get() == CROWD);
        int now = trial.inService.get();
        String found = CROWD + " sockets came at once, and " + now + " were being served";
        require(all || now != 0, found + Subject.standing(), trial.nobody());
        require(all || now != 1, found + Subject.standing(), SERVES_ITSELF);
        require(all, found + Subject.standing(), "a pool of virtual threads is a limit that nothing needs: start a "
                + "new one for each socket, and ignore the constructor's number");
        int platform = subject.threads().size();
        require(platform <= THREADS, found + ", and your code had started " + platform + " platform threads",
                "virtual threads need no platform threads of yours, but for the one that takes sockets");
        trial.gate.countDown();
        trial.awaitAllServed("each virtual thread serves its socket to the end");
    }

    private static void manyAtOnce(Subject subject) throws Exception {
        int threads = 10 * THREADS;
        DrainTrial trial = new DrainTrial(subject, threads);
        trial.putWaiting(threads);
        trial.awaitInService(threads, "a socket that waits holds up others: serve as many at once as the "
                + "constructor says, or more");
        trial.gate.countDown();
        trial.awaitAllServed(GO_ON);
    }

    /** What limits the threads is found elsewhere: here there are to be as many at once as before. */
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

    /** Stopped while some wait for a socket and some serve one. */
    private static void ends(Subject subject) throws Exception {
        DrainTrial trial = new DrainTrial(subject, THREADS);
        trial.putWaiting(BUSY);
        trial.awaitInService(BUSY, SEVERAL);
        Collection<Thread> serving = List.copyOf(trial.servers);
        trial.stop(STILL_THERE);
        subject.requireSoon(() -> trial.interrupted.get() == BUSY, () -> "stop() returned, and of " + BUSY
                + " threads that were serving " + trial.interrupted.get() + " have been interrupted",
                NOT_INTERRUPTED);
        trial.gate.countDown();
        trial.put(2 * THREADS);
        Thread.sleep(DrainTrial.SETTLE_MILLIS);
        require(trial.served.size() == BUSY && trial.queue.size() == 2 * THREADS,
                (2 * THREADS - trial.queue.size()) + " sockets were taken after stop() had returned"
                        + Subject.standing(),
                "a thread goes on after its interrupt, or stop() did not wait for its end: let the loop end by "
                        + "InterruptedException or a flag, and join what takes sockets");
        subject.requireSoon(() -> isOver(subject, serving), () -> "after stop() " + leftOver(subject, serving)
                + " of its threads were still there" + Subject.standing(), "a thread that waits in queue.take() ends "
                + "by an interrupt only, and only where the loop ends by it");
    }

    /** Stopped while tasks run that handle an interrupt, and tell nobody. */
    private static void endsThoughSwallowed(Subject subject) throws Exception {
        DrainTrial trial = new DrainTrial(subject, THREADS);
        trial.swallowing = true;
        trial.putWaiting(BUSY);
        trial.awaitInService(BUSY, SEVERAL);
        Collection<Thread> serving = List.copyOf(trial.servers);
        Thread stopping = trial.stopping();
        subject.requireSoon(() -> !stopping.isAlive() && isOver(subject, serving), () -> "stop() interrupted "
                + trial.interrupted.get() + " of " + BUSY + " threads that were serving, and "
                + leftOver(subject, serving) + " threads have not ended" + Subject.standing(),
                () -> trial.interrupted.get() == BUSY ? SWALLOWED : STILL_THERE);
    }

    /** Stopped while tasks run that are slow to end after their interrupt. */
    private static void interruptsAllFirst(Subject subject) throws Exception {
        DrainTrial trial = new DrainTrial(subject, THREADS);
        trial.slow = new CountDownLatch(1);
        trial.putWaiting(BUSY);
        trial.awaitInService(BUSY, SEVERAL);
        trial.stopping();
        try {
            subject.requireSoon(() -> trial.interrupted.get() == BUSY, () -> "stop() was called while " + BUSY
                    + " threads were serving, and has interrupted " + trial.interrupted.get() + Subject.standing(),
                    () -> trial.interrupted.get() == 0 ? NOT_INTERRUPTED : ONE_BY_ONE);
        } finally {
            trial.slow.countDown();
            trial.gate.countDown();
        }
    }

    private static boolean isOver(Subject subject, Collection<Thread> serving) {
        return subject.threads().isEmpty() && serving.stream().noneMatch(Thread::isAlive);
    }

    private static long leftOver(Subject subject, Collection<Thread> serving) {
        List<Thread> all = new ArrayList<>(subject.threads());
        serving.stream().filter(Thread::isVirtual).filter(Thread::isAlive).forEach(all::add);
        return all.size();
    }

    /** Through sockets: clients that keep their connections ask again and again, at last while the service stops. */
    private static void answers(Subject subject, Mode mode) throws Exception {
        subject.start(mode, THREADS);
        List<Subject.Client> clients = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {      // each may hold a thread: no more are served at once
            clients.add(subject.client());
        }
        for (int round = 0; round < ROUNDS; round++) {
            askAll(clients);
            for (int i = 0; i < THREADS; i++) {
                Subject.Answer answer = answer(clients.get(i), subject);
                require(answer.status() == 200 && answer.body().contains("user-of-t" + i + '"'),
                        "a client asked GET /meetings as t" + i + " and got " + answer.status() + ' ' + answer.body(),
                        "every socket is its own client's: it must be served by one thread at a time");
            }
        }
        subject.two().hold("/info");
        askAll(clients);
        subject.requireSoon(() -> subject.two().inFlight("/info") == THREADS, () -> subject.two().inFlight("/info")
                + " of " + THREADS + " requests are being served" + Subject.standing(), "serve many at once");
        subject.stop();
        for (Subject.Client each : clients) {
            Subject.Answer answer = answer(each, subject);
            require(answer.status() == 503, "a client whose answer was due when the service stopped got "
                    + answer.status() + ", not 503", "stop() interrupts the threads that serve: each then answers 503");
        }
    }

    private static void askAll(List<Subject.Client> clients) throws IOException {
        for (int i = 0; i < clients.size(); i++) {
            clients.get(i).ask("/meetings", "t" + i);
        }
    }

    private static Subject.Answer answer(Subject.Client client, Subject subject) throws Exception {
        subject.requireSoon(client::hasAnswer, () -> "a client of the service got no answer to GET /meetings"
                + Subject.standing(), "take every socket and have it served");
        return client.answer();
    }
}
