package lab.run;

import static testing.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.run.Slot.Timing;
import testing.Test;

/** Contenders take turns, each round another first; how long a run takes, in milliseconds. */
class SlotTest {
    private static Experiment experiment(String text) throws Exception {
        return ExperimentFile.parse("e", text, Map.of());
    }

    private static List<String> all(String text) throws Exception {
        return Slot.all(experiment(text), false).stream()
                .map(slot -> slot.contender().name() + slot.repetition() + " " + slot.load().users()).toList();
    }

    @Test
    void roundsRotate() throws Exception {
        assertEquals(List.of("a1 20", "b1 20", "c1 20", "b2 20", "c2 20", "a2 20", "c3 20", "a3 20", "b3 20", "a4 20",
                "b4 20", "c4 20"),
                all("users = 20\nrepeat = 4\ncontender.a = pool\ncontender.b = loom\ncontender.c = async"));
        assertEquals(List.of("a1 20", "b1 20", "b1 40", "a1 40", "b2 20", "a2 20", "a2 40", "b2 40"),
                all("users = 20, 40\nrepeat = 2\ncontender.a = pool\ncontender.b = loom"),
                "every load is met before any is repeated");
    }

    /** A difference between contenders must not come from what stands beside them. */
    @Test
    void whatALoadAsksOfJmeterIsTheSameForAllContenders() throws Exception {
        List<Boolean> light = Slot.all(experiment("users = 100, 4000\nrepeat = 1\n"
                + "contender.a = pool --threads 20\ncontender.b = loom"), false).stream().map(Slot::isLight).toList();
        assertEquals(List.of(true, true, false, false), light, "the pool makes 19 a second of both");
        assertEquals(false, Slot.all(experiment("users = 10\npath = /elsewhere\ncontender.a = loom"), false).getFirst()
                .isLight(), "without a prediction nothing is assumed");
    }

    private static Timing of(String contender, Load load) throws Exception {
        Experiment experiment = experiment("users = 1\nwarmup = 10\nseconds = 6\ncontender.a = loom");
        return Timing.of(experiment, load, ExperimentRunner.predict(experiment, Contender.parse("a", contender), load),
                false);
    }

    @Test
    void theWindowHoldsAnEvenNumberOfTimesInFlightThatAreATwentiethLonger() throws Exception {
        assertEquals(6609L, of("loom", Load.closed("/meetings", 100)).window(), "6 × 1,049 ms and a twentieth of it");
        assertEquals(6609L, of("pool --threads 20", Load.closed("/meetings", 100)).window(),
                "a pool's bursts come as often");
        assertEquals(6300L, of("loom", Load.closed("/rpc", 20)).window(), "60 × 2 × 50 ms and a twentieth of it");
        assertEquals(6000L, of("loom", Load.closed("/elsewhere", 20)).window(), "nothing known");
        assertEquals(6000L, of("loom", Load.open("/meetings", 20)).window(), "arrivals have no rhythm");
    }

    @Test
    void theWarmUpLetsEveryUserHaveItsTurns() throws Exception {
        assertEquals(11_000L, of("loom", Load.closed("/rpc", 20)).warmup(), "as the experiment says, and the ramp-up");
        assertEquals(3 * 5245L + 1_000, of("pool --threads 20", Load.closed("/meetings", 100)).warmup(),
                "latency 5,245 ms");
        assertEquals(10_000L, of("pool --threads 20", Load.open("/meetings", 100)).warmup(), "an open loop's is fixed");
        assertEquals(14_000L, of("loom", Load.closed("/meetings", 4000)).rampup(), "many take longer to start");
        assertEquals(0L, of("loom", Load.open("/meetings", 4000)).rampup());
    }

    /** Only JMeter is cold then; what is measured lasts as long. */
    @Test
    void whoIsWarmedByWorkMeetsItsUsersSooner() throws Exception {
        Load load = Load.closed("/meetings", 4000);
        Experiment experiment = experiment("users = 1\nwarmup = 30\nseconds = 6\ncontender.a = loom");
        Timing cold = Timing.of(experiment, load, Prediction.NONE, false);
        Timing warm = Timing.of(experiment, load, Prediction.NONE, true);
        assertEquals(new Timing(0, 14_000, 44_000, cold.window()), cold);
        assertEquals(new Timing(30_000, 8_000, 38_000, cold.window()), warm);
        Timing cycles = Timing.of(experiment("users = 1\nwarmup = 5\nwarmup-cycles = 3\ncontender.a = loom"),
                Load.closed("/meetings", 100), Prediction.NONE, true);
        assertEquals(3 * 10_000L + 2 * 2_000, cycles.work(), "ten seconds at least for each, and pauses between");
        assertEquals(3 * 5_000L + 2 * 2_000, WarmingUp.millis(3, 5_000));
    }
}
