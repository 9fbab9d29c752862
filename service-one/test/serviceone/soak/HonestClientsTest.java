package serviceone.soak;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.concurrent.atomic.LongAdder;
import serviceone.http.Limits;
import serviceone.meter.Mode;
import serviceone.server.Settings;
import serviceone.server.TestService;
import testing.Test;

/**
 * Honest clients get right answers, or a refusal at once, while slow, broken, excess, deaf and vanishing ones do what
 * they can. Lost is a request that was sent and has neither an answer nor a reason to be sent again, see {@link
 * Outcome}.
 */
class HonestClientsTest {
    private static final int REQUESTS = 10_000;
    private static final int THREADS = 24;
    private static final int MOST_CONNECTIONS = 100;
    private static final Settings SETTINGS =
            new Settings(MOST_CONNECTIONS, MOST_CONNECTIONS, 1024, Limits.DEFAULTS, 3_000, 30_000, 1_000, 10_000);

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
            crowd.add(8, new SlowClient(), 100).add(4, new BrokenClient(), 20).add(4, new VanishingClient(), 20)
                    .add(2, new DeafClient(), 200).add(1, new ExcessClient(MOST_CONNECTIONS, excess), 500)
                    .add(2, new Http10Client(users, outcomes), 50).add(24, new HonestClient(users, outcomes, 0), 10);
            testing.Await.until("all requests have had an end", () -> outcomes.requests() == REQUESTS);
        }
        System.out.println(mode + " " + java.util.Arrays.stream(Outcome.values()).map(o -> o + "=" + outcomes.of(o)).toList() + " excess " + excess);
        assertEquals(0L, outcomes.bad(), "bad outcomes: " + outcomes.words());
        assertEquals(0L, outcomes.of(Outcome.FAILED), "service two has no faults");
        assertTrue(outcomes.of(Outcome.ANSWERED) > REQUESTS / 2, "most are answered");
        assertTrue(excess.sum() > 0, "connections were in excess");
    }
}
