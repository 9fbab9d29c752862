package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.io.HostPort;
import common.process.Child.ProgramFailure;
import common.process.Child;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import lab.WithFolder;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Run.WarmUp;
import lab.run.Callers.Pace;
import lab.run.RuntimeThreads.Used;
import lab.run.WarmingUp.WarmEnough;
import load.Stats;
import load.StubService;
import servicetwo.ServiceTwo;
import testing.Await;
import testing.Test;

/** With a service two that is the contender, too: it answers GET /info, and 404 to what it does not know. */
class WarmingUpTest extends WithFolder {
    private static final long LIMIT = 30;
    /** Without other delays, and with its faults, nothing would be answered in the time that a test has. */
    private static final String KEYS = "users = 4\ndelay = 86400\nstage-delay = 86000\nerror-percent = 40\n"
            + "hang-percent = 60\njitter = 3\nslow-start = 3600\nauthorize-permits = 7\ncontender.a = loom";
    private static final HostPort NOBODY = new HostPort("127.0.0.1", 1);

    private final Child contender = Child.start("contender", List.of("sleep", "1000"), folder.resolve("log"));

    WarmingUpTest() throws Exception {
    }

    @Override
    public void close() throws IOException {
        contender.close();
        super.close();
    }

    private static WarmUp warm(String path, int cycles, Child contender, HostPort address, HostPort serviceTwo)
            throws Exception {
        Experiment experiment = ExperimentFile.parse("e", KEYS, Map.of("warmup-cycles", "" + cycles));
        Slot slot = new Slot(experiment, experiment.contenders().getFirst(), Load.closed(path, 4), true, 1,
                Prediction.NONE, new Slot.Timing(cycles * LIMIT + cycles - 1, 0, 0, 0));
        Programs programs = new Programs(new RunningServiceTwo(serviceTwo, null), contender, address);
        return new WarmingUp(programs, slot, new RunObserver(), 5, 1).run();
    }

    private static ServiceTwo serviceTwo(String... more) throws Exception {
        List<String> arguments = RunningServiceTwo.arguments(ExperimentFile.parse("e", KEYS, Map.of()));
        return new ServiceTwo(Stream.of(arguments.stream(), Stream.of("--port", "0"), Stream.of(more))
                .flatMap(each -> each).toArray(String[]::new));
    }

    @Test
    void requestsAreAnsweredAndServiceTwoIsThenAsItWas() throws Exception {
        try (ServiceTwo two = serviceTwo()) {
            HostPort address = new HostPort("127.0.0.1", two.port());
            Await.until("it has answered in one of two cycles", () -> {
                WarmUp twice = warm("/info", 2, contender, address, address);
                assertTrue(twice.seconds() >= 2 * LIMIT / 1e3, "both cycles count: " + twice);
                assertContains("had not settled", twice.requests() > 0 ? twice.problem() : "had not settled");
                return twice.requests() > 0;
            });
            Await.until("it is told why none was answered", () -> {
                WarmUp nothing = warm("/nowhere", 1, contender, address, address);
                assertEquals(0L, nothing.requests());
                return nothing.problem().endsWith("none of its requests was answered, the last one with 404");
            });
            try (Child dead = Child.start("dead", List.of("true"), folder.resolve("dead"))) {
                dead.awaitExit(30_000);
                assertContains("while warming up by work, dead exited with code 0", assertThrows(ProgramFailure.class,
                        () -> warm("/info", 1, dead, address, address)).getMessage());
            }
            Stats.Two told = Stats.ofServiceTwo(address, 30_000);
            assertEquals(List.of(86_400, 86_000, 40, 60, 3, 3600, 7), List.of(told.delayMillis(),
                    told.stageDelayMillis(), told.errorPercent(), told.hangPercent(), told.jitterMillis(),
                    told.slowStartSeconds(), told.authorizePermits()), "also where a warm-up failed");
        }
    }

    @Test
    void aServiceTwoWhoseDelaysAreNotSeenToBeBackIsNotMeasured() throws Exception {
        try (StubService refusing = new StubService(""); ServiceTwo other = serviceTwo("--authorize-permits", "8")) {
            assertEquals(new WarmUp(0, 0, "not warmed by work: service two takes no other delays (it answers 404)"),
                    warm("/info", 1, contender, NOBODY, refusing.address()));
            assertContains("after the warm-up service two announces what it is not to do: --authorize-permits 7, not 8",
                    assertThrows(ProgramFailure.class, () -> warm("/info", 1, contender, NOBODY,
                            new HostPort("127.0.0.1", other.port()))).getMessage());
            assertContains("service two does not answer a change of its delays", assertThrows(ProgramFailure.class,
                    () -> warm("/info", 1, contender, NOBODY, NOBODY)).getMessage());
        }
    }

    /** @param rows of each half second: requests, µs of CPU time for each, share of a core that the compilers took */
    private static int enoughAfter(double[]... rows) {
        WarmEnough enough = new WarmEnough();
        double[] sums = {0, 0, 0 * rows[0][2]};      // NaN stays NaN
        enough.add(0, new Used(0, 0, sums[2]));
        for (int i = 0; i < rows.length; i++) {
            sums[0] += rows[i][0];
            sums[1] += rows[i][0] * rows[i][1] / 1e6;
            sums[2] += rows[i][2] / 2;
            if (enough.add((long) sums[0], new Used(500 * (i + 1), sums[1], sums[2]))) {
                return i + 1;
            }
        }
        return -1;
    }

    @Test
    void itIsEnoughWhenTheCompilersHaveNothingToDoAndARequestCostsWhatItDid() {
        assertEquals(10, enoughAfter(new double[][] {{176, 4261, 0.70}, {919, 490, 0.52}, {1043, 364, 0.39},
            {1195, 385, 0.58}, {1586, 107, 0.02}, {1553, 167, 0.22}, {1256, 295, 0.49}, {1415, 112, 0.04},
            {1616, 105, 0.04}, {1602, 112, 0.02}, {1536, 111, 0.01}}),
                "as seen of pool on two cores: at the fifth reading the compilers only took breath");
        double[] same = {1000, 100, 0};
        assertEquals(5, enoughAfter(new double[] {1000, 400, 0}, new double[] {1000, 200, 0}, same, same, same, same),
                "a cost falls that is no compilers'");
        double[] unseen = {1000, 100, Double.NaN};
        assertEquals(7, enoughAfter(unseen, unseen, unseen, unseen, unseen, unseen, unseen, unseen),
                "where nothing tells of the compilers, six times as before");
        double[] pinned = {10, 300, 0.03};
        assertEquals(2, enoughAfter(pinned, pinned, pinned, pinned), "twenty requests a second tell no cost");
    }

    private static Pace pace(String contender, Load load, double inFlight, String keys) throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = 1\ncontender.a = " + contender + "\n" + keys,
                Map.of());
        return Pace.of(new Slot(experiment, experiment.contenders().getFirst(), load, true, 1,
                new Prediction(1, 1, inFlight, ""), new Slot.Timing(0, 0, 0, 0)));
    }

    @Test
    void asManyConnectionsAsUsersUpToALimit() throws Exception {
        Load hundred = Load.closed("/meetings", 100);
        assertEquals(new Pace(100, 5, false), pace("loom", hundred, 100, ""), "100 / 20 ms = 5,000/s");
        assertEquals(new Pace(256, 12, false), pace("async", Load.closed("/meetings", 4_000), 4_000, ""));
        assertEquals(new Pace(4, 1, false), pace("loom", Load.closed("/rpc", 4), 4, ""), "a millisecond at least");
        assertEquals(new Pace(50, 2, false), pace("command: x {port}", Load.closed("/x", 50), Double.NaN, ""));
        assertEquals(new Pace(150, 7, true), pace("loom", Load.open("/meetings", 150), 157, ""));
        assertEquals(new Pace(100, 2, false), pace("loom", hundred, 100, "delay = 1\nstage-delay = 2"),
                "never longer than the experiment has it");
        assertEquals(new Pace(100, 0, false), pace("loom", hundred, 100, "delay = 0\nstage-delay = 0"));
    }
}
