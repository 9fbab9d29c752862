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
import load.Stats;
import testing.Test;

/** With a service two that is the contender, too: it answers GET /info, and 404 to what it does not know. */
class WarmingUpTest implements AutoCloseable {
    private static final Path JAR = Path.of(System.getProperty("repository"), ".build", "service-two.jar");
    private static final long LIMIT = 300;
    /** Without other delays, and with its faults, nothing would be answered in the time that a test has. */
    private static final String KEYS = "users = 4\ndelay = 86400\nstage-delay = 86000\nerror-percent = 40\n"
            + "hang-percent = 60\njitter = 3\nslow-start = 3600\ncontender.a = loom";
    private static final HostPort NOBODY = new HostPort("127.0.0.1", 1);

    private final Path log = Files.createTempFile("contender", ".log");
    private Child contender;      // null until a test has started one

    WarmingUpTest() throws Exception {
    }

    @Override
    public void close() throws IOException {
        try (Child _ = contender) {
            Files.delete(log);
        }
    }

    private static Slot slot(String path, int cycles) throws Exception {
        Experiment experiment = ExperimentFile.parse("e", KEYS, Map.of("warmup-cycles", "" + cycles));
        return new Slot(experiment, experiment.contenders().getFirst(), Load.closed(path, 4), true, 1,
                Prediction.NONE, new Slot.Timing(WarmingUp.millis(cycles, LIMIT), 0, 0, 0));
    }

    private WarmUp warm(String path, int cycles, HostPort address, HostPort serviceTwo) throws Exception {
        return new WarmingUp(new Programs(new RunningServiceTwo(serviceTwo, null), contender, address),
                slot(path, cycles), new RunObserver()).run();
    }

    @Test
    void manyRequestsAreAnsweredAndServiceTwoIsThenAsItWas() throws Exception {
        Slot plain = slot("/", 1);
        List<String> command =
                new ArrayList<>(Executables.javaCommand("-cp", JAR.toString(), "servicetwo.ServiceTwo", "--port", "0"));
        command.addAll(RunningServiceTwo.arguments(plain.experiment()));
        command.add("--until-stdin-closes");
        contender = Child.start("service two", command, log);
        HostPort address = HostPort.parse(contender.awaitAddress(60)).orElseThrow();
        WarmUp twice = warm("/info", 2, address, address);
        assertTrue(twice.requests() > 0, "answered well");
        assertTrue(twice.seconds() >= 2 * LIMIT / 1e3, "both cycles count: " + twice);
        WarmUp nothing = warm("/nowhere", 1, address, address);
        assertEquals(0L, nothing.requests());
        assertContains("none of its requests was answered, the last one with 404", nothing.problem());
        try (Child two = contender) {
            contender = Child.start("dead", List.of("true"), log);
            assertContains("while warming up by work, dead exited with code 0",
                    assertThrows(ProgramFailure.class, () -> warm("/info", 1, address, address)).getMessage());
            assertEquals(86_400, Stats.ofServiceTwo(address, 10_000).delayMillis());
            assertEquals(40, Stats.ofServiceTwo(address, 10_000).errorPercent());
            two.checkAlive();
        }
    }

    /** @param status of the answer to a change */
    private static HttpServer other(int status) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] stats = RunningServiceTwoTest.stats("null", 0, 1).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(exchange.getRequestMethod().equals("PUT") ? status : 200, stats.length);
            exchange.getResponseBody().write(stats);
            exchange.close();
        });
        server.start();
        return server;
    }

    @Test
    void aServiceTwoWhoseDelaysAreNotSeenToBeBackIsNotMeasured() throws Exception {
        contender = Child.start("sleeper", List.of("sleep", "1000"), log);
        HttpServer refusing = other(403);
        HttpServer forgetful = other(200);
        try {
            WarmUp none = warm("/info", 1, NOBODY, new HostPort("127.0.0.1", refusing.getAddress().getPort()));
            assertEquals(new WarmUp(0, 0, "not warmed by work: service two takes no other delays (it answers 403)"),
                    none);
            HostPort place = new HostPort("127.0.0.1", forgetful.getAddress().getPort());
            assertContains("after the warm-up service two announces",
                    assertThrows(ProgramFailure.class, () -> warm("/nowhere", 1, NOBODY, place)).getMessage());
            assertContains("service two does not answer a change of its delays",
                    assertThrows(ProgramFailure.class, () -> warm("/info", 1, NOBODY, NOBODY)).getMessage());
        } finally {
            refusing.stop(0);
            forgetful.stop(0);
        }
    }

    private static Pace pace(String contender, Load load, double inFlight, String limit, String keys) throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = 1\ncontender.a = " + contender + "\n" + keys,
                Map.of());
        return Pace.of(new Slot(experiment, experiment.contenders().getFirst(), load, true, 1,
                new Prediction(1, 1, inFlight, limit), new Slot.Timing(0, 0, 0, 0)));
    }

    @Test
    void asManyConnectionsAsUsersUpToALimit() throws Exception {
        assertEquals(new Pace(100, 5, false), pace("loom", Load.closed("/meetings", 100), 100, "users", ""),
                "100 / 20 ms = 5,000/s");
        assertEquals(new Pace(256, 12, false), pace("async", Load.closed("/meetings", 4_000), 4_000, "users", ""));
        assertEquals(new Pace(4, 1, false), pace("loom", Load.closed("/rpc", 4), 4, "users", ""), "a millisecond");
        assertEquals(new Pace(50, 2, false), pace("command: x {port}", Load.closed("/x", 50), Double.NaN, "", ""));
        assertEquals(new Pace(150, 7, true), pace("loom", Load.open("/meetings", 150), 157, "arrivals", ""));
        assertEquals(new Pace(100, 2, false), pace("loom", Load.closed("/meetings", 100), 100, "users",
                "delay = 1\nstage-delay = 2"), "never longer than the experiment has it");
        assertEquals(new Pace(100, 0, false), pace("loom", Load.closed("/meetings", 100), 100, "users",
                "delay = 0\nstage-delay = 0"));
    }
}
