package serviceone.server;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import serviceone.calls.Bulkhead;
import serviceone.meter.Meter.Count;
import serviceone.meter.Mode;
import testing.Await;
import testing.ClosedPort;
import testing.Test;

/** The limit on calls to service two: who is refused, and that however a call ends, its permit is back once. */
class MaxCallsTest {
    private static final int MOST = 3;
    private static final String TOKEN = "authenticate?token=";

    /** Whose authentication ends how, and what is answered then. */
    private static final Map<String, Integer> FAULTS = new TreeMap<>(Map.ofEntries(Map.entry("error", 502),
            Map.entry("wrong", 502), Map.entry("malformed", 502), Map.entry("closed", 502), Map.entry("reset", 502),
            Map.entry("half", 502), Map.entry("stale", 200), Map.entry("unasked", 200), Map.entry("stranger", 401),
            Map.entry("guest", 403), Map.entry("anyone", 200)));

    private final Bulkhead limit = new Bulkhead(MOST);
    private final CountDownLatch go = new CountDownLatch(1);

    /** Service two: the token says what becomes of its call. */
    private void play(ScriptedServer.Exchange exchange, int connection) throws Exception {
        for (int call = 1; true; call++) {
            String head = exchange.receive();
            String right = ScriptedServer.ok(ScriptedServer.answerTo(head));
            switch (tokenOf(head)) {
                case "error" -> exchange.send("HTTP/1.1 500 \r\nContent-Length: 0\r\n\r\n");
                case "wrong" -> exchange.send(ScriptedServer.ok("{}"));
                case "malformed" -> exchange.send("nonsense\r\n\r\n");
                case "closed", "stale" -> {
                    if (call > 1 || head.contains("closed")) {
                        return;
                    }
                    exchange.send(right);
                }
                case "reset" -> {
                    exchange.socket.setSoLinger(true, 0);
                    return;
                }
                case "half" -> {
                    exchange.send(right.substring(0, right.length() - 1));
                    return;
                }
                case "unasked" -> exchange.send(right + right);
                case "stranger" -> exchange.send("HTTP/1.1 401 \r\nContent-Length: 0\r\n\r\n");
                case "late" -> exchange.receive();      // until service one gives it up
                case "held" -> {
                    go.await();
                    exchange.send(right);
                }
                default -> exchange.send(head.contains("id=guest") ? ScriptedServer.ok("{\"authorities\":[]}")
                        : head.contains("=guest") ? ScriptedServer.ok("{\"userId\":\"guest\"}") : right);
            }
        }
    }

    private static String tokenOf(String head) {
        int at = head.indexOf(TOKEN);
        return at < 0 ? "" : head.substring(at + TOKEN.length(), head.indexOf(' ', at));
    }

    private TestService service(int port, Mode mode, int answerMillis) throws Exception {
        return TestService.inFrontOf(TestService.two(port, answerMillis, limit), mode, 8, Settings.DEFAULTS);
    }

    private static RawClient ask(TestService service, String path, String token) throws Exception {
        return service.connect().send(RawClient.request(path).replace(": token", ": " + token));
    }

    /** In a call of each client. */
    private List<RawClient> hold(TestService service, int permits) throws Exception {
        List<RawClient> holders = new ArrayList<>();
        for (int i = 0; i < permits; i++) {
            holders.add(ask(service, "/capabilities", "held"));
        }
        Await.until(permits + " permits are taken", () -> limit.permits().availablePermits() == MOST - permits);
        return holders;
    }

    @Test
    void oneMoreIsRefusedOnEveryRouteThatCallsAndKeepsItsConnection() throws Exception {
        TestService.inEachMode(mode -> {
            MaxCallsTest test = new MaxCallsTest();
            try (ScriptedServer two = new ScriptedServer(test::play);
                    TestService service = test.service(two.port(), mode, TestService.PATIENT_MILLIS);
                    RawClient client = service.connect()) {
                List<RawClient> holders = test.hold(service, MOST);
                for (String path : List.of("/meetings", "/rpc", "/capabilities", "/trace")) {
                    RawClient.Reply reply = client.get(path);
                    assertEquals(503, reply.status(), path);
                    assertContains("--max-calls 3", reply.body());
                    assertContains("\r\nRetry-After: 1\r\n", reply.head());
                    assertTrue(!reply.closes(), path + " keeps its connection");
                }
                assertEquals(404, client.get("/none").status(), "of what makes no call");
                assertEquals(4L, service.meter.get(Count.REFUSED_CALLS));
                test.go.countDown();
                for (RawClient holder : holders) {
                    assertEquals(200, holder.receive().status(), "of one who had a permit");
                }
                assertEquals(200, client.get("/meetings").status(), "once there are permits");
            }
        });
    }

    @Test
    void howeverACallEndsItsPermitIsBackOnce() throws Exception {
        TestService.inEachMode(mode -> {
            MaxCallsTest test = new MaxCallsTest();
            try (ScriptedServer two = new ScriptedServer(test::play); ClosedPort nobody = new ClosedPort();
                    TestService service = test.service(two.port(), mode, TestService.PATIENT_MILLIS);
                    TestService hasty = test.service(two.port(), mode, TestService.HASTY_MILLIS);
                    TestService lost = test.service(nobody.number(), mode, TestService.PATIENT_MILLIS)) {
                for (Map.Entry<String, Integer> fault : FAULTS.entrySet()) {
                    test.check(fault.getValue(), service, "/meetings", fault.getKey());
                    test.check(fault.getValue(), service, "/capabilities", fault.getKey());
                }
                test.check(504, hasty, "/capabilities", "late");
                test.check(502, lost, "/rpc", "without service two");
                RawClient leaver = test.hold(service, 1).getFirst();
                leaver.socket.setSoLinger(true, 0);
                leaver.close();
                test.go.countDown();
                Await.until("the permit of one who has left is back", () -> service.meter.inFlight() == 0
                        && test.limit.permits().availablePermits() == MOST);
            }
        });
    }

    private void check(int status, TestService service, String path, String token) throws Exception {
        try (RawClient client = ask(service, path, token)) {
            assertEquals(status, client.receive().status(), path + " of " + token);
        }
        assertEquals(MOST, limit.permits().availablePermits(), "permits after " + path + " of " + token);
    }
}
