package serviceone.soak;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.http.MessageParser.Limits;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import serviceone.meter.Mode;
import serviceone.server.RawClient;
import serviceone.server.Settings;
import serviceone.server.TestService;
import serviceone.soak.Outcomes.Outcome;
import testing.Slow;
import testing.Test;

/**
 * Honest clients get right answers, or a refusal at once, while slow, broken, excess, deaf and vanishing ones do what
 * they can. Lost is a request that was sent and has neither an answer nor a reason to be sent again.
 */
class HonestClientsTest {
    private static final int REQUESTS = 10_000;
    private static final int HONEST = 24;
    private static final int MOST_CONNECTIONS = 100;
    private static final Settings SETTINGS =
            new Settings(MOST_CONNECTIONS, MOST_CONNECTIONS, 1024, Limits.DEFAULTS, 3_000, 30_000, 1_000,
                    60_000, 10_000);

    @Test
    @Slow("a storm")
    void noneOfTenThousandRequestsIsLostMixedUpOrOutOfOrder() throws Exception {
        TestService.inEachMode(HonestClientsTest::askAmongHostileOnes);
    }

    private static void askAmongHostileOnes(Mode mode) throws Exception {
        Outcomes outcomes = new Outcomes();
        LongAdder excess = new LongAdder();
        try (TestService service = TestService.start(mode, HONEST, SETTINGS);
                Crowd crowd = new Crowd(service.port())) {
            crowd.add(8, HostileClients::slow, 100).add(4, HostileClients::broken, 50)
                    .add(4, HostileClients::vanishing, 20).add(2, HostileClients::deaf, 500)
                    .add(1, HostileClients.excess(MOST_CONNECTIONS, excess), 500);
            askAll(service.port(), new HonestClient(REQUESTS, outcomes, 0));
        }
        assertEquals(0L, outcomes.bad(), "bad outcomes: " + outcomes.words());
        assertEquals((long) REQUESTS, outcomes.requests(), "requests that had an end");
        assertEquals(0L, outcomes.of(Outcome.FAILED), "service two has no faults");
        assertTrue(outcomes.of(Outcome.ANSWERED) > REQUESTS / 2, "refused are " + outcomes.of(Outcome.REFUSED));
        assertEquals(0L, outcomes.of(Outcome.MET_A_CLOSE), "kept connections that were closed: nothing gives them up");
        assertTrue(excess.sum() > 0, "there were connections in excess");
    }

    /** Returns when all requests have had an end. */
    private static void askAll(int port, HonestClient honest) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int number = 0; number < HONEST; number++) {
                Random random = new Random(number);
                threads.submit(() -> {
                    while (!honest.hasAskedAll()) {
                        honest.visit(port, random);
                        honest.visitInHttp10(port, random);
                    }
                    return null;
                });
            }
        }
    }

    private record Row(String reason, int status, String body, Outcome outcome) {
    }

    @Test
    void anAnswerMustNameTheUserWhoAsked() {
        String own = "{\"meetings\":[{\"user\":\"user-1\"}]}";
        for (Row row : List.of(new Row("its own", 200, own, Outcome.ANSWERED),
                new Row("of the one behind it", 200, "{\"user\":\"user-2\"}", Outcome.OUT_OF_ORDER),
                new Row("of another connection", 200, "{\"user\":\"user-10\"}", Outcome.MIXED_UP),
                new Row("of nobody", 200, "{\"meetings\":[]}", Outcome.MIXED_UP),
                new Row("no room", 503, "", Outcome.REFUSED),
                new Row("service two failed", 502, "", Outcome.FAILED),
                new Row("a fault of service one", 500, "", Outcome.WRONG),
                new Row("its own, but no success", 401, own, Outcome.WRONG))) {
            Outcomes outcomes = new Outcomes();
            outcomes.judge(new RawClient.Reply(row.status, "", row.body), "user-1", List.of("user-2", "user-3"));
            assertEquals(1L, outcomes.of(row.outcome), row.reason);
            assertEquals(row.outcome.isBad() ? 1L : 0L, outcomes.bad(), row.reason);
        }
    }
}
