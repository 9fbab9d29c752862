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
import lab.TemporaryFolder;
import load.install.FileTree;
import serviceone.meter.ConnectionMeter.CallTimer;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Meter;
import serviceone.meter.Requests;
import serviceone.meter.Stage;
import testing.Program;
import testing.Slow;
import testing.Test;

class LookTest {
    @Slow("starts both services, and programs that inspect them for a second")
    @Test
    void theCommandsShowARunningService() throws Exception {
        try (Program two = Program.java("service-two", "servicetwo.ServiceTwo", "--port", "0");
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
