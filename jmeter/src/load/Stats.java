package load;

import module java.base;
import module jdk.httpserver;
import common.http.HttpText;
import common.io.HostPort;
import common.json.JsonObject;
import text.Records;

/** The parts of {@code GET /stats} reports that the tools use. An unknown double is NaN. */
public final class Stats {
    private static final Pattern MODE = Pattern.compile("[a-z-]{1,20}");      // part of a folder's name

    public record One(Service service, Now now, Law law) {
        public One {
            law = law == null ? Law.UNKNOWN : law;
        }

        /**
         * @param limit            the most requests in service at once
         * @param boundedByThreads whether the limit is the number of a pool's threads
         * @param page             the status page's URL, which works only on service one's machine
         */
        public record Service(String mode, long pid, Boolean boundedByThreads, double limit, double cores,
                String page) {
        }

        /**
         * {@code connections}, {@code queued}, {@code inFlight} and {@code virtualThreadsQueued} are current values.
         * The rest covers the last ten seconds.
         *
         * @param virtualThreadsQueued virtual threads that wait for a carrier
         * @param load the mean number of requests in the queue or in flight
         */
        public record Now(double throughput, double serviceMillis, double cpuMicrosPerRequest, double connections,
                double queued, double inFlight, double virtualThreadsQueued, double load) {
        }

        /**
         * @param waitSeconds    a request's mean wait in the last ten seconds, from service two's announced delays
         * @param mostThroughput the highest possible throughput of requests with that wait
         * @param bottleneck     the resource that limits {@code mostThroughput}
         * @param here           service one's prediction for its own mode
         * @param other          service one's prediction for another mode
         */
        public record Law(double waitSeconds, double mostThroughput, String bottleneck, Waits serviceTwo,
                Expected here, Expected other) {
            static final Law UNKNOWN = new Law(Double.NaN, Double.NaN, "");

            Law(double waitSeconds, double mostThroughput, String bottleneck) {
                this(waitSeconds, mostThroughput, bottleneck, null, null, null);
            }
        }

        /** @param authorizePermits the most authorizations that service two makes at once; NaN if there is no limit */
        public record Waits(double stageDelayMillis, double authorizePermits) {
        }

        public record Expected(double throughput, String bound) {
        }
    }

    public record Moment(One.Service service, Total total, Now now) {
        public record Total(long completed, long failed) {
        }

        /**
         * @param inFlight requests in service, including those that wait for a call
         * @param waiting  how many requests wait for each of the four calls
         */
        public record Now(double queued, double inFlight, Map<String, Double> waiting, Double threadsTotal,
                Double p50Millis, Double cpuPercent, Double platformThreads, Double virtualThreads) {
        }
    }

    /**
     * The counters begin at service two's start.
     *
     * @param authorizePermits the most authorizations at once; null if there is no limit
     * @param abandoned        calls whose caller left before the answer
     * @param answeredByRoute  answers with any status, by route
     */
    public record Two(String service, int delayMillis, int stageDelayMillis, Integer authorizePermits,
            int errorPercent, int hangPercent, int resetPercent, int jitterMillis, int slowStartSeconds,
            long cpuMillis, double abandoned, double connections, Map<String, Long> answeredByRoute) {
    }

    /**
     * A load generator's report.
     *
     * @param millis    the machine's clock, in milliseconds since 1970
     * @param cpuMillis the CPU time of its JMeter; -1 if unknown
     */
    public record Generator(long millis, long cpuMillis, int cores, boolean busy) {
        /** The address of the report, one port after the jmeter-server's. */
        public static HostPort place(HostPort server) {
            return new HostPort(server.host(), server.port() + 1);
        }

        /**
         * Answers {@code GET /stats} until closed, because JMeter's distributed mode does not report these figures.
         * The listener accepts no commands, so it needs no authentication.
         *
         * @param figures called for each answer, on the listener's thread
         */
        public static Closeable report(HostPort server, Supplier<Generator> figures) throws IOException {
            HostPort place = place(server);
            HttpServer listener = HttpServer.create(new InetSocketAddress(place.host(), place.port()), 0);
            listener.createContext("/stats", exchange -> HttpHandlers.of(HttpURLConnection.HTTP_OK,
                    Headers.of("Content-Type", "application/json"), JsonObject.text(figures.get())).handle(exchange));
            listener.start();
            return () -> listener.stop(0);
        }
    }

    private Stats() {
    }

    public static One ofServiceOne(URI address, int timeoutMillis) throws IOException {
        One answer = ask(One.class, address, timeoutMillis);
        if (answer.service == null || answer.service.mode == null || !MODE.matcher(answer.service.mode).matches()) {
            throw new IOException("its answer names no mode");
        }
        return answer;
    }

    public static Moment ofMoment(URI address, int timeoutMillis) throws IOException {
        Moment answer = ask(Moment.class, address, timeoutMillis);
        if (answer.service == null || answer.total == null || answer.now == null) {
            throw new IOException("its answer has no figures");
        }
        return answer;
    }

    public static Two ofServiceTwo(HostPort address, int timeoutMillis) throws IOException {
        Two answer = ask(Two.class, at(address), timeoutMillis);
        if (!"two".equals(answer.service)) {
            throw new IOException("another program answers there");
        }
        if (answer.answeredByRoute == null) {
            throw new IOException("its answer has no counts");
        }
        return answer;
    }

    public static Generator ofGenerator(HostPort server, int timeoutMillis) throws IOException {
        return ask(Generator.class, at(Generator.place(server)), timeoutMillis);
    }

    public static URI at(HostPort address) {
        return URI.create("http://" + address + "/stats");
    }

    private static <T extends Record> T ask(Class<T> type, URI address, int timeoutMillis) throws IOException {
        String json = HttpText.get(address, timeoutMillis, Map.of());
        if (!json.stripLeading().startsWith("{")) {
            throw new IOException("its answer is not a JSON object");
        }
        return Records.read(type, json);
    }
}
