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
            super(Integer.MAX_VALUE, Integer.MAX_VALUE, System::nanoTime);
        }

        @Override
        public ClientSocket take() throws InterruptedException {
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
    private static final int MOST_TAKING = 1_000;

    public final Work work;
    private final SocketQueue queue = new WatchedQueue();
    private final AtomicInteger taking = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final OpenConnections open = new OpenConnections(Integer.MAX_VALUE, System::nanoTime);
    private final Meter meter = new Meter(Mode.LOOM);
    private final Subject subject;
    private final Drain drain;
    private volatile Runnable taskEnd = () -> { };
    private int put;

    public DrainProbe(Subject subject) throws Exception {
        this.subject = subject;
        this.work = subject.work();
        this.drain = subject.parts.drain().orElseThrow().create(queue, this, THREADS);
        subject.requireReturn("start()", () -> {
            drain.start();
            return null;
        }, "returns");
    }

    @Override
    public void accept(ClientSocket socket) {
        Runnable end = taskEnd;
        work.run();
        ended.incrementAndGet();
        socket.close();
        end.run();
    }

    public DrainProbe put(int howMany) throws IOException {
        put += howMany;
        subject.tried.addAndGet(howMany);
        for (int i = 0; i < howMany; i++) {
            open.admit(SocketChannel.open(), meter.connection(), queue::put);
        }
        return this;
    }

    /** The tasks wait until the work is released. */
    public DrainProbe putWaiting(int howMany, int atOnce) throws Exception {
        work.hold();
        put(howMany);
        requireSoon(() -> work.inProgress.get() >= atOnce, () -> howMany + " sockets came at once, and "
                + work.inProgress + " were being served", "at-once");
        return this;
    }

    public DrainProbe awaitAllServed() throws Exception {
        requireSoon(() -> ended.get() >= put, () -> "of " + put + " sockets in the queue, " + ended + " were served",
                "next");
        return this;
    }

    /** Ends the check before new threads fill the heap. */
    private void requireSoon(Callable<Boolean> condition, Supplier<String> found, String hint) throws Exception {
        subject.requireSoon(() -> {
            require(taking.get() <= MOST_TAKING, taking + " threads wait in queue.take(), though no more than " + put
                    + " sockets have come", "without-end");
            return condition.call();
        }, found, () -> work.begun.get() == 0 ? "none-serves" : hint);
    }

    /** A socket that is taken and not served waits where the service cannot refuse it. */
    public void requireOthersInQueue() throws Exception {
        requireSoon(() -> queue.size() + work.begun.get() == put, () -> "while " + work.inProgress + " sockets were "
                + "being served, " + (put - work.begun.get()) + " more had come, and " + queue.size()
                + " of them were queued", "in-queue");
    }

    private void requireNoneLost(String task, Runnable end, int atOnce, String hint) throws Exception {
        taskEnd = end;
        int before = put;
        put(2 * THREADS);
        requireSoon(() -> ended.get() == put, () -> "each task " + task + "; after " + (ended.get() - before) + " of "
                + 2 * THREADS + " no thread took the next socket", hint);
        taskEnd = () -> { };
        work.hold();
        put(atOnce);
        requireSoon(() -> work.inProgress.get() >= atOnce, () -> "before tasks of which each " + task + ", " + atOnce
                + " sockets were served at once, and after them " + work.inProgress, hint);
        work.release();
        awaitAllServed();
    }

    public static Check eachOnce() {
        return new Check("each socket is served once", subject -> {
            subject.interleave();
            DrainProbe probe = new DrainProbe(subject).put(SOCKETS).awaitAllServed();
            for (int i = 0; i < 5; i++) {
                subject.settle();
                probe.awaitAllServed();      // fails if the loop starts threads without end
            }
            require(probe.taking.get() <= 4 * THREADS, probe.taking + " threads wait in queue.take()", "without-end");
            require(probe.work.begun.get() == SOCKETS, SOCKETS + " sockets were served " + probe.work.begun + " times",
                    "once");
        });
    }

    public static Check throwsLoseNothing(String name, int sockets) {
        return new Check(name, subject -> {
            DrainProbe probe = new DrainProbe(subject).putWaiting(sockets, sockets);
            probe.work.release();
            probe.awaitAllServed();
            probe.requireNoneLost("throws an exception", () -> Check.end(Check.EXCEPTION), sockets, "thrown");
            probe.requireNoneLost("throws an Error", () -> Check.end(Check.ERROR), sockets, "thrown");
        });
    }

    public static Check interruptLeftBehind() {
        return new Check("an interrupt that a task leaves behind costs no thread", subject ->
                new DrainProbe(subject).requireNoneLost("leaves an interrupt behind",
                        () -> Thread.currentThread().interrupt(), THREADS, "left-behind"));
    }

    public static Check nothingKept() {
        return new Check("nothing of a connection is kept when it has ended", subject -> {
            DrainProbe probe = new DrainProbe(subject);
            subject.requireNothingKept(() -> {
                probe.put(SOCKETS).awaitAllServed();
                probe.work.threads.clear();
                return SOCKETS;
            });
        });
    }

    /** @param swallows whether tasks swallow the interrupt of stop() */
    public static Check stopEnds(boolean swallows) {
        return new Check("stop() ends all threads" + (swallows ? ", even if a task swallows the interrupt" : ""),
                subject -> new DrainProbe(subject).requireStop(swallows ? "swallowed" : "still-there"));
    }

    private void requireStop(String hint) throws Exception {
        work.swallows = hint.equals("swallowed");
        putWaiting(BUSY, BUSY);
        subject.requireReturn("stop()", this::stop, hint);
        requireInterrupts("stop() returned", "not-interrupted");
        work.release();
        put(2 * THREADS);
        subject.settle();
        require(queue.size() == 2 * THREADS, (2 * THREADS - queue.size()) + " sockets were taken after stop() had "
                + "returned" + Stacks.lines(), "still-there");
        subject.requireSoon(() -> work.threads.stream().noneMatch(Thread::isAlive) && subject.threads().isEmpty()
                && Stacks.all().isEmpty(), () -> "after stop(), threads had not ended", hint);
    }

    private Void stop() throws InterruptedException {
        drain.stop();
        return null;
    }

    private void requireInterrupts(String when, String hint) throws Exception {
        subject.requireSoon(() -> work.interrupted.get() >= BUSY, () -> when + " while " + BUSY + " threads were "
                + "serving, and interrupted " + work.interrupted + " of them",
                () -> work.interrupted.get() == 0 ? "not-interrupted" : hint);
    }

    public static Check stopInterruptsAllFirst() {
        return new Check("stop() interrupts all threads before it waits for one", subject -> {
            DrainProbe probe = new DrainProbe(subject);
            probe.work.ignores = true;
            probe.putWaiting(BUSY, BUSY);
            Thread stop = subject.attempt(probe::stop).thread();
            probe.requireInterrupts("stop() was called", "one-by-one");
            subject.settle();
            require(stop.isAlive(), "stop() returned, and threads were still serving", "still-there");
        });
    }

    /** As long as computations occupy all carriers, no virtual thread begins to serve. */
    public static Check takenIsServed() {
        return new Check("a socket that was taken before stop() is served", subject -> {
            DrainProbe probe = new DrainProbe(subject);
            CountDownLatch carriers = new CountDownLatch(Runtime.getRuntime().availableProcessors());
            AtomicBoolean computes = new AtomicBoolean(true);
            Runnable computation = () -> {
                for (carriers.countDown(); computes.get(); Thread.onSpinWait()) { }
            };
            try {
                Collections.nCopies((int) carriers.getCount(), computation).forEach(Thread::startVirtualThread);
                carriers.await();
                probe.put(SOCKETS);
                subject.await(() -> probe.queue.size() == 0 && probe.taking.get() > 0);
                Thread stop = subject.attempt(probe::stop).thread();
                subject.await(() -> !stop.isAlive() || stop.getState() == Thread.State.WAITING
                        && probe.taking.get() == 0);
                subject.settle();
            } finally {
                computes.set(false);
            }
            subject.requireSoon(() -> probe.ended.get() + probe.queue.size() == SOCKETS, () -> "stop() came when "
                    + (SOCKETS - probe.queue.size()) + " sockets had been taken, and " + probe.ended
                    + " were served", "dropped");
        });
    }
}
