package serviceone.watch;

/** What the server can say about this very moment. Asked by any thread; every answer may be stale when it arrives. */
public interface Gauges {
    /** Sockets that wait for a thread. */
    int queued();

    /** Connections open, waiting ones included. */
    int connections();

    /** {@code pool}: threads that have a connection, whether they work or wait; 0 in the other modes. */
    int busyThreads();
}
