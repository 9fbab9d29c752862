package lab.run;

import static testing.Assertions.assertEquals;

import module java.base;
import experiment.Experiment;
import experiment.Load;
import experiment.Prediction;
import experiment.Run;
import experiment.SentArrivals;
import lab.Doctored;
import lab.run.Slot.Timing;
import testing.Test;

/** All times are in milliseconds, but in an experiment's text in seconds. */
class SlotTest {
    private static List<String> all(String text) throws Exception {
        return Slot.all(Doctored.experiment(text), Policy.CLASS).stream()
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
            assertEquals(List.of(load.equals("users = 100")), Slot.all(experiment, Policy.CLASS).stream()
                    .map(Slot::isLight)
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
            {loom, hundred, Policy.CLASS, new Timing(0, 1_000, 11_000, 6609), "6 × 1,049 ms, and 5 % more"},
            {pool, hundred, Policy.CLASS, new Timing(0, 1_000, 3 * 5245 + 1_000, 6609), "a pool has the same rhythm"},
            {loom, Load.closed("/rpc", 20), Policy.CLASS, new Timing(0, 1_000, 11_000, 6300),
                "60 × 2 × 50 ms, and 5 % more"},
            {loom, Load.closed("/elsewhere", 20), Policy.CLASS, new Timing(0, 1_000, 11_000, 6000), "no prediction"},
            {loom, many, Policy.CLASS, new Timing(0, 14_000, 24_000, 6609), "many users take longer to start"},
            {pool, Load.open("/meetings", 4000), Policy.CLASS, new Timing(0, 0, 10_000, 6000), "no rhythm, no ramp-up"},
            {"contender.a = loom\nwarmup = 30", many, Policy.COMPARE, new Timing(30_000, 8_000, 38_000, 6609),
                "after a first warm-up, the users start faster"},
            {cycles, many, Policy.COMPARE, new Timing(3 * 10_000 + 2 * 2_000, 8_000, 13_000, 6609),
                "at least 10 s each"}};
        for (Object[] row : table) {
            Experiment experiment = Doctored.experiment("users = 1\nseconds = 6\n" + row[0]);
            assertEquals(row[3], Timing.of(experiment, (Load) row[1], ExperimentRunner.predict(experiment,
                    experiment.contenders().getFirst(), (Load) row[1]), (Policy) row[2]), (String) row[4]);
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

    private static Slot slot(String text) throws Exception {
        return Slot.all(Doctored.experiment(text), Policy.COMPARE).getFirst();
    }

    @Test
    void aRunsDurationIsTheSumOfItsPhases() throws Exception {
        // text; longest, usual and after the window
        Object[][] table = {
            // 2 s for all programs, 20 s of warm-up by work, 20 s and 1 s of ramp-up, 6 × 1.049 s and 5 %
            {"users = 20\nseconds = 6", 2_000 + 20_000 + 21_000 + 6_609, 2_000 + 4_000 + 1_000 + 2 * 1_049 + 6_609, 0},
            {"rate = 20\nseconds = 6\nwarmup = 7\ndrain = 4", 2_000 + 10_000 + 7_000 + 6_000 + 7_000,
                2_000 + 4_000 + 7_000 + 6_000 + 7_000, 7_000},
            {"users = 20\nseconds = 6\nwarmup-cycles = 3", 2_000 + 64_000 + 21_000 + 6_609,
                2_000 + 16_000 + 1_000 + 2_098 + 6_609, 0},
            // a second load that is open has its own end
            {"users = 20\nseconds = 6\nbeside-path = /rpc\nbeside-rate = 5", 2_000 + 20_000 + 21_000 + 6_609 + 13_000,
                2_000 + 4_000 + 21_000 + 6_609 + 13_000, 13_000},
            {"users = 20\nseconds = 6\nbeside-path = /rpc\nbeside-users = 500", 2_000 + 20_000 + 22_000 + 6_609,
                2_000 + 4_000 + 2_000 + 2_098 + 6_609, 0}};
        for (Object[] row : table) {
            Slot slot = slot("contender.a = loom\n" + row[0]);
            assertEquals(row[1] + " " + row[2] + " " + row[3], slot.longestDuration().toMillis() + " "
                    + slot.usualDuration().toMillis() + " " + slot.afterwards(), (String) row[0]);
            assertEquals((int) row[3] > 0, slot.isOpen(), (String) row[0]);
        }
        Slot cold = Slot.all(Doctored.experiment("users = 20\nseconds = 6\ncontender.a = loom"), Policy.CLASS)
                .getFirst();
        assertEquals("29609 13805", cold.longestDuration().toMillis() + " " + cold.usualDuration().toMillis(),
                "without work, its spans are two of 2 × 1.049 s");
        assertEquals(List.of(30_000L, 30_000L, 30_002L), Stream.of(1L, 15_000L, 15_001L)
                .map(warmup -> new Timing(0, 0, warmup, 0).patience()).toList());
        String two = "repeat = 2\nusers = 20\nseconds = 6\ncontender.a = loom\ncontender.b = loom";
        Experiment both = Doctored.experiment(two);
        assertEquals(List.of(4 * 49_609L, 4 * 15_707L), List.of(
                ExperimentRunner.longestDuration(both, Policy.COMPARE).toMillis(),
                ExperimentRunner.usualDuration(both, Policy.COMPARE).toMillis()));
    }

    @Test
    void arrivalsAreTheSameForEachContenderAndOthersForTheSecondLoad() throws Exception {
        Slot slot = slot("rate = 20\nseconds = 6\nwarmup = 7\nbeside-path = /rpc\nbeside-rate = 5\n"
                + "contender.a = loom");
        assertEquals(new SentArrivals.Schedule(20, 7 + 6 + 3, 42), slot.arrivals(slot.load()));
        assertEquals(new SentArrivals.Schedule(5, 7 + 6 + 3, 43),
                slot.arrivals(slot.experiment().beside().orElseThrow()));
    }

    @Test
    void filesAreNamedAfterTheRun() throws Exception {
        Slot slot = slot("users = 4000\npath = /a/b?c=d\ncontender.my_own = loom");
        assertEquals(List.of("my_own-a-b-c-d-4000-users-1", "my_own-a-b-c-d-4000-users-1-attempt-2"),
                List.of(slot.fileName(1), slot.fileName(2)));
    }

    @Test
    void aLoadIsLightUpToAThousandRequestsASecondOfBothLoads() throws Exception {
        String mine = "contender.a = command: x {port}\nwaits = 1s\npath = /x\nusers = ";
        String beside = "\nbeside-path = /wait-async\nbeside-rate = ";
        Object[][] table = {{mine + 1000, true}, {mine + 1001, false}, {mine + 9 + beside + 1000, true},
            {mine + 9 + beside + 1001, false}};
        for (Object[] row : table) {
            assertEquals(row[1], slot((String) row[0]).isLight(), (String) row[0]);
        }
    }
}
