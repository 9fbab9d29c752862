package serviceone.status;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import common.http.PageServer;
import common.json.Json;
import common.json.JsonObject;
import common.mode.Mode;
import common.mode.Resource;
import java.util.logging.Logger;
import serviceone.meter.ConnectionMeter.CallTimer;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Meter.Count;
import serviceone.meter.Meter;
import serviceone.meter.Requests;
import serviceone.meter.Stage;
import serviceone.server.Settings;
import serviceone.status.Watching.Ports;
import testing.Test;

class WatchingTest implements AutoCloseable {
    private static final String USUAL_ANNOUNCEMENT =
            "{\"delayMillis\":50,\"stageDelayMillis\":333,\"authorizePermits\":null}";
    private static final URI PAGE = URI.create("http://127.0.0.1:8083/");

    private record Fixed(int queued, int connections, int busyThreads) implements WatchedService.Occupancy {
    }

    private final AtomicLong now = new AtomicLong(7_000_000_000L);
    private final Meter meter = new Meter(Mode.POOL, now::get);
    private final WatchedService pool = service(Mode.POOL, meter);
    private final HttpServer serviceTwo = HttpServer.create(new InetSocketAddress(loopback(), 0), 0);
    private final Forecaster forecaster = new Forecaster(pool, serviceTwo.getAddress());
    private final Sampler sampler = new Sampler(pool, forecaster);
    private final StatsJson stats = new StatsJson(pool, sampler);
    private String announcement = USUAL_ANNOUNCEMENT;

    WatchingTest() throws IOException {
        serviceTwo.createContext("/stats", this::announce);
        serviceTwo.start();
    }

    private static InetAddress loopback() {
        return InetAddress.getLoopbackAddress();
    }

    static WatchedService service(Mode mode, Meter meter) {
        return new WatchedService(mode, 8082, 4, Settings.DEFAULTS, 30, meter, new Fixed(7, 100_007, 4));
    }

    private void announce(HttpExchange exchange) throws IOException {
        byte[] bytes = announcement.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            if (bytes.length > 0) {
                exchange.sendResponseHeaders(announcement.startsWith("{") ? 200 : 404, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        }
    }

    @Override
    public void close() {
        serviceTwo.stop(0);
    }

    private Object stat(String... path) throws Exception {
        return valueAt(stats.json(PAGE), path);
    }

    static Object valueAt(JsonObject json, String... path) throws Exception {
        Object value = Json.read(json.toString());
        for (String name : path) {
            Map<?, ?> object = (Map<?, ?>) value;
            assertTrue(object.containsKey(name), name + " is not one of " + object.keySet());
            value = object.get(name);
        }
        return value;
    }

    private void takeSamples(int times) {
        for (int i = 0; i < times; i++) {
            now.addAndGet(1_000_000_000);
            sampler.sample();
        }
    }

    @Test
    void theStatsHaveTotalsAndCurrentValues() throws Exception {
        for (Count count : List.of(Count.ACCEPTED, Count.ACCEPTED, Count.ACCEPTED, Count.REFUSED, Count.REFUSED)) {
            meter.count(count);
        }
        Requests.started(meter).answered(200);
        Requests.started(meter).answered(401);
        var calling = Requests.started(meter);
        calling.callStarted(Stage.AUTHORIZE);
        calling.callRefused();
        assertEquals(Map.of("accepted", 3.0, "refused", 2.0, "refusedCalls", 1.0, "completed", 2.0, "failed", 1.0,
                "failedByStatus", Map.of("401", 1.0)), stat("total"));
        assertEquals(Map.of("info", 0.0, "authenticate", 0.0, "authorize", 1.0, "meetings", 0.0),
                stat("now", "waiting"));
        Object[][] table = {
            {7.0, "now", "queued"}, {100_007.0, "now", "connections"}, {1.0, "now", "inFlight"},
            {4.0, "now", "threadsTotal"}, {"pool", "service", "mode"}, {8082.0, "service", "port"},
            {4.0, "service", "limit"}, {30.0, "service", "maxCalls"}, {10_000.0, "service", "queueLimit"},
            {10_000.0, "service", "connectionLimit"}, {10.0, "service", "windowSeconds"},
            {PAGE.toString(), "service", "page"}};
        for (Object[] row : table) {
            assertEquals(row[0], stat((String) row[1], (String) row[2]), row[1] + "." + row[2]);
        }
    }

    @Test
    void aSampleHoldsTheRatesOfTenSeconds() throws Exception {
        takeSamples(1);
        assertEquals(null, stat("now", "throughput"), "a single sample gives no rate");
        assertEquals(null, stat("law", "serviceSeconds"));
        meter.count(Count.ACCEPTED);
        ConnectionMeter request = Requests.started(meter, "/meetings", 3_000_000_000L);
        CallTimer call = request.callStarted(Stage.INFO);
        now.addAndGet(400_000_000);
        call.ended(true, new SocketTimeoutException());
        now.addAndGet(100_000_000);
        request.answered(504);
        now.addAndGet(-500_000_000);
        for (long cpu = Jvm.SYSTEM.getProcessCpuTime(); Jvm.SYSTEM.getProcessCpuTime() == cpu; ) {
            Thread.onSpinWait();
        }
        takeSamples(1);
        Map<?, ?> first = (Map<?, ?>) stat("now");
        assertEquals(figures(1, 1, 1, 3_000, 500, 400), known(first));
        double median = (Double) first.get("p50Millis");
        assertTrue(Math.abs(median - 3_500) < 0.008 * 3_500, "the median, including the wait in the queue: " + median);
        assertEquals(median, first.get("p99Millis"));
        double cpuMicros = (Double) first.get("cpuMicrosPerRequest");
        double ofASecond = (Double) first.get("cpuPercent") / 100 * 1e6 * Runtime.getRuntime().availableProcessors();
        assertTrue(cpuMicros > 0 && Math.abs(cpuMicros - ofASecond) <= 50, cpuMicros + " µs of CPU time: " + ofASecond);
        assertTrue((Double) first.get("heapBytes") > 1e6 && (Double) first.get("platformThreads") > 3, "the JVM");
        assertEquals(7.0, stat("law", "load"), "the requests in the queue");
        assertEquals(4.0, stat("law", "here", "inFlight"), "four of the seven requests fit into the pool");
        assertEquals(1.0, stat("law", "unansweredCalls"));
        Requests.started(meter).answered(200);
        takeSamples(9);
        assertEquals(figures(0.1, 0.2, 0.1, 1_500, 250, 200), known((Map<?, ?>) stat("now")), "over ten seconds");
        takeSamples(1);
        assertEquals(figures(0, 0.1, 0, 0, 0, 0), known((Map<?, ?>) stat("now")), "the first was eleven samples ago");
        takeSamples(1);
        assertEquals(0.0, stat("now", "throughput"), "no answer in ten seconds");
        assertEquals(null, stat("now", "p50Millis"));
        Map<?, ?> history = (Map<?, ?>) stat("history");
        assertEquals(List.of(1.0, 0.5, 0.333, 0.25, 0.2, 0.167, 0.143, 0.125, 0.111, 0.1, 0.0, 0.0),
                history.get("failed"));
        takeSamples(120);
        for (String line : List.of("at", "throughput", "failed", "p50", "p99", "cpu", "heap", "platform", "virtual",
                "lawThroughput", "lawResponse")) {
            assertEquals(120, ((List<?>) stat("history", line)).size(), line);
        }
    }

    /** Those of the figures that a test can know, a second and a request. */
    private static Map<String, Double> known(Map<?, ?> now) {
        Map<String, Double> known = new TreeMap<>();
        for (String name : List.of("acceptedPerSecond", "throughput", "failedPerSecond", "queuedMillis",
                "serviceMillis", "callsMillis", "load", "threadsBusy", "virtualThreads")) {
            known.put(name, (Double) now.get(name));
        }
        return known;
    }

    private static Map<String, Double> figures(double accepted, double throughput, double failed, double queued,
            double service, double calls) {
        return new TreeMap<>(Map.of("acceptedPerSecond", accepted, "throughput", throughput, "failedPerSecond", failed,
                "queuedMillis", queued, "serviceMillis", service, "callsMillis", calls, "load", 7.0, "threadsBusy", 4.0,
                "virtualThreads", 0.0));
    }

    @Test
    void aFailureIsLoggedAndDoesNotEndTheSampling() {
        List<Throwable> logged = new ArrayList<>();
        Logger logger = Logger.getLogger(Watching.class.getName());
        logger.setUseParentHandlers(false);
        logger.setFilter(each -> !logged.add(each.getThrown()));
        Error shortage = new OutOfMemoryError("of this test");
        Watching.orLog(() -> {
            throw shortage;
        }).run();
        Watching.orLog(() -> new StatsJson(null, null).json(PAGE)).run();
        logger.setFilter(null);
        logger.setUseParentHandlers(true);
        assertEquals(2, logged.size());
        assertEquals(shortage, logged.getFirst());
    }

    /** The announced delays of a request add up to 50 + 3 * 333 = 1,049 ms. */
    @Test
    void thePredictionUsesAnnouncedDelaysOrElseMeasuredTimes() throws Exception {
        takeSamples(1);
        meter.count(Count.ACCEPTED);
        answerMeetings();
        takeSamples(1);
        assertEquals(null, stat("law", "waitSeconds"));
        assertEquals(null, stat("law", "workMillis"), "without an announcement, the work is unknown");
        assertTrue(stat("law", "here", "throughput") instanceof Double, "a prediction");
        answerMeetings();
        forecaster.askServiceTwo();
        takeSamples(1);
        assertEquals(333.0, stat("law", "serviceTwo", "stageDelayMillis"));
        assertEquals(1.049, stat("law", "waitSeconds"));
        assertEquals(3.813, stat("law", "here", "throughput"), "four threads, each busy for 1,049 ms a request");
        assertEquals(Resource.THREADS.words(), stat("law", "here", "bound"));
        assertEquals(Resource.THREADS.words(), stat("law", "bottleneck"));
        assertEquals(4.0, stat("law", "bottleneckHas"));
        assertEquals(null, stat("law", "here", "responseSeconds"), "seven requests queue, for an unknown time");
        assertEquals(null, stat("law", "other", "throughput"), "nobody knows how many would come to a faster service");
        assertEquals(1_050.0, stat("now", "serviceMillis"));
        assertEquals(1.0, stat("law", "workMillis"), "the rest of the measured time is work");
        assertEquals(false, stat("law", "closed"), "two requests on a connection");
        answerMeetings();
        takeSamples(1);
        assertEquals(true, stat("law", "closed"), "three requests on a connection");
        assertEquals(1.836, stat("law", "here", "responseSeconds"), "seven users, 3.813 requests a second");
        assertTrue(stat("law", "other", "throughput") instanceof Double, "as many users come to a faster service");
    }

    private void answerMeetings() {
        var request = Requests.started(meter);
        for (Stage stage : Stage.values()) {
            CallTimer call = request.callStarted(stage);
            now.addAndGet(stage == Stage.INFO ? 50_000_000 : 333_000_000);
            call.ended(true, null);
        }
        now.addAndGet(1_000_000);
        request.answered(200);
    }

    @Test
    void anAnnouncementHoldsUntilTheNextOne() throws Exception {
        Object[][] table = {
            {333.0, null, USUAL_ANNOUNCEMENT, "as usual"},
            {2.0, 3.0, "{\"delayMillis\":1,\"stageDelayMillis\":2,\"authorizePermits\":3}", "with other delays"},
            {2.0, 3.0, "", "no answer"},
            {null, null, "no such path", "another service"}};
        takeSamples(1);
        for (Object[] row : table) {
            announcement = (String) row[2];
            forecaster.askServiceTwo();
            takeSamples(1);
            assertEquals(row[0], stat("law", "serviceTwo", "stageDelayMillis"), (String) row[3]);
            assertEquals(row[1], stat("law", "serviceTwo", "authorizePermits"), (String) row[3]);
        }
    }

    @Test
    void thePageUsesAnotherPortIfItsDefaultIsTaken() throws IOException {
        int taken = serviceTwo.getAddress().getPort();
        try (PageServer second = Watching.startAdmin(new Ports(taken, true, 0), stats)) {
            assertTrue(second.address().getPort() != taken, "another port: " + second.address());
        }
        assertThrows(IOException.class, "--admin-port " + taken,
                () -> new Watching(pool, serviceTwo.getAddress(), new Ports(taken, false, 0)));
    }
}
