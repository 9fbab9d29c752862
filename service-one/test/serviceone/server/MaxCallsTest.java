package serviceone.server;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import serviceone.meter.Meter.Count;
import testing.Await;
import testing.ClosedPort;
import testing.Test;

/** The limit on calls to service two: who is refused, and that however a call ends, its permit is back once. */
class MaxCallsTest {
    private static final String LIMIT = "--max-calls 3";
    private static final int MOST = 3;
    private static final String TOKEN = "authenticate?token=";

    /** Whose authentication ends how, and what is answered then. */
    private record Fault(String token, int status) {
    }

    private static final List<Fault> FAULTS = List.of(new Fault("error", 502), new Fault("wrong", 502),
            new Fault("malformed", 502), new Fault("closed", 502), new Fault("reset", 502), new Fault("half", 502),
            new Fault("stale", 200), new Fault("unasked", 200), new Fault("stranger", 401), new Fault("guest", 403),
            new Fault("anyone", 200));

    private final AtomicInteger held = new AtomicInteger();
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
                    held.incrementAndGet();
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

    private static RawClient send(RawClient client, String path, String token) throws Exception {
        return client.send(RawClient.request(path).replace("Authorization: token", "Authorization: " + token));
    }

    private static int meetings(TestService service, String token) throws Exception {
        try (RawClient client = service.connect()) {
            return send(client, "/meetings", token).receive().status();
        }
    }

    /** So many requests, each in a call. */
    private List<RawClient> hold(TestService service, int many) throws Exception {
        List<RawClient> holders = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            holders.add(send(service.connect(), "/meetings", "held"));
        }
        Await.until("all of them wait in a call", () -> held.get() == many);
        return holders;
    }

    private void release(List<RawClient> holders) throws Exception {
        go.countDown();
        for (RawClient holder : holders) {
            assertEquals(200, holder.receive().status(), "of one who had a permit");
            holder.close();
        }
    }

    private interface Act {
        void on(TestService service, MaxCallsTest test) throws Exception;
    }

    private static void inEachMode(int maxCalls, int answerMillis, Act act) throws Exception {
        TestService.inEachMode(mode -> {
            MaxCallsTest test = new MaxCallsTest();
            try (ScriptedServer two = new ScriptedServer(test::play);
                    TestService service = TestService.limitedInFrontOf(two.port(), mode, maxCalls, answerMillis)) {
                act.on(service, test);
            }
        });
    }

    @Test
    void oneMoreIsRefusedOnEveryRouteThatCallsAndKeepsItsConnection() throws Exception {
        inEachMode(MOST, TestService.PATIENT_MILLIS, (service, test) -> {
            List<RawClient> holders = test.hold(service, MOST);
            try (RawClient client = service.connect()) {
                List<String> calling = List.of("/meetings", "/rpc", "/capabilities", "/trace");
                for (String path : calling) {
                    RawClient.Reply reply = client.get(path);
                    assertEquals(503, reply.status(), path);
                    assertContains(LIMIT, reply.body());
                    assertContains("\r\nRetry-After: 1\r\n", reply.head());
                    assertTrue(!reply.closes(), path + " keeps its connection");
                }
                assertEquals(404, client.get("/none").status(), "of what makes no call");
                assertEquals((long) calling.size(), service.meter.get(Count.REFUSED_CALLS));
                test.release(holders);
                assertEquals(200, client.get("/meetings").status(), "once there are permits");
            }
        });
    }

    /** Twice as often as there are permits, so that none may be lost; then exactly so many are there. */
    @Test
    void afterFaultsOfEveryKindAllPermitsAreBackOnce() throws Exception {
        inEachMode(MOST, TestService.PATIENT_MILLIS, (service, test) -> {
            for (int i = 0; i < 2 * MOST; i++) {
                for (Fault fault : FAULTS) {
                    assertEquals(fault.status, meetings(service, fault.token), fault.token + ", time " + i);
                }
            }
            List<RawClient> holders = test.hold(service, MOST);
            assertEquals(503, meetings(service, "anyone"), "one more");
            test.release(holders);
            assertEquals(1L, service.meter.get(Count.REFUSED_CALLS));
        });
    }

    @Test
    void aLateCallGivesItsPermitBack() throws Exception {
        inEachMode(1, TestService.HASTY_MILLIS, (service, test) -> {
            assertEquals(504, meetings(service, "late"));
            assertEquals(200, meetings(service, "anyone"), "with the one permit");
        });
    }

    @Test
    void aCallThatFindsNoServiceTwoGivesItsPermitBack() throws Exception {
        TestService.inEachMode(mode -> {
            try (ClosedPort closed = new ClosedPort();
                    TestService service = TestService.limitedInFrontOf(closed.number(), mode, 1,
                            TestService.PATIENT_MILLIS)) {
                for (int i = 0; i < 3; i++) {
                    assertEquals(502, meetings(service, "anyone"), "time " + i);
                }
            }
        });
    }

    @Test
    void aClientThatLeavesTakesNoPermitAlong() throws Exception {
        inEachMode(1, TestService.PATIENT_MILLIS, (service, test) -> {
            RawClient leaver = test.hold(service, 1).getFirst();
            leaver.socket.setSoLinger(true, 0);
            leaver.close();
            test.go.countDown();
            Await.until("its request has ended", () -> service.meter.inFlight() == 0);
            assertEquals(200, meetings(service, "anyone"), "with the one permit");
        });
    }
}
