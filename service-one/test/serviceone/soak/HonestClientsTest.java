package serviceone.soak;

import static testing.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicLong;
import serviceone.server.Settings;
import serviceone.server.TestService;
import serviceone.soak.Outcomes.Outcome;
import testing.Await;
import testing.Test;

class HonestClientsTest {
    private static final int REQUESTS = 50;

    @Test
    void noRequestIsLostMixedUpOrOutOfOrderAmongVanishingClients() throws Exception {
        TestService.inEachMode(mode -> {
            Outcomes outcomes = new Outcomes();
            HonestClient honest = new HonestClient(new AtomicLong(), outcomes, 0);
            try (TestService service = TestService.start(mode, Settings.DEFAULTS);
                    Crowd crowd = new Crowd(service.port())) {
                crowd.add(12, 0, honest::visit).add(4, 20, Crowd::vanishing);
                Await.until(REQUESTS + " requests have an outcome", () -> outcomes.good() > REQUESTS);
            }
            assertEquals(honest.asked().get(), outcomes.total(Outcome.ANSWERED),
                    outcomes + " " + outcomes.descriptions);
        });
    }
}
