package classroom.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import classroom.run.Pictures.Picture;
import classroom.run.Pictures.PictureReader;
import classroom.run.Worker.Position;
import com.sun.net.httpserver.HttpServer;
import common.figures.Figures;
import common.io.HostPort;
import common.json.Json;
import common.json.Records;
import experiment.Experiment;
import lab.run.ExperimentRunner;
import lab.run.Policy;
import testing.Await;
import testing.Test;
import testing.Words;

class PicturesTest implements AutoCloseable {
    private static final long SECOND = 1_000_000_000L;

    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final AtomicReference<String> traces = new AtomicReference<>("");
    private final URI stats = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/stats");

    PicturesTest() throws IOException {
        server.createContext("/", exchange -> {
            String query = exchange.getRequestURI().getQuery();
            long after = query == null ? 0 : Long.parseLong(query.replace("after=", ""));
            byte[] body = (switch (exchange.getRequestURI().getPath()) {
                case "/stats" -> stats(5, 0);
                case "/trace" -> traces.get();
                case "/lanes" -> "{\"now\":" + (after + 100) + ",\"since\":" + after + "}";
                default -> lives(after);
            })
                    .getBytes(StandardCharsets.UTF_8);
            if (body.length == 0) {
                exchange.close();      // without an answer
                return;
            }
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    private static String stats(long completed, long failed) {
        return """
                {"service":{"mode":"loom","pid":%d,"limit":10000},"total":{"completed":%d,"failed":%d},
                "now":{"queued":800,"inFlight":200,"waiting":{"info":3},"threadsTotal":2,"platformThreads":20}}"""
                .formatted(ProcessHandle.current().pid(), completed, failed);
    }

    private static String lives(long after) {
        return "{\"mounted\":1,\"until\":" + (after + 100) + ",\"lives\":[{\"path\":\"/" + after + "\"}]}";
    }

    @Override
    public void close() {
        server.stop(0);
    }

    /** A picture taken after the window would show the load ending. */
    @Test
    void theLastPictureOfTheMeasuredWindowStays() throws Exception {
        Pictures pictures = new Pictures(false);
        assertEquals(List.of(), pictures.all());
        pictures.begin("pool-1", stats);
        Await.until("there is a picture", () -> !pictures.all().isEmpty());
        assertTrue(isRunning(pictures, 0), "a live picture");
        Experiment experiment = MadeUp.lesson(1).experiment();
        Experiments.Watcher watcher = new Experiments.Watcher(experiment, pictures, _ -> { });
        watcher.begin(1, 2, experiment.contenders().getFirst(), experiment.loads().getFirst(), Duration.ZERO);
        pictures.begin("async", stats);
        Await.until("there are two pictures", () -> pictures.all().size() == 2);
        watcher.windowEnds();
        Await.until("the picture is no longer live", () -> !isRunning(pictures, 0));
        assertEquals(200.0, ((Map<?, ?>) picture(pictures, 0).get("now")).get("inFlight"));
        assertTrue(isRunning(pictures, 1), "another contender's picture is still live");
        watcher.begin(1, 2, experiment.contenders().getLast(), experiment.loads().getFirst(), Duration.ZERO);
        pictures.begin("loom", stats);
        Await.until("there are three pictures", () -> pictures.all().size() == 3);
        watcher.ended(MadeUp.measured().runs().getLast());
        Await.until("the failed run's picture is no longer live", () -> !isRunning(pictures, 2));
    }

    private static Map<?, ?> picture(Pictures pictures, int number) throws IOException {
        return Json.members(pictures.all().get(number).toString());
    }

    private static boolean isRunning(Pictures pictures, int number) throws IOException {
        return picture(pictures, number).get("running").equals(true);
    }

    @Test
    void theLastPictureStaysIfServiceOneAnswersNoMore() throws Exception {
        PictureReader reader = new PictureReader("loom", stats, true);
        reader.ask();
        Picture picture = reader.picture;
        assertEquals(1, reader.lanes.size());
        server.stop(0);
        reader.ask();
        assertEquals(picture.seconds(), reader.picture.seconds());
        assertEquals(1, reader.lanes.size());
        reader.askForLanes();
        assertEquals(1, reader.lanes.size(), "an answer without a time is no answer");
    }

    @Test
    void thePageSeesHowFarARunHasCome() throws Exception {
        Experiment experiment = MadeUp.lesson(1).experiment();
        List<Position> seen = new ArrayList<>();
        Experiments.Watcher watcher = new Experiments.Watcher(experiment, new Pictures(false), seen::add);
        watcher.begin(2, 2, experiment.contenders().getLast(), experiment.loads().getFirst(), Duration.ofSeconds(7));
        long before = System.currentTimeMillis();
        watcher.phase("warming up", 3_000);
        long after = System.currentTimeMillis();
        Position position = seen.getFirst();
        assertEquals(List.of(1, 1, "warming up"), List.of(seen.size(), position.contender(), position.phase()));
        assertTrue(before + 10_000 <= position.until() && position.until() <= after + 10_000, "this and later runs");
        assertEquals(ExperimentRunner.longestDuration(experiment, Policy.CLASS).toMillis(), position.wholeMillis());
    }

    @Test
    void lessonsWithEventLoopsShowStacks() throws Exception {
        Experiment experiment = Experiment.parse("e", "users = 20\npath = /rpc\ncontender.loom = loom\n"
                + "contender.async = async", Map.of());
        Pictures pictures = new Pictures(false);
        Experiments.Watcher watcher = new Experiments.Watcher(experiment, pictures, _ -> { });
        HostPort place = new HostPort("127.0.0.1", server.getAddress().getPort());
        traces.set(IntStream.rangeClosed(1, 50).mapToObj(i -> "at " + i).collect(Collectors.joining("\n")));
        ready(watcher, experiment, 0, place);
        traces.set("");
        ready(watcher, experiment, 1, place);
        assertEquals(IntStream.rangeClosed(1, 40).mapToObj(i -> "at " + i).toList(), watcher.traces.get("loom"));
        List<String> none = watcher.traces.get("async");
        assertEquals(1, none.size());
        assertTrue(pictures.all().size() <= 2, "a picture for each");
        Await.until("there are pictures", () -> pictures.all().size() == 2);
        pictures.endAll();
        Words.assertSame("class", "no stack trace", none.getFirst().replaceFirst("(: ).*", "$1‹reason›"));
        Experiments.Watcher ofThreads =
                new Experiments.Watcher(MadeUp.lesson(1).experiment(), new Pictures(false), _ -> { });
        ready(ofThreads, MadeUp.lesson(1).experiment(), 0, place);
        assertEquals(Map.of(), ofThreads.traces);
    }

    private static void ready(Experiments.Watcher watcher, Experiment experiment, int contender, HostPort place)
            throws Exception {
        watcher.begin(1, 2, experiment.contenders().get(contender), experiment.loads().getFirst(), Duration.ZERO);
        watcher.ready(place);
    }

    @Test
    void aPictureHasTheMemoryOfServiceOne() throws Exception {
        PictureReader reader = new PictureReader("loom", stats, false);
        double mebibytes = next(reader, 0, 0, 0).memoryMib();
        double used = Runtime.getRuntime().totalMemory() / 1024.0 / 1024;
        assertTrue(Double.isNaN(mebibytes) && !Files.exists(Path.of("/proc/self/status"))
                || mebibytes > 16 && mebibytes < 64 * used, mebibytes + " MiB, of a heap of " + used);
    }

    private static Picture next(PictureReader reader, long completed, long failed, long second) throws Exception {
        return reader.next(Records.read(Figures.class, stats(completed, failed)), second * SECOND);
    }

    @Test
    void ratesAreTheDifferencesOfTotals() throws Exception {
        PictureReader reader = new PictureReader("loom", stats, false);
        Picture first = next(reader, 1_000, 5, 0);
        assertEquals(Double.NaN, first.requestsPerSecond(), "the first picture has no rate");
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
    void asksForTheRequestsSinceTheLastAnswerAndKeepsThreeAnswers() throws Exception {
        PictureReader reader = new PictureReader("loom", stats, false);
        for (int i = 0; i < 4; i++) {
            reader.askForLives();
        }
        List<Map<?, ?>> kept = next(reader, 1, 0, 0).samples();
        assertEquals(List.of(199.0, 299.0, 399.0), kept.stream().map(each -> each.get("until")).toList());
        assertEquals(List.of(Map.of("path", "/299")), kept.getLast().get("lives"));
    }

    @Test
    void keepsTheLatestLanesOfALessonThatShowsThem() throws Exception {
        PictureReader reader = new PictureReader("loom", stats, true);
        for (int i = 0; i < 6; i++) {
            reader.askForLanes();
        }
        assertEquals(List.of("{\"now\":299,\"since\":199}", "{\"now\":399,\"since\":299}",
                "{\"now\":499,\"since\":399}", "{\"now\":599,\"since\":499}"), List.copyOf(reader.lanes));
        Pictures pictures = new Pictures(true);
        pictures.begin("pool-1", stats);
        Await.until("there are lanes", () -> pictures.lanes().contains("now"));
        pictures.endAll();
        Map<?, ?> first = (Map<?, ?>) ((List<?>) Json.members(pictures.lanes()).get("answers")).getFirst();
        assertEquals(Map.of("contender", "pool-1", "answer", Map.of("now", 99.0, "since", -1.0)), first);
    }
}
