package exercise.harness;

import static exercise.harness.Check.require;

import module java.base;
import common.mode.Mode;
import serviceone.meter.Meter;
import serviceone.server.ClientSocket;
import serviceone.server.Drain;
import serviceone.server.OpenConnections;
import serviceone.server.SocketQueue;

/** Runs a learner's drain, and serves its sockets: records on which threads, and ends tasks in every way. */
public final class DrainProbe implements Consumer<ClientSocket> {
    private final class WatchedQueue extends SocketQueue {
        WatchedQueue() {
            super(Integer.MAX_VALUE, Integer.MAX_VALUE);
        }

        @Override
        public ClientSocket take() throws InterruptedException {
            takers.add(Thread.currentThread());
            taking.incrementAndGet();
            try {
                return super.take();
            } finally {
                taking.decrementAndGet();
            }
        }
    }

    public static final int THREADS = 8;
    private static final int BUSY = THREADS / 2;
    private static final int SOCKETS = 200;
    private static final int ROUNDS = 3;
    private static final int MOST_TAKING = 1_000;

    public final SocketQueue queue = new WatchedQueue();
    public final Set<Thread> servers = ConcurrentHashMap.newKeySet();
    public final AtomicInteger inService = new AtomicInteger();
    public final AtomicInteger interrupted = new AtomicInteger();
    private final Set<Thread> takers = ConcurrentHashMap.newKeySet();
    private final Map<ClientSocket, AtomicInteger> begun = new ConcurrentHashMap<>();
    private final AtomicInteger taking = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final OpenConnections open = new OpenConnections(Integer.MAX_VALUE);
    private final Meter meter = new Meter(Mode.LOOM);
    private final Subject subject;
    private final Drain drain;
    private volatile Runnable taskEnd = () -> { };
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile boolean swallows;
    private volatile boolean staysBusy;
    private int put;

    public DrainProbe(Subject subject) throws Exception {
        this.subject = subject;
        this.drain = subject.parts().drain().create(queue, this, THREADS);
        subject.requireReturn("start()", () -> {
            drain.start();
            return null;
        }, "returns");
    }

    /** The learner's threads run this. */
    @Override
    public void accept(ClientSocket socket) {
        Runnable end = taskEnd;
        servers.add(Thread.currentThread());
        inService.incrementAndGet();
        begun.computeIfAbsent(socket, _ -> new AtomicInteger()).incrementAndGet();
        try {
            gate.await();
        } catch (InterruptedException e) {
            interrupted.incrementAndGet();
            while (staysBusy) {
                Thread.onSpinWait();
            }
            if (!swallows) {
                Thread.currentThread().interrupt();
            }
        }
        inService.decrementAndGet();
        ended.incrementAndGet();
        socket.close();
        end.run();
    }

    public DrainProbe put(int howMany) throws IOException {
        put += howMany;
        subject.tried(howMany);
        for (int i = 0; i < howMany; i++) {
            open.admit(SocketChannel.open(), meter.connection(), queue::put);
        }
        return this;
    }

    /** The tasks wait until {@link #release}. */
    public DrainProbe putWaiting(int howMany) throws IOException {
        gate = new CountDownLatch(1);
        return put(howMany);
    }

    public void release() {
        gate.countDown();
    }

    public void awaitAllServed() throws Exception {
        requireSoon(() -> ended.get() >= put, () -> "of " + put + " sockets in the queue, " + ended + " were served",
                "next");
    }

    public void awaitInService(int howMany) throws Exception {
        requireSoon(() -> inService.get() >= howMany, () -> howMany + " sockets came at once, and " + inService
                + " were being served", "at-once");
    }

    /** Ends the check before new threads fill the heap. */
    private void requireSoon(Callable<Boolean> condition, Supplier<String> found, String hint) throws Exception {
        subject.requireSoon(() -> {
            require(taking.get() <= MOST_TAKING, taking + " threads wait in queue.take(), though no more than " + put
                    + " sockets have come", "without-end");
            return condition.call();
        }, found, () -> servers.isEmpty() ? "none-serves" : hint);
    }

    /** A socket that is taken and not served waits where the service cannot refuse it. */
    public void requireOthersInQueue() throws Exception {
        requireSoon(() -> queue.size() + begun.size() == put, () -> "while " + inService + " sockets were being "
                + "served, " + (put - begun.size()) + " more had come, and " + queue.size() + " of them were queued",
                "in-queue");
    }

    private List<Thread> alive() {
        return Stream.of(servers, takers).flatMap(Set::stream).distinct().filter(Thread::isAlive).toList();
    }

    private boolean haveEnded() {
        return alive().isEmpty() && subject.threads().isEmpty();
    }

    private void requireNoneLost(String task, Runnable end, int atOnce, String hint) throws Exception {
        taskEnd = end;
        put(2 * THREADS);
        requireSoon(() -> ended.get() == put, () -> "each task " + task + "; after "
                + (ended.get() - put + 2 * THREADS) + " of " + 2 * THREADS + " no thread took the next socket", hint);
        taskEnd = () -> { };
        putWaiting(atOnce);
        requireSoon(() -> inService.get() >= atOnce, () -> "before tasks of which each " + task + ", " + atOnce
                + " sockets were served at once, and after them " + inService, hint);
        release();
        awaitAllServed();
    }

    public static Check eachOnce() {
        return new Check("each socket is served once", subject -> {
            DrainProbe probe = new DrainProbe(subject).put(SOCKETS);
            probe.awaitAllServed();
            for (int i = 0; i < 5; i++) {
                subject.settle();
                probe.awaitAllServed();      // fails if the loop starts threads without end
            }
            require(probe.taking.get() <= 4 * THREADS, probe.taking + " threads wait in queue.take()",
                    "without-end");
            int most = probe.begun.values().stream().mapToInt(AtomicInteger::get).max().orElse(0);
            require(most == 1, "a socket was served " + most + " times", "once");
        });
    }

    public static Check throwsLoseNothing(String name, int sockets) {
        return new Check(name, subject -> {
            DrainProbe probe = new DrainProbe(subject).putWaiting(sockets);
            probe.awaitInService(sockets);
            probe.release();
            probe.awaitAllServed();
            probe.requireNoneLost("throws an exception", () -> {
                throw Check.exceptionOnPurpose();
            }, sockets, "thrown");
            probe.requireNoneLost("throws an Error", () -> {
                throw Check.errorOnPurpose();
            }, sockets, "thrown");
        });
    }

    public static Check interruptLeftBehind() {
        return new Check("an interrupt that a task leaves behind costs no thread", subject ->
                new DrainProbe(subject).requireNoneLost("leaves an interrupt behind",
                        () -> Thread.currentThread().interrupt(), THREADS, "left-behind"));
    }

    /** @param swallows whether tasks swallow the interrupt of stop() */
    public static Check stopEnds(boolean swallows) {
        return new Check("stop() ends all threads" + (swallows ? ", even if a task swallows the interrupt" : ""),
                subject -> new DrainProbe(subject).requireStop(swallows));
    }

    private void requireStop(boolean swallowing) throws Exception {
        swallows = swallowing;
        putWaiting(BUSY);
        awaitInService(BUSY);
        String hint = swallowing ? "swallowed" : "still-there";
        subject.requireReturn("stop()", () -> {
            drain.stop();
            return null;
        }, hint);
        subject.requireSoon(() -> interrupted.get() == BUSY, () -> "stop() returned after it had interrupted "
                + interrupted + " of " + BUSY + " serving threads", "not-interrupted");
        release();
        put(2 * THREADS);
        subject.settle();
        require(queue.size() == 2 * THREADS, (2 * THREADS - queue.size()) + " sockets were taken after stop() had "
                + "returned" + Stacks.lines(), "still-there");
        subject.requireSoon(this::haveEnded, () -> "after stop(), " + Math.max(alive().size(),
                subject.threads().size()) + " threads had not ended", hint);
    }

    public static Check stopInterruptsAllFirst() {
        return new Check("stop() interrupts all threads before it waits for one", subject -> {
            DrainProbe probe = new DrainProbe(subject);
            probe.staysBusy = true;
            probe.putWaiting(BUSY).awaitInService(BUSY);
            subject.startThread(new FutureTask<>(() -> {
                probe.drain.stop();
                return null;
            }));
            try {
                subject.requireSoon(() -> probe.interrupted.get() == BUSY, () -> "stop() was called while " + BUSY
                        + " threads were serving, and interrupted " + probe.interrupted,
                        () -> probe.interrupted.get() == 0 ? "not-interrupted" : "one-by-one");
            } finally {
                probe.staysBusy = false;
                probe.release();
            }
        });
    }

    public static Check clients(Mode mode) {
        return new Check("clients of the whole service get their answers", subject -> {
            StandIn two = subject.start(mode, THREADS);
            List<Client> clients = subject.ask(THREADS, "/meetings");
            for (int round = 1; round <= ROUNDS; round++) {
                for (int i = 0; i < THREADS; i++) {
                    MeetingsProbe.requireRight(subject, clients.get(i), "t" + i);
                }
                if (round == ROUNDS) {
                    two.hold("/info");
                }
                for (int i = 0; i < THREADS; i++) {
                    clients.get(i).ask("/meetings", "t" + i);
                }
            }
            subject.requireSoon(() -> two.inFlight("/info") == THREADS, () -> two.inFlight("/info")
                    + " of " + THREADS + " requests are being served", "at-once");
            subject.stop();
            for (Client each : clients) {
                Client.Answer answer = subject.answer(each, "the service stopped");
                require(answer.status() == 503, "a client that waited when the service stopped got " + answer
                        + ", not 503", "not-interrupted");
            }
        });
    }
}
