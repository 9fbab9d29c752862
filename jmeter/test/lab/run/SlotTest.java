package lab.run;

import static testing.Assertions.assertEquals;

import module java.base;
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

    private static void assertTiming(String why, Timing expected, String text, Load load, boolean first)
            throws Exception {
        Experiment experiment = experiment("users = 1\nseconds = 6\n" + text);
        assertEquals(expected, Timing.of(experiment, load, ExperimentRunner.predict(experiment,
                experiment.contenders().getFirst(), load), first), why);
    }

    @Test
    void warmUpAndWindowFollowFromTheTimeInFlight() throws Exception {
        String pool = "warmup = 10\ncontender.a = pool --threads 20";
        String loom = "warmup = 10\ncontender.a = loom";
        Load hundred = Load.closed("/meetings", 100);
        Load many = Load.closed("/meetings", 4000);
        assertTiming("6 × 1,049 ms, and 5 % more", new Timing(0, 1_000, 11_000, 6609), loom, hundred, false);
        assertTiming("a pool's bursts have the same rhythm; three times the latency of 5,245 ms and the ramp-up",
                new Timing(0, 1_000, 3 * 5245 + 1_000, 6609), pool, hundred, false);
        assertTiming("60 × 2 × 50 ms, and 5 % more", new Timing(0, 1_000, 11_000, 6300), loom, Load.closed("/rpc", 20),
                false);
        assertTiming("no prediction", new Timing(0, 1_000, 11_000, 6000), loom, Load.closed("/elsewhere", 20), false);
        assertTiming("many users take longer to start", new Timing(0, 14_000, 24_000, 6609), loom, many, false);
        assertTiming("arrivals have no rhythm and no ramp-up", new Timing(0, 0, 10_000, 6000), pool,
                Load.open("/meetings", 4000), false);
        assertTiming("after a first warm-up the users start faster", new Timing(30_000, 8_000, 38_000, 6609),
                "warmup = 30\ncontender.a = loom", many, true);
        assertTiming("a cycle has at least 10 s", new Timing(10_000, 8_000, 13_000, 6609),
                "warmup = 5\ncontender.a = loom", many, true);
        assertTiming("three cycles, and pauses of 2 s", new Timing(3 * 10_000 + 2 * 2_000, 8_000, 13_000, 6609),
                "warmup = 5\nwarmup-cycles = 3\ncontender.a = loom", many, true);
    }
}
