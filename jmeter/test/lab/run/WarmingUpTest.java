package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import common.io.HostPort;
import common.process.Child.ProgramFailure;
import common.process.Child;
import common.process.Executables;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Run.WarmUp;
import lab.run.Callers.Pace;
import load.HttpText;
import testing.ClosedPort;
import testing.Test;

/** With a service two that is the contender, too: it answers GET /info, and 404 to what it does not know. */
class WarmingUpTest implements AutoCloseable {
    private static final Path JAR = Path.of(System.getProperty("repository"), ".build", "service-two.jar");
    private static final long LIMIT = 300;
    /** Without other delays, and with its faults, nothing would be answered in the time that a test has. */
    private static final String KEYS = "users = 4\ndelay = 86400\nstage-delay = 86000\nerror-percent = 40\n"
            + "hang-percent = 60\njitter = 3\nslow-start = 3600\ncontender.a = loom";
    private static final String ANNOUNCED = "\"delayMillis\":86400,\"stageDelayMillis\":86000";
    private static final String FAULTS = "\"errorPercent\":40,\"hangPercent\":60,\"resetPercent\":0,"
            + "\"jitterMillis\":3,\"slowStartSeconds\":3600";

    private final Path log = Files.createTempFile("service-two", ".log");
    private final Child two;
    private final HostPort address;

    WarmingUpTest() throws Exception {
        List<String> command = Executables.javaCommand("-cp", JAR.toString(), "servicetwo.ServiceTwo", "--port", "0",
                "--delay", "86400", "--stage-delay", "86000", "--hang-percent", "60", "--error-percent", "40",
                "--jitter", "3", "--slow-start", "3600", "--until-stdin-closes");
        two = Child.start("service two", command, log);
        address = HostPort.parse(two.awaitAddress(60)).orElseThrow();
    }

    @Override
    public void close() throws IOException {
        try (two) {
            Files.delete(log);
        }
    }

    private WarmingUp warming(String path, HostPort serviceTwo, int cycles, WarmingUp.Overseer overseer)
            throws Exception {
        Experiment experiment = ExperimentFile.parse("e", KEYS, Map.of("warmup-cycles", "" + cycles));
        Slot slot = new Slot(experiment, experiment.contenders().getFirst(), Load.closed(path, 4), true, 1,
                Prediction.NONE, new Slot.Timing(WarmingUp.millis(cycles, LIMIT), 0, 0, 0));
        return new WarmingUp(two, new RunningServiceTwo(serviceTwo, null), slot, overseer);
    }

    private WarmUp warm(String path, HostPort serviceTwo) throws Exception {
        return warming(path, serviceTwo, 1, (requests, millis) -> { }).run(address);
    }

    /** Each cycle begins anew; the overseer is told how long it has lasted. */
    @Test
    void aCycleFollowsTheOther() throws Exception {
        List<Long> millis = new ArrayList<>();
        WarmUp warmUp = warming("/info", address, 2, (requests, passed) -> millis.add(passed)).run(address);
        assertTrue(warmUp.requests() > 0, "answered well");
        assertTrue(warmUp.seconds() >= 2 * LIMIT / 1e3, "both count: " + warmUp);
        assertTrue(millis.getLast() <= warmUp.seconds() * 1e3 - LIMIT + 1, "the last was told its own: " + millis);
        assertRestored();
    }

    private void assertRestored() throws Exception {
        String stats = HttpText.get(URI.create("http://" + address + "/stats"), 10_000);
        assertContains(ANNOUNCED, stats);
        assertContains(FAULTS, stats);
    }

    /** JMeter shows what is wrong; the warm-up only says that there was none. */
    @Test
    void whoAnswersNothingWellIsNotWarmed() throws Exception {
        WarmUp warmUp = warm("/nowhere", address);
        assertEquals(0L, warmUp.requests());
        assertContains("none of its requests was answered, the last one with 404", warmUp.problem());
        assertRestored();
    }

    @Test
    void aContenderThatDiesEndsIt() throws Exception {
        WarmingUp warming = warming("/info", address, 1, (requests, millis) -> {
            throw new ProgramFailure("died");
        });
        ProgramFailure failure = assertThrows(ProgramFailure.class, () -> warming.run(address));
        assertEquals("died", failure.getMessage());
        assertRestored();
    }

    /** @param status of the answer to a change */
    private static HttpServer other(int status) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] stats = RunningServiceTwoTest.stats("null", 0, 0).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(exchange.getRequestMethod().equals("PUT") ? status : 200, stats.length);
            exchange.getResponseBody().write(stats);
            exchange.close();
        });
        server.start();
        return server;
    }

    @Test
    void whereDelaysCannotBeChangedTheLoadAloneWarms() throws Exception {
        HttpServer other = other(403);
        try {
            WarmUp warmUp = warm("/info", new HostPort("127.0.0.1", other.getAddress().getPort()));
            assertEquals("not warmed by work: service two takes no other delays (it answers 403)", warmUp.problem());
            assertEquals(0L, warmUp.requests());
        } finally {
            other.stop(0);
        }
    }

    @Test
    void whoDoesNotSayWhetherItsDelaysAreOtherOnesIsNotMeasured() throws Exception {
        try (ClosedPort closed = new ClosedPort()) {
            assertContains("service two does not answer a change of its delays",
                    assertThrows(ProgramFailure.class, () -> warm("/info", new HostPort("127.0.0.1", closed.number())))
                            .getMessage());
        }
    }

    @Test
    void nothingIsMeasuredWhereTheDelaysAreNotSeenToBeBack() throws Exception {
        HttpServer forgetful = other(200);
        try {
            HostPort place = new HostPort("127.0.0.1", forgetful.getAddress().getPort());
            assertContains("after the warm-up service two announces",
                    assertThrows(ProgramFailure.class, () -> warm("/nowhere", place)).getMessage());
        } finally {
            forgetful.stop(0);
        }
    }

    private static Pace pace(String contender, Load load, double inFlight, String limit, String keys) throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = 1\ncontender.a = " + contender + "\n" + keys,
                Map.of());
        return Pace.of(experiment, load, new Prediction(1, 1, inFlight, limit));
    }

    @Test
    void asManyConnectionsAsUsersUpToALimit() throws Exception {
        assertEquals(new Pace(100, 5, false), pace("loom", Load.closed("/meetings", 100), 100, "users", ""),
                "100 / 20 ms = 5,000/s");
        assertEquals(new Pace(256, 12, false), pace("async", Load.closed("/meetings", 4_000), 4_000, "users", ""));
        assertEquals(new Pace(4, 1, false), pace("loom", Load.closed("/rpc", 4), 4, "users", ""), "a millisecond");
        assertEquals(new Pace(50, 2, false), pace("command: x {port}", Load.closed("/x", 50), Double.NaN, "", ""));
        assertEquals(new Pace(150, 7, true), pace("loom", Load.open("/meetings", 150), 157, "arrivals", ""));
    }

    @Test
    void neverLongerThanTheExperimentHasIt() throws Exception {
        assertEquals(new Pace(100, 2, false), pace("loom", Load.closed("/meetings", 100), 100, "users",
                "delay = 1\nstage-delay = 2"));
        assertEquals(new Pace(100, 0, false), pace("loom", Load.closed("/meetings", 100), 100, "users",
                "delay = 0\nstage-delay = 0"));
    }
}
