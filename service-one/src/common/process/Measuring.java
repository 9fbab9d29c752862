package common.process;

/**
 * The part of the main thread's work that Ctrl-C interrupts: measuring, but not the writing of files, which an
 * interrupt would cut off. Begun and ended by the main thread, stopped by the JVM's shutdown thread.
 */
public final class Measuring {
    // states, guarded by this: idle -> measuring -> idle, and stopping at any time
    private final Thread worker = Thread.currentThread();
    private boolean measuring;
    private boolean stopping;

    public synchronized void begin() throws InterruptedException {
        if (stopping) {
            throw new InterruptedException();
        }
        measuring = true;
    }

    /** Also clears an interrupt that came just before. */
    public synchronized void end() {
        measuring = false;
        Thread.interrupted();
    }

    public synchronized void stop() {
        stopping = true;
        if (measuring) {
            worker.interrupt();
        }
    }
}
