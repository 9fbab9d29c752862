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
 * What the programs of this project report at {@code GET /stats}, as far as the tools use it. An unknown double is NaN;
 * any other unknown value is null.
 */
public final class Stats {
    private static final Pattern MODE = Pattern.compile("[a-z-]{1,20}");      // becomes part of a folder's name

    /** Service one's report. */
    public record One(Service service, Now now, Law law) {
        public One {
            law = law == null ? Law.UNKNOWN : law;
        }

        /**
         * @param boundedByThreads whether {@code limit}, the most requests that it serves at once, is the number of a
         *                         pool's threads
         * @param page             the status page's URL, which can be opened only on service one's machine
         */
        public record Service(String mode, long pid, Boolean boundedByThreads, double limit, double cores,
                String page) {
        }

        /**
         * For the last ten seconds; connections, queue, in-flight requests and carrier waits are current values.
         *
         * @param load the number of requests in the queue or in flight
         */
        public record Now(double throughput, double serviceMillis, double cpuMicrosPerRequest, double connections,
                double queued, double inFlight, double virtualThreadsQueued, double load) {
        }

        /**
         * @param waitSeconds    how long a request of the last ten seconds had to wait, by the delays that service two
         *                       and the routes announce
         * @param mostThroughput the highest throughput of such requests, given what they hold while they wait
         * @param bottleneck     the resource that sets this maximum
         * @param arrivals       {@code open} or {@code closed}, as far as service one can tell
         * @param here           Little's law's prediction for the mode that runs
         * @param other          the prediction for another mode
         */
        public record Law(double waitSeconds, double mostThroughput, String bottleneck, String arrivals,
                double arrivalsPerSecond, Waits serviceTwo, Expected here, Expected other) {
            static final Law UNKNOWN = new Law(Double.NaN, Double.NaN, "");

            Law(double waitSeconds, double mostThroughput, String bottleneck) {
                this(waitSeconds, mostThroughput, bottleneck, null, Double.NaN, null, null, null);
            }
        }

        /** @param authorizePermits how many calls service two authorizes at the same time; NaN if it has no limit */
        public record Waits(double stageDelayMillis, double authorizePermits) {
        }

        /** @param bound what limits the throughput, such as {@code carriers} */
        public record Expected(double throughput, String bound) {
        }
    }

    /** Service one's current figures, for a live picture. */
    public record Moment(One.Service service, Total total, Now now) {
        /** Counters since service one's start. */
        public record Total(long completed, long failed) {
        }

        /**
         * @param queued   the number of requests that are waiting to be served
         * @param inFlight the number of requests that are being served, including those that wait for a call
         * @param waiting  the number of requests that wait for each of the four calls, by the call's name
         */
        public record Now(double queued, double inFlight, Map<String, Double> waiting, Double threadsTotal,
                Double p50Millis, Double cpuPercent, Double platformThreads, Double virtualThreads) {
        }
    }

    /**
     * Service two's delays and faults, and its counters since its start.
     *
     * @param authorizePermits how many calls it authorizes at the same time; null if it has no limit
     * @param abandoned        the number of calls whose caller left before the answer
     * @param connections      the number of connections that carried calls
     * @param answeredByRoute  the number of answered calls, whatever the status, by route
     */
    public record Two(String service, int delayMillis, int stageDelayMillis, Integer authorizePermits,
            int errorPercent, int hangPercent, int resetPercent, int jitterMillis, int slowStartSeconds,
            long cpuMillis, double abandoned, double connections, Map<String, Long> answeredByRoute) {
    }

    /**
     * A load generator's report, on the port after its jmeter-server's.
     *
     * @param millis    the machine's clock, in milliseconds since 1970
     * @param cpuMillis the CPU time of its JMeter since that started; -1 if unknown
     * @param cores     the number of cores that its JMeter may use
     * @param busy      whether it is making load
     */
    public record Generator(long millis, long cpuMillis, int cores, boolean busy) {
        /** The address that serves the report of a jmeter-server. */
        public static HostPort place(HostPort server) {
            return new HostPort(server.host(), server.port() + 1);
        }

        /**
         * Answers {@code GET /stats} at {@link #place} until closed: JMeter's distributed mode reports neither clock
         * nor CPU time. The listener accepts no commands, so it needs no authentication.
         *
         * @param figures called by the listener's thread, for each answer
         */
        public static Closeable report(HostPort server, Supplier<Generator> figures) throws IOException {
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

    /** @throws IOException if there is no answer in time, or another program answers */
    public static One ofServiceOne(URI address, int timeoutMillis) throws IOException {
        One answer = ask(One.class, address, timeoutMillis);
        if (answer.service == null || answer.service.mode == null || !MODE.matcher(answer.service.mode).matches()) {
            throw new IOException("its answer names no mode");
        }
        return answer;
    }

    /** @throws IOException if there is no answer in time, or another program answers */
    public static Moment ofMoment(URI address, int timeoutMillis) throws IOException {
        Moment answer = ask(Moment.class, address, timeoutMillis);
        if (answer.service == null || answer.total == null || answer.now == null) {
            throw new IOException("its answer has no figures");
        }
        return answer;
    }

    /** @throws IOException if there is no answer in time, or another program answers */
    public static Two ofServiceTwo(HostPort address, int timeoutMillis) throws IOException {
        Two answer = ask(Two.class, at(address), timeoutMillis);
        if (!"two".equals(answer.service)) {
            throw new IOException("another program answers there");
        }
        return answer;
    }

    /** @throws IOException if there is no answer in time, or it is not from a jmeter-server of this project */
    public static Generator ofGenerator(HostPort server, int timeoutMillis) throws IOException {
        return ask(Generator.class, at(Generator.place(server)), timeoutMillis);
    }

    public static URI at(HostPort address) {
        return URI.create("http://" + address + "/stats");
    }

    private static <T extends Record> T ask(Class<T> type, URI address, int timeoutMillis) throws IOException {
        String json = HttpText.get(address, timeoutMillis);
        if (!json.stripLeading().startsWith("{")) {
            throw new IOException("its answer is not a JSON object");
        }
        try {
            return Records.read(type, json);
        } catch (IllegalArgumentException | ClassCastException e) {
            throw new IOException("its answer does not have the expected fields: " + e.getMessage(), e);
        }
    }
}
