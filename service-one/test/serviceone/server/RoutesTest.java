package serviceone.server;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import serviceone.meter.Mode;
import testing.Test;

/** What each path answers, in every mode the same; {@link FaultsTest} has what goes wrong. */
class RoutesTest {
    /** Held, because the logging system itself only holds it weakly. What /error throws on purpose need not be read. */
    private static final Logger LOG = Logger.getLogger("serviceone.routes.Answers");

    RoutesTest() {
        LOG.setLevel(Level.OFF);
    }

    private record Row(String path, int status, String contains) {
    }

    private static final List<Row> ROWS = List.of(
            new Row("/meetings", 200, "tech-talk"),
            new Row("/meetings?a=b", 200, "tech-talk"),
            new Row("/rpc?a=b", 200, "\"service\":\"two\""),
            new Row("/capabilities", 200, "tech-talk"),
            new Row("/computational", 200, "\"numbers\":25000"),
            new Row("/computational?numbers=7", 200, "\"numbers\":7,"),
            new Row("/computational?numbers=10000001", 400, "numbers takes a number from 0 to 10000000"),
            new Row("/computational?numbers=x", 400, "numbers takes a number"),
            new Row("/wait-blocking", 200, "\"waitedMillis\":100"),
            new Row("/wait-async", 200, "\"waitedMillis\":100"),
            new Row("/pinned", 200, "\"waitedMillis\":100"),
            new Row("/synchronized", 200, "\"waitedMillis\":100"),
            new Row("/trace", 200, "meetings: service two answered 404"),
            new Row("/error", 500, "internal error"),
            new Row("/none", 404, "no such path"),
            new Row("/meetings/", 404, "no such path"),
            new Row("/Meetings", 404, "no such path"));

    @Test
    void eachPathHasItsAnswer() throws Exception {
        TestService.inEachMode((service, client) -> {
            for (Row row : ROWS) {
                RawClient.Reply reply = client.get(row.path);
                assertEquals(row.status, reply.status(), row.path);
                assertContains(row.contains, reply.body());
                assertEquals(0L, service.meter.inFlight(), "in flight after " + row.path);
            }
        });
    }

    /** Service two takes a request line of 8 KB, service one headers of 16. */
    @Test
    void aTokenThatServiceTwoDoesNotTakeIsTheClientsFault() throws Exception {
        String request = RawClient.request("/meetings").replace("token", "t".repeat(9_000));
        TestService.inEachMode((service, client) -> {
            RawClient.Reply reply = client.send(request).receive();
            assertEquals(431, reply.status(), reply.body());
            assertEquals(200, client.get("/meetings").status(), "the next request");
        });
    }

    private record Method(String method, String target, int status) {
    }

    private static final List<Method> METHODS = List.of(
            new Method("POST", "/rpc", 405),
            new Method("PUT", "/meetings", 405),
            new Method("get", "/rpc", 405),
            new Method("POST", "/none", 404),
            new Method("OPTIONS", "/rpc", 204),
            new Method("OPTIONS", "/meetings?a", 204),
            new Method("OPTIONS", "*", 204),
            new Method("OPTIONS", "http://a", 204),
            new Method("OPTIONS", "http://a/", 404),
            new Method("OPTIONS", "/none", 404));

    /** A 405 names what is allowed, and OPTIONS asks for it (RFC 9110, 9.3.7 and 15.5.6). */
    @Test
    void whatIsAllowedIsTold() throws Exception {
        TestService.inEachMode((service, client) -> {
            for (Method row : METHODS) {
                RawClient.Reply reply = client.send(row.method + ' ' + row.target
                        + " HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n").receive();
                assertEquals(row.status, reply.status(), row.toString());
                assertEquals(row.status != 404, reply.head().contains("\r\nAllow: GET, HEAD, OPTIONS\r\n"),
                        row + ": " + reply.head());
                assertEquals(row.status != 204, reply.head().contains("Content-"), row + ": " + reply.head());
            }
        });
    }

    /** The frames of the four nested calls, marked; in async there are none to mark. */
    @Test
    void aTraceTellsTheWholeWayWhereTheRequestHasAThread() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.start(mode, Settings.DEFAULTS)) {
                String trace = service.get("/trace").body();
                long marked = trace.lines().filter(line -> line.startsWith("--> at ")).count();
                assertEquals(mode == Mode.ASYNC ? 0L : 4L, marked, trace);
                assertContains(mode == Mode.ASYNC ? "EventLoop.run" : "BlockingConnection.serve", trace);
            }
        });
    }
}
