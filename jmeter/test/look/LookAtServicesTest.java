package look;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import module jdk.attach;
import common.http.HttpText;
import load.install.FileTree;
import look.Choice.OutOfReach;
import testing.Await;
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
            assertOutOfReach(new OutOfReach(one.pid(), false, user, user), one.pid(), "unshare", "--net");
            assertOutOfReach(new OutOfReach(one.pid(), true, user, "another"), one.pid(), "setpriv", "--reuid",
                    "64321", "--regid", "64321", "--clear-groups", "--inh-caps", "+dac_read_search", "--ambient-caps",
                    "+dac_read_search");
        }
    }

    private static void assertOutOfReach(OutOfReach why, long pid, String... prefix) throws Exception {
        Path script = Path.of(System.getProperty("repository"), "run.sh");
        try (Program threads = Program.command(Stream.concat(Stream.of(prefix), Stream.of(script.toString(), "threads",
                "--pid", "" + pid)).toArray(String[]::new))) {
            assertEquals(2, threads.exitCode(), threads.output());
            assertContains("\n  " + why + "\n", threads.standardError());
        }
    }

    /** The attach API lists neither of these JVMs. */
    @Test
    void threadsShowsWhatABusyPoolsThreadsWaitFor() throws Exception {
        List<String> unlisted = List.of("JDK_JAVA_OPTIONS=-XX:+PerfDisableSharedMem");
        try (Program two = Program.java(unlisted, "service-two", "servicetwo.ServiceTwo", "--port", "0", "--delay",
                "60000");
                Program one = Program.java(unlisted, "service-one", "serviceone.ServiceOne", "pool", "--threads", "3",
                        "--answer-timeout", "60000", "--port", "0", "--service-two",
                        "127.0.0.1:" + two.awaitPort("two"))) {
            int port = one.awaitPort("one");
            URI address = URI.create("http://127.0.0.1:" + port);
            Set<Integer> hidden = Set.of((int) one.pid(), (int) two.pid());
            assertTrue(VirtualMachine.list().stream().map(jvm -> Integer.valueOf(jvm.id())).noneMatch(hidden::contains),
                    "the attach API lists none of " + hidden);
            for (int i = 0; i < 2; i++) {
                Thread.startVirtualThread(new FutureTask<>(() ->
                        HttpText.get(address.resolve("/rpc"), 60_000, Map.of())));
            }
            Await.until("both wait", () -> HttpText.get(address.resolve("/stats"), 60_000, Map.of())
                    .contains("\"info\":2"));
            String busy = "(?s).*\n3 [^\n]*\n +2  BlockingRoutes\\.java:[^\n]*\n +1  idle: .*";
            assertPrints(busy, "--pid", "" + one.pid());
            assertPrints(busy, "--port", "" + port);
            assertPrints("(?s)the JVM with --pid " + two.pid() + "\n.*EventLoop\\..*", "--pid", "" + two.pid());
        }
    }

    private static void assertPrints(String expected, String... arguments) throws Exception {
        String[] words = Stream.concat(Stream.of("threads"), Stream.of(arguments)).toArray(String[]::new);
        try (Program threads = Program.script("run.sh", words)) {
            assertEquals(0, threads.exitCode(), threads.output());
            assertTrue(threads.standardOutput().matches(expected), threads.output());
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
