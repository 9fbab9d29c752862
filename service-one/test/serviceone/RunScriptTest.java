package serviceone;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import testing.Await;
import testing.Program;
import testing.Slow;
import testing.Test;

/** {@code ./run.sh}, as the README tells people to use it. */
class RunScriptTest {
    @Test
    void startsBothServicesAndStopsBoth() throws Exception {
        try (Program run = Program.script("run.sh", "loom", "--port", "0", "--service-two-port", "0", "--delay", "1",
                "--stage-delay=2")) {
            run.awaitPort("two");
            int port = run.awaitPort("one");
            assertContains("delay 1 ms, stage delay 2 ms", run.output());
            assertContains("tech-talk", get(port));
            assertEquals(0, run.terminate().exitCode());
            assertContains(" ms: 0 in flight answered, 0 refused (503), 0 cut off, ", run.output());
            assertContains("; requests answered since its start: 1\n", run.output());
        }
    }

    /** Nothing that asks again and again, such as a sleep, which would outlive the script. */
    @Test
    @Slow("starts programs")
    void waitsForServicesWithoutAsking() throws Exception {
        try (Program run = Program.script("run.sh", "loom", "--port", "0", "--service-two-port", "0")) {
            run.awaitPort("one");
            Await.until("both outputs are copied", () -> run.childNames().contains("cat"));
            assertEquals(Set.of("bash", "cat", "java"), run.childNames());
            assertEquals(0, run.terminate().exitCode());
        }
    }

    @Test
    @Slow("starts programs")
    void tellsThatServiceTwoHasEnded() throws Exception {
        try (Program run = Program.script("run.sh", "loom", "--port", "0", "--service-two-port", "0")) {
            int port = run.awaitPort("one");
            String pid = run.output().replaceFirst("(?s).*service two ready at \\S+ \\(pid (\\d+).*", "$1");
            assertTrue(ProcessHandle.of(Long.parseLong(pid)).orElseThrow().destroyForcibly(), "service two");
            run.await("service two has ended; service one answers 502");
            assertContains("service two failed", get(port, "/meetings"));
            assertEquals(0, run.terminate().exitCode());
        }
    }

    @Test
    @Slow("starts programs")
    void usesAServiceTwoThatRunsAlready() throws Exception {
        try (Program two = Program.script("run.sh", "service-two", "--port", "0", "--delay", "1", "--stage-delay", "1");
                Program one = Program.script("run.sh", "pool", "--threads", "4", "--port", "0",
                        "--service-two", "127.0.0.1:" + two.awaitPort("two"))) {
            assertContains("tech-talk", get(one.awaitPort("one")));
            assertTrue(!one.output().contains("service two"), "none is started");
            assertEquals(0, one.terminate().exitCode());
            assertEquals(0, two.terminate().exitCode());
        }
    }

    /**
     * Both are started at once. One that is ready before service two would else say so, or that nobody answers there;
     * service two may say meanwhile that it was refused its port.
     */
    @Test
    @Slow("starts programs")
    void whyOneOfThemCannotStartIsAllThatIsSaid() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String port = "" + taken.getLocalPort();
            check(2, "Address already in use; --port takes another one", "pool", "--port", port,
                    "--service-two-port", "0");
            String said = check(2, "service two: cannot listen on 127.0.0.1 port " + port, "loom", "--port", "0",
                    "--service-two-port", port);
            assertEquals(1L, said.lines().count(), said);
            check(1, "service one: --threads takes a number from 1 to 100000, not: none", "pool", "--threads", "none",
                    "--service-two-port", port);
        }
    }

    /** Nobody is said to be ready. Returns all that was said. */
    private static String check(int exitCode, String says, String... arguments) throws Exception {
        try (Program run = Program.script("run.sh", arguments)) {
            assertEquals(exitCode, run.exitCode(), String.join(" ", arguments));
            assertContains(says, run.output());
            assertTrue(!run.output().contains(" ready at "), run.output());
            return run.output();
        }
    }

    private record Row(int exitCode, String says, List<String> arguments) {
    }

    private static final List<Row> ROWS = List.of(
            new Row(0, "usage: ./run.sh", List.of("help")),
            new Row(0, "--max-connections", List.of("async", "--help")),
            new Row(0, "usage: ./run.sh service-two", List.of("service-two", "--help")),
            new Row(0, "usage: ./run.sh async [OPTIONS]", List.of("async", "-h")),
            new Row(1, "commands: loom pool async", List.of()),
            new Row(1, "no such command: fly", List.of("fly")),
            new Row(1, "--delay is for the service two that is started here",
                    List.of("loom", "--service-two", "a:1", "--delay", "1")),
            new Row(1, "--service-two-port is for the service two that is started here",
                    List.of("loom", "--service-two-port=1", "--service-two=a:1")),
            new Row(1, "--stage-delay takes a number of milliseconds from 0 to 600000, not: x",
                    List.of("loom", "--delay=1", "--stage-delay=x")),
            new Row(1, "--service-two-port takes a number from 0 to 65535, not: 65536",
                    List.of("loom", "--service-two-port=65536")));

    @Test
    @Slow("starts programs")
    void saysWhatIsWrong() throws Exception {
        for (Row row : ROWS) {
            check(row.exitCode, row.says, row.arguments.toArray(String[]::new));
        }
    }

    private static String get(int port) throws Exception {
        return get(port, "/meetings");
    }

    private static String get(int port, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request(port, path), HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    private static HttpRequest request(int port, String path) {
        URI uri = URI.create("http://127.0.0.1:" + port + path);
        return HttpRequest.newBuilder(uri).header("Authorization", "token").build();
    }
}
