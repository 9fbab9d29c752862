package serviceone.status;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.figures.Figures.Waits;
import common.mode.Mode;
import common.mode.Wait;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Meter.Totals;
import serviceone.meter.Meter;
import serviceone.meter.Requests;
import serviceone.meter.Stage;
import testing.Test;

class DemandTest {
    private final Meter meter = new Meter(Mode.LOOM);
    private Totals before = meter.totals();

    private ConnectionMeter request(Throwable failure, Stage... calls) {
        ConnectionMeter request = Requests.started(meter);
        for (Stage call : calls) {
            request.callStarted(call).ended(true, failure);
        }
        return request;
    }

    private Demand demand() {
        Totals now = meter.totals();
        Demand demand = Demand.between(before, now, new Waits(50, 333, 10), Double.NaN);
        before = now;
        return demand;
    }

    @Test
    void demandIsTheMeanWaitInCallsAndInServiceOne() {
        assertTrue(Double.isNaN(demand().total()), "no requests");
        request(null, Stage.values()).answered(200);
        request(null, Stage.INFO).answered(200);
        Demand mean = demand();
        assertNear((1.049 + 0.05) / 2, mean.total(), "the mean of two different requests");
        assertNear(0.333 / 2, mean.permits().held(), "one of two requests needs a permit");
        for (Wait wait : Wait.values()) {
            meter.waits(wait);
            request(null).answered(200);
        }
        demand().seconds().forEach((wait, seconds) ->
                assertNear(0.025, seconds, "one of four requests waits for 0.1 s in " + wait));
        request(new IOException(), Stage.INFO).answered(502);
        assertEquals(0.0, demand().total(), "a call that fails at once");
    }

    /** During a ramp-up, many requests have made their first call but have no answer yet. */
    @Test
    void callsOfUnansweredRequestsDoNotCount() {
        request(null, Stage.values()).answered(200);
        for (int i = 0; i < 5; i++) {
            request(null, Stage.INFO).callStarted(Stage.AUTHENTICATE);
        }
        assertNear(1.049, demand().total(), "the only answered request");
    }

    private static void assertNear(double expected, double actual, String reason) {
        assertTrue(Math.abs(expected - actual) < 1e-9, reason + ": expected " + expected + " but was " + actual);
    }

    @Test
    void withoutAnAnnouncementTheMeasuredTimeCounts() {
        request(null, Stage.INFO).answered(200);
        meter.waits(Wait.NATIVE_CALL);
        Demand measured = Demand.between(before, meter.totals(), Waits.UNKNOWN, 0.3);
        assertTrue(!measured.isKnown(), "known");
        assertNear(0.2, measured.seconds().get(Wait.BLOCKED), "0.3 s without a native call of 0.1 s");
    }

    @Test
    void requestsInFlightMayQueueForPermitsOrWorkers() {
        request(null, Stage.AUTHORIZE).answered(200);
        assertTrue(demand().mayLineUpInService(), "permits");
        meter.waits(Wait.TIMER);
        request(null).answered(200);
        assertTrue(!demand().mayLineUpInService(), "a timer needs neither");
        meter.waits(Wait.NATIVE_CALL);
        request(null).answered(200);
        assertTrue(demand().mayLineUpInService(), "worker threads");
    }

    @Test
    void theStatsOfServiceTwoAreParsed() {
        assertEquals(new Waits(50, 333, 10), Waits.of(
                "{\"service\":\"two\",\"delayMillis\":50,\"stageDelayMillis\":333,\"authorizePermits\":10}"));
        assertEquals(new Waits(0, 0, Double.NaN), Waits.of(
                "{\"delayMillis\":0,\"stageDelayMillis\":0,\"authorizePermits\":null,\"answered\":7}"));
        for (String another : List.of("", "[]", "{}", "{\"delayMillis\":\"long\",\"stageDelayMillis\":333}")) {
            assertEquals(Waits.UNKNOWN, Waits.of(another), "another service's answer: " + another);
        }
    }
}
