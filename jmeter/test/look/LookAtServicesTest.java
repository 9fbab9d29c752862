package look;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.HttpText;
import load.install.FileTree;
import testing.Program;
import testing.Skipped;
import testing.Slow;
import testing.Test;

@Slow("starts services, and programs that inspect them for a second")
class LookAtServicesTest {
    @Test
    void theCommandsShowARunningService() throws Exception {
        try (Program two = Program.java(List.of("JDK_JAVA_OPTIONS=-Dvisualvm.graph.off=true"), "service-two",
                "servicetwo.ServiceTwo", "--port", "0");
                Program one = Program.java("service-one", "serviceone.ServiceOne", "loom", "--port", "0",
                        "--service-two", "127.0.0.1:" + two.awaitPort("two"))) {
            String port = String.valueOf(one.awaitPort("one"));
            try (Program threads = Program.script("run.sh", "threads", "--port", port);
                    Program jfr = Program.script("run.sh", "jfr", "1", "--port", port)) {
                jfr.await("--pid " + one.pid());
                askWhileAlive(jfr, port);
                assertEquals(0, jfr.exitCode(), jfr.output());
                assertContains("/rpc 200", jfr.output());
                Path kept = printedPath(jfr, "recording.jfr");
                assertTrue(Files.size(kept) > 0, "the recording is kept");
                FileTree.delete(kept.getParent());
                try (Program lanes = Program.script("run.sh", "lanes", "1", "--port", port)) {
                    lanes.await("--pid " + one.pid());
                    askWhileAlive(lanes, port);
                    assertEquals(0, lanes.exitCode(), lanes.output());
                    Path trace = printedPath(lanes, "trace.json");
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
                    assertContains("--pid " + two.pid(), other.output());
                    assertContains("EventLoop.", other.output());
                }
                for (String part : List.of("loom, --pid " + one.pid(), "acceptor", "parallelism = ")) {
                    assertContains(part, threads.output());
                }
            }
            // VisualVM up to 2.2 needs this counter.
            assertContains("sun.os.hrt.ticks=", Jdk.jcmd(one.pid(), "PerfCounter.print"));
            assertTrue(!Jdk.jcmd(two.pid(), "PerfCounter.print").contains("sun.os.hrt.ticks="),
                    "service two has been told to leave it out");
        }
    }

    private static void askWhileAlive(Program tool, String port) throws Exception {
        ProcessHandle process = ProcessHandle.of(tool.pid()).orElseThrow();
        while (process.isAlive()) {
            HttpText.get(URI.create("http://127.0.0.1:" + port + "/rpc"), 10_000, Map.of());
        }
    }

    private static Path printedPath(Program tool, String file) {
        Matcher path = Pattern.compile("(?m) (/\\S+/" + Pattern.quote(file) + ")$").matcher(tool.output());
        assertTrue(path.find(), tool.output());
        return Path.of(path.group(1));
    }

    /** Its port is not this machine's, or its JVM answers only its own user. */
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
            assertOutOfReach(Choice.outOfReach(one.pid(), false, user, user), one.pid(), "unshare", "--net");
            assertOutOfReach(Choice.outOfReach(one.pid(), true, user, "another"), one.pid(), "setpriv", "--reuid",
                    "64321", "--regid", "64321", "--clear-groups", "--inh-caps", "+dac_read_search", "--ambient-caps",
                    "+dac_read_search");
        }
    }

    private static void assertOutOfReach(String why, long pid, String... prefix) throws Exception {
        Path script = Path.of(System.getProperty("repository"), "run.sh");
        try (Program threads = Program.command(Stream.concat(Stream.of(prefix), Stream.of(script.toString(), "threads",
                "--pid", "" + pid)).toArray(String[]::new))) {
            assertEquals(2, threads.exitCode(), threads.output());
            assertContains("\n  " + why + "\n", threads.standardError());
        }
    }

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
}
