package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import common.io.HostPort;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import lab.WithFolder;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.machine.RuntimeThreads;
import lab.results.Run.Sample;
import lab.results.Run.WarmUp;
import lab.results.Run.Work;
import lab.run.Callers.Pace;
import lab.machine.RuntimeThreads.Used;
import lab.run.WarmingUp.WarmEnough;
import load.Stats;
import load.StubService;
import process.Child.ProgramFailure;
import process.Child;
import servicetwo.ServiceTwo;
import testing.Await;
import testing.ClosedPort;
import testing.Test;

class ProgramsTest extends WithFolder {
    private static final HostPort NOBODY = new HostPort("127.0.0.1", 1);
    /** With these delays and faults, no request would be answered in time. */
    private static final Map<String, String> FAULTY = Map.of("delay", "86400", "stage-delay", "86000", "error-percent",
            "40", "hang-percent", "60", "jitter", "3", "slow-start", "3600", "authorize-permits", "7",
            "warmup-cycles", "2");
    private static final long CYCLE_MILLIS = 30;

    private final Child contender = Child.start("contender", List.of("sleep", "1000"), folder.resolve("log"));

    ProgramsTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        contender.close();
        super.close();
    }

    private static HostPort loopback(int port) {
        return new HostPort("127.0.0.1", port);
    }

    private static Experiment experiment(Map<String, String> keys) throws Exception {
        return ExperimentFile.parse("e", "users = 4\ncontender.a = loom", keys);
    }

    private static ServiceTwo serviceTwo(Map<String, String> keys) throws Exception {
        return new ServiceTwo(Stream.concat(Stream.of("--port", "0"),
                RunningServiceTwo.arguments(experiment(keys)).stream()).toArray(String[]::new));
    }

    /** Otherwise, the load would go to a process whose CPU time and memory are not measured. */
    @Test
    void aContenderIsRefusedIfAnotherProcessHasItsPort() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ClosedPort none = new ClosedPort()) {
            RunningServiceTwo two = new RunningServiceTwo(NOBODY, null);
            new Programs(two, contender, loopback(none.number())).checkPort();
            Programs open = new Programs(two, contender, loopback(server.getLocalPort()));
            assertThrows(ProgramFailure.class,
                    "the contender's port is open in process " + ProcessHandle.current().pid() + " (",
                    open::checkPort);
        }
    }

    /** Each connection's request has one of the tokens. */
    @Test
    void theFirstWarmUpSendsTheExperimentsMessage() throws Exception {
        Experiment experiment = experiment(Map.of("token", "a,b", "header", "X-Shop: north", "request-body",
                write("order.json", "{\"item\":1}").toString(), "status", "201"));
        Slot slot = new Slot(experiment, experiment.contenders().getFirst(), Load.closed("/orders", 2), true, 1, 1,
                Prediction.NONE, Prediction.NONE, new Slot.Timing(0, 0, 0, 0));
        Map<String, Integer> received = new ConcurrentHashMap<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/orders", exchange -> {
            received.merge(exchange.getRequestMethod() + " " + exchange.getRequestHeaders().getFirst("Authorization")
                    + " " + exchange.getRequestHeaders().getFirst("X-Shop") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8), 1, Integer::sum);
            exchange.sendResponseHeaders(201, -1);
            exchange.close();
        });
        server.start();
        HostPort address = loopback(server.getAddress().getPort());
        Callers callers = new Callers(address, slot, new Pace(2, 0, false)).start();
        try {
            Await.until("both tokens were sent", () -> received.size() == 2 && callers.answered() > 0);
            assertEquals(Set.of("POST a north {\"item\":1}", "POST b north {\"item\":1}"), received.keySet());
            assertEquals(0, Callers.ask(address, slot).length, "an answer without a body");
        } finally {
            callers.end();
            server.stop(0);
        }
    }

    @Test
    void aContenderThatSpeaksTlsIsKnown() throws Exception {
        KeyStore keys = KeyStore.getInstance(new File(System.getProperty("repository"), "jmeter/test/load/one.p12"),
                "changeit".toCharArray());
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, "changeit".toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket secure = tls.getServerSocketFactory().createServerSocket(0, 1, here);
                ServiceTwo plain = serviceTwo(Map.of())) {
            Thread.ofVirtual().start(() -> {
                try (SSLSocket client = (SSLSocket) secure.accept()) {
                    client.startHandshake();
                } catch (IOException e) {
                    return;      // the client does not trust the certificate
                }
            });
            RunningServiceTwo two = new RunningServiceTwo(NOBODY, null);
            assertTrue(new Programs(two, contender, loopback(secure.getLocalPort())).speaksTls(), "TLS");
            assertTrue(!new Programs(two, contender, loopback(plain.port())).speaksTls(), "plain HTTP");
        }
    }

    private static void assertRefused(String why, HostPort place, Map<String, String> keys) {
        assertThrows(IOException.class, why, () -> RunningServiceTwo.at(place, experiment(keys)));
    }

    @Test
    void aServiceTwoWithOtherOptionsIsRefused() throws Exception {
        Map<String, String> options = Map.of("stage-delay", "300", "authorize-permits", "10");
        try (ServiceTwo two = serviceTwo(Map.of("error-percent", "3")); ServiceTwo same = serviceTwo(options)) {
            RunningServiceTwo.at(loopback(same.port()), experiment(options));
            assertRefused("e needs a service two with --stage-delay 300, not 333; --authorize-permits 10, not 0;"
                    + " --error-percent 0, not 3. The one at 127.0.0.1:" + two.port() + " has other options: "
                    + "start it there with"
                    + " ./run.sh service-two --bind 127.0.0.1 --port " + two.port() + " --delay 50"
                    + " --stage-delay 300 --authorize-permits 10", loopback(two.port()), options);
            assertRefused("--authorize-permits 0, not 10", loopback(same.port()), Map.of("stage-delay", "300"));
            // For a slow start, the lab itself starts a new service two for each run.
            assertRefused("omit --service-two", loopback(two.port()), Map.of("slow-start", "5"));
        }
        assertRefused("no service two answers at " + NOBODY, NOBODY, Map.of());
        for (String other : List.of(StubService.stats("", "null"), "hello", "[]", "")) {
            try (StubService stub = new StubService(other)) {
                assertRefused("no service two answers at " + stub.address(), stub.address(), Map.of());
            }
        }
    }

    @Test
    void aServiceTwoThatStopsAnsweringHasFailed() throws Exception {
        ServiceTwo two = serviceTwo(Map.of());
        RunningServiceTwo running = RunningServiceTwo.at(loopback(two.port()), experiment(Map.of()));
        try (two) {
            Await.until("service two has answered within a second", () -> {
                running.read();
                return !running.readings.all().isEmpty();
            });
            running.checkAlive();
        }
        running.read();
        assertThrows(ProgramFailure.class, "no longer answered", running::checkAlive);
    }

    @Test
    void serviceTwosWorkIsInterpolatedBetweenReadings() {
        RunningServiceTwo two = new RunningServiceTwo(NOBODY, null);
        Sample sample = new Sample(2, "{}");
        long[][] readings = {{0, 5, 10, 1_000}, {4, 5, 110, 3_000}, {4, 9, 110, 9_000}};
        for (int i = 0; i < readings.length; i++) {
            assertEquals(i > 1, two.work(1_000, 2_000, sample).isKnown(), "one reading is not enough");
            two.readings.add(1_000 * (i + 1), new Stats.Two("two", 0, 0, null, 0, 0, 0, 0, 0, readings[i][3],
                    readings[i][0], readings[i][1], Map.of("info", readings[i][2])));
        }
        assertEquals(new Work(Map.of("info", 50.0), 2, 2, sample), two.work(1_500, 2_500, sample));
        assertEquals(new Work(Map.of("info", 100.0), 4, 4, sample), two.work(1_000, 9_000, sample));
        assertEquals(4.0, two.reported().orElseThrow().cpuSeconds(1_500, 2_500), "CPU seconds");
        two.readings.add(4_000, new Stats.Two("two", 0, 0, null, 0, 0, 0, 0, 0, 10_000, 4, 9, Map.of("info", 20L)));
        assertEquals(true, two.work(1_000, 3_000, sample).isKnown(), "before it was started again");
        assertEquals(false, two.work(2_000, 3_500, sample).isKnown(), "started again within the window");
    }

    private static WarmUp warm(String path, Child contender, HostPort address, HostPort serviceTwo) throws Exception {
        Experiment experiment = experiment(FAULTY);
        Slot slot = new Slot(experiment, experiment.contenders().getFirst(), Load.closed(path, 4), true, 1, 1,
                Prediction.NONE, Prediction.NONE, new Slot.Timing(2 * CYCLE_MILLIS + 1, 0, 0, 0));
        Programs programs = new Programs(new RunningServiceTwo(serviceTwo, null), contender, address);
        return new WarmingUp(programs, slot, new RunObserver(), 5, 1).run();
    }

    @Test
    void theFirstWarmUpRestoresServiceTwosOptions() throws Exception {
        try (ServiceTwo two = serviceTwo(FAULTY)) {
            HostPort address = loopback(two.port());
            Await.until("the contender has answered", () -> {
                WarmUp done = warm("/info", contender, address, address);
                assertTrue(done.seconds() >= 2 * CYCLE_MILLIS / 1e3, "the time includes both cycles: " + done);
                return done.requests() > 0;
            });
            Await.until("the warm-up names its problem", () -> warm("/nowhere", contender, address, address)
                    .problem().endsWith("was answered well; the last problem was status 404"));
            try (Child dead = Child.start("dead", List.of("true"), folder.resolve("dead"))) {
                dead.awaitExit(30_000);
                assertThrows(ProgramFailure.class, "while warming up, dead exited with code 0",
                        () -> warm("/info", dead, address, address));
            }
            Stats.Two reported = Stats.ofServiceTwo(address, 30_000);
            assertEquals(List.of(86_400, 86_000, 40, 60, 3, 3600, 7), List.of(reported.delayMillis(),
                    reported.stageDelayMillis(), reported.errorPercent(), reported.hangPercent(),
                    reported.jitterMillis(), reported.slowStartSeconds(), reported.authorizePermits()),
                    "restored, even after a warm-up that failed");
        }
    }

    @Test
    void aServiceTwoThatRunsElsewhereHasItsOldDelaysAfterAChange() throws Exception {
        Map<String, String> keys = Map.of("delay", "40", "jitter", "3", "change", "2s stage-delay=9");
        try (ServiceTwo two = serviceTwo(keys)) {
            Experiment experiment = experiment(keys);
            try (RunningServiceTwo running = RunningServiceTwo.at(loopback(two.port()), experiment)) {
                running.change(experiment.changes().getFirst(), experiment);
                assertEquals(List.of(40, 9, 3), delays(two), "changed");
            }
            assertEquals(List.of(40, 333, 3), delays(two), "as before");
        }
    }

    private static List<Integer> delays(ServiceTwo two) throws IOException {
        Stats.Two now = Stats.ofServiceTwo(loopback(two.port()), 30_000);
        return List.of(now.delayMillis(), now.stageDelayMillis(), now.jitterMillis());
    }

    @Test
    void aFailureToChangeServiceTwosOptionsIsReported() throws Exception {
        try (StubService refusing = new StubService(""); ServiceTwo other = serviceTwo(Map.of())) {
            assertEquals(new WarmUp(0, 0, "no first warm-up: service two cannot change its delays (it answers 404)"),
                    warm("/info", contender, NOBODY, refusing.address()));
            assertThrows(ProgramFailure.class, "announces wrong options: --authorize-permits 7, not 0",
                    () -> warm("/info", contender, NOBODY, loopback(other.port())));
            assertThrows(ProgramFailure.class, "service two does not answer a request to change its delays",
                    () -> warm("/info", contender, NOBODY, NOBODY));
        }
    }

    /**
     * Returns the number of readings after which the contender is warm enough; -1 if it never is. A row is a reading
     * after half a second: requests, CPU µs per request, and the compilers' share of a core.
     */
    private static int enoughAfter(double[]... rows) {
        WarmEnough enough = new WarmEnough();
        double[] sums = {0, 0, 0 * rows[0][2]};      // NaN if the share is unknown
        enough.add(0, new Used(0, 0, 0, sums[2]));
        for (int i = 0; i < rows.length; i++) {
            sums[0] += rows[i][0];
            sums[1] += rows[i][0] * rows[i][1] / 1e6;
            sums[2] += rows[i][2] / 2;
            if (enough.add((long) sums[0], new Used(500 * (i + 1), sums[1], 0, sums[2]))) {
                return i + 1;
            }
        }
        return -1;
    }

    @Test
    void theWarmUpEndsWhenTheCompilersAreIdleAndTheCostOfARequestIsSteady() {
        assertEquals(10, enoughAfter(new double[][] {{176, 4261, 0.70}, {919, 490, 0.52}, {1043, 364, 0.39},
            {1195, 385, 0.58}, {1586, 107, 0.02}, {1553, 167, 0.22}, {1256, 295, 0.49}, {1415, 112, 0.04},
            {1616, 105, 0.04}, {1602, 112, 0.02}, {1536, 111, 0.01}}),
                "measured with pool on two cores: the compilers' pause at the fifth reading is not the end");
        double[] same = {1000, 100, 0};
        assertEquals(5, enoughAfter(new double[] {1000, 400, 0}, new double[] {1000, 200, 0}, same, same, same, same),
                "the cost is still falling although the compilers are idle");
        double[] unseen = {1000, 100, Double.NaN};
        assertEquals(7, enoughAfter(unseen, unseen, unseen, unseen, unseen, unseen, unseen, unseen),
                "if the compilers' time is unknown, the cost must be steady six times");
        double[] pinned = {10, 300, 0.03};
        assertEquals(2, enoughAfter(pinned, pinned, pinned, pinned),
                "twenty requests a second are too few to measure a cost, so idle compilers are enough");
    }

    private static Pace pace(Load load, double inFlight, String delay) throws Exception {
        Experiment experiment = experiment(Map.of("delay", delay, "stage-delay", delay));
        return Pace.of(new Slot(experiment, experiment.contenders().getFirst(), load, true, 1, 1,
                new Prediction(1, 1, inFlight, ""), Prediction.NONE, new Slot.Timing(0, 0, 0, 0)));
    }

    @Test
    void aWarmUpHasAsManyConnectionsAsUsersUpToALimit() throws Exception {
        Load hundred = Load.closed("/meetings", 100);
        assertEquals(new Pace(100, 5, false), pace(hundred, 100, "50"), "100 / (4 calls x 5 ms) = 5,000/s");
        assertEquals(new Pace(256, 12, false), pace(Load.closed("/meetings", 4_000), 4_000, "50"),
                "256 connections at most");
        assertEquals(new Pace(4, 1, false), pace(Load.closed("/rpc", 4), 4, "50"), "a delay of at least 1 ms");
        assertEquals(new Pace(50, 2, false), pace(Load.closed("/x", 50), Double.NaN, "50"),
                "without a prediction, all users count as in flight");
        assertEquals(new Pace(150, 7, true), pace(Load.open("/meetings", 150), 157, "50"),
                "a connection for each arrival");
        assertEquals(new Pace(100, 2, false), pace(hundred, 100, "2"), "never longer than the experiment's delay");
        assertEquals(new Pace(100, 0, false), pace(hundred, 100, "0"), "never longer than the experiment's delay");
    }
}
