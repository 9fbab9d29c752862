package serviceone.law;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.mode.Mode;
import common.mode.Wait;
import java.util.List;
import serviceone.law.Demand.Announced;
import serviceone.law.Demand.Tally;
import serviceone.meter.CallTimer.End;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Meter;
import serviceone.meter.Requests;
import serviceone.meter.Stage;
import testing.Test;

class DemandTest {
    private final Meter meter = new Meter(Mode.LOOM);
    private Tally before = Tally.of(meter);

    private ConnectionMeter request(End end, Stage... calls) {
        ConnectionMeter request = Requests.started(meter);
        for (Stage call : calls) {
            request.callStarted(call).ended(true, end);
        }
        return request;
    }

    private Demand demand() {
        Tally now = Tally.of(meter);
        Demand demand = Demand.announced(now.since(before), new Announced(0.050, 0.333, 10));
        before = now;
        return demand;
    }

    @Test
    void demandIsTheMeanWaitInCallsAndInServiceOne() {
        assertTrue(Double.isNaN(demand().total()), "no requests");
        request(End.ANSWERED, Stage.values()).answered(200);
        request(End.ANSWERED, Stage.INFO).answered(200);
        assertEquals(new Demand((1.049 + 0.05) / 2, 0, 0, 0, 0.333 / 2), demand(),
                "the mean of two different requests");
        for (Wait wait : Wait.values()) {
            meter.waits(wait);
            request(End.ANSWERED).answered(200);
        }
        assertEquals(new Demand(0.1, 0.025, 0.025, 0.025, 0), demand(),
                "a request for each kind of wait in service one");
        request(End.FAILED, Stage.INFO).answered(502);
        assertEquals(0.0, demand().total(), "a call that fails at once");
    }

    /** During a ramp-up, many requests have made their first call but have no answer yet. */
    @Test
    void callsOfUnansweredRequestsDoNotCount() {
        request(End.ANSWERED, Stage.values()).answered(200);
        for (int i = 0; i < 5; i++) {
            request(End.ANSWERED, Stage.INFO).callStarted(Stage.AUTHENTICATE);
        }
        assertEquals(1.049, demand().total());
    }

    @Test
    void theStatsOfServiceTwoAreParsed() {
        assertEquals(new Announced(0.05, 0.333, 10), Announced.parse(
                "{\"service\":\"two\",\"delayMillis\":50,\"stageDelayMillis\":333,\"authorizePermits\":10}").get());
        assertEquals(new Announced(0, 0, Double.POSITIVE_INFINITY), Announced.parse(
                "{\"delayMillis\":0,\"stageDelayMillis\":0,\"authorizePermits\":null,\"answered\":7}").get());
        for (String another : List.of("", "[]", "{\"delayMillis\":50}",
                "{\"delayMillis\":\"50\",\"stageDelayMillis\":333}")) {
            assertTrue(Announced.parse(another).isEmpty(), "another service's answer: " + another);
        }
    }
}
