package classroom.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import classroom.run.Pictures.Picture;
import classroom.run.Pictures.PictureReader;
import com.sun.net.httpserver.HttpServer;
import common.json.Records;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import load.Stats.Moment;
import testing.Await;
import testing.Test;

/** Pictures of a service one that is played by a small server. */
class PicturesTest implements AutoCloseable {
    private static final long SECOND = 1_000_000_000L;

    private static String stats(long completed, long failed) {
        return """
                {"service":{"mode":"loom","pid":1,"limit":10000},"total":{"completed":%d,"failed":%d},
                "now":{"queued":800,"inFlight":200,"waiting":{"info":3},"threadsTotal":2,"platformThreads":20}}"""
                .formatted(completed, failed);
    }

    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final URI stats = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/stats");

    PicturesTest() throws IOException {
        server.start();
    }

    private void answer(String path, String json) {
        server.createContext(path, exchange -> {
            asked.add(exchange.getRequestURI().toString());
            byte[] body = json.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    @Override
    public void close() {
        server.stop(0);
    }

    /** What stays is the load, not its running out. */
    @Test
    void theLastPictureOfTheMeasuredWindowStays() throws Exception {
        answer("/stats", stats(5, 0));
        Pictures pictures = new Pictures();
        assertEquals(List.of(), pictures.all());
        pictures.begin("pool-1", stats);
        Await.until("there is a picture", () -> !pictures.all().isEmpty());
        Picture picture = pictures.all().getFirst();
        assertTrue(picture.running() && picture.now().inFlight() == 200, picture.toString());
        assertEquals(List.of(), picture.lives(), "it tells of no requests");
        new LocalExperiments.Watcher(MadeUp.lesson(1).experiment(), pictures, position -> { }).windowEnds();
        Await.until("it is the last", () -> !pictures.all().getFirst().running());
        assertEquals(200.0, pictures.all().getFirst().now().inFlight());
    }

    @Test
    void whatASecondBroughtIsTheDifferenceOfTwoTotals() throws Exception {
        PictureReader reader = new PictureReader("loom", stats);
        Picture first = reader.next(Records.read(Moment.class, stats(1_000, 5)), 0, Map.of());
        assertEquals(null, first.requestsPerSecond(), "nothing before it to compare with");
        assertEquals(List.of(), first.history());
        Picture second = reader.next(Records.read(Moment.class, stats(1_380, 7)), 2 * SECOND, Map.of());
        assertEquals(190.0, second.requestsPerSecond());
        assertEquals(1.0, second.errorsPerSecond());
        assertEquals(List.of(List.of(2.0, 190.0, 1_000.0)), second.history(), "second, answers, queued and served");
        Picture last = second;
        for (int i = 3; i <= 200; i++) {
            last = reader.next(Records.read(Moment.class, stats(i, 0)), i * SECOND, Map.of());
        }
        assertEquals(120, last.history().size(), "two minutes");
        assertEquals(200.0, last.history().getLast().getFirst());
    }

    @Test
    void theLatestRequestsAreKeptAndOnlyLaterOnesAskedFor() throws Exception {
        String lives = IntStream.rangeClosed(10, 99).mapToObj(at -> "{\"at\":17322624000" + at + "}")
                .collect(Collectors.joining(","));
        answer("/lives", "{\"mounted\":1,\"runnable\":5,\"parked\":94,\"lives\":[" + lives + "]}");
        PictureReader reader = new PictureReader("loom", stats);
        assertEquals(Map.of("mounted", 1.0, "runnable", 5.0, "parked", 94.0), reader.virtualThreads());
        List<Object> kept = reader.next(Records.read(Moment.class, stats(1, 0)), 0, Map.of()).lives();
        assertEquals(60, kept.size());
        assertEquals(Map.of("at", 1732262400099.0), kept.getLast());
        reader.virtualThreads();
        assertEquals(List.of("/lives?after=0", "/lives?after=1732262400099"), List.copyOf(asked));
    }
}
