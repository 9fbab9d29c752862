package load;

import module java.base;
import module jdk.httpserver;
import common.figures.Figures;
import common.http.HttpText;
import common.io.HostPort;
import common.json.Json;
import common.json.JsonObject;
import common.json.Records;
import common.settings.ServiceTwoSettings;

/** Reads what the services and load generators say at {@code GET /stats}. An unknown double is NaN. */
public final class Stats {
    private static final Pattern MODE = Pattern.compile("[a-z-]{1,20}");      // part of a folder's name

    /**
     * The counters begin at service two's start.
     *
     * @param abandoned        calls whose caller left before the answer
     * @param answeredByRoute  answers with any status, by route
     */
    public record Two(String service, long cpuMillis, double abandoned, double connections,
            Map<String, Long> answeredByRoute) {
    }

    /**
     * A load generator's report.
     *
     * @param millis    the machine's clock, in milliseconds since 1970
     * @param cpuMillis the CPU time of its JMeter; -1 if unknown
     * @param key       which {@link RmiKey} it has
     */
    public record Generator(long millis, long cpuMillis, int cores, boolean busy, String key) {
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
            HttpServer listener = HttpServer.create(place(server).socketAddress(), 0);
            listener.createContext("/stats", exchange -> HttpHandlers.of(HttpURLConnection.HTTP_OK,
                    Headers.of("Content-Type", "application/json"), JsonObject.text(figures.get())).handle(exchange));
            listener.start();
            return () -> listener.stop(0);
        }
    }

    private Stats() {
    }

    public static Figures ofServiceOne(URI address, int timeoutMillis) throws IOException {
        Figures answer = ask(Figures.class, address, timeoutMillis);
        Figures.Service service = answer.service();
        if (service == null || service.mode() == null || !MODE.matcher(service.mode()).matches()) {
            throw new IOException("its answer names no mode");
        }
        return answer;
    }

    public static Two ofServiceTwo(HostPort address, int timeoutMillis) throws IOException {
        return serviceTwo(text(at(address), timeoutMillis));
    }

    public static ServiceTwoSettings settingsOfServiceTwo(HostPort address, int timeoutMillis) throws IOException {
        String answer = text(at(address), timeoutMillis);
        serviceTwo(answer);
        return ServiceTwoSettings.announced(Json.members(answer));
    }

    private static Two serviceTwo(String json) throws IOException {
        Two answer = Records.read(Two.class, json);
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
        return Records.read(type, text(address, timeoutMillis));
    }

    private static String text(URI address, int timeoutMillis) throws IOException {
        String json = HttpText.get(address, timeoutMillis, Map.of());
        if (!json.stripLeading().startsWith("{")) {
            throw new IOException("its answer is not a JSON object");
        }
        return json;
    }
}
