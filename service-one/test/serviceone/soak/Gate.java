package serviceone.soak;

/** Where visits begin and end, so that there can be none for a while. Guarded by its monitor. */
final class Gate {
    private int inside;
    private boolean isClosed;

    /** Waits while the gate is closed. */
    synchronized void enter() throws InterruptedException {
        while (isClosed) {
            wait();
        }
        inside++;
    }

    synchronized void leave() {
        inside--;
        notifyAll();
    }

    /** Lets nobody in any more, and waits until all have left. */
    synchronized void close() throws InterruptedException {
        isClosed = true;
        while (inside > 0) {
            wait();
        }
    }

    synchronized void open() {
        isClosed = false;
        notifyAll();
    }
}
