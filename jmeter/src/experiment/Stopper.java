package experiment;

/**
 * Turns Ctrl-C and SIGTERM, which start the JVM's shutdown, into an interrupt of the thread that measures, and holds
 * the shutdown up until that thread has reported what it has. A thread itself: the JVM's shutdown hook.
 */
final class Stopper extends Thread {
    private static final long REPORT_MILLIS = 60_000;

    // states, guarded by this: idle -> measuring -> idle -> finished, and stopping at any time
    private final Thread worker;
    private boolean measuring;
    private boolean stopping;
    private boolean finished;

    private Stopper(Thread worker) {
        super("stopper");
        this.worker = worker;
    }

    /** For the calling thread. */
    static Stopper install() {
        Stopper stopper = new Stopper(Thread.currentThread());
        Runtime.getRuntime().addShutdownHook(stopper);
        return stopper;
    }

    /** From here on the thread may be interrupted: it only measures. */
    synchronized void begin() throws InterruptedException {
        if (stopping) {
            throw new InterruptedException();
        }
        measuring = true;
    }

    /** From here on it is not: it writes files, which an interrupt would cut off. Takes an interrupt that came before. */
    synchronized void end() {
        measuring = false;
        Thread.interrupted();
    }

    /**
     * @return whether the thread may still choose an exit code; false where the JVM is already shutting down, waiting
     *         for it
     */
    synchronized boolean finish() {
        finished = true;
        return !stopping;
    }

    @Override
    public void run() {
        synchronized (this) {
            if (finished) {
                return;
            }
            stopping = true;
            if (measuring) {
                worker.interrupt();
            }
        }
        try {
            worker.join(REPORT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
