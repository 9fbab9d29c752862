package serviceone.watch;

/**
 * What is watched, as it was started.
 *
 * @param mode           as it is named on the command line
 * @param port           where clients connect
 * @param threads        the pool's threads or the event loops; nothing to {@code loom}, whose carriers are the JDK's
 * @param queue          sockets that may wait
 * @param maxConnections connections that may be open
 */
public record Service(String mode, int port, int threads, int queue, int maxConnections) {
    /** How names of the threads that serve begin, where their CPU time tells how busy they are. */
    private static final String CARRIERS = "ForkJoinPool-1-worker-";
    private static final String LOOPS = "event-loop-";

    boolean isPool() {
        return mode.equals("pool");
    }

    boolean isLoom() {
        return mode.equals("loom");
    }

    /** What the threads are called that serve. */
    String threadsAre() {
        return isPool() ? "pool threads" : isLoom() ? "carriers" : "event loops";
    }

    String threadNames() {
        return isLoom() ? CARRIERS : LOOPS;
    }

    int threadsTotal(Machine machine) {
        return isLoom() ? machine.scheduler().getParallelism() : threads;
    }

    /** How many requests can be in flight at once. */
    int limit() {
        return isPool() ? Math.min(threads, maxConnections) : maxConnections;
    }
}
