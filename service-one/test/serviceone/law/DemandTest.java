package serviceone.law;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.List;
import serviceone.law.Demand.Announced;
import serviceone.law.Demand.Tally;
import serviceone.meter.CallTimer;
import serviceone.meter.Meter.Count;
import serviceone.meter.Meter;
import serviceone.meter.Mode;
import serviceone.meter.OwnWait;
import serviceone.meter.Requests;
import serviceone.meter.Stage;
import testing.Test;

/** What requests wait for, from what the meter has counted of them. */
class DemandTest {
    private static final Announced ANNOUNCED = new Announced(0.050, 0.333, 10);

    private final Meter meter = new Meter(Mode.LOOM);
    private final Tally before = Tally.of(meter);

    private void request(Stage... calls) {
        var request = Requests.started(meter);
        for (Stage call : calls) {
            request.callStarted(call).ended(true, CallTimer.End.ANSWERED);
        }
        request.answered(200);
    }

    private Demand demand() {
        return Demand.announced(Tally.of(meter).since(before), ANNOUNCED);
    }

    @Test
    void aRequestWaitsForTheCallsThatItMakes() {
        request(Stage.values());
        assertEquals(new Demand(1.049, 0, 0, 0, 0.333), demand(), "all four");
        request(Stage.INFO);
        assertEquals(new Demand((1.049 + 0.05) / 2, 0, 0, 0, 0.333 / 2), demand(), "the mean of two that differ");
    }

    @Test
    void aRouteOfServiceOnesOwnWaitsToo() {
        for (OwnWait wait : List.of(OwnWait.TIMER, OwnWait.NATIVE_CALL, OwnWait.MONITOR, OwnWait.SLEEP)) {
            meter.waits(wait);
            request();
        }
        assertEquals(new Demand(0.1, 0.025, 0.025, 0.025, 0), demand());
    }

    @Test
    void aCallThatFailsAtOnceIsNoWait() {
        var request = Requests.started(meter);
        request.callStarted(Stage.INFO).ended(false, CallTimer.End.FAILED);
        request.answered(502);
        assertEquals(0.0, demand().total());
        assertEquals(1L, meter.get(Count.UNANSWERED_CALLS));
    }

    /** While a load comes up, more requests have made their first calls than were answered. */
    @Test
    void whatIsStillOnItsWayIsNoWaitOfThoseAnswered() {
        request(Stage.values());
        for (int i = 0; i < 5; i++) {
            var request = Requests.started(meter);
            request.callStarted(Stage.INFO).ended(true, CallTimer.End.ANSWERED);
            request.callStarted(Stage.AUTHENTICATE);
        }
        assertEquals(1.049, demand().total());
    }

    @Test
    void withoutAnAnswerNothingIsKnown() {
        assertTrue(Double.isNaN(demand().total()), "the wait of nobody");
    }

    @Test
    void whatServiceTwoAnnouncesIsRead() {
        assertEquals(new Announced(0.05, 0.333, 10), Announced.parse(
                "{\"service\":\"two\",\"delayMillis\":50,\"stageDelayMillis\":333,\"authorizePermits\":10}").get());
        assertEquals(new Announced(0, 0, Double.POSITIVE_INFINITY), Announced.parse(
                "{\"delayMillis\":0,\"stageDelayMillis\":0,\"authorizePermits\":null,\"answered\":7}").get());
        for (String another : List.of("", "<html>", "[]", "null", "{}", "{\"delayMillis\":50}",
                "{\"delayMillis\":\"50\",\"stageDelayMillis\":333}")) {
            assertTrue(Announced.parse(another).isEmpty(), "another service's answer: " + another);
        }
    }
}
