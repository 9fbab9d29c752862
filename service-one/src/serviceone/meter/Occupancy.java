package serviceone.meter;

/** What occupies the server at this moment. Asked by any thread; every answer may be stale when it arrives. */
public interface Occupancy {
    /** Sockets that wait in the queue. */
    int queued();

    /** Connections open, waiting ones included. */
    int connections();

    /** {@code pool}: threads that serve a request, whether they work or wait; 0 in the other modes. */
    int busyThreads();
}
