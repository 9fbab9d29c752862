package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import common.process.Child;
import common.process.Executables;
import common.process.ProgramFailure;
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
import load.HttpText;
import testing.ClosedPort;
import testing.Test;

/** With a service two that is the contender, too: it answers GET /info, and 404 to what it does not know. */
class WarmingUpTest implements AutoCloseable {
    private static final Path JAR = Path.of(System.getProperty("repository"), ".build", "service-two.jar");
    private static final long LIMIT = 700;
    /** Without other delays, and with its faults, nothing would be answered in the time that a test has. */
    private static final String KEYS = "users = 4\ndelay = 86400\nstage-delay = 86000\nerror-percent = 40\n"
            + "hang-percent = 60\njitter = 3\nslow-start = 3600\ncontender.a = loom";
    private static final String ANNOUNCED = "\"delayMillis\":86400,\"stageDelayMillis\":86000";
    private static final String FAULTS = "\"errorPercent\":40,\"hangPercent\":60,\"resetPercent\":0,"
            + "\"jitterMillis\":3,\"slowStartSeconds\":3600";

    private final Path log = Files.createTempFile("service-two", ".log");
    private final Child two;
    private final String address;

    WarmingUpTest() throws Exception {
        List<String> command = Executables.javaCommand("-cp", JAR.toString(), "servicetwo.ServiceTwo", "--port", "0", "--delay",
                "86400", "--stage-delay", "86000", "--hang-percent", "60", "--error-percent", "40", "--jitter", "3",
                "--slow-start", "3600", "--until-stdin-closes");
        two = Child.start("service two", command, log);
        address = two.awaitAddress(60);
    }

    @Override
    public void close() throws IOException {
        try (two) {
            Files.delete(log);
        }
    }

    private WarmUp warm(String path, String serviceTwo) throws Exception {
        Experiment experiment = ExperimentFile.parse("e", KEYS, Map.of());
        return new WarmingUp(two, serviceTwo, experiment, (requests, millis) -> { })
                .run(address, experiment.contenders().getFirst(), Load.closed(path, 4), Prediction.NONE, LIMIT);
    }

    /** Each cycle begins anew; the overseer is told how long it has lasted. */
    @Test
    void aCycleFollowsTheOther() throws Exception {
        Experiment experiment = ExperimentFile.parse("e", KEYS, Map.of("warmup-cycles", "2"));
        List<Long> millis = new ArrayList<>();
        WarmUp warmUp = new WarmingUp(two, address, experiment, (requests, passed) -> millis.add(passed))
                .run(address, experiment.contenders().getFirst(), Load.closed("/info", 4), Prediction.NONE,
                        WarmingUp.millis(2, LIMIT));
        assertTrue(warmUp.seconds() >= 2 * LIMIT / 1e3, "both count: " + warmUp);
        assertTrue(millis.getLast() <= warmUp.seconds() * 1e3 - LIMIT + 1, "the last was told its own: " + millis);
        assertRestored();
    }

    private void assertRestored() throws Exception {
        String stats = HttpText.get(URI.create("http://" + address + "/stats"), 10_000);
        assertContains(ANNOUNCED, stats);
        assertContains(FAULTS, stats);
    }

    @Test
    void manyRequestsAreAnsweredAndServiceTwoIsThenAsItWas() throws Exception {
        assertTrue(warm("/info", address).requests() > 0, "answered well");
        assertRestored();
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
        Experiment experiment = ExperimentFile.parse("e", KEYS, Map.of());
        WarmingUp warming = new WarmingUp(two, address, experiment, (requests, millis) -> {
            throw new ProgramFailure("died");
        });
        ProgramFailure failure = assertThrows(ProgramFailure.class,
                () -> warming.run(address, experiment.contenders().getFirst(), Load.closed("/info", 4),
                        Prediction.NONE, 60_000));
        assertEquals("died", failure.getMessage());
        assertRestored();
    }

    /** @param status of the answer to a change */
    private static HttpServer other(int status) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] stats = ("{\"delayMillis\":0,\"stageDelayMillis\":0,\"errorPercent\":0,\"hangPercent\":0,"
                    + "\"resetPercent\":0,\"jitterMillis\":0,\"slowStartSeconds\":0}").getBytes(StandardCharsets.UTF_8);
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
            WarmUp warmUp = warm("/info", "127.0.0.1:" + other.getAddress().getPort());
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
                    assertThrows(ProgramFailure.class, () -> warm("/info", "127.0.0.1:" + closed.number()))
                            .getMessage());
        }
    }

    @Test
    void nothingIsMeasuredWhereTheDelaysAreNotSeenToBeBack() throws Exception {
        HttpServer forgetful = other(200);
        try {
            String place = "127.0.0.1:" + forgetful.getAddress().getPort();
            assertContains("after the warm-up service two announces",
                    assertThrows(ProgramFailure.class, () -> warm("/nowhere", place)).getMessage());
        } finally {
            forgetful.stop(0);
        }
    }
}
