package serviceone.exercise;

import module java.base;
import common.mode.Mode;
import serviceone.meter.Meter;
import serviceone.server.ClientSocket;
import serviceone.server.Drain;
import serviceone.server.OpenConnections;
import serviceone.server.SocketQueue;

/** Runs a learner's drain, and records which threads serve sockets. */
final class DrainTrial implements Consumer<ClientSocket> {
    enum TaskEnd {
        RETURNS("return"),
        EXCEPTION("throw an exception"),
        ERROR("throw an Error"),
        INTERRUPT("leave an interrupt behind");

        private final String words;

        TaskEnd(String words) {
            this.words = words;
        }

        private void end() {
            switch (this) {
                case RETURNS -> { }
                case EXCEPTION -> throw Check.onPurpose(new IllegalStateException(Check.ON_PURPOSE));
                case ERROR -> throw Check.onPurpose(new StackOverflowError(Check.ON_PURPOSE));
                case INTERRUPT -> Thread.currentThread().interrupt();
            }
        }
    }

    private final class WatchedQueue extends SocketQueue {
        WatchedQueue() {
            super(Integer.MAX_VALUE, Integer.MAX_VALUE);
        }

        @Override
        public ClientSocket take() throws InterruptedException {
            if (!Thread.currentThread().isVirtual()) {
                return super.take();
            }
            virtualTakers.incrementAndGet();
            try {
                return super.take();
            } finally {
                virtualTakers.decrementAndGet();
            }
        }
    }

    /** How long to watch for what must not happen. */
    static final int SETTLE_MILLIS = 30;
    private static final int MOST_TAKERS = 1_000;
    /** Several, because a loop that starts threads without end may pause on a busy machine. */
    private static final int CALM_LOOKS = 5;
    private static final String NONE_SERVES = "no thread serves. start() must start a thread that takes sockets, and "
            + "each socket must be passed to service.accept";
    private static final String TAKEN_ONLY = "sockets were taken, but service.accept was never called: have you "
            + "started the thread that calls it?";

    final int threads;
    final SocketQueue queue = new WatchedQueue();
    final Map<ClientSocket, AtomicInteger> served = new ConcurrentHashMap<>();
    final Set<Thread> servers = ConcurrentHashMap.newKeySet();
    final AtomicInteger inService = new AtomicInteger();
    final AtomicInteger interrupted = new AtomicInteger();
    volatile CountDownLatch gate = new CountDownLatch(0);
    volatile boolean swallowing;
    volatile CountDownLatch slow = new CountDownLatch(0);

    private final Subject subject;
    private final OpenConnections open = new OpenConnections(Integer.MAX_VALUE);
    private final Meter meter = new Meter(Mode.LOOM);
    private final AtomicInteger virtualTakers = new AtomicInteger();
    private final Drain drain;
    private volatile TaskEnd taskEnd = TaskEnd.RETURNS;
    private int putCount;

    DrainTrial(Subject subject, int threads) throws Exception {
        this.subject = subject;
        this.threads = threads;
        drain = subject.parts().drain().create(queue, this, threads);
        subject.requireReturn("start()", _ -> drain.start(), Subject.START_RETURNS);
    }

    /** The learner's threads run this. */
    @Override
    public void accept(ClientSocket socket) {
        TaskEnd end = taskEnd;
        servers.add(Thread.currentThread());
        inService.incrementAndGet();
        try {
            gate.await();
        } catch (InterruptedException e) {
            interrupted.incrementAndGet();
            awaitThroughInterrupts(slow);
            if (!swallowing) {
                Thread.currentThread().interrupt();
            }
        } finally {
            inService.decrementAndGet();
            served.computeIfAbsent(socket, _ -> new AtomicInteger()).incrementAndGet();
            socket.close();
        }
        end.end();
    }

    private static void awaitThroughInterrupts(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                // A slow task ignores interrupts.
            }
        }
    }

    void put(int howMany) throws IOException {
        putCount += howMany;
        for (int i = 0; i < howMany; i++) {
            open.admit(SocketChannel.open(), meter.connection(), queue::put);
        }
    }

    void putWaiting(int howMany) throws IOException {
        gate = new CountDownLatch(1);
        put(howMany);
    }

    void awaitAllServed(String hint) throws Exception {
        requireSoon(() -> served.size() >= putCount,
                () -> "of " + putCount + " sockets in the queue, " + served.size() + " were served", hint);
    }

    void awaitInService(int howMany, String hint) throws Exception {
        requireSoon(() -> inService.get() >= howMany, () -> howMany + " sockets came at once, and "
                + inService.get() + " were being served", hint);
    }

    int servedAtOnce(int sockets) throws Exception {
        putWaiting(sockets);
        subject.await(() -> inService.get() >= sockets);
        int now = inService.get();
        gate.countDown();
        awaitAllServed(DrainChecks.NEXT);
        return now;
    }

    /** @param atOnce how many sockets the drain has served at once, and must serve at once after the tasks */
    void requireNoneLost(TaskEnd end, int atOnce, String hint) throws Exception {
        int tasks = 2 * threads;
        int earlier = putCount;
        taskEnd = end;
        put(tasks);
        requireSoon(() -> served.size() == putCount, () -> "of " + tasks + " tasks that " + end.words + ", "
                + (served.size() - earlier) + " began, and then no thread took the next socket", hint);
        taskEnd = TaskEnd.RETURNS;
        putWaiting(atOnce);
        requireSoon(() -> inService.get() >= atOnce, () -> "before " + tasks + " tasks that " + end.words + ", "
                + atOnce + " sockets were served at once, and after them " + inService.get(), hint);
        gate.countDown();
        awaitAllServed(hint);
    }

    void requireSoon(Callable<Boolean> condition, Supplier<String> found, String hint) throws Exception {
        subject.requireSoon(() -> {
            requireFewTakers();
            return condition.call();
        }, () -> found.get() + Subject.stacks(), () -> servers.isEmpty() ? hintIfNoneServes() : hint);
    }

    String hintIfNoneServes() {
        return queue.size() < putCount ? TAKEN_ONLY : NONE_SERVES;
    }

    void requireNoCrowdOfTakers() throws Exception {
        int most = 2 * threads;
        for (int calm = 0; calm < CALM_LOOKS; calm++) {
            Thread.sleep(SETTLE_MILLIS);
            requireFewTakers();
            int now = virtualTakers.get();
            if (now > most) {
                most = now;
                calm = 0;
            }
        }
    }

    /** Ends the checks before new threads fill the heap. */
    private void requireFewTakers() throws Check.Failed {
        int takers = virtualTakers.get();
        if (takers > MOST_TAKERS) {
            throw new Check.Failed(takers + " virtual threads wait in queue.take(), though no more than " + putCount
                    + " sockets have come", "your loop starts threads without end, whether a socket has come or not. "
                    + "Take the socket before you start its thread", true);
        }
    }

    void stop(String hint) throws Exception {
        subject.requireReturn("stop()", _ -> drain.stop(), hint);
    }

    Thread startStop() {
        return subject.startThread(() -> {
            try {
                drain.stop();
            } catch (InterruptedException e) {
                // The check is over.
            }
        });
    }
}
