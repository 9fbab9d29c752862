package classroom.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import classroom.run.Pictures.Picture;
import classroom.run.Pictures.PictureReader;
import com.sun.net.httpserver.HttpServer;
import common.json.Json;
import lab.define.Experiment;
import load.Stats.Moment;
import testing.Await;
import testing.Test;
import text.Records;

class PicturesTest implements AutoCloseable {
    private static final long SECOND = 1_000_000_000L;

    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final URI stats = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/stats");

    PicturesTest() throws IOException {
        server.createContext("/", exchange -> {
            String query = exchange.getRequestURI().getQuery();
            long after = query == null ? 0 : Long.parseLong(query.replace("after=", ""));
            byte[] body = (switch (exchange.getRequestURI().getPath()) {
                case "/stats" -> stats(5, 0);
                case "/lanes" -> "{\"now\":" + (after + 100) + ",\"since\":" + after + "}";
                default -> lives(after);
            })
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    private static String stats(long completed, long failed) {
        return """
                {"service":{"mode":"loom","pid":1,"limit":10000},"total":{"completed":%d,"failed":%d},
                "now":{"queued":800,"inFlight":200,"waiting":{"info":3},"threadsTotal":2,"platformThreads":20}}"""
                .formatted(completed, failed);
    }

    private static String lives(long after) {
        return IntStream.rangeClosed(1, 40).mapToObj(i -> "{\"at\":" + (after + i) + "}")
                .collect(Collectors.joining(",", "{\"mounted\":1,\"parked\":94,\"lives\":[", "]}"));
    }

    @Override
    public void close() {
        server.stop(0);
    }

    /** A picture taken after the window would show the load ending. */
    @Test
    void theLastPictureOfTheMeasuredWindowStays() throws Exception {
        Pictures pictures = new Pictures();
        assertEquals(List.of(), pictures.all());
        pictures.begin("pool-1", stats);
        Await.until("there is a picture", () -> !pictures.all().isEmpty());
        Picture picture = pictures.all().getFirst();
        assertTrue(picture.running() && picture.now().inFlight() == 200, picture.toString());
        Experiment experiment = MadeUp.lesson(1).experiment();
        LocalExperiments.Watcher watcher = new LocalExperiments.Watcher(experiment, pictures, _ -> { });
        watcher.begin(1, 2, experiment.contenders().getFirst(), experiment.loads().getFirst(), Duration.ZERO);
        watcher.windowEnds();
        Await.until("the picture is no longer live", () -> !pictures.all().getFirst().running());
        assertEquals(200.0, pictures.all().getFirst().now().inFlight());
    }

    private static Picture next(PictureReader reader, long completed, long failed, long second) throws Exception {
        return reader.next(Records.read(Moment.class, stats(completed, failed)), second * SECOND, Map.of());
    }

    @Test
    void ratesAreTheDifferencesOfTotals() throws Exception {
        PictureReader reader = new PictureReader("loom", stats, false);
        Picture first = next(reader, 1_000, 5, 0);
        assertEquals(null, first.requestsPerSecond(), "the first picture has no rate");
        assertEquals(List.of(), first.history());
        Picture second = next(reader, 1_380, 7, 2);
        assertEquals(190.0, second.requestsPerSecond());
        assertEquals(1.0, second.errorsPerSecond());
        assertEquals(List.of(List.of(2.0, 190.0, 1_000.0)), second.history(),
                "seconds, answers per second, requests queued or in flight");
        for (int i = 3; i < 200; i++) {
            next(reader, i, 0, i);
        }
        List<List<Double>> history = next(reader, 200, 0, 200).history();
        assertEquals(120, history.size(), "seconds of history");
        assertEquals(200.0, history.getLast().getFirst());
    }

    @Test
    void asksOnlyForNewRequestsAndKeepsTheLatest60() throws Exception {
        PictureReader reader = new PictureReader("loom", stats, false);
        assertEquals(Map.of("mounted", 1.0, "parked", 94.0), reader.virtualThreads());
        reader.virtualThreads();
        List<Object> kept = next(reader, 1, 0, 0).lives();
        assertEquals(60, kept.size());
        assertEquals(List.of(Map.of("at", 21.0), Map.of("at", 80.0)), List.of(kept.getFirst(), kept.getLast()));
    }

    @Test
    void keepsTheLatestLanesOfALessonThatShowsThem() throws Exception {
        PictureReader reader = new PictureReader("loom", stats, true);
        for (int i = 0; i < 6; i++) {
            reader.askForLanes();
        }
        assertEquals(List.of("{\"now\":299,\"since\":199}", "{\"now\":399,\"since\":299}",
                "{\"now\":499,\"since\":399}", "{\"now\":599,\"since\":499}"), List.copyOf(reader.lanes));
        Pictures pictures = new Pictures();
        pictures.wantLanes(true);
        pictures.begin("pool-1", stats);
        Await.until("there are lanes", () -> pictures.lanes().contains("now"));
        pictures.endAll();
        Map<?, ?> first = (Map<?, ?>) ((List<?>) Json.members(pictures.lanes()).get("answers")).getFirst();
        assertEquals(Map.of("contender", "pool-1", "answer", Map.of("now", 99.0, "since", -1.0)), first);
    }
}
