package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import common.io.HostPort;
import common.settings.ServiceTwoSettings.Setting;
import experiment.Conditions;
import experiment.Contender;
import experiment.Experiment;
import experiment.Limit;
import experiment.Load;
import experiment.Prediction;
import experiment.Run;
import lab.run.Callers.Pace;
import load.ControlPort;
import load.RemoteServers;
import load.Stats;
import load.StubService;
import load.install.JmeterHome;
import process.Child.ProgramFailure;
import process.Child;
import servicetwo.ServiceTwo;
import testing.Await;
import testing.ClosedPort;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

class ProgramsTest extends TemporaryFolder {
    private static final HostPort NOBODY = new HostPort("127.0.0.1", 1);
    private static final byte[] TLS_ALERT = {21, 3, 3, 0, 2, 2, 40};      // handshake_failure

    private final Child contender = Idle.PROGRAM;

    private static HostPort loopback(int port) {
        return new HostPort("127.0.0.1", port);
    }

    private static Experiment experiment(Map<String, String> keys) throws Exception {
        return Experiment.parse("e", "users = 4\ncontender.a = loom", keys);
    }

    private static Slot slot(Map<String, String> keys, Load load, double inFlight, long work) throws Exception {
        Experiment experiment = experiment(keys);
        return new Slot(experiment, experiment.contenders().getFirst(), load, true, 1,
                new Prediction(1, 1, inFlight, Limit.UNKNOWN), Prediction.NONE, new Slot.Timing(work, 0, 0, 0));
    }

    private Programs programs(int port) {
        return new Programs(new RunningServiceTwo(NOBODY, null), command(contender, loopback(port)));
    }

    private static RunningContender command(Child child, HostPort address) {
        return new RunningContender(new Contender.Command(List.of()), child, address);
    }

    private static ServiceTwo serviceTwo(Map<String, String> keys) throws Exception {
        return new ServiceTwo(Stream.concat(Stream.of("--port", "0"),
                experiment(keys).conditions().serviceTwo().arguments().stream()).toArray(String[]::new));
    }

    /** Otherwise, the load would go to a process whose CPU time and memory are not measured. */
    @Test
    void aContenderIsRefusedIfAnotherProcessHasItsPort() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ClosedPort none = new ClosedPort()) {
            String unknown = assertThrows(ProgramFailure.class, programs(none.number()).contender()::checkPort)
                    .getMessage();
            String known = assertThrows(ProgramFailure.class,
                    programs(other.getLocalPort()).contender()::checkPort).getMessage();
            Words.assertSame("running", "the contender's port is another program's", unknown + "\n"
                    + known.replace("" + ProcessHandle.current().pid(), "‹pid›")
                    .replace(ProcessHandle.current().info().command().orElseThrow(), "‹program›"));
        }
    }

    @Slow("initializes TLS")
    @Test
    void aContenderThatSpeaksTlsIsKnown() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServiceTwo plain = serviceTwo(Map.of())) {
            Thread.ofVirtual().start(new FutureTask<>(() -> {
                try (Socket client = other.accept()) {
                    client.getOutputStream().write(TLS_ALERT);
                    return client.getInputStream().transferTo(OutputStream.nullOutputStream());
                }
            }));
            assertTrue(programs(other.getLocalPort()).contender().speaksTls(), "TLS");
            assertTrue(!programs(plain.port()).contender().speaksTls(), "plain HTTP");
        }
    }

    /** @param samples from their column allThreads on */
    private String judged(int jmeters, String contender, Load load, String... samples) throws Exception {
        Path log = write("jmeter.log", "2026-11-27 22:53:58,218 ERROR o.a.j.t.JMeterThread: Test failed!\n");
        Path jtl = write("jtl", "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage,bytes,"
                + "grpThreads,allThreads,URL,Connect,first_key\n" + Stream.of(samples)
                .map(each -> "1,9,\"x, y\",200,OK,true,,1,4," + each + ",7,null\n")
                .collect(Collectors.joining()));
        try {
            Slot slot = slot(Map.of("contender.a", contender), load, 4, 0);
            return "measured: " + OwnPlan.check(slot, NOBODY, jmeters, new Samples.Edges(0, 1_000), jtl, log)
                    .orElseThrow();
        } catch (ProgramFailure e) {
            return "not measured: " + e.getMessage().replace(log.toString(), "‹log›");
        }
    }

    @Test
    void aRunWhoseOwnPlanMadeAnotherLoadIsNotMeasured() throws Exception {
        Load users = Load.closed("/a?b", 4);
        Load rate = Load.open("/a", 100);
        String good = "4,http://127.0.0.1:1/a?b=c";
        String[] others = {good, "4,\"https://other/a,b\"", "4,http://127.0.0.1:1/b"};
        String[] enough = Collections.nCopies(80, good).toArray(String[]::new);      // 90 of 100, less chance
        Map<String, String> table = new LinkedHashMap<>();
        table.put("all users, and a script", judged(1, "loom", users, good, "4,null"));
        table.put("nothing but a script", judged(1, "loom", users, "4,null"));
        table.put("three users of four", judged(1, "loom", users, good, "3,null"));
        table.put("five users of four", judged(1, "loom", users, good, "5,null"));
        table.put("two users on each of two generators", judged(2, "loom", users, "2,null", "2,null"));
        table.put("other places", judged(1, "loom", users, others));
        table.put("other places of a command", judged(1, "command: x {port}", users, others));
        table.put("80 of 100 arrivals", judged(1, "loom", rate, enough));
        table.put("79 of 100 arrivals", judged(1, "loom", rate, Arrays.copyOf(enough, 79)));
        table.forEach((name, text) -> assertEquals(Set.of("all users, and a script", "80 of 100 arrivals",
                "nothing but a script", "two users on each of two generators").contains(name),
                text.startsWith("measured"), name));
        Words.assertSame("running", "what a plan of one's own did", table.entrySet().stream().map(each -> each.getKey()
                + " -> " + each.getValue()).collect(Collectors.joining("\n")));
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
            assertEquals(0, new OneRequest(address, slot).ask().length, "an answer without a body");
        } finally {
            callers.end();
            server.stop(0);
        }
    }

    private static String refused(HostPort place, Map<String, String> keys) {
        return assertThrows(IOException.class, () -> RunningServiceTwo.at(place, experiment(keys))).getMessage()
                .replace(place.toString(), "‹place›").replace("--port " + place.port(), "--port ‹port›");
    }

    @Test
    void aServiceTwoWithOtherOptionsIsRefusedAndOneThatStopsAnsweringHasFailed() throws Exception {
        Map<String, String> options = Map.of("stage-delay", "300", "authorize-permits", "10");
        try (ServiceTwo other = serviceTwo(Map.of("error-percent", "3")); ServiceTwo same = serviceTwo(options)) {
            RunningServiceTwo.at(loopback(same.port()), experiment(options));
            StringBuilder text = new StringBuilder("other options -> " + refused(loopback(other.port()), options));
            text.append("\nno permits -> ").append(refused(loopback(same.port()), Map.of("stage-delay", "300")));
            // For a slow start, the lab itself starts a new service two for each run.
            text.append("\na slow start -> ").append(refused(loopback(other.port()), Map.of("slow-start", "5")));
            try (StubService one = new StubService(StubService.stats("", "null"))) {
                text.append("\nanother program -> ").append(refused(one.address(), Map.of())
                        .replaceFirst("\\(.*?\\)", "(‹why›)"));
            }
            Words.assertSame("running", "a service two elsewhere that is refused", text.toString());
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
        Words.assertSame("running", "a service two elsewhere that stops", assertThrows(ProgramFailure.class,
                running::checkAlive).getMessage().replace(loopback(two.port()).toString(), "‹place›")
                .replaceFirst("\\(.*\\)", "(‹why›)"));
    }

    @Test
    void serviceTwosWorkIsInterpolatedBetweenReadings() {
        RunningServiceTwo two = new RunningServiceTwo(NOBODY, null);
        Run.Sample sample = new Run.Sample(2, "{}");
        // The last reading is of a service two that was started again.
        long[][] readings = {{0, 5, 10, 1_000}, {4, 5, 110, 3_000}, {4, 9, 110, 9_000}, {4, 9, 20, 100}};
        for (int i = 0; i < readings.length; i++) {
            assertEquals(i > 1, two.work(1_000, 2_000, sample).isKnown(), "one reading is not enough");
            two.readings.add(1_000 * (i + 1), new Stats.Two("two", readings[i][3], readings[i][0],
                    readings[i][1], Map.of("info", readings[i][2])));
        }
        assertEquals(new Run.Work(Map.of("info", 50.0), 2, 2, sample), two.work(1_500, 2_500, sample));
        assertEquals(false, two.work(2_000, 3_500, sample).isKnown(), "started again within the window");
        assertEquals(List.of(4.0, Double.NaN), List.of(two.cpu(1_500, 2_500), two.cpu(2_000, 3_500)));
    }

    @Test
    void aServiceTwoThatRunsElsewhereHasItsOldDelaysAfterAChange() throws Exception {
        Map<String, String> keys = Map.of("delay", "40", "jitter", "3", "change", "2s stage-delay=9");
        Experiment experiment = experiment(keys);
        try (ServiceTwo two = serviceTwo(keys)) {
            try (RunningServiceTwo running = RunningServiceTwo.at(loopback(two.port()), experiment)) {
                Conditions conditions = experiment.conditions();
                running.change(conditions.changes().getFirst().serviceTwo(), conditions.serviceTwo());
                assertEquals(9, Stats.settingsOfServiceTwo(loopback(two.port()), 30_000).get(Setting.STAGE_DELAY));
            }
            RunningServiceTwo.at(loopback(two.port()), experiment);      // throws an exception if it has other options
        }
    }

    @Test
    void serviceTwoIsStartedAndItsAddressIsReadFromItsOutput() throws Exception {
        Path log = folder.resolve("two");
        List<String> ready = List.of("sh", "-c", "echo ready at http://127.0.0.1:7; exec sleep 1000");
        try (RunningServiceTwo two = RunningServiceTwo.start(ready, log)) {
            assertEquals(loopback(7), two.address());
            assertEquals(true, two.isChild(), "this machine's kernel accounts for it");
            assertEquals(1, two.processes().size());
            two.read();      // it does not answer, but it runs
            two.checkAlive();
        }
        assertThrows(ProgramFailure.class, () -> RunningServiceTwo.start(List.of("true"), log));
        assertEquals(List.of(), new RunningServiceTwo(NOBODY, null).processes(), "elsewhere");
    }

    @Test
    void allProgramsAreWatchedAndClosed() throws Exception {
        List<Child> children = List.of(Idle.start("mine"), Idle.start("two"), Idle.start("other"));
        Programs programs = new Programs(new RunningServiceTwo(NOBODY, children.get(1)),
                command(children.get(0), NOBODY));
        programs.checkAlive("now", children.get(2));
        children.get(2).close();
        assertThrows(ProgramFailure.class, "now, other ", () -> programs.checkAlive("now", children.get(2)));
        programs.checkAlive("now");
        children.get(1).close();
        assertThrows(ProgramFailure.class, "now, two ", () -> programs.checkAlive("now"));
        programs.close();
        assertThrows(ProgramFailure.class, "now, mine ", () -> programs.checkAlive("now"));
        assertThrows(ProgramFailure.class, "mine ", programs.contender()::checkPort);
        Child two = Idle.start("two");
        new Programs(new RunningServiceTwo(NOBODY, two), command(Idle.start("mine"), NOBODY)).close();
        assertTrue(two.awaitExit(30_000), "service two has ended, too");
    }

    /** JMeter must stop the other machines before it is killed. */
    @Test
    void aGeneratorIsToldToStopItsMachinesAndIsAwaited() throws Exception {
        Child jmeter = Idle.start("JMeter");
        ControlPort control = new ControlPort();
        CompletableFuture<String> told = new CompletableFuture<>();
        try (DatagramSocket port = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> {
                DatagramPacket packet = new DatagramPacket(new byte[100], 100);
                try {
                    port.receive(packet);
                    told.complete(new String(packet.getData(), 0, packet.getLength(), StandardCharsets.US_ASCII)
                            + jmeter.processes().getFirst().isAlive());
                    Thread.sleep(50);
                    jmeter.terminate();
                } catch (IOException | InterruptedException e) {
                    told.completeExceptionally(e);
                }
            });
            control.read("Waiting for possible Shutdown/StopTestNow/HeapDump/ThreadDump message on port "
                    + port.getLocalPort());
            Generator generator = new Generator(List.of(), folder.resolve("jtl"), control, jmeter);
            assertEquals(List.of(0L, List.of(), jmeter), List.of(generator.lateMillis(), generator.machines(0, 1),
                    generator.jmeter()));
            generator.close();
        }
        assertEquals("StopTestNowtrue", told.get());
        assertEquals(128 + 15, jmeter.exitCode(), "it was not killed (9)");
        Child alone = Idle.start("JMeter");
        new Generator(List.of(), folder.resolve("jtl"), new ControlPort(), alone).close();
        assertTrue(alone.awaitExit(30_000), "it is killed");
    }

    @Test
    void aGeneratorThatHasEndedIsToldNothing() throws Exception {
        Child jmeter = Idle.start("JMeter");
        ControlPort control = new ControlPort();
        try (DatagramChannel another = DatagramChannel.open()) {
            another.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).configureBlocking(false);
            control.read("Waiting for possible Shutdown/StopTestNow/HeapDump/ThreadDump message on port "
                    + another.socket().getLocalPort());
            jmeter.terminate();
            jmeter.exitCode();
            new Generator(List.of(), folder.resolve("jtl"), control, jmeter).close();
            assertEquals(null, another.receive(ByteBuffer.allocate(100)));
        }
    }

    private NotStartedYet starting(String contender, int seconds, HostPort serviceTwo) throws Exception {
        Experiment experiment = experiment(Map.of("start-timeout", "" + seconds, "contender.a", contender));
        Path repository = Path.of(System.getProperty("repository"));
        Installation installation = new Installation(new JmeterHome(folder, "5.6.3"), new Places("",
                Optional.of(serviceTwo), new RemoteServers(List.of()), repository), Map.of());
        return () -> Programs.start(installation, Slot.all(experiment, Policy.CLASS).getFirst(), folder + "/run");
    }

    private interface NotStartedYet {
        Programs start() throws Exception;
    }

    @Slow("starts JVMs, and waits a second for one that does not listen")
    @Test
    void aContenderIsStartedAndEndedOrItsRunFails() throws Exception {
        try (ServiceTwo two = serviceTwo(Map.of())) {
            HostPort place = loopback(two.port());
            assertThrows(Programs.NotStarted.class, starting("command: true {port}", 30, place)::start);
            String silent = assertThrows(Programs.NotStarted.class, starting("command: sleep 1000 {port}", 1,
                    place)::start).getMessage();
            Words.assertSame("running", "a contender that does not listen", silent.substring(silent.lastIndexOf(". ")));
            Programs programs = starting("loom", 30, place).start();
            try (programs) {
                assertEquals(programs.contender().processes(), process.ListeningProcesses.at(programs.address()
                        .port()));
                assertEquals(false, programs.contender().speaksTls());
                programs.checkAlive("being tested");
            }
            assertTrue(!programs.contender().processes().getFirst().isAlive(), "it has ended");
        }
    }
}
