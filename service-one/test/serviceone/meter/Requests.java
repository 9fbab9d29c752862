package serviceone.meter;

/** Starts requests in a meter, without a client. */
public final class Requests {
    private Requests() {
    }

    /** The first request of a connection that spent no time in the queue. */
    public static ConnectionMeter started(Meter meter) {
        return started(meter, "/meetings", 0);
    }

    /** The first request of a connection that has just left the queue after this time. */
    public static ConnectionMeter started(Meter meter, String path, long queuedNanos) {
        ConnectionMeter connection = meter.connection();
        long now = System.nanoTime();
        connection.queued(now - queuedNanos);
        connection.taken(now);
        connection.requestBegins();
        connection.requestRead(path);
        return connection;
    }
}
