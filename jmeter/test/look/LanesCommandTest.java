package look;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;
import static testing.Words.assertSame;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import common.figures.Lanes;
import common.json.Records;
import process.RunningService;
import testing.Printed;
import testing.TemporaryFolder;
import testing.Test;

class LanesCommandTest {
    private static final String PAGE = "<script id=\"recorded\"></script><script>1</script>";
    private static final String EMPTY = """
            {"now":%d,"since":0,"mode":"loom","threadsAre":"carriers","prefix":"a","threads":1,"busy":0,
            "virtual":true,"bounded":false,"queued":0,"inFlight":0,"lanes":[],"kinds":[],"slices":[],"open":[]}""";
    private static final String ONE = EMPTY.replace("\"lanes\":[],\"kinds\":[],\"slices\":[]", """
            "lanes":["a"],"kinds":[{"name":"/","waits":false}],"slices":[1,0,0,%d,5]""");

    /** Answers with each text in turn, and adds each query to the list. */
    private static HttpServer service(List<String> queries, String... answers) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/lanes", exchange -> {
            byte[] answer = answers[queries.size()].getBytes(StandardCharsets.UTF_8);
            queries.add(exchange.getRequestURI().getQuery());
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static LanesCommand record(List<String> queries, String... answers) throws Exception {
        HttpServer server = service(queries, answers);
        try {
            return LanesCommand.record(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/lanes"),
                    answers.length - 1, 3, 1);
        } finally {
            server.stop(0);
        }
    }

    /** Times are microseconds, and the warm-up takes three milliseconds. */
    @Test
    void eachPollAsksForWhatIsNewSinceTheOneBefore() throws Exception {
        List<String> queries = new CopyOnWriteArrayList<>();
        LanesCommand recording = record(queries, EMPTY.formatted(1_000), ONE.formatted(5_000, 4_100),
                ONE.formatted(6_000, 5_500));
        assertEquals(List.of("after=-1", "after=4000", "after=5000"), queries);
        assertEquals(List.of(4_100L, 5_500L), recording.slices().stream().map(Lanes.Slice::from).toList());
        assertTrue(recording.page(PAGE).contains("\"since\":4000"), recording.page(PAGE));
    }

    @Test
    void aRecordingWithoutARequestFails() throws Exception {
        assertSame("look", "lanes without a request", assertThrows(IOException.class, () ->
                record(new CopyOnWriteArrayList<>(), EMPTY.formatted(1), EMPTY.formatted(2))).getMessage());
    }

    @Test
    void anAnswerWithoutItsFiguresIsRefused() {
        for (String answer : List.of("{}", "[]", EMPTY.formatted(1).replace("now", "then"),
                ONE.formatted(1, 1).replace("\"waits\"", "\"w\""), ONE.formatted(1, 1).replace("[1,0,0", "[1,0,7"),
                ONE.formatted(1, 1).replace("\"open\"", "\"o\""), ONE.formatted(1, 1).replace("5]", "\"5\"]"))) {
            assertThrows(IOException.class, () ->
                    record(new CopyOnWriteArrayList<>(), EMPTY.formatted(1), answer, answer));
        }
    }

    @Test
    void thePageHoldsTheRecordingAndNoneOfItRuns() throws Exception {
        LanesCommand recorded = TraceEventsTest.recorded();
        Matcher recording = Pattern.compile("(?s)id=\"recorded\">(.*?)</script><script>1</script>")
                .matcher(recorded.page(PAGE));
        assertTrue(recording.find(), recorded.page(PAGE));
        LanesCommand again = new LanesCommand();
        again.add(Records.readComplete(Lanes.class, recording.group(1)));
        assertEquals(Set.copyOf(recorded.slices()), Set.copyOf(again.slices()));
        assertSame("look", "lanes of a page without a place",
                assertThrows(IOException.class, () -> recorded.page("<html>")).getMessage());
    }

    @Test
    void aPageAndATraceAreWritten() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder(); Printed out = new Printed()) {
            LanesCommand recorded = TraceEventsTest.recorded();
            recorded.write(new RunningService(5, "loom", 8082), PAGE, folder.path(), out);
            assertEquals(recorded.page(PAGE), Files.readString(folder.path().resolve("lanes.html")));
            String trace = Files.readString(folder.path().resolve("trace.json"));
            TraceEventsTest.check(trace);
            assertTrue(trace.contains("\"pid\":5,") && trace.contains("loom\""), trace);
            assertSame("look", "lanes", out.toString().replace(folder.path().toString(), "‹folder›"));
        }
    }
}
