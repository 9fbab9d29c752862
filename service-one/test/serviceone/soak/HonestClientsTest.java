package serviceone.soak;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.http.MessageParser.Limits;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import serviceone.meter.Mode;
import serviceone.server.Settings;
import serviceone.server.TestService;
import testing.Slow;
import testing.Test;

/**
 * Honest clients get right answers, or a refusal at once, while slow, broken, excess, deaf and vanishing ones do what
 * they can. Lost is a request that was sent and has neither an answer nor a reason to be sent again, see {@link
 * Outcome}.
 */
@Slow("a storm")
class HonestClientsTest {
    private static final int REQUESTS = 10_000;
    private static final int HONEST = 24;
    private static final int THREADS = 24;
    private static final int MOST_CONNECTIONS = 100;
    private static final Settings SETTINGS =
            new Settings(MOST_CONNECTIONS, MOST_CONNECTIONS, 1024, Limits.DEFAULTS, 3_000, 30_000, 1_000,
                    60_000, 10_000);

    private final Outcomes outcomes = new Outcomes();
    private final Users users = new Users(REQUESTS);
    private final LongAdder excess = new LongAdder();

    @Test
    void noneOfTenThousandRequestsIsLostMixedUpOrOutOfOrder() throws Exception {
        TestService.inEachMode(mode -> new HonestClientsTest().inMode(mode));
    }

    private void inMode(Mode mode) throws Exception {
        try (TestService service = TestService.start(mode, THREADS, SETTINGS);
                Crowd crowd = new Crowd(service.port())) {
            crowd.add(8, new SlowClient(), 100).add(4, new BrokenClient(), 50).add(4, new VanishingClient(), 20)
                    .add(2, new DeafClient(), 500).add(1, new ExcessClient(MOST_CONNECTIONS, excess), 500);
            askAll(service.port());
        }
        assertEquals(0L, outcomes.bad(), "bad outcomes: " + outcomes.words());
        assertEquals((long) REQUESTS, outcomes.requests(), "requests that had an end");
        assertEquals(0L, outcomes.of(Outcome.FAILED), "service two has no faults");
        assertTrue(outcomes.of(Outcome.ANSWERED) > REQUESTS / 2, "refused are " + outcomes.of(Outcome.REFUSED));
        assertEquals(0L, outcomes.of(Outcome.MET_A_CLOSE), "kept connections that were closed: nothing gives them up");
        assertTrue(excess.sum() > 0, "there were connections in excess");
    }

    /** Returns when all requests have had an end. */
    private void askAll(int port) {
        Client honest = new HonestClient(users, outcomes, 0);
        Client http10 = new Http10Client(users, outcomes);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int number = 0; number < HONEST; number++) {
                Random random = new Random(number);
                threads.submit(() -> {
                    while (!users.areTaken()) {
                        honest.visit(port, random);
                        http10.visit(port, random);
                    }
                    return null;
                });
            }
        }
    }
}
