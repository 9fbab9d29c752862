package load;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpHandlers;
import com.sun.net.httpserver.HttpServer;
import common.http.HttpText;
import common.io.HostPort;
import common.json.JsonWriter;
import common.json.Records;
import java.io.Closeable;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * What the programs of this project say of themselves at {@code GET /stats}, as far as the tools use it. A double that
 * is not known is NaN, anything else null.
 */
public final class Stats {
    private static final Pattern MODE = Pattern.compile("[a-z-]{1,20}");      // it becomes part of a folder's name

    /** A service one's. */
    public record One(Service service, Now now, Law law) {
        public One {
            law = law == null ? Law.UNKNOWN : law;
        }

        /**
         * @param boundedByThreads whether {@code limit}, the requests that it serves at once, are a pool's threads
         * @param page             the status page's URL, which answers on its own machine alone
         */
        public record Service(String mode, long pid, Boolean boundedByThreads, double limit, double cores,
                String page) {
        }

        /**
         * Of the last ten seconds; connections, those in the queue, in flight, and waiting for a carrier are of now.
         *
         * @param load in the queue or in flight
         */
        public record Now(double throughput, double serviceMillis, double cpuMicrosPerRequest, double connections,
                double queued, double inFlight, double virtualThreadsQueued, double load) {
        }

        /**
         * @param waitSeconds    what a request of the last ten seconds had to wait, by what service two and the routes
         *                       announce
         * @param mostThroughput such requests a second, at most, by what they hold while they wait
         * @param bottleneck     of what there is too little for more
         * @param arrivals       {@code open} or {@code closed}, as far as it can tell
         * @param here           what Little's law makes of it in its mode
         * @param other          and in another one
         */
        public record Law(double waitSeconds, double mostThroughput, String bottleneck, String arrivals,
                double arrivalsPerSecond, Waits serviceTwo, Expected here, Expected other) {
            static final Law UNKNOWN = new Law(Double.NaN, Double.NaN, "");

            Law(double waitSeconds, double mostThroughput, String bottleneck) {
                this(waitSeconds, mostThroughput, bottleneck, null, Double.NaN, null, null, null);
            }
        }

        /** @param authorizePermits NaN where service two has no limit */
        public record Waits(double stageDelayMillis, double authorizePermits) {
        }

        /** @param bound what limits it, as {@code carriers} */
        public record Expected(double throughput, String bound) {
        }
    }

    /** A service one's at one moment, as a live picture shows it. */
    public record Moment(One.Service service, Total total, Now now) {
        /** Since its start. */
        public record Total(long completed, long failed) {
        }

        /**
         * What is not known is null, for the page.
         *
         * @param queued   requests that nobody has begun to serve
         * @param inFlight requests that are being served, those included that wait
         * @param waiting  requests in each of the four calls, by the call's name
         */
        public record Now(double queued, double inFlight, Map<String, Double> waiting, Double threadsTotal,
                Double p50Millis, Double cpuPercent, Double platformThreads, Double virtualThreads) {
        }
    }

    /**
     * A service two's: how long it waits, what it does wrong, and what it has counted since its start.
     *
     * @param authorizePermits null where it has no limit
     * @param abandoned        calls whose caller left before the answer
     * @param connections      on which calls came
     * @param answeredByRoute  calls that were answered, whatever the status
     */
    public record Two(String service, int delayMillis, int stageDelayMillis, Integer authorizePermits,
            int errorPercent, int hangPercent, int resetPercent, int jitterMillis, int slowStartSeconds,
            long cpuMillis, double abandoned, double connections, Map<String, Long> answeredByRoute) {
    }

    /**
     * Those of a machine that lends itself as a load generator, told on the port after its jmeter-server's.
     *
     * @param millis    its clock, in milliseconds since 1970
     * @param cpuMillis CPU time of its JMeter since that was started; -1 where it is not known
     * @param cores     that its JMeter may use
     * @param busy      whether it makes load just now
     */
    public record Generator(long millis, long cpuMillis, int cores, boolean busy) {
        /** Where the figures of a jmeter-server are told. */
        public static HostPort place(HostPort server) {
            return new HostPort(server.host(), server.port() + 1);
        }

        /**
         * Tells them there until it is closed: JMeter's own distributed mode tells neither the clock nor the CPU time.
         * It takes no orders, so it needs no key.
         *
         * @param figures is asked by the listener's thread, for each answer
         */
        public static Closeable tell(HostPort server, Supplier<Generator> figures) throws IOException {
            HostPort place = place(server);
            HttpServer listener = HttpServer.create(new InetSocketAddress(place.host(), place.port()), 0);
            listener.createContext("/stats", exchange -> HttpHandlers.of(HttpURLConnection.HTTP_OK,
                    Headers.of("Content-Type", "application/json"), JsonWriter.text(figures.get())).handle(exchange));
            listener.start();
            return () -> listener.stop(0);
        }
    }

    private Stats() {
    }

    /** @throws IOException where there is no answer in time, or one that no service one gives */
    public static One ofServiceOne(URI address, int timeoutMillis) throws IOException {
        One said = ask(One.class, address, timeoutMillis);
        if (said.service == null || said.service.mode == null || !MODE.matcher(said.service.mode).matches()) {
            throw new IOException("it names no mode");
        }
        return said;
    }

    /** @throws IOException where there is no answer in time, or one that no service one gives */
    public static Moment ofMoment(URI address, int timeoutMillis) throws IOException {
        Moment said = ask(Moment.class, address, timeoutMillis);
        if (said.service == null || said.total == null || said.now == null) {
            throw new IOException("it tells no figures");
        }
        return said;
    }

    /** @throws IOException where there is no answer in time, or one of another program */
    public static Two ofServiceTwo(HostPort address, int timeoutMillis) throws IOException {
        Two said = ask(Two.class, at(address), timeoutMillis);
        if (!"two".equals(said.service)) {
            throw new IOException("it is another program");
        }
        return said;
    }

    /** @throws IOException where there is no answer in time, or one that no jmeter-server of this project gives */
    public static Generator ofGenerator(HostPort server, int timeoutMillis) throws IOException {
        return ask(Generator.class, at(Generator.place(server)), timeoutMillis);
    }

    public static URI at(HostPort address) {
        return URI.create("http://" + address + "/stats");
    }

    private static <T extends Record> T ask(Class<T> type, URI address, int timeoutMillis) throws IOException {
        String json = HttpText.get(address, timeoutMillis);
        if (!json.stripLeading().startsWith("{")) {
            throw new IOException("it is no JSON object");
        }
        try {
            return Records.read(type, json);
        } catch (IllegalArgumentException | ClassCastException e) {
            throw new IOException("its figures are not those of such a program: " + e.getMessage(), e);
        }
    }
}
