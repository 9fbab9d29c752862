package lab.run;

import lab.judge.Run.Sample;
import lab.judge.Run.Work;
import static testing.Assertions.assertEquals;

import java.util.Map;
import lab.run.WorkMeter.Reading;
import load.StubService;
import testing.Await;
import testing.ClosedPort;
import testing.Test;

/** Counts between two moments, from readings around them. */
class WorkMeterTest {
    private static final Sample SAMPLE = new Sample(2, "{}");

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
    void readsWhatServiceTwoTells() throws Exception {
        String stats = "{\"service\":\"two\",\"answered\":%d,\"inFlight\":0,\"connections\":2,\"abandoned\":1,"
                + "\"answeredByRoute\":{\"info\":%1$d,\"other\":0}}";
        try (StubService two = new StubService(stats.formatted(5), stats.formatted(9))) {
            WorkMeter meter = new WorkMeter(two.address().toString(), () -> null);
            meter.read();
            meter.read();
            assertEquals(new Work(Map.of("info", 4.0, "other", 0.0), 0, 0, null), meter.between(0, Long.MAX_VALUE));
        }
    }

    @Test
    void aSampleIsAGoodAnswerOrNone() throws Exception {
        try (StubService contender = new StubService("{\"time\":\"18 h\"}"); StubService broken = new StubService("")) {
            AnswerSample good = AnswerSample.ask(contender.address().toString(), "/stats", "token");
            Await.until("it has answered", () -> good.get() != null);
            assertEquals(new Sample(15, "{\"time\":\"18 h\"}"), good.get());
            AnswerSample none = AnswerSample.ask(broken.address().toString(), "/stats", "token");
            Await.until("it has failed", none::isDone);
            assertEquals(null, none.get(), "an error is no sample");
        }
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
