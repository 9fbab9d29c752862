package serviceone.meter;

/** Requests without a connection. */
public final class Requests {
    private Requests() {
    }

    /** The first request of a connection that was not in the queue at all. */
    public static RequestTimer started(Meter meter) {
        return started(meter, 0);
    }

    /** The first request of a connection that was in the queue for so long. */
    public static RequestTimer started(Meter meter, long queuedNanos) {
        long now = System.nanoTime();
        ConnectionTimer connection = meter.connectionQueued(now - queuedNanos);
        connection.takenAt(now);
        return connection.requestRead();
    }
}
