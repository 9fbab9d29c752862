package lab.run;

import static testing.Assertions.assertEquals;

import module java.base;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.run.Slot.Timing;
import testing.Test;

/** All times are in milliseconds, but in an experiment's text in seconds. */
class SlotTest {
    private static Experiment experiment(String text) throws Exception {
        return ExperimentFile.parse("e", text, Map.of());
    }

    private static List<String> all(String text) throws Exception {
        return Slot.all(experiment(text), false).stream()
                .map(slot -> slot.contender().name() + slot.repetition() + " " + slot.load().users()).toList();
    }

    @Test
    void everyLoadRunsBeforeAnyIsRepeated() throws Exception {
        assertEquals(List.of("a1 20", "b1 20", "c1 20", "b2 20", "c2 20", "a2 20", "c3 20", "a3 20", "b3 20", "a4 20",
                "b4 20", "c4 20"),
                all("users = 20\nrepeat = 4\ncontender.a = pool\ncontender.b = loom\ncontender.c = async"));
        assertEquals(List.of("a1 20", "b1 20", "b1 40", "a1 40", "b2 20", "a2 20", "a2 40", "b2 40"),
                all("users = 20, 40\nrepeat = 2\ncontender.a = pool\ncontender.b = loom"));
    }

    /** Under a light load, JMeter and service two have other JVM options, which must not differ between contenders. */
    @Test
    void aLoadIsLightForAllContendersOrForNone() throws Exception {
        List<Boolean> light = Slot.all(experiment("users = 100, 4000\nrepeat = 1\n"
                + "contender.a = pool --threads 20\ncontender.b = loom"), false).stream().map(Slot::isLight).toList();
        assertEquals(List.of(true, true, false, false), light, "the pool would be light under both loads, at 19/s");
        assertEquals(false, Slot.all(experiment("users = 10\npath = /elsewhere\ncontender.a = loom"), false).getFirst()
                .isLight(), "a load without a prediction is not light");
    }

    private record Row(String why, String contender, Load load, long rampup, long warmup, long window) {
    }

    private static final String POOL = "pool --threads 20";
    private static final List<Row> ROWS = List.of(
            new Row("6 × 1,049 ms, and 5 % more", "loom", Load.closed("/meetings", 100), 1_000, 11_000, 6609),
            // The warm-up is the ramp-up and three times the latency of 5,245 ms.
            new Row("a pool's bursts have the same rhythm", POOL,
                    Load.closed("/meetings", 100), 1_000, 3 * 5245 + 1_000, 6609),
            new Row("60 × 2 × 50 ms, and 5 % more", "loom", Load.closed("/rpc", 20), 1_000, 11_000, 6300),
            new Row("a route without a prediction", "loom", Load.closed("/elsewhere", 20), 1_000, 11_000, 6000),
            new Row("many users take longer to start", "loom", Load.closed("/meetings", 4000), 14_000, 24_000, 6609),
            new Row("arrivals have no rhythm and no ramp-up", POOL, Load.open("/meetings", 4000), 0, 10_000, 6000));

    @Test
    void warmUpAndWindowFollowFromTheTimeInFlight() throws Exception {
        for (Row row : ROWS) {
            Experiment experiment = experiment("users = 1\nwarmup = 10\nseconds = 6\ncontender.a = loom");
            assertEquals(new Timing(0, row.rampup, row.warmup, row.window), Timing.of(experiment, row.load,
                    ExperimentRunner.predict(experiment, Contender.parse("a", row.contender), row.load), false),
                    row.why);
        }
    }

    @Test
    void afterAFirstWarmUpTheUsersStartFaster() throws Exception {
        Load load = Load.closed("/meetings", 4000);
        String[] texts = {"warmup = 30", "warmup = 5", "warmup = 5\nwarmup-cycles = 3"};
        long[] warmUps = {30_000, 10_000, 3 * 10_000 + 2 * 2_000};      // cycles of at least 10 s, pauses of 2 s
        for (int i = 0; i < texts.length; i++) {
            Experiment experiment = experiment("users = 1\nseconds = 6\ncontender.a = loom\n" + texts[i]);
            assertEquals(new Timing(warmUps[i], 8_000, 1_000L * experiment.warmup() + 8_000, 6609),
                    Timing.of(experiment, load,
                            ExperimentRunner.predict(experiment, experiment.contenders().getFirst(), load), true),
                    texts[i]);
        }
    }
}
