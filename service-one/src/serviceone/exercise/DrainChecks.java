package serviceone.exercise;

import static serviceone.exercise.Check.require;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import serviceone.meter.Meter;
import serviceone.meter.Mode;
import serviceone.server.ClientSocket;
import serviceone.server.Drain;
import serviceone.server.OpenConnections;
import serviceone.server.SocketQueue;

/** Of exercises 1, 2 and 8: drains. Most checks put sockets into a queue and see who serves them; the last one asks. */
final class DrainChecks {
    private static final int THREADS = 8;
    private static final int SOCKETS = 200;
    private static final int ROUNDS = 3;
    private static final int CROWD = 500;      // far more than a machine has cores
    /** For what must not come: a wrong solution is found a little later than at once, a right one never waits. */
    private static final int SETTLE_MILLIS = 30;

    private static final String NOBODY = "nobody serves: start() has to start a thread that takes sockets, and each "
            + "socket is to be handed to service.accept";

    /** A learner's drain between a queue and a service that knows who served what. */
    private static final class Trial implements Consumer<ClientSocket> {
        private final Subject subject;
        private final OpenConnections open = new OpenConnections(Integer.MAX_VALUE);
        private final Meter meter = new Meter(Mode.LOOM);
        private final SocketQueue queue = new SocketQueue(Integer.MAX_VALUE, Integer.MAX_VALUE);
        private final Map<ClientSocket, AtomicInteger> served = new ConcurrentHashMap<>();
        private final Set<Thread> servants = ConcurrentHashMap.newKeySet();
        private final AtomicInteger inService = new AtomicInteger();
        private final AtomicInteger interrupted = new AtomicInteger();
        private final AtomicInteger thrown = new AtomicInteger();
        private final Drain drain;
        /** Those served until it is opened wait for that. */
        private volatile CountDownLatch gate = new CountDownLatch(0);
        private volatile boolean throwing;

        /** Starts the drain. */
        Trial(Subject subject, int threads) throws Exception {
            this.subject = subject;
            drain = subject.parts().drain().of(queue, this, threads);
            subject.requireReturn("start()", _ -> drain.start(), Subject.START_RETURNS);
        }

        /** On the learner's thread: serves the socket, as long as the check says. */
        @Override
        public void accept(ClientSocket socket) {
            servants.add(Thread.currentThread());
            inService.incrementAndGet();
            try {
                gate.await();
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
                Thread.currentThread().interrupt();      // as the real service leaves it
            } finally {
                inService.decrementAndGet();
                served.computeIfAbsent(socket, _ -> new AtomicInteger()).incrementAndGet();
                socket.close();
            }
            if (throwing) {
                if (thrown.incrementAndGet() % 2 == 0) {
                    throw Check.onPurpose(new StackOverflowError(Check.ON_PURPOSE));
                }
                throw Check.onPurpose(new IllegalStateException(Check.ON_PURPOSE));
            }
        }

        void put(int howMany) throws IOException {
            for (int i = 0; i < howMany; i++) {
                open.admit(SocketChannel.open(), meter.connection(), queue::put);
            }
        }

        /** Sockets come while nobody's service ends. */
        void putWaiting(int howMany) throws IOException {
            gate = new CountDownLatch(1);
            put(howMany);
        }

        void awaitServed(int howMany, String hint) throws Exception {
            requireSoon(() -> served.size() >= howMany,
                    () -> "of " + howMany + " sockets in the queue " + served.size() + " were served", hint);
        }

        void awaitInService(int howMany, String hint) throws Exception {
            requireSoon(() -> inService.get() >= howMany, () -> howMany + " sockets came at once, and "
                    + inService.get() + " were being served", hint);
        }

        void requireSoon(Callable<Boolean> condition, Supplier<String> found, String hint) throws Exception {
            subject.requireSoon(condition, () -> found.get() + Subject.standing(),
                    () -> servants.isEmpty() ? NOBODY : hint);
        }

        void stop() throws Exception {
            subject.requireReturn("stop()", _ -> drain.stop(), "stop() waits for threads that do not end: first "
                    + "interrupt all of them, and let each leave its loop when it has been interrupted");
        }
    }

    private DrainChecks() {
    }

    static List<Check> fixedPool() {
        return List.of(
                new Check("each socket is served once", subject -> eachOnce(subject, THREADS)),
                new Check("as many threads as it was told", DrainChecks::exactlySoMany),
                new Check("a task that throws costs no thread", DrainChecks::throwsInPool),
                new Check("it ends when stopped", DrainChecks::ends),
                new Check("clients of the whole service get their answers", subject -> answers(subject, Mode.POOL)));
    }

    static List<Check> virtualThreads() {
        return List.of(
                new Check("each socket is served once", subject -> eachOnce(subject, THREADS)),
                new Check("each socket is served on a virtual thread", DrainChecks::areVirtual),
                new Check("as many at once as come", DrainChecks::asManyAsCome),
                new Check("a task that throws costs nobody else", subject -> throwsAnywhere(subject, CROWD)),
                new Check("it ends when stopped", DrainChecks::ends),
                new Check("clients of the whole service get their answers", subject -> answers(subject, Mode.LOOM)));
    }

    static List<Check> own() {
        return List.of(
                new Check("each socket is served once", subject -> eachOnce(subject, THREADS)),
                new Check("many at once", DrainChecks::manyAtOnce),
                new Check("a task that throws costs nobody else", subject -> throwsAnywhere(subject, THREADS)),
                new Check("it ends when stopped", DrainChecks::ends),
                new Check("clients of the whole service get their answers", subject -> answers(subject, Mode.LOOM)));
    }

    private static void eachOnce(Subject subject, int threads) throws Exception {
        Trial trial = new Trial(subject, threads);
        trial.put(SOCKETS);
        trial.awaitServed(SOCKETS, "each thread goes on with the next socket: queue.take(), then "
                + "service.accept(socket), in a loop");
        Thread.sleep(SETTLE_MILLIS);
        int most = trial.served.values().stream().mapToInt(AtomicInteger::get).max().orElse(0);
        require(most == 1, "a socket was served " + most + " times", "what queue.take() returns belongs to the "
                + "thread that took it: hand it to service.accept once, and to no other thread");
    }

    private static void exactlySoMany(Subject subject) throws Exception {
        Trial trial = new Trial(subject, THREADS);
        trial.putWaiting(2 * THREADS);
        subject.comes(() -> trial.inService.get() >= THREADS);
        Thread.sleep(SETTLE_MILLIS);
        int now = trial.inService.get();
        String found = "for " + THREADS + " threads and " + 2 * THREADS + " sockets at once: " + now
                + " were being served";
        require(trial.servants.stream().noneMatch(Thread::isVirtual), found + ", on virtual threads",
                "this drain has platform threads: Thread.ofPlatform(); virtual ones are the next exercise");
        require(now != 0, found + Subject.standing(), NOBODY);
        require(now != 1, found + Subject.standing(), "one thread takes and serves: while it waits for a client's "
                + "answer, nobody else is served. Start as many threads as the constructor was told, each with "
                + "a loop of its own");
        require(now <= THREADS, found, "nothing limits the number of threads: each socket gets a new one. "
                + "Start them once, in start(), and let each take sockets from the queue");
        require(now == THREADS, found, "start as many threads as the constructor was told");
        trial.gate.countDown();
        trial.put(SOCKETS);
        trial.awaitServed(2 * THREADS + SOCKETS, "a thread goes on with the next socket when it has served one");
        require(trial.servants.size() <= THREADS, "one after the other, " + trial.servants.size()
                + " threads served " + (2 * THREADS + SOCKETS) + " sockets", "threads are started anew, again and "
                + "again: those that start() has started are to serve all sockets");
    }

    private static void areVirtual(Subject subject) throws Exception {
        Trial trial = new Trial(subject, THREADS);
        trial.put(THREADS);
        trial.awaitServed(THREADS, "take a socket, start a virtual thread that serves it, again and again");
        String platform = trial.servants.stream().filter(each -> !each.isVirtual()).map(Thread::getName).findFirst()
                .orElse(null);
        require(platform == null, "a socket was served on the platform thread \"" + platform + "\"",
                trial.servants.size() == 1 ? "the thread that takes sockets serves them itself: it is to start a "
                        + "virtual thread for each, and take the next one"
                        : "these are platform threads: Thread.ofVirtual().start(…), or "
                        + "Executors.newVirtualThreadPerTaskExecutor()");
    }

    private static void asManyAsCome(Subject subject) throws Exception {
        Trial trial = new Trial(subject, THREADS);
        trial.putWaiting(CROWD);
        boolean all = subject.comes(() -> trial.inService.get() == CROWD);
        int now = trial.inService.get();
        String found = CROWD + " sockets came at once, and " + now + " were being served";
        require(all || now != 0, found, NOBODY);
        require(all || now != 1, found + Subject.standing(), "the thread that takes sockets serves them itself: while "
                + "it waits, nobody is taken. It is to start a virtual thread for each");
        require(all, found + Subject.standing(), "a pool of virtual threads is a limit that nothing needs: start a "
                + "new one for each socket, and ignore the constructor's number");
        int platform = subject.threads().size();
        require(platform <= THREADS, found + ", and your code had started " + platform + " platform threads",
                "virtual threads need no platform threads of yours, but for the one that takes sockets");
        trial.gate.countDown();
        trial.awaitServed(CROWD, "each virtual thread serves its socket to the end");
    }

    private static void manyAtOnce(Subject subject) throws Exception {
        int threads = 10 * THREADS;
        Trial trial = new Trial(subject, threads);
        trial.putWaiting(threads);
        trial.awaitInService(threads, "a socket that waits holds up others: serve as many at once as the "
                + "constructor says, or more");
        trial.gate.countDown();
        trial.awaitServed(threads, "go on with the next socket when one has been served");
    }

    private static void throwsInPool(Subject subject) throws Exception {
        throwsAnywhere(subject, THREADS);
    }

    /** Of tasks that all throw, an exception or an error, none may cost what serves the next ones. */
    private static void throwsAnywhere(Subject subject, int next) throws Exception {
        Trial trial = new Trial(subject, THREADS);
        String hint = "an exception that leaves the loop ends its thread, and nobody starts another: put the try into "
                + "the loop, around service.accept(socket), and catch Throwable, as an Error is no Exception";
        trial.throwing = true;
        trial.put(2 * THREADS);
        trial.requireSoon(() -> trial.served.size() == 2 * THREADS, () -> "of " + 2 * THREADS + " tasks that throw, "
                + trial.served.size() + " were begun: then nobody took the next socket", hint);
        trial.throwing = false;
        trial.putWaiting(next);
        trial.requireSoon(() -> trial.inService.get() >= next, () -> "after " + 2 * THREADS
                + " tasks that had thrown, " + trial.inService.get() + " of " + next + " sockets were being served",
                hint);
        trial.gate.countDown();
        trial.awaitServed(2 * THREADS + next, hint);
    }

    /** Stopped while some wait for a socket and some serve one. */
    private static void ends(Subject subject) throws Exception {
        Trial trial = new Trial(subject, THREADS);
        int busy = THREADS / 2;
        trial.putWaiting(busy);
        trial.awaitInService(busy, "take a socket and serve it, on each thread");
        Collection<Thread> serving = List.copyOf(trial.servants);
        trial.stop();
        subject.requireSoon(() -> trial.interrupted.get() == busy, () -> "stop() returned, and of " + busy
                + " threads that were serving " + trial.interrupted.get() + " have been interrupted",
                "stop() interrupts those that serve, too: keep the threads, or close an executor with shutdownNow()");
        trial.gate.countDown();
        trial.put(2 * THREADS);
        int before = busy;
        Thread.sleep(SETTLE_MILLIS);
        require(trial.served.size() == before && trial.queue.size() == 2 * THREADS,
                (2 * THREADS - trial.queue.size()) + " sockets were taken after stop() had returned"
                        + Subject.standing(),
                "a thread goes on after its interrupt, or stop() did not wait for its end: let the loop end by "
                        + "InterruptedException or a flag, swallow no interrupt, and join what takes sockets");
        subject.requireSoon(() -> subject.threads().isEmpty() && serving.stream().noneMatch(Thread::isAlive),
                () -> "after stop() " + leftOver(subject, serving) + " of its threads were still there"
                        + Subject.standing(),
                "a thread that waits in queue.take() ends by an interrupt only, and only where the loop ends by it");
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
                + Subject.standing(), "take every socket and have it served, also one that comes back");
        return client.answer();
    }
}
