package experiment.work;

import static testing.Assertions.assertEquals;

import experiment.work.WorkMeter.Reading;
import java.util.Map;
import testing.ClosedPort;
import testing.Test;

/** Counts between two moments, from readings around them. */
class WorkMeterTest {
    private static final Work.Sample SAMPLE = new Work.Sample(2, "{}");

    private static WorkMeter meter() {
        WorkMeter meter = new WorkMeter("127.0.0.1:1", () -> SAMPLE);
        meter.add(new Reading(1_000, new ServiceTwoCounts(0, 5, Map.of("info", 10L, "meetings", 0L))));
        meter.add(new Reading(2_000, new ServiceTwoCounts(4, 5, Map.of("info", 110L, "meetings", 0L))));
        meter.add(new Reading(3_000, new ServiceTwoCounts(4, 9, Map.of("info", 110L, "meetings", 50L))));
        return meter;
    }

    @Test
    void countsLieOnTheLineBetweenReadings() {
        assertEquals(new Work(Map.of("info", 50.0, "meetings", 25.0), 2, 2, SAMPLE), meter().between(1_500, 2_500));
        assertEquals(new Work(Map.of("info", 100.0, "meetings", 50.0), 4, 4, SAMPLE), meter().between(1_000, 9_000));
    }

    @Test
    void whoDoesNotTellItsCountsIsNotKnown() throws Exception {
        try (ClosedPort port = new ClosedPort()) {
            WorkMeter meter = new WorkMeter("127.0.0.1:" + port.number(), () -> null);
            meter.read();
            meter.read();
            Work work = meter.between(1_000, 2_000);
            assertEquals(false, work.isKnown());
            assertEquals(Map.of(), work.calls());
        }
    }
}
