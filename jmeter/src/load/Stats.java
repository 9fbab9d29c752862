package load;

import common.json.Records;
import java.io.IOException;
import java.net.URI;
import java.util.regex.Pattern;

/**
 * What a service one says of itself at {@code GET /stats}, as far as it is of use here. Immutable.
 *
 * @param law null where it says nothing of it
 */
public record Stats(Service service, Law law) {
    private static final Pattern MODE = Pattern.compile("[a-z-]{1,20}");      // it becomes part of a folder's name

    /**
     * @param limit requests that it serves at once; null where it doesn't say
     * @param page  the status page's URL, which answers on its own machine alone; null where it doesn't say
     */
    public record Service(String mode, long pid, Double limit, String page) {
    }

    /**
     * @param waitSeconds    what a request of the last ten seconds had to wait, by what service two and the routes
     *                       announce; null where that is not known
     * @param mostThroughput such requests a second, at most, by what they hold while they wait; null where it is
     *                       not known
     * @param bottleneck     of what there is too little for more
     */
    public record Law(Double waitSeconds, Double mostThroughput, String bottleneck) {
    }

    /**
     * @param timeoutMillis as of {@link HttpText#get}
     * @throws IOException where there is no answer, or one that no service one gives
     */
    static Stats ask(URI address, int timeoutMillis) throws IOException {
        return read(HttpText.get(address, timeoutMillis));
    }

    private static Stats read(String json) throws IOException {
        if (!json.stripLeading().startsWith("{")) {
            throw new IOException("it is no JSON object");
        }
        Stats stats = Records.read(Stats.class, json);
        if (stats.service == null || stats.service.mode == null || !MODE.matcher(stats.service.mode).matches()) {
            throw new IOException("it names no mode");
        }
        return stats;
    }

    /** NaN where it is not known. */
    double waitSeconds() {
        return law == null || law.waitSeconds == null ? Double.NaN : law.waitSeconds;
    }

    /** Infinite where nothing tells. */
    double mostThroughput() {
        return law == null || law.mostThroughput == null ? Double.POSITIVE_INFINITY : law.mostThroughput;
    }

    String bottleneck() {
        return law == null || law.bottleneck == null ? "" : law.bottleneck;
    }
}
