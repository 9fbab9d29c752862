package serviceone.server;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.mode.Mode;
import common.mode.Wait;
import java.util.logging.Level;
import java.util.logging.Logger;
import serviceone.meter.Meter.Count;
import serviceone.meter.Meter;
import serviceone.meter.Stage;
import testing.ClosedPort;
import testing.Test;

class RoutesTest {
    /** This field keeps the logger alive, because the logging system references it only weakly. */
    private static final Logger LOG = Logger.getLogger("serviceone.routes.RouteTable");

    RoutesTest() {
        LOG.setLevel(Level.OFF);
    }

    private record Row(String target, int status, String contains, String... waits) {
    }

    private static final String[] ALL = {"INFO", "AUTHENTICATE", "AUTHORIZE", "MEETINGS"};
    private static final List<Row> ROWS = List.of(
            new Row("GET /meetings?a=b", 200, "tech-talk", ALL),
            new Row("GET /rpc?a=b", 200, "\"service\":\"two\"", "INFO"),
            new Row("GET /capabilities", 200, "tech-talk", "AUTHENTICATE", "AUTHORIZE", "MEETINGS"),
            new Row("GET /trace", 200, "meetings: ", ALL),
            new Row("GET /computational", 200, "\"numbers\":25000"),
            new Row("GET /computational?numbers=7", 200, "\"numbers\":7,"),
            new Row("GET /computational?numbers=10000001", 400, "numbers"),
            new Row("GET /computational?millis=2", 200, "\"numbers\":"),
            new Row("GET /computational?millis=1001", 400, "millis"),
            new Row("GET /computational?numbers=x", 400, "numbers"),
            new Row("GET /computational?a=b&numbers=%37", 200, "\"numbers\":7,"),
            new Row("GET /computational?numbers=%zz", 400, ""),
            new Row("GET /computational?a&millis=x", 400, "millis"),
            new Row("GET /computational?millis=1&numbers=1", 400, "millis"),
            new Row("GET /buffer", 200, "\"service\":\"two\"", "INFO"),
            new Row("GET /buffer?from=shared", 200, "\"service\":\"two\"", "INFO"),
            new Row("GET /buffer?from=heap", 400, "from"),
            new Row("GET /error", 500, ""),
            new Row("GET /none", 404, ""),
            new Row("GET /meetings/", 404, ""),
            new Row("POST /none", 404, ""),
            new Row("OPTIONS http://a/", 404, ""),
            new Row("POST /rpc", 405, ""),
            new Row("get /rpc", 405, ""),
            new Row("OPTIONS /meetings?a", 204, ""),
            new Row("OPTIONS *", 204, ""),
            new Row("OPTIONS http://a", 204, ""));

    /** Each waits for 100 ms. */
    private static final List<Row> WAITING = List.of(
            new Row("GET /wait-async", 200, "\"waitedMillis\":100", "TIMER"),
            new Row("GET /pinned", 200, "\"waitedMillis\":100", "NATIVE_CALL"),
            new Row("GET /synchronized", 200, "\"waitedMillis\":100", "MONITOR"),
            new Row("GET /shared-lock", 200, "\"waitedMillis\":100", "BLOCKED"),
            new Row("GET /shared-lock?spin=true", 200, "\"waitedMillis\":100", "BLOCKED"));

    @Test
    void eachPathHasItsAnswerAndItsWaits() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.start(mode, Settings.DEFAULTS);
                    RawClient client = service.connect()) {
                for (Row row : ROWS) {
                    check(row, service, client);
                }
                String trace = client.get("/trace").body();
                long marked = trace.lines().filter(line -> line.startsWith("--> at ")).count();
                assertEquals(mode == Mode.ASYNC ? 0L : 4L, marked, "frames of nested calls in " + trace);
                assertContains(mode == Mode.ASYNC ? "EventLoop.run" : "BlockingConnection.serve", trace);
            }
        });
    }

    @Test
    void eachWaitIsCountedAsWhatItIs() throws Exception {
        TestService.inEachMode(mode -> {
            String sleep = mode == Mode.ASYNC ? "TIMER" : "BLOCKED";
            List<Row> rows = new ArrayList<>(WAITING);
            rows.add(new Row("GET /wait-blocking", 200, "\"waitedMillis\":100", sleep));
            try (ExecutorService threads = Executors.newCachedThreadPool()) {
                for (Future<Void> each : threads.invokeAll(rows.stream().map(row -> checking(mode, row)).toList())) {
                    each.get();
                }
            }
        });
    }

    private static Callable<Void> checking(Mode mode, Row row) {
        return () -> {
            try (TestService service = TestService.start(mode, Settings.DEFAULTS);
                    RawClient client = service.connect()) {
                check(row, service, client);
            }
            return null;
        };
    }

    /** RFC 9110: the answer to OPTIONS (9.3.7) and a 405 (15.5.6) name the allowed methods. */
    private static void check(Row row, TestService service, RawClient client) throws Exception {
        List<String> before = waits(service.meter);
        client.send(row.target + " HTTP/1.1\r\nHost: a\r\nAuthorization: token\r\n\r\n");
        RawClient.Reply reply = client.receive();
        assertEquals(row.status, reply.status(), row.target);
        assertContains(row.contains, reply.body());
        assertEquals(row.status == 204 || row.status == 405, reply.head().contains("\r\nAllow: GET, HEAD, OPTIONS\r\n"),
                row.target + " names the allowed methods: " + reply.head());
        assertEquals(row.status != 204, reply.head().contains("\r\nContent-Length: "), row.target + " has a body");
        List<String> after = waits(service.meter);
        before.forEach(after::remove);
        assertEquals(List.of(row.waits), after, "waits of " + row.target);
        assertEquals(0L, service.meter.inFlight(), "in flight after " + row.target);
        assertEquals(0L, service.meter.get(Count.UNANSWERED_CALLS), "unanswered calls after " + row.target);
    }

    private static List<String> waits(Meter meter) {
        List<String> waits = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            waits.addAll(Collections.nCopies(meter.totals().calls().get(stage).intValue(), stage.name()));
        }
        for (Wait wait : Wait.values()) {
            waits.addAll(Collections.nCopies(meter.totals().ownWaits().get(wait).intValue(), wait.name()));
        }
        return waits;
    }

    @Test
    void failedAndLateCallsAreUnansweredButOnlyLateCallsAreWaits() throws Exception {
        TestService.inEachMode(mode -> {
            try (ClosedPort nobody = new ClosedPort();
                    ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                    TestService failing = TestService.withServiceTwoAt(nobody.number(), mode, 60_000);
                    TestService late = TestService.withServiceTwoAt(silent.getLocalPort(), mode, 50)) {
                assertEquals(502, failing.get("/rpc").status());
                assertEquals(1L, failing.meter.get(Count.UNANSWERED_CALLS), "calls that failed");
                assertEquals(List.of(), waits(failing.meter), "waits for a call that failed at once");
                assertEquals(504, late.get("/rpc").status());
                assertEquals(1L, late.meter.get(Count.UNANSWERED_CALLS), "calls that were late");
                assertEquals(List.of("INFO"), waits(late.meter), "waits for a call that was late");
            }
        });
    }

    /** If each request held the only thread for its 100 ms, fifty requests would take 5 s. */
    @Test
    void fiftyRequestsWaitAtTheSameTimeWithoutAThread() throws Exception {
        TestService.inEachMode(mode -> {
            List<RawClient> clients = new ArrayList<>();
            try (TestService service = TestService.start(mode, 1, Settings.DEFAULTS)) {
                long start = System.nanoTime();
                for (int i = 0; i < 50; i++) {
                    clients.add(service.connect().send(RawClient.request("/wait-async")));
                }
                for (RawClient client : clients) {
                    assertEquals(200, client.receive().status());
                    client.close();
                }
                long millis = (System.nanoTime() - start) / 1_000_000;
                assertTrue(millis < 4_500, "fifty requests took " + millis + " ms");
            }
        });
    }

    /** The token fits service one's headers (16 KB), but not the request line of a call to service two (8 KB). */
    @Test
    void aTokenTooLongForServiceTwoIsTheClientsFault() throws Exception {
        String request = RawClient.request("/meetings").replace("token", "t".repeat(9_000));
        TestService.inEachMode((service, client) -> {
            assertEquals(431, client.send(request).receive().status(), "a token of 9,000 letters");
            assertEquals(200, client.get("/meetings").status(), "the next request");
        });
    }
}
