package servicetwo;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.MessageParser.Limits;
import common.http.Request;
import common.http.RequestParser;
import common.http.Response;
import common.io.SetClock;
import common.settings.ServiceTwoSettings.Setting;
import common.settings.ServiceTwoSettings;
import serviceone.server.RawClient;
import serviceone.server.RawClient.Reply;
import servicetwo.Behaviour.Fault;
import testing.Test;
import testing.Words;

class BehaviourTest {
    private static final ServiceTwoSettings NO_FAULTS = faults(0, 0, 0, 0, 0);
    private static final ServiceTwoSettings SOME = faults(10, 20, 30, 0, 0);
    private static final String HERE = "Host: 127.0.0.1:8087\r\n";

    private static ServiceTwoSettings faults(int error, int hang, int reset, int jitter, int slowStart) {
        return new ServiceTwoSettings(Map.of(Setting.ERROR_PERCENT, error, Setting.HANG_PERCENT, hang,
                Setting.RESET_PERCENT, reset, Setting.JITTER, jitter, Setting.SLOW_START, slowStart));
    }

    private final SetClock clock = new SetClock();

    private Behaviour behaviour(ServiceTwoSettings settings) {
        return new Behaviour(settings, clock::nanoTime);
    }

    private static List<Fault> draw(Behaviour draws, int count) {
        List<Fault> drawn = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            drawn.add(draws.fault());
            draws.jitterMillis();
        }
        return drawn;
    }

    @Test
    void eachFaultHasItsShareOfTheCallsAndTheSameCallsMeetTheSameFaults() {
        List<Fault> drawn = draw(behaviour(SOME), 10_000);
        Map.of(Fault.ERROR, 10, Fault.HANG, 20, Fault.RESET, 30, Fault.NONE, 40).forEach((fault, percent) -> {
            int found = Collections.frequency(drawn, fault);
            assertTrue(Math.abs(found - 100 * percent) <= 150, fault + ": " + found + ", not " + 100 * percent);
        });
        assertEquals(0, Collections.frequency(draw(behaviour(faults(33, 33, 34, 0, 0)), 10_000), Fault.NONE));
        assertEquals(1_000, Collections.frequency(draw(behaviour(NO_FAULTS), 1_000), Fault.NONE));
        Behaviour others = behaviour(faults(10, 20, 30, 500, 60));
        assertEquals(drawn, draw(others, 10_000), "with jitter and a slow start");
        others.set(SOME);
        assertEquals(drawn, draw(others, 10_000), "after new settings");
    }

    @Test
    void jitterIsUniform() {
        Behaviour draws = behaviour(faults(0, 0, 0, 100, 0));
        int[] tenths = new int[10];
        for (int i = 0; i < 10_000; i++) {
            draws.fault();
            tenths[(int) (draws.jitterMillis() / 10)]++;
        }
        assertTrue(IntStream.of(tenths).allMatch(each -> Math.abs(each - 1_000) <= 90), Arrays.toString(tenths));
    }

    @Test
    void waitsAreLongerInASlowStartAndWithJitter() {
        double[][] table = {{0, 4}, {15, 3.25}, {30, 2.5}, {60, 1}, {600, 1}};
        for (double[] row : table) {
            long nanos = (long) (row[0] * 1e9);
            assertEquals(row[1], behaviour(faults(0, 0, 0, 0, 60)).slowness(nanos), "after " + row[0] + " s");
            assertEquals(1.0, behaviour(NO_FAULTS).slowness(nanos), "without a slow start");
        }
        Behaviour slow = behaviour(faults(0, 0, 0, 0, 60));
        assertEquals(1_339_500_000L, slow.nanos(333, 7.5), "four times, and jitter");
        clock.move(30_000);
        assertEquals(840_000_000L, slow.nanos(333, 7.5), "two and a half times");
        slow.set(slow.settings());
        assertEquals(1_339_500_000L, slow.nanos(333, 7.5), "after new settings, again");
        assertEquals(57_500_000L, behaviour(NO_FAULTS).nanos(50, 7.5));
    }

    @Test
    void eachCallWaitsForItsDelay() throws Exception {
        Behaviour behaviour = behaviour(ServiceTwoSettings.STANDARD);
        Routes routes = new Routes(behaviour, new Counts(behaviour, System::nanoTime));
        Map<String, Integer> waits = Map.of("/info", 50, "/authenticate?token=x", 333, "/authorize?id=guest456", 333,
                "/meetings?id=abc123", 333, "/meetings?id=late504", 30_333);
        for (Map.Entry<String, Integer> each : waits.entrySet()) {
            Request request = request("GET " + each.getKey(), HERE);
            assertEquals(each.getValue(), routes.plan(request, InetAddress.getLoopbackAddress()).millis());
        }
    }

    @Test
    void aCallMeetsTheFaultDrawnForItAndOtherRequestsMeetNone() throws Exception {
        try (ServiceTwo two = Caller.startTwo("--error-percent=30", "--reset-percent=30", "--jitter=1");
                RawClient observer = Caller.connect(two)) {
            for (Fault drawn : draw(behaviour(faults(30, 0, 30, 1, 0)), 20)) {
                assertEquals(drawn, faultMet(two));
                assertEquals(200, observer.get("/stats").status());
                assertEquals(404, observer.get("/nowhere").status());
            }
        }
    }

    private static Fault faultMet(ServiceTwo two) {
        try {
            Reply reply = Caller.get(two.port(), "/authorize?id=user-1");
            if (reply.status() == 200) {
                assertEquals("{\"userId\":\"user-1\",\"authorities\":[\"get-meetings\"]}", reply.body());
            } else {
                Words.assertSame("service-two", "an injected fault", reply.status() + " " + reply.body());
            }
            return reply.status() == 500 ? Fault.ERROR : Fault.NONE;
        } catch (IOException e) {
            return e.getMessage().contains("reset") ? Fault.RESET : null;
        }
    }

    @Test
    void aHangingCallEndsWhenItsCallerLeavesOrServiceTwoEnds() throws Exception {
        ServiceTwo two = Caller.startTwo("--hang-percent=100");
        try (RawClient last = Caller.connect(two)) {
            RawClient leaving = Caller.ask(two, "/info");
            Caller.awaitStats(two, "\"answered\":0,\"inFlight\":1,");
            leaving.close();
            Caller.awaitStats(two, "\"answered\":0,\"inFlight\":0,");
            last.send(RawClient.request("/info"));
            Caller.awaitStats(two, "\"inFlight\":1,");
            two.close();
            assertTrue(last.isAtEnd(), "without an answer");
        }
    }

    @Test
    void permitsLimitAuthorizationsInProgressFirstComeFirstServed() throws Exception {
        List<RawClient> callers = new ArrayList<>();
        try (ServiceTwo two = Caller.startTwo(clock, "--stage-delay=20", "--authorize-permits=2")) {
            for (int i = 1; i <= 6; i++) {
                callers.add(Caller.ask(two, "/authorize?id=abc123"));
                Caller.awaitStats(two, "\"connections\":" + i + ",");      // the call has arrived
            }
            for (int answered = 0; answered < 6; answered += 2) {
                Caller.move(two, clock, 19);
                Caller.awaitStats(two, "\"answered\":" + answered + ",");
                Caller.move(two, clock, 1);
                assertEquals(200, callers.get(answered).receive().status());
                assertEquals(200, callers.get(answered + 1).receive().status());
            }
        } finally {
            for (RawClient each : callers) {
                each.close();
            }
        }
    }

    @Test
    void onlyAuthorizationsNeedPermitsAndLeavingCallersReturnThem() throws Exception {
        try (ServiceTwo two = Caller.startTwo("--stage-delay=600000", "--authorize-permits=1");
                RawClient other = Caller.connect(two)) {
            for (int round = 0; round < 2; round++) {
                RawClient waiting = Caller.ask(two, "/authorize?id=user-1");
                Caller.awaitStats(two, "\"inFlight\":1,");
                RawClient queued = Caller.ask(two, "/authorize?id=user-2");
                Caller.awaitStats(two, "\"inFlight\":2,");
                assertEquals(200, other.get("/info").status());
                queued.reset();
                Caller.awaitStats(two, "\"inFlight\":1,");
                waiting.close();
                Caller.awaitStats(two, "\"inFlight\":0,");
            }
        }
    }

    @Test
    void aCallThatLeavesReturnsItsPermitExactlyOnce() throws Exception {
        List<RawClient> callers = new ArrayList<>();
        try (ServiceTwo two = Caller.startTwo("--stage-delay=600000", "--authorize-permits=1")) {
            for (int i = 1; i <= 4; i++) {
                callers.add(Caller.ask(two, "/authorize?id=abc123"));
                Caller.awaitStats(two, "\"inFlight\":" + i + ",");
            }
            // call 0 has the permit at first
            int[][] leaverStayersAndFreePermits = {{1, 3, 0}, {0, 2, 0}, {2, 1, 0}, {3, 0, 1}};
            for (int[] row : leaverStayersAndFreePermits) {
                callers.get(row[0]).close();
                Caller.awaitStats(two, "\"inFlight\":" + row[1] + ",");
                CompletableFuture<Integer> free = new CompletableFuture<>();
                two.loop.execute(() -> free.complete(two.permits.free));
                assertEquals(row[2], free.get(30, TimeUnit.SECONDS), "free permits after call " + row[0] + " has left");
            }
        }
    }

    /** With the options, calls would wait for ten minutes. With the first settings, they would hang. */
    @Test
    void theLatestSettingsApplyToCalls() throws Exception {
        try (ServiceTwo two = Caller.startTwo("--delay=600000", "--stage-delay=600000");
                RawClient caller = Caller.connect(two)) {
            put(caller, "delay=0&hang-percent=100");
            String now = put(caller, "hang-percent=0&stage-delay=1&error-percent=100");
            assertContains("\"delayMillis\":0,\"stageDelayMillis\":1", now);
            assertContains("\"errorPercent\":100,\"hangPercent\":0", now);
            assertEquals(500, caller.get("/authenticate?token=token").status(), "a call");
            put(caller, "error-percent=0");
            assertContains("\"delayMillis\":0,\"stageDelayMillis\":1", caller.get("/info").body());
        }
    }

    private static String put(RawClient caller, String settings) throws IOException {
        Reply reply = caller.send("PUT /settings?" + settings + " HTTP/1.1\r\n" + HERE + "\r\n").receive();
        assertEquals(200, reply.status(), settings);
        return reply.body();
    }

    private static final String[][] REFUSED = {
        {"405", "GET /settings?delay=1", HERE}, {"405", "POST /settings?delay=1", HERE},
        {"405", "OPTIONS /settings?delay=1", HERE + "Origin: http://e\r\nAccess-Control-Request-Method: PUT\r\n"},
        {"403", "PUT /settings?delay=1", HERE + "Origin: http://evil.example\r\n"},
        {"403", "PUT /settings?delay=1", HERE + "origin: null\r\n"},
        {"421", "PUT /settings?delay=1", "Host: evil.example:8087\r\n"},
        {"421", "PUT /settings?delay=1", "Host: 127.0.0.1.evil.example\r\n"},
        {"421", "PUT http://evil.example/settings?delay=1", HERE},
        {"400", "PUT /settings", HERE}, {"400", "PUT /settings?", HERE}, {"400", "PUT /settings?help", HERE},
        {"400", "PUT /settings?delay=600001", HERE}, {"400", "PUT /settings?jitter=\"x", HERE},
        {"400", "PUT /settings?delay", HERE}, {"400", "PUT /settings?delay=%", HERE},
        {"400", "PUT /settings?error-percent=60&hang-percent=60", HERE},
        {"400", "PUT /settings?delay=1&stage-delay=x", HERE},
        {"400", "PUT /settings?authorize-permits=1", HERE}};      // permits may be in use

    /** Settings from a web page or from another machine are refused, too. */
    @Test
    void aRefusedRequestChangesNothing() throws Exception {
        List<String> answers = new ArrayList<>();
        for (String[] row : REFUSED) {
            answers.add(refusal(row[0], request(row[1], row[2]), "::1"));
        }
        answers.add(refusal("403", request("PUT /settings?delay=1", HERE), "192.0.2.1"));
        Words.assertSame("service-two", "refused changes", String.join("\n", answers));
    }

    /** Without the sentences of the command line and of HTTP, which quote the change's value or the option's range. */
    private String refusal(String status, Request request, String caller) throws Exception {
        Behaviour behaviour = behaviour(ServiceTwoSettings.STANDARD);
        Response reply = behaviour.change(request, InetAddress.getByName(caller), () -> "");
        String what = request.method() + " " + request.path() + "?" + request.query();
        assertEquals(status, "" + reply.status(), what);
        String text = new String(reply.encode(request, true), StandardCharsets.US_ASCII);
        assertTrue(text.matches("(?s).*\\{\"error\":\"[^\"\\\\]+\"\\}"), what + " gets " + text);
        assertTrue(!text.contains("Access-Control"), "no permission for pages of other origins: " + text);
        assertEquals(status.equals("405"), text.contains("\r\nAllow: PUT\r\n"), what + ": Allow");
        assertEquals(ServiceTwoSettings.STANDARD, behaviour.settings(), what);
        String body = text.substring(text.indexOf('{'));
        return what + " -> " + status + " " + (isOfOtherRooms(what) ? "‹answer›" : body);
    }

    private static boolean isOfOtherRooms(String what) {
        return Stream.of("600001", "jitter", "?delay", "stage-delay=x").anyMatch(what::contains)
                && what.startsWith("PUT") && !what.endsWith("?delay=1");
    }

    private static Request request(String line, String fields) throws Exception {
        RequestParser parser = new RequestParser(Limits.DEFAULTS);
        String text = line + " HTTP/1.1\r\n" + fields + "\r\n";
        assertTrue(parser.parse(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII))), "a request");
        return parser.request();
    }
}
