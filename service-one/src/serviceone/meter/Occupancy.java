package serviceone.meter;

/** What occupies the server at this moment. Asked by any thread; every answer may be stale when it arrives. */
public interface Occupancy {
    /** Sockets that wait in the queue. */
    int queued();

    /** Connections open, waiting ones included. */
    int connections();

    /** {@code pool} and {@code loom}: threads that have a connection, whether they work or wait; 0 in {@code async}. */
    int busyThreads();
}
