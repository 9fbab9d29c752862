package lab.run;

import static testing.Assertions.assertEquals;

import module java.base;
import lab.Doctored;
import lab.define.Experiment;
import lab.define.Load;
import lab.define.Prediction;
import lab.results.Run;
import lab.run.Slot.Timing;
import testing.Test;

/** All times are in milliseconds, but in an experiment's text in seconds. */
class SlotTest {
    private static List<String> all(String text) throws Exception {
        return Slot.all(Doctored.experiment(text), false).stream()
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
        for (String load : List.of("users = 100", "users = 4000", "users = 10\npath = /elsewhere")) {
            Experiment experiment = Doctored.experiment(load + "\ncontender.a = loom\ncontender.b = pool --threads 20");
            assertEquals(List.of(load.equals("users = 100")), Slot.all(experiment, false).stream().map(Slot::isLight)
                    .distinct().toList());
        }
    }

    @Test
    void warmUpAndWindowFollowFromTheTimeInFlight() throws Exception {
        String pool = "warmup = 10\ncontender.a = pool --threads 20";
        String loom = "contender.a = loom\nwarmup = 10";
        String cycles = "contender.a = loom\nwarmup = 5\nwarmup-cycles = 3";
        Load hundred = Load.closed("/meetings", 100);
        Load many = Load.closed("/meetings", 4000);
        Object[][] table = {
            {loom, hundred, false, new Timing(0, 1_000, 11_000, 6609), "6 × 1,049 ms, and 5 % more"},
            {pool, hundred, false, new Timing(0, 1_000, 3 * 5245 + 1_000, 6609), "a pool has the same rhythm"},
            {loom, Load.closed("/rpc", 20), false, new Timing(0, 1_000, 11_000, 6300), "60 × 2 × 50 ms, and 5 % more"},
            {loom, Load.closed("/elsewhere", 20), false, new Timing(0, 1_000, 11_000, 6000), "no prediction"},
            {loom, many, false, new Timing(0, 14_000, 24_000, 6609), "many users take longer to start"},
            {pool, Load.open("/meetings", 4000), false, new Timing(0, 0, 10_000, 6000), "no rhythm, no ramp-up"},
            {"contender.a = loom\nwarmup = 30", many, true, new Timing(30_000, 8_000, 38_000, 6609),
                "after a first warm-up, the users start faster"},
            {cycles, many, true, new Timing(3 * 10_000 + 2 * 2_000, 8_000, 13_000, 6609), "at least 10 s each"}};
        for (Object[] row : table) {
            Experiment experiment = Doctored.experiment("users = 1\nseconds = 6\n" + row[0]);
            assertEquals(row[3], Timing.of(experiment, (Load) row[1], ExperimentRunner.predict(experiment,
                    experiment.contenders().getFirst(), (Load) row[1]), (boolean) row[2]), (String) row[4]);
        }
    }

    private static Doctored pool(double throughput) {
        return Doctored.run("pool", Load.closed("/meetings", 1000), 1, throughput);
    }

    private static void assertNeeded(boolean expected, Reruns reruns, boolean isRerun, Run run) {
        assertEquals(expected, reruns.isNeeded(List.of(pool(950).run(), run), isRerun));
    }

    @Test
    void aRoundIsRunAgainIfItsWorkOrLoadWasNotAsStated() {
        Run errors = pool(950).failed(500).run();
        Run tooFewUsers = pool(950).latency(900).run();
        Run died = Run.failed("pool", Load.closed("/meetings", 1000), 1, Prediction.NONE, "died");
        Reruns three = new Reruns(3, _ -> false);
        assertNeeded(false, three, false, pool(300).machine(19, 0, 0).growth(0.5).run());      // disturbed
        assertNeeded(false, three, false, pool(950).with(Prediction.NONE.waitingAtLeast(2)).run());      // early
        assertNeeded(true, three, false, errors);
        assertNeeded(false, three, true, errors);
        assertNeeded(false, three, false, errors);      // who breaks a rule again has no more reruns
        assertNeeded(true, three, false, tooFewUsers);      // another rule
        assertNeeded(false, three, true, pool(950).run());
        assertNeeded(true, three, false, tooFewUsers);      // its rerun had been right
        Reruns one = new Reruns(1, _ -> false);
        assertNeeded(true, one, false, died);
        assertNeeded(false, one, true, tooFewUsers);      // no more rounds than were asked for
        assertNeeded(false, new Reruns(1, run -> !run.isMeasured()), false, died);      // hopeless
    }
}
