package look;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import load.RunningService;
import load.install.FileTree;
import testing.Program;
import testing.Test;

/** The commands, as processes, on a service one in another process. */
class LookTest {
    @Test
    void theCommandsTellOfARunningService() throws Exception {
        try (Program two = Program.java("service-two", "servicetwo.ServiceTwo", "--port", "0", "--stage-delay", "500");
                Program one = Program.java("service-one", "serviceone.ServiceOne", "loom", "--port", "0",
                        "--service-two", "127.0.0.1:" + two.awaitPort("two"));
                HttpClient client = HttpClient.newHttpClient()) {
            String port = String.valueOf(one.awaitPort("one"));
            List<CompletableFuture<HttpResponse<String>>> answers = send(client, port, 20);
            String threads = observe("threads", "--port", port);
            assertContains("acceptor", threads);
            assertContains("virtual threads on ", threads);
            assertContains("parallelism = ", threads);
            recordsForAsLongAsIsAsked(client, port);
            assertContains("sun.os.hrt.ticks=", counters(port));
            for (CompletableFuture<HttpResponse<String>> answer : answers) {
                assertEquals(200, answer.get().statusCode());
            }
        }
    }

    private static void recordsForAsLongAsIsAsked(HttpClient client, String port) throws Exception {
        try (Program jfr = start("jfr", "2", "--port", port)) {
            jfr.await("recording 2 s");
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/rpc")).build();
            ProcessHandle recorder = ProcessHandle.of(jfr.pid()).orElseThrow();
            while (!jfr.output().contains("hot methods") && recorder.isAlive()) {
                client.send(request, HttpResponse.BodyHandlers.ofString());
            }
            assertEquals(0, jfr.exitCode(), jfr.output());
            assertContains("with the queue before it", jfr.output());
            assertContains("/rpc 200", jfr.output());
            assertContains("calls by stage", jfr.output());
            assertContains("hot methods      ", jfr.output());
            Path kept = Path.of(jfr.output().lines().filter(line -> line.startsWith("kept: ")).findFirst().orElseThrow()
                    .substring("kept: ".length()));
            assertTrue(Files.size(kept) > 0, "the recording");
            FileTree.delete(kept.getParent());
        }
    }

    /** Without this counter VisualVM up to 2.2 shows a CPU of 0 %. */
    private static String counters(String port) throws Exception {
        return Jdk.jcmd(RunningService.find(0, Integer.parseInt(port)).pid(), "PerfCounter.print");
    }

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

    private record Bad(String message, String... arguments) {
    }

    @Test
    void whatIsNotTakenIsNamed() throws Exception {
        Bad[] table = {
            new Bad("SECONDS takes a number from 1 to 3600, not: 0", "jfr", "0"),
            new Bad("no such option: --which", "jconsole", "--which")};
        for (Bad row : table) {
            try (Program program = start(row.arguments)) {
                assertEquals(1, program.exitCode());
                assertContains(row.arguments[0] + ": " + row.message, program.output());
                assertContains("usage: ./run.sh " + row.arguments[0], program.output());
            }
        }
    }

    @Test
    void aServiceThatIsNotThereIsExitCode2() throws Exception {
        try (Program program = start("threads", "--pid", "1")) {
            assertEquals(2, program.exitCode(), program.output());
        }
    }

    private static String observe(String... arguments) throws Exception {
        try (Program program = start(arguments)) {
            assertEquals(0, program.exitCode(), program.output());
            return program.output();
        }
    }

    private static Program start(String... arguments) throws Exception {
        return Program.script("run.sh", arguments);
    }

    private static List<CompletableFuture<HttpResponse<String>>> send(HttpClient client, String port, int count) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/meetings"))
                .header("Authorization", "token").build();
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            answers.add(client.sendAsync(request, HttpResponse.BodyHandlers.ofString()));
        }
        return answers;
    }
}
