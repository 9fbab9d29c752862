package servicetwo;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.http.MessageParser.Limits;
import common.http.Request;
import common.http.RequestParser;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import servicetwo.Behaviour.Fault;
import servicetwo.Behaviour.Values;
import testing.Test;

/** How long calls wait, what goes wrong with them, and who may change that. */
class BehaviourTest {
    private static final Values NO_FAULTS = faults(0, 0, 0, 0, 0);
    private static final Values SOME = faults(10, 20, 30, 0, 0);
    private static final String HERE = "Host: 127.0.0.1:8087\r\n";

    private static Values faults(int error, int hang, int reset, int jitter, int slowStart) {
        return new Values(0, 0, error, hang, reset, jitter, slowStart);
    }

    private static List<Fault> draw(Behaviour draws, int count) {
        List<Fault> drawn = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            drawn.add(draws.fault());
            draws.jitterMillis();
        }
        return drawn;
    }

    /** Within three standard deviations of a binomial distribution; with a fixed seed, this holds always or never. */
    @Test
    void eachFaultHasItsShareOfTheCalls() {
        int count = 10_000;
        Map<Fault, Integer> shares = new TreeMap<>(Map.of(Fault.ERROR, 10, Fault.HANG, 20, Fault.RESET, 30,
                Fault.NONE, 40));
        List<Fault> drawn = draw(new Behaviour(SOME), count);
        shares.forEach((fault, percent) -> {
            double expected = count * percent / 100.0;
            double deviation = Math.sqrt(expected * (100 - percent) / 100);
            int found = Collections.frequency(drawn, fault);
            assertTrue(Math.abs(found - expected) <= 3 * deviation, fault + ": " + found + " of " + expected);
        });
        assertEquals(0, Collections.frequency(draw(new Behaviour(faults(33, 33, 34, 0, 0)), count), Fault.NONE));
        assertEquals(count, Collections.frequency(draw(new Behaviour(NO_FAULTS), count), Fault.NONE));
    }

    /** With jitter too, and after a change: what a warm-up has drawn before is not missing afterwards. */
    @Test
    void theSameSequenceOfCallsMeetsTheSameFaults() {
        List<Fault> first = draw(new Behaviour(SOME), 1_000);
        Behaviour others = new Behaviour(faults(10, 20, 30, 500, 60));
        assertEquals(first, draw(others, 1_000));
        others.set(SOME);
        assertEquals(first, draw(others, 1_000));
    }

    @Test
    void jitterIsUniformUpToItsMost() {
        Behaviour draws = new Behaviour(faults(0, 0, 0, 100, 0));
        int[] tenths = new int[10];
        for (int i = 0; i < 10_000; i++) {
            draws.fault();
            tenths[(int) (draws.jitterMillis() / 10)]++;      // beyond the most: out of bounds
        }
        for (int each : tenths) {
            assertTrue(Math.abs(each - 1_000) <= 90, "three standard deviations of a tenth: " + each);
        }
    }

    @Test
    void aSlowStartFallsInAStraightLine() {
        double[][] table = {{0, 4}, {15, 3.25}, {30, 2.5}, {60, 1}, {600, 1}};
        for (double[] row : table) {
            long nanos = (long) (row[0] * 1e9);
            assertEquals(row[1], new Behaviour(faults(0, 0, 0, 0, 60)).slowness(nanos));
            assertEquals(1.0, new Behaviour(NO_FAULTS).slowness(nanos), "without one");
        }
    }

    /** Waits are never shorter than they should be: the first lasts four times as long, nearly, and jitter is added. */
    @Test
    void waitsAreLongerInASlowStartAndWithJitter() {
        long slow = new Behaviour(faults(0, 0, 0, 0, 3_600)).nanos(333, 7.5);
        assertTrue(slow > 3.9 * 333e6 + 7.5e6 && slow <= 4 * 333e6 + 7.5e6, "four times, and jitter: " + slow);
        assertEquals(57_500_000L, new Behaviour(NO_FAULTS).nanos(50, 7.5));
    }

    @Test
    void eachCallWaitsAsLongAsItIsSaidTo() throws Exception {
        Behaviour behaviour = new Behaviour(Values.STANDARD);
        Routes routes = new Routes(behaviour, new Counts(behaviour, 0, new Lateness()));
        Map<String, Integer> waits = Map.of("/info", 50, "/authenticate?token=x", 333, "/authorize?id=guest456", 333,
                "/meetings?id=abc123", 333, "/meetings?id=late504", 30_333);
        for (Map.Entry<String, Integer> each : waits.entrySet()) {
            Request request = request("GET " + each.getKey());
            assertEquals(each.getValue(), routes.plan(request, InetAddress.getLoopbackAddress()).millis());
        }
    }

    /** Each call on a connection of its own, because two of the faults end it or hold it. */
    @Test
    void callsMeetWhatIsDrawnForThemAndOthersMeetNothing() throws Exception {
        try (ServiceTwo two = new ServiceTwo("--port=0", "--stage-delay=0", "--error-percent=30", "--reset-percent=30",
                "--jitter=1")) {
            for (Fault drawn : draw(new Behaviour(faults(30, 0, 30, 1, 0)), 50)) {
                try (Caller caller = new Caller(two).get("/authorize?id=user-1")) {
                    assertEquals(drawn, met(caller));
                }
                try (Caller looking = new Caller(two).get("/stats").get("/nowhere")) {
                    assertEquals(200, looking.reply().status());
                    assertEquals(404, looking.reply().status());
                }
            }
        }
    }

    private static Fault met(Caller caller) {
        try {
            Caller.Reply reply = caller.reply();
            assertEquals(reply.status() == 200 ? "{\"userId\":\"user-1\",\"authorities\":[\"get-meetings\"]}"
                    : "{\"error\":\"an error that was asked for\"}", reply.body());
            return reply.status() == 500 ? Fault.ERROR : Fault.NONE;
        } catch (IOException e) {
            return e.getMessage().contains("reset") ? Fault.RESET : null;
        }
    }

    /** Until its caller ends, in whichever way, or service two does. */
    @Test
    void aHangingCallHoldsItsPlaceUntilOneOfTheTwoEnds() throws Exception {
        ServiceTwo two = new ServiceTwo("--port=0", "--delay=0", "--stage-delay=0", "--authorize-permits=1",
                "--hang-percent=100");
        try (Caller last = new Caller(two)) {
            Caller closing = new Caller(two).get("/authorize?id=user-1");
            Caller resetting = new Caller(two).get("/info");
            Caller inLine = new Caller(two).get("/authorize?id=user-2");
            Caller.awaitStats(two, "\"answered\":0,\"inFlight\":3");
            inLine.close();
            Caller.awaitStats(two, "\"answered\":0,\"inFlight\":2");
            closing.close();
            resetting.reset();
            Caller.awaitStats(two, "\"answered\":0,\"inFlight\":0");
            last.get("/info");
            Caller.awaitStats(two, "\"inFlight\":1");
            two.close();
            assertTrue(last.ends(), "without an answer");
        }
    }

    /** Else the calls would wait for ten minutes, and hang. */
    @Test
    void callsWaitAndFailAsWasSaidLast() throws Exception {
        try (ServiceTwo two = new ServiceTwo("--port=0", "--delay=600000", "--stage-delay=600000")) {
            assertEquals(200, ask(two, "PUT /settings?delay=0&hang-percent=100", HERE).status());
            Caller.Reply now = ask(two, "PUT /settings?hang-percent=0&stage-delay=1&error-percent=100", HERE);
            assertContains("\"delayMillis\":0,\"stageDelayMillis\":1", now.body());
            assertContains("\"errorPercent\":100,\"hangPercent\":0", now.body());
            assertEquals(500, ask(two, "GET /authenticate?token=token", HERE).status(), "a call");
            ask(two, "PUT /settings?error-percent=0", HERE);
            assertEquals("{\"service\":\"two\",\"delayMillis\":0,\"stageDelayMillis\":1}",
                    ask(two, "GET /info", HERE).body());
        }
    }

    private static Caller.Reply ask(ServiceTwo two, String line, String fields) throws Exception {
        try (Caller caller = new Caller(two).send(line + " HTTP/1.1\r\n" + fields + "\r\n")) {
            return caller.reply();
        }
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
            new Row("a wish for help", 400, "PUT /settings?help", HERE),
            new Row("too long", 400, "PUT /settings?delay=600001", HERE),
            new Row("no number", 400, "PUT /settings?jitter=\"x", HERE),
            new Row("no value", 400, "PUT /settings?delay", HERE),
            new Row("more than all", 400, "PUT /settings?error-percent=60&hang-percent=60", HERE),
            new Row("a bad one behind a good one", 400, "PUT /settings?delay=1&stage-delay=x", HERE),
            new Row("what may be held now", 400, "PUT /settings?authorize-permits=1", HERE),
            new Row("malformed", 400, "PUT /settings?delay=%", HERE));

    @Test
    void whatIsRefusedChangesNothing() throws Exception {
        try (ServiceTwo two = new ServiceTwo("--port=0")) {
            String before = announced(two);
            for (Row row : REFUSED) {
                Caller.Reply reply = ask(two, row.line, row.fields);
                assertEquals(row.status, reply.status(), row.reason);
                assertTrue(reply.fields().keySet().stream().noneMatch(name -> name.startsWith("access-control")),
                        row.reason + ": no browser is allowed anything");
                assertTrue(reply.body().matches("\\{\"error\":\"[^\"\\\\]+\"\\}"), row.reason + ": " + reply.body());
                assertEquals(before, announced(two), row.reason);
            }
        }
    }

    private static String announced(ServiceTwo two) throws Exception {
        return Caller.stats(two).replaceFirst(",\"cpuMillis.*", "");
    }

    @Test
    void onlyCallersOfThisMachineChangeAnything() throws Exception {
        Behaviour behaviour = new Behaviour(Values.STANDARD);
        assertEquals(403, change(behaviour, "192.0.2.1"));
        assertEquals(50, behaviour.values().delay(), "refused");
        assertEquals(200, change(behaviour, "::1"));
        assertEquals(1, behaviour.values().delay(), "changed");
    }

    private static int change(Behaviour behaviour, String caller) throws Exception {
        Request request = request("PUT /settings?delay=1");
        return behaviour.change(request, InetAddress.getByName(caller), () -> "").status();
    }

    private static Request request(String line) throws Exception {
        RequestParser parser = new RequestParser(Limits.DEFAULTS);
        String text = line + " HTTP/1.1\r\nHost: [::1]:8087\r\n\r\n";
        assertTrue(parser.parse(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII))), "a request");
        return parser.request();
    }
}
