package process;

import module java.base;

/** On Ctrl-C or SIGTERM, the shutdown thread stops the work, and waits until the worker closes this hook. */
public final class StopHook implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 60;

    public interface Stop {
        void now() throws IOException, InterruptedException;
    }

    private final CountDownLatch done = new CountDownLatch(1);

    /** @param cleanup runs last in any case, on the shutdown thread */
    public StopHook(Stop stop, Runnable cleanup) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(stop, cleanup), "stop"));
    }

    void end(Stop stop, Runnable cleanup) {
        try {
            if (done.getCount() > 0) {
                stop.now();
                done.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the JVM ends anyway
        } catch (IOException e) {
            System.err.println("while stopping: " + e.getMessage());
        } finally {
            cleanup.run();
        }
    }

    @Override
    public void close() {
        done.countDown();
    }
}
