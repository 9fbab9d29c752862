package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.io.HostPort;
import experiment.Experiment;
import experiment.Limit;
import experiment.Load;
import experiment.Prediction;
import experiment.Run;
import lab.run.WarmingUp.WarmEnough;
import load.Stats;
import load.StubService;
import machine.RuntimeThreads.Used;
import process.Child.ProgramFailure;
import process.Child;
import servicetwo.ServiceTwo;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

class WarmingUpTest extends TemporaryFolder {
    private static final HostPort NOBODY = new HostPort("127.0.0.1", 1);
    /** With these delays and faults, no request would be answered in time. */
    private static final Map<String, String> FAULTY = Map.of("delay", "86400", "stage-delay", "86000", "error-percent",
            "40", "hang-percent", "60", "jitter", "3", "slow-start", "3600", "authorize-permits", "7");

    private final Child contender = Idle.PROGRAM;
    private final List<String> phases = new ArrayList<>();
    /** While it jumps ahead, the callers have three milliseconds. It stands still until one had an answer. */
    private final SetTime time = new SetTime(_ -> LockSupport.parkNanos(3_000_000));
    private boolean expectsAnswers = true;

    private static Experiment experiment(int cycles) throws Exception {
        return Experiment.parse("e", "users = 4\ncontender.a = loom\nwarmup-cycles = " + cycles, FAULTY);
    }

    private static Slot slot(String path, int cycles, long work) throws Exception {
        Experiment experiment = experiment(cycles);
        return new Slot(experiment, experiment.contenders().getFirst(), Load.closed(path, 4), true, 1,
                new Prediction(1, 1, Double.NaN, Limit.UNKNOWN), Prediction.NONE, new Slot.Timing(work, 0, 0, 0));
    }

    private Run.WarmUp warm(String path, int cycles, long work, Child child, HostPort address, HostPort serviceTwo)
            throws Exception {
        Programs programs = new Programs(new RunningServiceTwo(serviceTwo, null),
                new RunningContender(null, child, address));
        RunObserver observer = new RunObserver() {
            @Override
            public void phase(String phase, long millis) {
                phases.add(phase + ", " + millis + " ms left");
                if (expectsAnswers && phase.replaceAll("\\D", "").equals("0")) {
                    time.back(250);
                }
            }
        };
        return new WarmingUp(programs, slot(path, cycles, work), observer, time).run();
    }

    private static ServiceTwo serviceTwo(Map<String, String> keys) throws Exception {
        Experiment experiment = Experiment.parse("e", "users = 4\ncontender.a = loom", keys);
        return new ServiceTwo(Stream.concat(Stream.of("--port", "0"),
                experiment.conditions().serviceTwo().arguments().stream()).toArray(String[]::new));
    }

    @Test
    void itEndsAtItsLimitOrWhenTheContenderIsWarmOrSilent() throws Exception {
        try (ServiceTwo two = serviceTwo(FAULTY)) {
            HostPort address = new HostPort("127.0.0.1", two.port());
            Run.WarmUp limited = warm("/info", 2, 4_000, contender, address, address);
            assertEquals(List.of(2.0, 4_000L), List.of(limited.seconds(), time.passed()), "2 s between two of 1 s");
            // few requests, but six seconds
            Run.WarmUp warm = warm("/info", 1, 60_000, contender, address, address);
            assertEquals(List.of(6.0, ""), List.of(warm.seconds(), warm.problem()));
            assertTrue(warm.requests() > 0, "some were answered");
            assertEquals(0.25, new Run.WarmUp(0, 0, "").plus(warm("/info", 1, 250, contender, address, address))
                    .seconds());
            phases.clear();
            expectsAnswers = false;
            Run.WarmUp silent = warm("/nowhere", 1, 60_000, contender, address, address);
            assertEquals(List.of(5.0, 0L), List.of(silent.seconds(), silent.requests()), "given up");
            assertEquals(20, phases.size(), "four a second");
            assertTrue(phases.get(1).endsWith(", " + (slot("/info", 1, 60_000).longestDuration().toMillis() - 500)
                    + " ms left"), phases.get(1));
            Words.assertSame("running", "the first warm-up", limited.problem() + "\n"
                    + silent.problem().replaceFirst("; .*", "; ‹problem›") + "\n" + phases.getFirst());
            assertEquals(List.of(86_400, 86_000, 7, 40, 60, 0, 3, 3_600),
                    List.copyOf(Stats.settingsOfServiceTwo(address, 30_000).values().values()));
        }
    }

    @Test
    void aContenderThatEndsOrAServiceTwoThatCannotChangeItsDelaysIsNamed() throws Exception {
        try (ServiceTwo two = serviceTwo(FAULTY); StubService refusing = new StubService("");
                ServiceTwo other = serviceTwo(Map.of());
                Child dead = Child.start("dead", List.of("true"), folder.resolve("dead"))) {
            HostPort address = new HostPort("127.0.0.1", two.port());
            dead.awaitExit(30_000);
            String ended = assertThrows(ProgramFailure.class, () -> warm("/info", 1, 1_000, dead, address, address))
                    .getMessage().replaceFirst("dead .*", "‹contender ended›");
            Run.WarmUp refused = warm("/info", 1, 1_000, contender, NOBODY, refusing.address());
            assertEquals(new Run.WarmUp(0, 0, refused.problem()), refused);
            String permits = assertThrows(ProgramFailure.class, () -> warm("/info", 1, 250, contender, NOBODY,
                    new HostPort("127.0.0.1", other.port()))).getMessage();
            String silent = assertThrows(ProgramFailure.class, () -> warm("/info", 1, 250, contender, NOBODY, NOBODY))
                    .getMessage().replaceFirst(": java.*", ": ‹exception›");
            Words.assertSame("running", "a first warm-up that fails", String.join("\n", ended, refused.problem(),
                    permits, silent));
        }
    }

    /** A reading after half a second: requests, CPU µs per request, and the compilers' share of a core. */
    private static void assertEnough(int after, String why, double[]... readings) {
        WarmEnough enough = new WarmEnough();
        double[] sums = {0, 0, 0 * readings[0][2]};      // NaN if the share is unknown
        enough.add(0, new Used(0, 0, 0, sums[2], false));
        for (int i = 1; i <= after; i++) {
            double[] reading = readings[Math.min(i, readings.length) - 1];
            sums[0] += reading[0];
            sums[1] += reading[0] * reading[1] / 1e6;
            sums[2] += reading[2] / 2;
            assertEquals(i == after, enough.add((long) sums[0], new Used(500 * i, sums[1], 0, sums[2],
                    false)), why);
        }
    }

    @Test
    void theWarmUpEndsWhenTheCompilersAreIdleAndTheCostOfARequestIsSteady() {
        assertEnough(10, "measured with pool: the compilers' pause at the fifth is not the end", new double[][] {
            {176, 4261, 0.70}, {919, 490, 0.52}, {1043, 364, 0.39}, {1195, 385, 0.58}, {1586, 107, 0.02},
            {1553, 167, 0.22}, {1256, 295, 0.49}, {1415, 112, 0.04}, {1616, 105, 0.04}, {1602, 112, 0.02}});
        assertEnough(5, "the cost is still falling although the compilers are idle", new double[] {1000, 400, 0},
                new double[] {1000, 200, 0}, new double[] {1000, 100, 0});
        assertEnough(4, "the compilers are busy although the cost is steady", new double[] {1000, 100, 0.2},
                new double[] {1000, 100, 0.2}, new double[] {1000, 100, 0.05});
        assertEnough(7, "the compilers' time is unknown: steady six times", new double[] {1000, 100, Double.NaN});
        assertEnough(2, "too few requests to measure a cost: idle compilers suffice", new double[] {10, 300, 0.03});
        assertEnough(3, "0.02 s tell a cost", new double[] {200, 100, 0});
        assertEnough(2, "0.0199 s tell none", new double[] {199, 100, 0});
    }

    @Test
    void severalWarmUpsHavePausesBetweenThem() {
        assertEquals(List.of(10_000L, 34_000L), List.of(WarmingUp.millis(1, 10_000), WarmingUp.millis(3, 10_000)));
    }
}
