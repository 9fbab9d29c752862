package look;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.http.HttpText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import load.RunningService;
import load.StubService;
import load.install.FileTree;
import testing.Program;
import testing.Slow;
import testing.Test;

class LookTest {
    @Test
    void aRunningServicesThreadsAndCountersAreTold() throws Exception {
        try (StubService two = new StubService("{\"service\":\"two\"}");
                Program one = Program.java("service-one", "serviceone.ServiceOne", "loom", "--port", "0",
                        "--service-two", two.address().toString())) {
            RunningService service = RunningService.find(0, one.awaitPort("one"));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ThreadsCommand.run(service, new PrintStream(out, true, StandardCharsets.UTF_8));
            String said = out.toString(StandardCharsets.UTF_8);
            assertTrue(said.startsWith("service one · loom, --pid " + service.pid()), said);
            assertContains("acceptor", said);
            assertContains("parallelism = ", said);
            // Without this counter VisualVM up to 2.2 shows a CPU of 0 %.
            assertContains("sun.os.hrt.ticks=", Jdk.jcmd(service.pid(), "PerfCounter.print"));
        }
    }

    @Slow("starts five programs, and records for two seconds")
    @Test
    void theCommandsTellOfARunningService() throws Exception {
        try (Program two = Program.java("service-two", "servicetwo.ServiceTwo", "--port", "0");
                Program one = Program.java("service-one", "serviceone.ServiceOne", "loom", "--port", "0",
                        "--service-two", "127.0.0.1:" + two.awaitPort("two"))) {
            String port = String.valueOf(one.awaitPort("one"));
            try (Program threads = Program.script("run.sh", "threads", "--port", port)) {
                assertEquals(0, threads.exitCode(), threads.output());
                assertContains("platform threads", threads.output());
            }
            recordsForAsLongAsIsAsked(port);
        }
    }

    private static void recordsForAsLongAsIsAsked(String port) throws Exception {
        try (Program jfr = Program.script("run.sh", "jfr", "2", "--port", port)) {
            jfr.await("recording 2 s");
            ProcessHandle recorder = ProcessHandle.of(jfr.pid()).orElseThrow();
            while (!jfr.output().contains("hot methods") && recorder.isAlive()) {
                HttpText.get(URI.create("http://127.0.0.1:" + port + "/rpc"), 10_000);
            }
            assertEquals(0, jfr.exitCode(), jfr.output());
            for (String shown : List.of("with the queue before it", "/rpc 200", "calls by stage", "hot methods  ")) {
                assertContains(shown, jfr.output());
            }
            Path kept = Path.of(jfr.output().lines().filter(line -> line.startsWith("kept: ")).findFirst().orElseThrow()
                    .substring("kept: ".length()));
            assertTrue(Files.size(kept) > 0, "the recording");
            FileTree.delete(kept.getParent());
        }
    }

    @Slow("starts both services, and service one in each mode")
    @Test
    void traceShowsWhatEachModeTellsOfARequest() throws Exception {
        try (Program trace = Program.script("run.sh", "trace")) {
            assertEquals(0, trace.exitCode(), trace.output());
            String text = trace.standardOutput();
            long tables = text.lines().filter(line -> line.matches("pool +loom +async.*")).count();
            assertEquals(2L, tables, "tables: " + text);
            for (String shown : List.of("--> BlockingTrace.meetings:", "BlockingMeetings.answer:", "EventLoop.run:",
                    " virtual WAITING ")) {
                assertContains(shown, text);
            }
        }
    }

    @Test
    void whatIsNotTakenIsNamed() {
        String[][] table = {
            {"SECONDS takes a number from 1 to 3600, not: 0", "jfr", "0"},
            {"one number of seconds at a time: 5 or 6", "jfr", "5", "6"},
            {"no such option: --which", "jconsole", "--which"},
            {"no such option: --pid", "trace", "--pid", "1"},
            {"takes options only, not: 5", "threads", "5"}};
        for (String[] row : table) {
            assertContains(row[0], assertThrows(UsageException.class, () -> run(row)).getMessage());
        }
    }

    @Test
    void aServiceThatIsNotThereIsSaid() {
        assertThrows(IOException.class, () -> run("", "threads", "--pid", "1"));
    }

    private static void run(String... row) throws Exception {
        Look.run(row[1], CommandLine.parse(Look.TOOLS.get(row[1]).options(), Arrays.copyOfRange(row, 2, row.length)));
    }
}
