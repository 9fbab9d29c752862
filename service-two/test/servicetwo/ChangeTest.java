package servicetwo;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.http.Limits;
import common.http.Request;
import common.http.RequestParser;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import servicetwo.Options.Faults;
import servicetwo.Settings.Fault;
import testing.Test;

/** What service two does is changed while it runs, by programs of this machine and by nobody else. */
class ChangeTest implements AutoCloseable {
    private static final int FOR_EVER = 600_000;
    private static final Options OPTIONS = new Options(0, "127.0.0.1", FOR_EVER, FOR_EVER, 0, false);
    private static final String HERE = "Host: 127.0.0.1:8087\r\n";

    private final ServiceTwo service = new ServiceTwo(OPTIONS);

    ChangeTest() throws Exception {
    }

    @Override
    public void close() {
        service.close();
    }

    private Caller.Reply ask(String line, String fields) throws Exception {
        try (Caller caller = new Caller(service).send(line + " HTTP/1.1\r\n" + fields + "\r\n")) {
            return caller.reply();
        }
    }

    /** Else the calls would wait for ten minutes, and hang. */
    @Test
    void callsWaitAndFailAsWasSaidLast() throws Exception {
        assertEquals(200, ask("PUT /settings?delay=0&hang-percent=100", HERE).status());
        Caller.Reply now = ask("PUT /settings?hang-percent=0&stage-delay=1&error-percent=100", HERE);
        assertContains("\"delayMillis\":0,\"stageDelayMillis\":1", now.body());
        assertContains("\"errorPercent\":100,\"hangPercent\":0", now.body());
        assertEquals(500, ask("GET /authenticate?token=token", HERE).status(), "a call");
        ask("PUT /settings?error-percent=0", HERE);
        assertEquals("{\"service\":\"two\",\"delayMillis\":0,\"stageDelayMillis\":1}", ask("GET /info", HERE).body());
    }

    private record Row(String reason, int status, String line, String fields) {
    }

    private static final List<Row> REFUSED = List.of(
            new Row("a look", 405, "GET /settings?delay=1", HERE),
            new Row("as a form sends it", 405, "POST /settings?delay=1", HERE),
            new Row("the preflight of a browser", 405, "OPTIONS /settings?delay=1",
                    HERE + "Origin: http://evil.example\r\nAccess-Control-Request-Method: PUT\r\n"),
            new Row("a page of elsewhere", 403, "PUT /settings?delay=1", HERE + "Origin: http://evil.example\r\n"),
            new Row("a page without an origin", 403, "PUT /settings?delay=1", HERE + "origin: null\r\n"),
            new Row("a name that was rebound", 421, "PUT /settings?delay=1", "Host: evil.example:8087\r\n"),
            new Row("one that only begins alike", 421, "PUT /settings?delay=1", "Host: 127.0.0.1.evil.example\r\n"),
            new Row("another authority in the target", 421, "PUT http://evil.example/settings?delay=1", HERE),
            new Row("nothing", 400, "PUT /settings", HERE),
            new Row("an empty change", 400, "PUT /settings?", HERE),
            new Row("too long", 400, "PUT /settings?delay=600001", HERE),
            new Row("negative", 400, "PUT /settings?stage-delay=-1", HERE),
            new Row("no number", 400, "PUT /settings?jitter=\"x", HERE),
            new Row("no value", 400, "PUT /settings?delay", HERE),
            new Row("more than all", 400, "PUT /settings?error-percent=60&hang-percent=60", HERE),
            new Row("a bad one behind a good one", 400, "PUT /settings?delay=1&stage-delay=x", HERE),
            new Row("what may be held now", 400, "PUT /settings?authorize-permits=1", HERE),
            new Row("what nobody changes", 400, "PUT /settings?port=1", HERE),
            new Row("malformed", 400, "PUT /settings?delay=%", HERE));

    @Test
    void whatIsRefusedChangesNothing() throws Exception {
        String before = announced();
        for (Row row : REFUSED) {
            Caller.Reply reply = ask(row.line, row.fields);
            assertEquals(row.status, reply.status(), row.reason);
            assertTrue(reply.fields().keySet().stream().noneMatch(name -> name.startsWith("access-control")),
                    row.reason + ": no browser is allowed anything");
            assertTrue(reply.body().matches("\\{\"error\":\"[^\"\\\\]+\"\\}"), row.reason + ": " + reply.body());
            assertEquals(before, announced(), row.reason);
        }
    }

    private String announced() throws Exception {
        return ask("GET /stats", HERE).body().replaceFirst(",\"cpuMillis.*", "");
    }

    @Test
    void onlyCallersOfThisMachineChangeAnything() throws Exception {
        Settings settings = new Settings(OPTIONS);
        assertEquals(403, change(settings, "192.0.2.1"));
        assertEquals(FOR_EVER, settings.options().delay(), "refused");
        for (String loopback : List.of("127.0.0.1", "::1")) {
            assertEquals(200, change(settings, loopback));
        }
        assertEquals(1, settings.options().delay(), "changed");
    }

    private static int change(Settings settings, String caller) throws Exception {
        Request request = request("PUT /settings?delay=1");
        return settings.change(request, InetAddress.getByName(caller), () -> "").status();
    }

    private static Request request(String line) throws Exception {
        RequestParser parser = new RequestParser(Limits.DEFAULTS);
        String text = line + " HTTP/1.1\r\nHost: [::1]:8087\r\n\r\n";
        assertTrue(parser.parse(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII))), "a request");
        return parser.request();
    }

    @Test
    void eachCallWaitsAsLongAsItIsSaidTo() throws Exception {
        Settings settings = new Settings(new Options(0, "", 50, 333, 0, false));
        Routes routes = new Routes(settings, new Counts(settings, new Lateness()));
        Map<String, Integer> waits = Map.of("/info", 50, "/authenticate?token=x", 333, "/authorize?id=guest456", 333,
                "/meetings?id=abc123", 333, "/meetings?id=late504", 30_333);
        for (Map.Entry<String, Integer> each : waits.entrySet()) {
            Request request = request("GET " + each.getKey());
            assertEquals(each.getValue(), routes.plan(request, InetAddress.getLoopbackAddress()).millis());
        }
    }

    /** What was drawn for calls before, in a warm-up, is not missing afterwards. */
    @Test
    void theSequenceOfFaultsBeginsAnew() {
        Faults some = new Faults(10, 20, 30, 0, 0);
        Settings settings = new Settings(new Options(0, "", 0, 0, 0, some, false));
        List<Fault> first = Stream.generate(settings::fault).limit(5).toList();
        settings.set(new Options(0, "", 0, 0, 0, some, false));
        assertEquals(first, Stream.generate(settings::fault).limit(5).toList());
    }
}
