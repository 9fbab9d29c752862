package lab.define;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import testing.Program;
import testing.Test;

/**
 * Predictions repeat what service one and service two do unless told otherwise; these are separate programs, so nothing
 * but this test sees that one of them has changed.
 */
class ContractTest {
    private static final List<String> OWN_WAITS = List.of("/wait-blocking", "/wait-async", "/synchronized", "/pinned");

    private final Experiment defaults = ExperimentFile.parse("e", "users = 1\ncontender.a = loom", Map.of());

    ContractTest() throws Exception {
    }

    @Test
    void serviceOnesDefaultsAreThoseOfItsHelp() throws Exception {
        String help = help("loom");
        assertEquals(Predictor.DEFAULT_THREADS, byDefault(help, "--threads"));
        assertEquals(Predictor.DEFAULT_CONNECTIONS, byDefault(help, "--max-connections"));
        assertEquals(Predictor.DEFAULT_ANSWER_MILLIS, byDefault(help, "--answer-timeout"));
    }

    /** Where an event loop would block, async has worker threads, which the option for its loops tells of. */
    @Test
    void asyncsWorkerThreadsAreThoseOfItsHelp() throws Exception {
        String loops = line(help("async"), "--loops");
        Matcher workers = Pattern.compile("beside (\\d+) threads").matcher(loops);
        assertTrue(workers.find(), "it says how many threads there are beside the loops: " + loops);
        assertEquals(Predictor.ASYNC_WORKERS, Integer.parseInt(workers.group(1)));
    }

    @Test
    void serviceTwosDefaultsAreThoseOfItsHelp() throws Exception {
        String help = help("service-two");
        assertEquals(defaults.delay(), byDefault(help, "--delay"));
        assertEquals(defaults.stageDelay(), byDefault(help, "--stage-delay"));
    }

    @Test
    void serviceOneAnswersEveryRouteThatIsKnownAndWaitsAsLong() throws Exception {
        try (Program run = Program.script("run.sh", "loom", "--port", "0", "--service-two-port", "0",
                "--delay", "1", "--stage-delay", "1"); HttpClient client = HttpClient.newHttpClient()) {
            int port = run.awaitPort("one");
            for (String path : KnownRoute.all(defaults).keySet()) {
                HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .header("Authorization", "token").build();
                HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
                assertEquals(200, response.statusCode(), path);
                long millis = Math.round(1e3 * KnownRoute.of(path, defaults).orElseThrow().waiting());
                Pattern answer = Pattern.compile(KnownRoute.of(path, defaults).orElseThrow().answer());
                assertTrue(answer.matcher(response.body()).find(), path + " answers " + response.body());
                assertTrue(!answer.matcher("{\"error\":\"went wrong\"}").find(), path + " does not answer an error");
                if (OWN_WAITS.contains(path)) {
                    assertEquals("{\"waitedMillis\":" + millis + "}", response.body().strip(), path);
                }
            }
            assertEquals(0, run.terminate().exitCode());
        }
    }

    private static String help(String command) throws Exception {
        try (Program run = Program.script("run.sh", command, "--help")) {
            assertEquals(0, run.exitCode(), run.output());
            return run.output();
        }
    }

    /** Service one's own usage comes last. */
    private static String line(String help, String option) {
        return help.lines().filter(line -> line.strip().startsWith(option + " ")).reduce((first, last) -> last)
                .orElseThrow(() -> new AssertionError("no line about " + option + " in: " + help));
    }

    private static int byDefault(String help, String option) {
        Matcher number = Pattern.compile("\\((\\d+)\\)$").matcher(line(help, option).strip());
        assertTrue(number.find(), "a default at the end of: " + line(help, option));
        return Integer.parseInt(number.group(1));
    }
}
