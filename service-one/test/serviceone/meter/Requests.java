package serviceone.meter;

public final class Requests {
    private Requests() {
    }

    public static ConnectionMeter started(Meter meter) {
        return started(meter, "/meetings", 0);
    }

    public static ConnectionMeter started(Meter meter, String path, long queuedNanos) {
        ConnectionMeter connection = meter.connection();
        long now = meter.nanoTime();
        connection.queued(now - queuedNanos);
        connection.taken(now);
        connection.requestBegins();
        connection.requestRead(path);
        return connection;
    }
}
