package serviceone.routes;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.Request;
import common.http.Response;
import common.json.Json;
import common.mode.Mode;
import common.mode.Wait;
import java.util.logging.Level;
import java.util.logging.Logger;
import serviceone.calls.BlockingCalls;
import serviceone.calls.Call;
import serviceone.calls.CallException;
import serviceone.calls.CallGuard;
import serviceone.calls.Meetings;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Meter;
import serviceone.meter.Requests;
import serviceone.meter.Stage;
import serviceone.server.Settings;
import testing.Allocated;
import testing.CheckPool;
import testing.Test;
import testing.Words;

class RouteTableTest {
    private static final Pattern PATH = Pattern.compile("`(?:GET )?(/[a-z-]*)`");
    private static final Pattern ADDED = Pattern.compile("routes\\.put\\(\"([^\"]+)\"");

    /** Also the routes that service one adds in every mode. */
    private static Set<String> paths(RouteTable<?> table) throws IOException {
        Set<String> paths = new TreeSet<>(table.routes.keySet());
        ADDED.matcher(text("src/serviceone/ServiceOne.java")).results().forEach(added -> paths.add(added.group(1)));
        return paths;
    }

    private static String text(String file) throws IOException {
        return Files.readString(Path.of(System.getProperty("repository"), "service-one", file));
    }

    /** A row of REFERENCE.md: {@code | `GET /wait-blocking`, `/wait-async` | 100 ms on the task's thread |} */
    @Test
    void everyModeHasTheRoutesInTheReferenceAndNoOther() throws Exception {
        String reference = text("REFERENCE.md");
        Set<String> documented = reference.substring(reference.indexOf("\n## Routes\n")).lines()
                .dropWhile(line -> !line.startsWith("|")).takeWhile(line -> line.startsWith("|")).skip(2)
                .flatMap(row -> PATH.matcher(row.split("\\|")[1]).results()).map(path -> path.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(documented, paths(new BlockingRoutes(null, shared(Mode.LOOM))), "the routes of threads");
        assertEquals(documented, paths(new AsyncRoutes(null, null, Runnable::run, shared(Mode.ASYNC))),
                "the routes of event loops");
    }

    private static Shared shared(Mode mode) {
        return new Shared(Settings.DEFAULTS, null, new Meter(mode), Parts.OWN, Map.of());
    }

    private static BlockingRoutes routes(Parts parts) {
        return new BlockingRoutes(null, new Shared(Settings.DEFAULTS, null, new Meter(Mode.LOOM), parts,
                Map.of("/added", Response::noContent)));
    }

    private static Response answer(Parts parts, String path) {
        return routes(parts).answer(Asked.request(path), Asked.requester(Mode.LOOM));
    }

    /** The status, and what a request asks. */
    private static final Object[][] WITHOUT_CALLS = {
        {204, "GET /added"}, {204, "HEAD /added"}, {405, "POST /added"}, {204, "OPTIONS /added"}, {405, "POST /rpc"},
        {405, "get /rpc"}, {204, "OPTIONS /rpc"}, {204, "OPTIONS *"}, {404, "GET /none"}, {404, "OPTIONS /none"},
        {401, "GET /meetings"}, {200, "GET /computational?numbers=0"}, {200, "GET /computational?numbers=10000000"},
        {400, "GET /computational?numbers=10000001"}, {400, "GET /computational?numbers=-1"},
        {200, "GET /computational?millis=1"}, {400, "GET /computational?millis=1001"},
        {400, "GET /computational?millis=1&numbers=1"}, {400, "GET /buffer?from=heap"}};

    @Test
    void requestsThatNeedNoCallAreAnsweredOrRefused() throws Exception {
        StringBuilder refusals = new StringBuilder();
        for (Object[] row : WITHOUT_CALLS) {
            Response answer = routes(Parts.OWN).answer(Asked.parsed(row[1] + " HTTP/1.1\r\nHost: a\r\n\r\n"),
                    Asked.requester(Mode.LOOM));
            assertEquals(row[0], answer.status(), (String) row[1]);
            if (answer.status() >= 400) {
                refusals.append(row[1]).append(" -> ").append(text(answer)).append('\n');
            }
            assertEquals(answer.status() == 405 || ((String) row[1]).startsWith("OPTIONS") && answer.status() == 204,
                    answer.fields().equals("Allow: GET, HEAD, OPTIONS\r\n"), row[1] + " names the allowed methods");
        }
        Words.assertSame("service-one", "refused requests", refusals.toString());
    }

    private static String text(Response answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    void theNumbersOfAComputationAreAddedUp() throws Exception {
        for (int numbers : new int[] {7, 25_000, 60_000}) {
            Map<?, ?> answer = Json.members(text(answer(Parts.OWN, "/computational?numbers=" + numbers)));
            assertEquals((double) numbers, answer.get("numbers"));
            double mean = (Double) answer.get("sum") / numbers;
            assertTrue(mean > (numbers < 10 ? 0 : 0.4) && mean < (numbers < 10 ? 1 : 0.6), "their mean is " + mean);
        }
        assertEquals(25_000.0, Json.members(text(answer(Parts.OWN, "/computational"))).get("numbers"), "by default");
        assertEquals(0.0, Json.members(text(answer(Parts.OWN, "/computational?millis=0"))).get("numbers"), "no time");
        long begun = System.nanoTime();
        double numbers = (Double) Json.members(text(answer(Parts.OWN, "/computational?millis=3"))).get("numbers");
        assertTrue(numbers > 0 && numbers % 25_000 == 0, "whole rounds: " + numbers);
        assertTrue(System.nanoTime() - begun >= 3_000_000, "for 3 ms");
    }

    /** A failure instead of every call. */
    private static Parts failing(Throwable failure) {
        return Parts.OWN.with(new CallGuard() {
            @Override
            public <T> T make(Call<T> call, BlockingCalls serviceTwo) throws CallException {
                switch (failure) {
                    case CallException known -> {
                        known.fillInStackTrace();      // the call fails here
                        throw known;
                    }
                    case Error error -> throw error;
                    default -> throw new CompletionException(failure);
                }
            }
        });
    }

    @Test
    void aFailureHasItsStatusAndOnlyAKnownOneIsExplained() throws Exception {
        Logger.getLogger("serviceone.routes.RouteTable").setLevel(Level.OFF);
        Object[][] table = {
            {504, "", CallException.late(Stage.INFO, "why")},
            {503, "Retry-After: 1\r\n", CallException.refused(Stage.INFO, "why")},
            {500, "", new StackOverflowError()}, {500, "", new IOException("a secret")},
            {400, "", new Request.ParameterException("why")}, {503, "Retry-After: 1\r\n", new InterruptedException()}};
        for (Object[] row : table) {
            Response answer = answer(failing((Throwable) row[2]), "/rpc");
            assertEquals(row[0], answer.status(), "" + row[2]);
            assertEquals(row[1], answer.fields(), "" + row[2]);
            if (answer.status() == 500) {
                Words.assertSame("service-one", "a failure that is not explained", text(answer));
            } else {
                assertEquals(!(row[2] instanceof InterruptedException), text(answer).contains("why"), text(answer));
            }
        }
        Response unauthorized = routes(Parts.OWN).answer(Asked.parsed("GET /meetings HTTP/1.1\r\nHost: a\r\n\r\n"),
                Asked.requester(Mode.LOOM));
        assertEquals("WWW-Authenticate: token\r\n", unauthorized.fields());
    }

    @Test
    void aWaitIsCountedByItsKind() {
        Meter meter = new Meter(Mode.LOOM);
        BlockingRoutes routes = new BlockingRoutes(null,
                new Shared(Settings.DEFAULTS, null, meter, Parts.OWN, Map.of()));
        for (Wait wait : Wait.values()) {
            assertEquals("{\"waitedMillis\":100}", text(routes.waited(wait)));
            assertEquals(1L, meter.totals().ownWaits().get(wait), wait.name());
        }
    }

    private interface Waiting {
        Response in(BlockingRoutes routes, ConnectionMeter connection) throws InterruptedException;
    }

    @Test
    void aLifeShowsEachWaitOfServiceOne() throws Exception {
        List<Waiting> waits = List.of(BlockingRoutes::pinned, BlockingRoutes::blocked,
                (routes, connection) -> routes.inSynchronized(Asked.request("/synchronized"), connection));
        for (Waiting wait : waits) {
            Meter meter = new Meter(Mode.LOOM);
            meter.lives().watch();
            Thread.currentThread().interrupt();      // only the native call waits all the same
            try {
                assertEquals(200, wait.in(routes(Parts.OWN), Requests.started(meter)).status());
                assertTrue(Thread.interrupted(), "a native call cannot be interrupted");
            } catch (InterruptedException e) {
                assertTrue(waits.indexOf(wait) > 0, "interrupted");
            }
            assertEquals("wait", meter.lives().changedAfter(0).getFirst().parts().getLast().name());
        }
    }

    @Test
    void aTraceMarksTheNestedCalls() throws Exception {
        Response trace = answer(failing(CallException.late(Stage.INFO, "why")), "/trace");
        assertEquals(200, trace.status());
        List<String> lines = text(trace).lines().toList();
        assertTrue(lines.get(0).contains("" + Thread.currentThread()) && lines.get(1).contains("why"), lines.get(1));
        for (String line : lines.subList(2, lines.size())) {
            assertEquals(line.contains("BlockingTrace."), line.startsWith("--> "), line);
            assertTrue(line.startsWith("--> at ") || line.startsWith("    at "), line);
        }
        assertEquals(1L, lines.stream().filter(line -> line.startsWith("--> ")).count(), "nested calls");
        assertEquals(503, answer(failing(CallException.refused(Stage.INFO, "why")), "/trace").status());
    }

    @Test
    void aThreadThatIsInterruptedIsStopping() {
        Parts interrupted = Parts.OWN.with((Meetings.Blocking) (_, _) -> {
            throw new InterruptedException();
        });
        assertEquals(503, answer(interrupted, "/meetings").status());
        assertTrue(Thread.interrupted(), "it stays interrupted");
        Thread.currentThread().interrupt();
        assertEquals(503, answer(failing(CallException.late(Stage.INFO, "why")), "/rpc").status());
        assertTrue(Thread.interrupted(), "it stays interrupted");
    }

    @Test
    void aWrongParameterIsTheClientsFaultAlsoOnAThreadThatComputes() {
        Parts parts = Parts.OWN.with(Computing.on(1));
        assertEquals(200, answer(parts, "/computational?numbers=7").status());
        assertEquals(400, answer(parts, "/computational?numbers=x").status());
    }

    /** The requests need the lock one after the other, so their milliseconds add up. */
    @Test
    void oneRequestAtATimeHasTheSharedLock() throws Exception {
        for (String path : List.of("/shared-lock", "/shared-lock?spin=true")) {
            long begun = System.nanoTime();
            CheckPool.run(Stream.<CheckPool.Check>generate(() -> () -> SharedLock.use(Asked.request(path))).limit(20));
            long millis = (System.nanoTime() - begun) / 1_000_000;
            assertTrue(millis >= 20, "20 times a millisecond took " + millis + " ms: " + path);
        }
    }

    @Test
    void aThreadKeepsItsBufferAndSharedOnesAreFewer() throws Exception {
        long kept = allocated("/buffer");
        long shared = allocated("/buffer?from=shared");
        assertTrue(kept > 50 * 65_536 && shared < 10 * 65_536, "bytes: " + kept + " and " + shared);
    }

    /** Bytes that 60 threads allocate, each for one request. */
    private static long allocated(String path) throws InterruptedException {
        Request request = Asked.request(path);
        LongAdder bytes = new LongAdder();
        for (int i = 0; i < 60; i++) {
            Thread.ofPlatform().start(() -> {
                Buffers.before(null, request);
                bytes.add(Allocated.bytes());
            }).join();
        }
        return bytes.sum();
    }
}
