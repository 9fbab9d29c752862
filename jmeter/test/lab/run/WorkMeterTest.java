package lab.run;

import static testing.Assertions.assertEquals;

import java.util.Map;
import lab.judge.Run.Sample;
import lab.judge.Run.Work;
import load.Stats;
import load.StubService;
import testing.Await;
import testing.Test;

/** Counts between two moments, from readings around them, and an answer. */
class WorkMeterTest {
    private static final Sample SAMPLE = new Sample(2, "{}");

    private static Stats.Two told(long abandoned, long connections, long infos) {
        return new Stats.Two("two", 0, 0, null, 0, 0, 0, 0, 0, 0, abandoned, connections,
                Map.of("info", infos));
    }

    @Test
    void countsLieOnTheLineBetweenReadings() {
        Series<Stats.Two> readings = new Series<>();
        readings.add(1_000, told(0, 5, 10));
        assertEquals(false, WorkMeter.between(readings, null, 1_000, 2_000).isKnown(), "one tells nothing");
        readings.add(2_000, told(4, 5, 110));
        readings.add(3_000, told(4, 9, 110));
        assertEquals(new Work(Map.of("info", 50.0), 2, 2, SAMPLE), WorkMeter.between(readings, SAMPLE, 1_500, 2_500));
        assertEquals(new Work(Map.of("info", 100.0), 4, 4, SAMPLE), WorkMeter.between(readings, SAMPLE, 1_000, 9_000));
    }

    @Test
    void readsWhatServiceTwoTellsAndKeepsAGoodAnswer() throws Exception {
        try (StubService two = new StubService(RunningServiceTwoTest.stats("null", 0, 5),
                RunningServiceTwoTest.stats("null", 0, 9)); StubService broken = new StubService("")) {
            WorkMeter meter = new WorkMeter(new RunningServiceTwo(two.address(), null), () -> SAMPLE);
            meter.read();
            Await.until("the clock goes on", () -> {
                meter.read();
                return meter.between(0, Long.MAX_VALUE).isKnown();
            });
            Await.until("the answer is there", () -> meter.between(0, Long.MAX_VALUE).sample() != null);
            assertEquals(new Work(Map.of("info", 4.0), 0, 0, SAMPLE), meter.between(0, Long.MAX_VALUE));
            WorkMeter ofAnError = new WorkMeter(new RunningServiceTwo(broken.address(), null),
                    () -> WorkMeter.answer(broken.address(), "/stats", "token"));
            ofAnError.read();
            assertEquals(false, ofAnError.between(0, 1).isKnown(), "who does not tell its counts is not known");
            assertEquals(null, ofAnError.between(0, 1).sample(), "an error is no sample");
        }
    }
}
