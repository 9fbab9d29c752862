package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import common.io.HostPort;
import common.mode.Mode.Limit;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.machine.RuntimeThreads.Used;
import lab.results.Run;
import lab.run.Callers.Pace;
import lab.run.WarmingUp.WarmEnough;
import load.Stats;
import load.StubService;
import process.Child.ProgramFailure;
import process.Child;
import servicetwo.ServiceTwo;
import testing.Await;
import testing.ClosedPort;
import testing.TemporaryFolder;
import testing.Test;

class ProgramsTest extends TemporaryFolder {
    private static final HostPort NOBODY = new HostPort("127.0.0.1", 1);
    /** With these delays and faults, no request would be answered in time. */
    private static final Map<String, String> FAULTY = Map.of("delay", "86400", "stage-delay", "86000", "error-percent",
            "40", "hang-percent", "60", "jitter", "3", "slow-start", "3600", "authorize-permits", "7",
            "warmup-cycles", "2");
    /** Two cycles of a second, and two seconds between them. */
    private static final long WORK_MILLIS = 4_000;
    private static final byte[] TLS_ALERT = {21, 3, 3, 0, 2, 2, 40};      // handshake_failure

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

    private static Slot slot(Map<String, String> keys, Load load, double inFlight, long work) throws Exception {
        Experiment experiment = experiment(keys);
        return new Slot(experiment, experiment.contenders().getFirst(), load, true, 1, 1,
                new Prediction(1, 1, inFlight, Limit.UNKNOWN), Prediction.NONE, new Slot.Timing(work, 0, 0, 0));
    }

    private Programs programs(int port) {
        return new Programs(new RunningServiceTwo(NOBODY, null), contender, loopback(port));
    }

    private static ServiceTwo serviceTwo(Map<String, String> keys) throws Exception {
        return new ServiceTwo(Stream.concat(Stream.of("--port", "0"),
                RunningServiceTwo.arguments(experiment(keys)).stream()).toArray(String[]::new));
    }

    /** Otherwise, the load would go to a process whose CPU time and memory are not measured. */
    @Test
    void aContenderIsRefusedIfAnotherProcessHasItsPortAndKnownIfItSpeaksTls() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ClosedPort none = new ClosedPort(); ServiceTwo plain = serviceTwo(Map.of())) {
            assertThrows(ProgramFailure.class, "is open in a process that this user may not inspect, which is neither",
                    programs(none.number())::checkPort);
            assertThrows(ProgramFailure.class, "the contender's port is open in process "
                    + ProcessHandle.current().pid() + " (", programs(other.getLocalPort())::checkPort);
            Thread.ofVirtual().start(new FutureTask<>(() -> {
                try (Socket client = other.accept()) {
                    client.getOutputStream().write(TLS_ALERT);
                    return client.getInputStream().transferTo(OutputStream.nullOutputStream());
                }
            }));
            assertTrue(programs(other.getLocalPort()).speaksTls(), "TLS");
            assertTrue(!programs(plain.port()).speaksTls(), "plain HTTP");
        }
    }

    /** @param samples from their column allThreads on */
    private String judged(String contender, Load load, String... samples) throws Exception {
        Path log = write("jmeter.log", "2026-11-27 22:53:58,218 ERROR o.a.j.t.JMeterThread: Test failed!\n");
        Path jtl = write("jtl", Stream.of(samples).map(each -> "1,9,\"x, y\",200,OK,true,,1,4," + each + ",7,null\n")
                .collect(Collectors.joining()));
        try {
            Slot slot = slot(Map.of("contender.a", contender), load, 4, 0);
            return OwnPlan.check(slot, NOBODY, 1, new Samples.Edges(0, 1_000), jtl, log).orElseThrow();
        } catch (ProgramFailure e) {
            return e.getMessage();
        }
    }

    @Test
    void aRunWhoseOwnPlanMadeAnotherLoadIsNotMeasured() throws Exception {
        Load users = Load.closed("/a?b", 4);
        String good = "4,http://127.0.0.1:1/a?b=c";
        String[] others = {good, "4,\"https://other/a,b\"", "4,http://127.0.0.1:1/b"};
        String[][] table = {
            {"the load of a is whole: JMeterThread: Test failed!", judged("loom", users, good, "4,null")},
            {"had 3 users in the window, not 4. JMeter's log says JMeter", judged("loom", users, good, "3,null")},
            {"had 5 users in the window, not 4", judged("loom", users, good, "5,null")},
            {"to 127.0.0.1:1/b and other/a, not only to 127.0.0.1:1/a", judged("loom", users, others)},
            {"to other/a, not only to 127.0.0.1:1", judged("command: x {port}", users, others)},
            {"is whole", judged("loom", Load.open("/a", 4), good, good)},
            {"sent 1 requests in the window for 4 arrivals", judged("loom", Load.open("/a", 4), good)}};
        Stream.of(table).forEach(row -> assertContains(row[0], row[1]));
    }

    /** Each connection's request has one of the tokens. */
    @Test
    void theFirstWarmUpSendsTheExperimentsMessage() throws Exception {
        Slot slot = slot(Map.of("token", "a,b", "header", "X-Shop: north", "request-body",
                write("order.json", "{\"item\":1}").toString(), "status", "201"), Load.closed("/orders", 2), 2, 0);
        Set<String> received = ConcurrentHashMap.newKeySet();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/orders", exchange -> {
            received.add(exchange.getRequestMethod() + " " + exchange.getRequestHeaders().getFirst("Authorization")
                    + " " + exchange.getRequestHeaders().getFirst("X-Shop") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(201, -1);
            exchange.close();
        });
        server.start();
        HostPort address = loopback(server.getAddress().getPort());
        Callers callers = new Callers(address, slot, new Pace(2, 0, false)).start();
        try {
            Await.until("both tokens were sent", () -> received.size() == 2 && callers.answered() > 0);
            assertEquals(Set.of("POST a north {\"item\":1}", "POST b north {\"item\":1}"), received);
            assertEquals(0, Callers.ask(address, slot).length, "an answer without a body");
        } finally {
            callers.end();
            server.stop(0);
        }
    }

    private static void assertRefused(String why, HostPort place, Map<String, String> keys) {
        assertThrows(IOException.class, why, () -> RunningServiceTwo.at(place, experiment(keys)));
    }

    @Test
    void aServiceTwoWithOtherOptionsIsRefusedAndOneThatStopsAnsweringHasFailed() throws Exception {
        Map<String, String> options = Map.of("stage-delay", "300", "authorize-permits", "10");
        try (ServiceTwo other = serviceTwo(Map.of("error-percent", "3")); ServiceTwo same = serviceTwo(options)) {
            RunningServiceTwo.at(loopback(same.port()), experiment(options));
            assertRefused("e needs a service two with --stage-delay 300, not 333; --authorize-permits 10, not 0;"
                    + " --error-percent 0, not 3. The one at 127.0.0.1:" + other.port() + " has other options: start "
                    + "it there with ./run.sh service-two --bind 127.0.0.1 --port " + other.port() + " --delay 50"
                    + " --stage-delay 300 --authorize-permits 10", loopback(other.port()), options);
            assertRefused("--authorize-permits 0, not 10", loopback(same.port()), Map.of("stage-delay", "300"));
            // For a slow start, the lab itself starts a new service two for each run.
            assertRefused("omit --service-two", loopback(other.port()), Map.of("slow-start", "5"));
        }
        try (StubService one = new StubService(StubService.stats("", "null"))) {
            assertRefused("no service two answers at " + one.address(), one.address(), Map.of());
        }
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
        Run.Sample sample = new Run.Sample(2, "{}");
        // The last reading is of a service two that was started again.
        long[][] readings = {{0, 5, 10, 1_000}, {4, 5, 110, 3_000}, {4, 9, 110, 9_000}, {4, 9, 20, 100}};
        for (int i = 0; i < readings.length; i++) {
            assertEquals(i > 1, two.work(1_000, 2_000, sample).isKnown(), "one reading is not enough");
            two.readings.add(1_000 * (i + 1), new Stats.Two("two", 0, 0, null, 0, 0, 0, 0, 0, readings[i][3],
                    readings[i][0], readings[i][1], Map.of("info", readings[i][2])));
        }
        assertEquals(new Run.Work(Map.of("info", 50.0), 2, 2, sample), two.work(1_500, 2_500, sample));
        assertEquals(false, two.work(2_000, 3_500, sample).isKnown(), "started again within the window");
        var cpu = two.reported().orElseThrow();
        assertEquals(List.of(4.0, Double.NaN), List.of(cpu.cpuSeconds(1_500, 2_500), cpu.cpuSeconds(2_000, 3_500)));
    }

    @Test
    void aServiceTwoThatRunsElsewhereHasItsOldDelaysAfterAChange() throws Exception {
        Map<String, String> keys = Map.of("delay", "40", "jitter", "3", "change", "2s stage-delay=9");
        Experiment experiment = experiment(keys);
        try (ServiceTwo two = serviceTwo(keys)) {
            try (RunningServiceTwo running = RunningServiceTwo.at(loopback(two.port()), experiment)) {
                running.change(experiment.changes().getFirst(), experiment);
                assertRefused("a service two with --stage-delay 333, not 9. The one", loopback(two.port()), keys);
            }
            RunningServiceTwo.at(loopback(two.port()), experiment);      // throws an exception if it has other options
        }
    }

    private static Run.WarmUp warm(String path, Child contender, HostPort address, HostPort serviceTwo)
            throws Exception {
        Programs programs = new Programs(new RunningServiceTwo(serviceTwo, null), contender, address);
        return new WarmingUp(programs, slot(FAULTY, Load.closed(path, 4), Double.NaN, WORK_MILLIS),
                new RunObserver(), new SetTime(_ -> LockSupport.parkNanos(3_000_000))).run();
    }

    @Test
    void theFirstWarmUpRestoresServiceTwosOptions() throws Exception {
        try (ServiceTwo two = serviceTwo(FAULTY);
                Child dead = Child.start("dead", List.of("true"), folder.resolve("dead"))) {
            HostPort address = loopback(two.port());
            Await.until("the contender has answered", () -> {
                Run.WarmUp done = warm("/info", contender, address, address);
                assertEquals(2.0, done.seconds(), "the time of both cycles");
                return done.requests() > 0;
            });
            Await.until("the warm-up names its problem", () -> warm("/nowhere", contender, address, address)
                    .problem().endsWith("was answered well; the last problem was status 404"));
            dead.awaitExit(30_000);
            assertThrows(ProgramFailure.class, "while warming up, dead", () -> warm("/info", dead, address, address));
            assertRefused("--delay 50, not 86400; --stage-delay 333, not 86000; --authorize-permits 0, not 7; "
                    + "--error-percent 0, not 40; --hang-percent 0, not 60; --jitter 0, not 3; --slow-start 0, not "
                    + "3600", address, Map.of());
        }
        try (StubService refusing = new StubService(""); ServiceTwo other = serviceTwo(Map.of())) {
            assertEquals("no first warm-up: service two cannot change its delays (it answers 404)",
                    warm("/info", contender, NOBODY, refusing.address()).problem());
            assertThrows(ProgramFailure.class, "announces wrong options: --authorize-permits 7, not 0",
                    () -> warm("/info", contender, NOBODY, loopback(other.port())));
        }
    }

    /** A reading after half a second: requests, CPU µs per request, and the compilers' share of a core. */
    private static void assertEnough(int after, String why, double[]... readings) {
        WarmEnough enough = new WarmEnough();
        double[] sums = {0, 0, 0 * readings[0][2]};      // NaN if the share is unknown
        enough.add(0, new Used(0, 0, 0, sums[2]));
        for (int i = 1; i <= after; i++) {
            double[] reading = readings[Math.min(i, readings.length) - 1];
            sums[0] += reading[0];
            sums[1] += reading[0] * reading[1] / 1e6;
            sums[2] += reading[2] / 2;
            assertEquals(i == after, enough.add((long) sums[0], new Used(500 * i, sums[1], 0, sums[2])), why);
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
    }
}
