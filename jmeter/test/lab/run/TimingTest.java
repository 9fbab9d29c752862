package lab.run;

import static testing.Assertions.assertEquals;

import java.util.Map;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import testing.Test;

/** How long a run takes, in milliseconds. */
class TimingTest {
    private static Timing of(String contender, Load load) throws Exception {
        Experiment experiment =
                ExperimentFile.parse("e", "users = 1\nwarmup = 10\nseconds = 6\ncontender.a = loom", Map.of());
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
    }

    /** Only JMeter is cold then; what is measured lasts as long. */
    @Test
    void whoIsWarmedByWorkMeetsItsUsersSooner() throws Exception {
        Load load = Load.closed("/meetings", 4000);
        Experiment experiment =
                ExperimentFile.parse("e", "users = 1\nwarmup = 30\nseconds = 6\ncontender.a = loom", Map.of());
        Timing cold = Timing.of(experiment, load, Prediction.NONE, false);
        Timing warm = Timing.of(experiment, load, Prediction.NONE, true);
        assertEquals("0 14000 44000", cold.work() + " " + cold.rampup() + " " + cold.warmup());
        assertEquals("30000 8000 38000", warm.work() + " " + warm.rampup() + " " + warm.warmup());
        assertEquals(cold.window(), warm.window());
    }

    @Test
    void eachCycleOfAWarmUpTakesAsLongAndPausesLieBetween() throws Exception {
        Experiment experiment =
                ExperimentFile.parse("e", "users = 1\nwarmup = 5\nwarmup-cycles = 3\ncontender.a = loom", Map.of());
        Timing timing = Timing.of(experiment, Load.closed("/meetings", 100), Prediction.NONE, true);
        assertEquals(3 * 10_000L + 2 * 2_000, timing.work(), "ten seconds at least, for each");
        assertEquals(3 * 5_000L + 2 * 2_000, timing.usualWork(3));
    }

    @Test
    void manyUsersTakeLongerToStart() throws Exception {
        assertEquals(14_000L, of("loom", Load.closed("/meetings", 4000)).rampup());
        assertEquals(0L, of("loom", Load.open("/meetings", 4000)).rampup());
    }
}
