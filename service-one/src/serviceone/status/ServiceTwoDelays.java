package serviceone.status;

import common.http.HttpText;
import common.io.HostPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import serviceone.law.Announced;

/**
 * Asks service two how long it waits, every few seconds: it may be restarted with other delays. Any thread gets what
 * was said last. No request depends on it, and a service two that says nothing is not in need of a log line.
 */
final class ServiceTwoDelays {
    static final int EVERY_SECONDS = 3;
    private static final int PATIENCE_MILLIS = 2_000;

    private final InetSocketAddress serviceTwo;
    private volatile Optional<Announced> announced = Optional.empty();

    ServiceTwoDelays(InetSocketAddress serviceTwo) {
        this.serviceTwo = serviceTwo;
    }

    /** What it said when it was asked last; nothing while it has not said anything, or is a service that does not. */
    Optional<Announced> announced() {
        return announced;
    }

    void ask() {
        try {
            HostPort place = new HostPort(serviceTwo.getAddress().getHostAddress(), serviceTwo.getPort());
            URI stats = URI.create("http://" + place + "/stats");
            announced = Announced.parse(HttpText.getAny(stats, PATIENCE_MILLIS, Map.of()));
        } catch (IOException | RuntimeException e) {
            // It cannot be asked now. What it said last holds until another one says something else.
        }
    }
}
