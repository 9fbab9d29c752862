package exercise.harness;

import module java.base;

/** What the learner's code runs on its threads. It records them, and while it is held, it waits there. */
public final class Work {
    public final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    public final AtomicInteger begun = new AtomicInteger();
    public final AtomicInteger inProgress = new AtomicInteger();
    /** At the same time. */
    public final AtomicInteger most = new AtomicInteger();
    public final AtomicInteger interrupted = new AtomicInteger();
    /** Whether it leaves no interrupt behind. */
    public volatile boolean swallows;
    /** Whether it continues after an interrupt, as a computation does. */
    public volatile boolean ignores;
    private volatile CountDownLatch gate = new CountDownLatch(0);

    public Work hold() {
        gate = new CountDownLatch(1);
        return this;
    }

    public void release() {
        ignores = false;
        gate.countDown();
    }

    public void run() {
        threads.add(Thread.currentThread());
        most.accumulateAndGet(inProgress.incrementAndGet(), Math::max);
        begun.incrementAndGet();
        boolean wasInterrupted = false;
        boolean waits = true;
        while (waits) {
            try {
                gate.await();
                waits = false;
            } catch (InterruptedException e) {
                wasInterrupted = true;
                interrupted.incrementAndGet();
                waits = ignores;
            }
        }
        inProgress.decrementAndGet();
        if (wasInterrupted && !swallows) {
            Thread.currentThread().interrupt();
        }
    }
}
