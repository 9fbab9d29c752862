package look;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.http.HttpText;
import common.mode.Mode;
import process.RunningService;
import load.install.FileTree;
import serviceone.meter.ConnectionMeter.CallTimer;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Meter;
import serviceone.meter.Requests;
import serviceone.meter.Stage;
import testing.Program;
import testing.Skipped;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;

class LookTest {
    @Slow("starts both services, and programs that inspect them for a second")
    @Test
    void theCommandsShowARunningService() throws Exception {
        try (Program two = Program.java(List.of("JDK_JAVA_OPTIONS=-Dvisualvm.graph.off=true"), "service-two",
                "servicetwo.ServiceTwo", "--port", "0");
                Program one = Program.java("service-one", "serviceone.ServiceOne", "loom", "--port", "0",
                        "--service-two", "127.0.0.1:" + two.awaitPort("two"))) {
            String port = String.valueOf(one.awaitPort("one"));
            try (Program threads = Program.script("run.sh", "threads", "--port", port);
                    Program jfr = Program.script("run.sh", "jfr", "1", "--port", port)) {
                jfr.await("recording 1 s");
                ProcessHandle recorder = ProcessHandle.of(jfr.pid()).orElseThrow();
                while (!jfr.output().contains("hot methods") && recorder.isAlive()) {
                    HttpText.get(URI.create("http://127.0.0.1:" + port + "/rpc"), 10_000, Map.of());
                }
                assertEquals(0, jfr.exitCode(), jfr.output());
                assertContains("/rpc 200", jfr.output());
                Path kept = Path.of(jfr.output().replaceFirst("(?s).*\nkept: (\\S+)\n.*", "$1"));
                assertTrue(Files.size(kept) > 0, "the recording is kept");
                FileTree.delete(kept.getParent());
                try (Program lanes = Program.script("run.sh", "lanes", "1", "--port", port)) {
                    lanes.await("warm-up");
                    ProcessHandle lanesTool = ProcessHandle.of(lanes.pid()).orElseThrow();
                    while (lanesTool.isAlive()) {
                        HttpText.get(URI.create("http://127.0.0.1:" + port + "/rpc"), 10_000, Map.of());
                    }
                    assertEquals(0, lanes.exitCode(), lanes.output());
                    Path trace = Path.of(lanes.output().replaceFirst("(?s).*\ntrace [^:]*: (\\S+)\n.*", "$1"));
                    TraceEventsTest.check(Files.readString(trace));
                    assertContains("\"name\":\"ForkJoinPool-1-worker-", Files.readString(trace));
                    String page = Files.readString(trace.resolveSibling("lanes.html"));
                    assertTrue(!page.matches("(?s).*(src=|href=\"http|url\\().*"), "the page needs no network");
                    assertContains("\"mode\":\"loom\"", page);
                    FileTree.delete(trace.getParent());
                }
                assertEquals(0, threads.exitCode(), threads.output());
                try (Program other = Program.script("run.sh", "threads", "--pid", "" + two.pid())) {
                    assertEquals(0, other.exitCode(), other.output());
                    assertContains("the JVM with --pid " + two.pid(), other.output());
                    assertContains("EventLoop.", other.output());
                }
                for (String part : List.of("service one · loom, --pid " + one.pid(), "acceptor", "parallelism = ")) {
                    assertContains(part, threads.output());
                }
            }
            // VisualVM up to 2.2 needs this counter.
            assertContains("sun.os.hrt.ticks=", Jdk.jcmd(one.pid(), "PerfCounter.print"));
            assertTrue(!Jdk.jcmd(two.pid(), "PerfCounter.print").contains("sun.os.hrt.ticks="),
                    "service two has been told to leave it out");
        }
    }

    private static final RunningService POOL = new RunningService(1, "pool", 8081);
    private static final RunningService LOOM = new RunningService(2, "loom", 8082);
    private static final RunningService ASYNC = new RunningService(3, "async", 8084);

    @Test
    void aServiceIsChosenIfItIsNamedOrAloneOrOnTheUsualPort() throws Exception {
        assertEquals(POOL, Choice.among(List.of(POOL), List.of(), 0, 0));
        assertEquals(POOL, Choice.among(List.of(POOL, LOOM), List.of(), 1, 0));
        assertEquals(POOL, Choice.among(List.of(POOL, LOOM), List.of(), 0, 8081));
        assertEquals(LOOM, Choice.among(List.of(POOL, LOOM), List.of(), 0, 0));
        assertThrows(IOException.class, "which one? pass --pid or --port:\n  service one · pool, --pid 1, --port 8081"
                + "\n  service one · async, --pid 3, --port 8084",
                () -> Choice.among(List.of(POOL, ASYNC), List.of(), 0, 0));
        assertThrows(IOException.class, "no such service", () -> Choice.among(List.of(POOL), List.of(), 9, 0));
        assertThrows(IOException.class, "no service one is running; start one in another terminal: ./run.sh loom",
                () -> Choice.among(List.of(), List.of(), 0, 0));
        assertThrows(IOException.class, "no service one is in reach; start one in another terminal: ./run.sh loom\n"
                + "out of reach:\n  pid 9: why", () -> Choice.among(List.of(), List.of("pid 9: why"), 0, 0));
        assertThrows(IOException.class, "port 8081\nout of reach:\n  pid 9: why",
                () -> Choice.among(List.of(POOL), List.of("pid 9: why"), 0, 1));
    }

    /** Its port is not this machine's, or its JVM answers only its own user. */
    @Slow("starts both services")
    @Test
    void aServiceThatIsOutOfReachIsNamed() throws Exception {
        try (Program allowed = Program.command("unshare", "--net", "true")) {
            if (allowed.exitCode() != 0) {
                throw new Skipped("a network namespace needs root: " + allowed.output());
            }
        }
        try (Program two = Program.java("service-two", "servicetwo.ServiceTwo", "--port", "0");
                Program one = Program.java("service-one", "serviceone.ServiceOne", "loom", "--port", "0",
                        "--service-two", "127.0.0.1:" + two.awaitPort("two"))) {
            one.awaitPort("one");
            String user = ProcessHandle.current().info().user().orElseThrow();
            assertOutOfReach(one.pid(), "it has another network", "unshare", "--net");
            assertOutOfReach(one.pid(), "it is " + user + "'s", "setpriv", "--reuid", "64321", "--regid", "64321",
                    "--clear-groups", "--inh-caps", "+dac_read_search", "--ambient-caps", "+dac_read_search");
        }
    }

    private static void assertOutOfReach(long pid, String why, String... prefix) throws Exception {
        Path script = Path.of(System.getProperty("repository"), "run.sh");
        try (Program threads = Program.command(Stream.concat(Stream.of(prefix), Stream.of(script.toString(), "threads",
                "--pid", "" + pid)).toArray(String[]::new))) {
            assertEquals(2, threads.exitCode(), threads.output());
            assertContains("\nout of reach:", threads.standardError());
            assertContains("\n  pid " + pid + ": " + why, threads.standardError());
        }
    }

    @Slow("starts service two, and service one in each mode")
    @Test
    void traceShowsARequestInEachMode() throws Exception {
        try (Program trace = Program.script("run.sh", "trace")) {
            assertEquals(0, trace.exitCode(), trace.output());
            String text = trace.standardOutput();
            assertEquals(2L, text.lines().filter(line -> line.matches("pool +loom +async.*")).count(), text);
            for (String part : List.of("--> BlockingTrace.meetings:", "BlockingMeetings.answer:", "EventLoop.run:",
                    " virtual WAITING ")) {
                assertContains(part, text);
            }
        }
    }

    @Test
    void refusedArgumentsAreNamed() {
        String[][] table = {
            {"SECONDS takes a number from 1 to 3600, not: 3601", "jfr", "3601"},
            {"SECONDS takes a number from 1 to 10, not: 11", "lanes", "11"},
            {"give only one number of seconds, not: 5 6", "jfr", "5", "6"},
            {"no such option: --which", "jconsole", "--which"},
            {"takes options only, not: 5", "threads", "5"}};
        for (String[] row : table) {
            assertThrows(UsageException.class, row[0], () -> Look.run(row[1], CommandLine.parse(
                    Look.TOOLS.get(row[1]).options(), Arrays.copyOfRange(row, 2, row.length))));
        }
    }

    @Test
    void theReportOfARecordingHasRoutesAndStages() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder(); var recording = new jdk.jfr.Recording()) {
            Path file = folder.path().resolve("recording.jfr");
            List.of("serviceone.Request", "serviceone.Call").forEach(recording::enable);
            recording.start();
            for (int each = 0; each < 2; each++) {
                ConnectionMeter request = Requests.started(new Meter(Mode.LOOM), "/recorded", 3_600_000_000_000L);
                request.callStarted(Stage.INFO).ended(each == 0, CallTimer.End.ANSWERED);
                request.answered(504);
            }
            recording.stop();
            recording.dump(file);
            String report = Recording.report(file, true);
            assertTrue(report.lines().anyMatch(line -> line.matches(
                    "/recorded 504 +2 +[\\d.]+ +- +[\\d.]+ +3600\\d{3}\\.\\d +- +3600\\d{3}\\.\\d +-")), report);
            assertTrue(report.lines().anyMatch(line -> line.matches("info +[\\d,]+ .* +[\\d.]+ %")), report);
            assertContains("\nhot methods      ", report);
            String ofOther = Recording.report(file, false);
            assertTrue(ofOther.startsWith("CPU ") && !ofOther.contains("/recorded"), ofOther);
        }
    }

    /** A virtual thread in a class initialiser keeps its carrier. */
    private static final class SlowToStart {
        static final int ONE = one();

        private static int one() {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                throw new AssertionError(e);      // nobody interrupts it
            }
            return 1;
        }
    }

    @Test
    void whoPinsIsNamedByItsOwnMethod() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder(); var recording = new jdk.jfr.Recording()) {
            Path file = folder.path().resolve("recording.jfr");
            recording.enable("jdk.VirtualThreadPinned").withStackTrace().withoutThreshold();
            recording.start();
            Thread.ofVirtual().start(() -> assertEquals(1, SlowToStart.ONE)).join();
            recording.stop();
            recording.dump(file);
            assertContains("  look.LookTest$SlowToStart.one\n", Recording.report(file, false));
        }
    }

    @Test
    void methodsAndPercentilesWithTooFewSamplesAreNotShown() {
        assertEquals("too few samples to say: 10, and no method has more than 9 of them\n",
                Recording.hot(Map.of("a.B.c", 9L, "a.B.d", 1L)));
        assertEquals(2L, Recording.hot(Map.of("a.B.c", 10L, "a.B.d", 9L)).lines().count(),
                "a title, and the only method with ten samples");
        String seven = Recording.hot(Map.of("a", 70L, "b", 60L, "c", 50L, "d", 40L, "e", 30L, "f", 20L, "g", 10L));
        assertTrue(seven.startsWith("the most frequent of 280 samples\n         70  25.0 %  a\n")
                && seven.endsWith("  e\n"), seven);
        assertEquals("     50.0         -      99.0", Recording.quantiles(millis(99)));
        assertEquals("     50.0      99.0     100.0", Recording.quantiles(millis(100)));
        assertEquals("        -         -         -", Recording.quantiles(), "no request");
        assertEquals("-", Recording.meanMicros(-1, -1), "unknown");
        assertEquals("3", Recording.meanMicros(-1, 2_000, 4_000));
    }

    private static long[] millis(int count) {
        return LongStream.rangeClosed(1, count).map(each -> each * 1_000_000).toArray();
    }
}
