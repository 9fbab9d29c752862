package load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.util.Optional;

/**
 * The service one that a run measures, as it described itself before the load. Immutable.
 *
 * @param stats where it answers /stats while the load goes on
 */
public record ServiceOne(HostPort address, Stats described, URI stats) {
    private static final int TIMEOUT_MILLIS = 5_000;      // a machine that is busy needed more than two seconds

    /** Empty where something else answers there, or nothing in time. */
    public static Optional<ServiceOne> at(HostPort address) {
        try {
            URI own = URI.create("http://" + address + "/stats");
            Stats said = Stats.ask(own, TIMEOUT_MILLIS);
            return Optional.of(new ServiceOne(address, said, isOnThisMachine(address) ? pageStats(said, own) : own));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The status page has a listener of its own, so that it also answers when no thread of a pool is free. */
    private static URI pageStats(Stats said, URI own) {
        String page = said.service().page() == null ? "" : said.service().page();
        return page.startsWith("http://") ? URI.create(page).resolve("/stats") : own;
    }

    private static boolean isOnThisMachine(HostPort address) throws IOException {
        InetAddress host = InetAddress.getByName(address.host());
        return host.isLoopbackAddress() || NetworkInterface.getByInetAddress(host) != null;
    }

    /** Whether /stats is asked where the load goes: then it counts these questions, which wait for nothing. */
    boolean countsQuestions() {
        return stats.getPort() == address.port();
    }

    public String mode() {
        return described.service().mode();
    }

    /** Requests that it serves at once; NaN where it doesn't say. */
    public double limit() {
        Double limit = described.service().limit();
        return limit == null ? Double.NaN : limit;
    }

    @Override
    public String toString() {
        String page = described.service().page();
        return "service one: " + mode() + ", " + address + ", pid " + described.service().pid()
                + (page == null ? "" : "; status page " + page);
    }
}
