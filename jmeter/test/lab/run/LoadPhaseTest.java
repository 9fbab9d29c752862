package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import common.io.HostPort;
import common.settings.ServiceTwoSettings.Setting;
import experiment.Experiment;
import experiment.Limit;
import experiment.Load;
import experiment.Prediction;
import experiment.Run;
import java.lang.management.ManagementFactory;
import load.ControlPort;
import load.Stats;
import machine.HeapProbe;
import machine.JvmProbe;
import machine.Series;
import process.Child.ProgramFailure;
import process.Child;
import servicetwo.ServiceTwo;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

/** In set time, JMeter's samples appear when their moment has come. The programs are real but idle. */
class LoadPhaseTest extends TemporaryFolder {
    private static final long T = SetTime.START;
    private static final HostPort NOBODY = new HostPort("127.0.0.1", 1);
    private static final Load FOUR_USERS = Load.closed("/meetings", 4);
    private static final Load ARRIVALS = Load.open("/meetings", 10);
    /** Each user waits 100 ms for an answer. */
    private static final Prediction TENTH = new Prediction(40, 0.1, 4, Limit.USERS);
    private static final String HEAD = "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage\n";
    /** JMeter's first request, after its start. */
    private static final long FIRST = 700;
    private static final String OPTIONS = "users = 4\ncontender.mine = loom\ndrain = 5\nseconds = 3\n";

    private final List<Child> others = new ArrayList<>();
    private Child contender = Idle.PROGRAM;
    private Child jmeter = Idle.PROGRAM;
    private final Path jtl = folder.resolve("jtl");
    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
    private SetTime time = new SetTime(this::sample);
    private final SortedMap<Long, String> rows = new TreeMap<>();
    private HostPort address = NOBODY;
    private HostPort two = NOBODY;
    private HeapProbe heap = HeapProbe.NONE;
    private Runnable onBegin = () -> { };
    private Runnable onHeapQuestion = () -> { };
    private LongConsumer onPassing = _ -> { };
    private boolean isAfterWindow;
    private int phasesAfterWindow;

    LoadPhaseTest() throws Exception {
        Files.writeString(jtl, HEAD);
    }

    @Override
    public void close() throws IOException {
        for (Child each : others) {
            each.close();
        }
        super.close();
    }

    private Child other(String name) {
        others.add(Idle.start(name));
        return others.getLast();
    }

    private void sample(long now) {
        onPassing.accept(now - T);
        SortedMap<Long, String> ended = rows.headMap(now + 1);
        if (ended.isEmpty()) {
            return;
        }
        try {
            Files.writeString(jtl, String.join("", ended.values()), StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ended.clear();
    }

    private static String row(long start, long elapsed, String answer) {
        return T + start + "," + elapsed + ",GET," + answer + "\n";
    }

    /** @param users of which each waits 100 ms for each answer */
    private void answers(long from, long to, int users, String answer) {
        for (long start = from; start < to; start += 100) {
            rows.put(T + start + 100, row(start, 100, answer).repeat(users));
        }
    }

    private final class Recorder extends RunObserver {
        @Override
        public void phase(String phase, long millis) {
            seen.add(String.format("%,7d ms: %s, %,d ms left", time.passed(), phase, millis));
            phasesAfterWindow += isAfterWindow ? 1 : 0;
            if (phasesAfterWindow == 2) {
                onHeapQuestion.run();
            }
        }

        @Override
        public void windowBegins() {
            seen.add("begin");
            onBegin.run();
        }

        @Override
        public void windowEnds() {
            seen.add("end");
            isAfterWindow = true;
        }
    }

    private static Slot slot(String options, Load load, Prediction predicted) throws Exception {
        Experiment experiment = Experiment.parse("e", OPTIONS + options, Map.of());
        return new Slot(experiment, experiment.contenders().getFirst(), load, true, 1, predicted, Prediction.NONE,
                new Slot.Timing(0, 1_000, 8_000, 3_000));
    }

    private LoadPhase phase(Slot slot, boolean warm) throws Exception {
        Programs programs = new Programs(new RunningServiceTwo(two, Idle.PROGRAM),
                new RunningContender(slot.contender().kind(), contender, address));
        return new LoadPhase(programs, new Generator(List.of(), jtl, new ControlPort(), jmeter), slot, new Recorder(),
                warm, heap, time);
    }

    private Observed observed(Slot slot, boolean warm) throws Exception {
        return phase(slot, warm).run();
    }

    private String window(Observed observed) {
        return observed.from() - T + " to " + (observed.to() - T);
    }

    private String phases() {
        return String.join("\n", seen);
    }

    @Test
    void aClosedLoopIsMeasuredAsSoonAsItIsSteady() throws Exception {
        answers(FIRST, 20_000, 4, "200,OK,true,");
        assertEquals("3700 to 6700", window(observed(slot("", FOUR_USERS, TENTH), true)),
                "a second of ramp-up and two spans of a second after the first request");
        Words.assertSame("running", "a steady run's phases", phases());
        assertEquals(true, Idle.PROGRAM.processes().getFirst().isAlive(), "nothing is ended here");
    }

    @Test
    void aContenderWithoutAFirstWarmUpIsWatchedForLonger() throws Exception {
        answers(FIRST, 20_000, 4, "200,OK,true,");
        assertEquals("5700 to 8700", window(observed(slot("", FOUR_USERS, TENTH), false)), "two spans of two seconds");
    }

    @Test
    void aLoadThatIsNeverSteadyIsMeasuredAfterItsLongestWarmUp() throws Exception {
        for (int users = 1; users <= 20; users++) {
            answers(FIRST + 1_000 * (users - 1), FIRST + 1_000 * users, users, "200,OK,true,");
        }
        Observed observed = observed(slot("", FOUR_USERS, TENTH), true);
        assertEquals("8700 to 11700", window(observed), "8 s after the first request");
        assertEquals(List.of(0L, 1000L, 2000L, 3000L, 3700L, 3950L, 4200L), observed.meter().times().stream()
                .map(each -> each - T).limit(7).toList(), "each second, and then each quarter");
        assertEquals(List.of(9700L, 10700L, 11700L), observed.meter().times().reversed().stream().limit(3).sorted()
                .map(each -> each - T).toList(), "each second of the window");
    }

    /** When somebody sets the clock, in milliseconds after the start, and by how many. */
    private static final long[][] CLOCK_SETS = {{5_000, 3_600_000}, {5_000, -3_600_000}, {2_000, 150}, {6_600, -150},
        {100, 86_400_000}, {100, -86_400_000}};

    @Test
    void aRunEndsWhenSomebodySetsTheClock() throws Exception {
        List<String> failures = new ArrayList<>();
        for (long[] row : CLOCK_SETS) {
            SetTime before = time;
            time = new SetTime(this::sample);
            answers(FIRST, 20_000, 4, "200,OK,true,");
            onPassing = _ -> time.set(time.passed() >= row[0] ? row[1] : 0);
            String failure = assertThrows(ProgramFailure.class, () -> observed(slot("", FOUR_USERS, TENTH), true))
                    .getMessage();
            assertTrue(Run.failed("a", FOUR_USERS, 1, TENTH, failure).hasSetClock(), failure);
            assertTrue(time.passed() <= row[0] + 100, "noticed after " + time.passed() + " ms");
            failures.add(row[1] + " ms -> " + failure);
        }
        Words.assertSame("running", "the clock is set", String.join("\n", failures));
    }

    @Test
    void aClockThatIsSetBetweenTwoReadingsOrWhileOthersWorkIsNoticed() throws Exception {
        answers(FIRST, 20_000, 4, "200,OK,true,");
        onBegin = () -> time.set(3_600_000);
        assertThrows(ProgramFailure.class, Run.CLOCK_WAS_SET, () -> observed(slot("", FOUR_USERS, TENTH), true));
        assertEquals(3_700L, time.passed(), "at once");
        time.set(0);
        onBegin = () -> { };
        onHeapQuestion = () -> time.set(3_600_000);
        assertThrows(ProgramFailure.class, Run.CLOCK_WAS_SET, () -> observed(slot("", ARRIVALS, TENTH), true));
    }

    @Test
    void aClockThatIsSlewedIsNotSet() throws Exception {
        answers(FIRST, 20_000, 4, "200,OK,true,");
        onPassing = passed -> time.set(passed / 2_000);      // 500 ppm
        assertEquals("3700 to 6700", window(observed(slot("", FOUR_USERS, TENTH), true)).replaceAll("70[0-9]", "700"));
    }

    @Test
    void anOpenLoopHasAFixedWarmUpAndWaitsForItsLastAnswers() throws Exception {
        answers(FIRST, 30_000, 1, "200,OK,true,");
        jmeter = other("JMeter");
        onHeapQuestion = () -> end(jmeter);
        assertEquals("8700 to 11700", window(observed(slot("", ARRIVALS, TENTH), true)));
        Words.assertSame("running", "an open loop's phases", phases());
    }

    private static void end(Child child) {
        try {
            child.terminate();
            child.exitCode();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aJmeterThatDoesNotEndIsNotAwaitedForEver() throws Exception {
        answers(FIRST, 90_000, 1, "200,OK,true,");
        observed(slot("", ARRIVALS, TENTH), true);
        // a second for the last requests; three for more arrivals and five to drain; thirty more
        assertEquals(11_700L + 1_000 + 3_000 + 5_000 + 30_000, time.passed());
    }

    @Test
    void anAnswerAndTheHeapAreAskedForAtTheWindowsEdges() throws Exception {
        String body = "{\"text\":\"" + "é".repeat(600) + "\"}";
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/meetings", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        address = new HostPort("127.0.0.1", server.getAddress().getPort());
        Series<Double> readings = new Series<>();
        heap = new HeapProbe(Optional.of(new JvmProbe("", null, ManagementFactory.getPlatformMBeanServer())), 7,
                readings);
        onBegin = () -> time.sleep(200);      // a slow observer
        answers(FIRST, 20_000, 4, "200,OK,true,");
        try {
            LoadPhase phase = phase(slot("", FOUR_USERS, TENTH), true);
            phase.answer.get();
            Observed observed = phase.run();
            assertEquals("3900 to 6900", window(observed), "read anew after a slow observer");
            assertEquals(Set.of(T + 3_900, T + 6_900), readings.all().keySet());
            assertEquals(new Run.Sample(1_211, body.substring(0, 500)), observed.sample());
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aQuickObserverDoesNotMoveTheWindow() throws Exception {
        answers(FIRST, 20_000, 4, "200,OK,true,");
        onBegin = () -> time.sleep(199);
        Observed observed = observed(slot("", FOUR_USERS, TENTH), true);
        assertEquals("3700 to 6700", window(observed));
        assertEquals(null, observed.sample(), "nobody answers");
        assertEquals(Run.Jvm.NONE, observed.jvm(), "sleep is no JVM");
    }

    @Test
    void serviceTwosDelaysChangeInTheirSecondOfTheWindow() throws Exception {
        answers(FIRST, 20_000, 4, "200,OK,true,");
        try (ServiceTwo running = new ServiceTwo("--port", "0")) {
            two = new HostPort("127.0.0.1", running.port());
            Observed observed = observed(slot("change = 2s stage-delay=9", FOUR_USERS, TENTH), true);
            assertEquals(9, Stats.settingsOfServiceTwo(two, 30_000).get(Setting.STAGE_DELAY));
            assertTrue(!observed.serviceTwo().readings.all().isEmpty(), "service two is read, too");
        }
    }

    @Test
    void whoAnswersNothingOrDiesIsNotMeasured() throws Exception {
        Slot slot = slot("", FOUR_USERS, TENTH);
        List<String> problems = new ArrayList<>();
        problems.add(assertThrows(ProgramFailure.class, () -> observed(slot, true)).getMessage());
        assertEquals(30_000L, time.passed(), "the least patience for a first answer");
        Files.writeString(jtl, HEAD);
        answers(30_700, 60_000, 4, "200,OK,true,");
        contender = other("contender");
        onBegin = () -> end(contender);
        problems.add(assertThrows(ProgramFailure.class, () -> observed(slot, true)).getMessage());
        Words.assertSame("running", "a run without answers, and a contender that ended",
                String.join("\n", problems).replaceAll("contender .*", "‹contender ended›"));
    }

    @Test
    void aJmeterThatEndsInTheWindowFailsTheRun() throws Exception {
        answers(FIRST, 20_000, 4, "200,OK,true,");
        jmeter = other("JMeter");
        onBegin = () -> end(jmeter);
        assertThrows(ProgramFailure.class, () -> observed(slot("", FOUR_USERS, TENTH), true));
        assertEquals(4_700L, time.passed(), "at the next reading");
    }

    private static final String OWN_PLAN = "\njmeter-plan = " + Path.of(System.getProperty("repository"),
            "jmeter/plans/closed-loop.jmx");

    private String refusal(String options, String path, Prediction predicted, String answer) throws Exception {
        rows.clear();
        Files.writeString(jtl, HEAD);
        long begun = time.passed();
        answers(begun, begun + 60_000, 4, answer);
        String message = assertThrows(LoadPhase.WrongAnswers.class,
                () -> observed(slot(options, Load.closed(path, 4), predicted), true)).getMessage();
        return time.passed() - begun + " ms: " + message.replaceFirst("(?<=: )[^:;]*(?=;|$)", "‹problem›");
    }

    @Test
    void aContenderWithoutARightAnswerIsStoppedWithAHint() throws Exception {
        String mine = "contender.mine = command: x {port}";
        String[][] table = {
            {"", "/old", "302,Found,false,"}, {"", "/none", "404,Not Found,false,"},
            {mine, "/none", "404,Not Found,false,"}, {mine + "\nmethod = PUT", "/none", "405,Not Allowed,false,"},
            {mine + "\ntoken = abc", "/a", "401,Unauthorized,false,"}, {mine, "/a", "403,Forbidden,false,"},
            {mine, "/a", "201,Created,false,Test failed: code expected to equal /200/"},
            {mine, "/a", "200,OK,false,Test failed: text expected to contain /x/"},
            {mine + OWN_PLAN, "/none", "404,Not Found,false,"},
            {mine + OWN_PLAN, "/a", "200,OK,false,Response was null"},
            {mine, "/a", "500,Internal Server Error,false,"}};
        StringBuilder text = new StringBuilder();
        for (String[] row : table) {
            text.append(String.join("; ", row).replace(OWN_PLAN, "; my own plan").replace("\n", "; ")).append(" -> ")
                    .append(refusal(row[0], row[1], TENTH, row[2])).append('\n');
        }
        Words.assertSame("running", "the first answers are wrong", text.toString());
    }

    @Test
    void wrongAnswersAreAwaitedUntilGoodOnesAreDue() throws Exception {
        String wrong = "500,Internal Server Error,false,";
        assertEquals("3000 ms", refusal("", "/a", TENTH.waitingAtLeast(1), wrong).split(":")[0], "at least 3 s");
        assertEquals("5000 ms", refusal("", "/a", TENTH.waitingAtLeast(5 / 3.0), wrong).split(":")[0], "three times");
        rows.clear();
        Files.writeString(jtl, HEAD);
        long begun = time.passed();
        answers(begun, begun + 60_000, 4, wrong);
        observed(slot("", FOUR_USERS, TENTH.withFailures()), true);      // failures are expected
    }
}
