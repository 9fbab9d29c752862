package serviceone.server;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import serviceone.meter.ServiceThread;

/**
 * {@code loom}: a virtual thread for each socket, as long as its connection needs one. There is never one too few, so
 * nobody waits for a thread; what limits them is the number of connections. Owns the executor.
 */
final class UnlimitedThreads implements ThreadSource {
    private final ExecutorService executor =
            Executors.newThreadPerTaskExecutor(ServiceThread.REQUEST.virtual().factory());

    @Override
    public void await(long since) {
        // a virtual thread is made when it is wanted
    }

    @Override
    public void run(Runnable task) {
        executor.execute(task);
    }

    @Override
    public boolean areShort() {
        return false;
    }

    @Override
    public boolean areLimited() {
        return false;
    }

    @Override
    public void stop() {
        executor.shutdownNow();
    }
}
