package classroom.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import classroom.run.PictureMaker.LifeSamples;
import classroom.run.Pictures.PictureReader;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import testing.Await;
import testing.Test;

/** Pictures of a service one that is played by a small server. */
class PicturesTest implements AutoCloseable {
    private static final String STATS = """
            {"service":{"mode":"loom","limit":10000},"total":{"completed":5,"failed":0},
            "now":{"queued":0,"inFlight":3,"waiting":{"info":3},"threadsTotal":2,"platformThreads":20}}""";

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

    @Test
    void thePictureOfAContenderThatEndedStays() throws Exception {
        answer("/stats", STATS);
        Pictures pictures = new Pictures(name -> "a virtual thread each");
        assertEquals(List.of(), pictures.all());
        pictures.begin("loom", stats);
        Await.until("there is a picture", () -> !pictures.all().isEmpty());
        Picture picture = pictures.all().getFirst();
        assertTrue(picture.running() && picture.serving() == 3, picture.toString());
        assertEquals("a virtual thread each", picture.label());
        assertEquals(List.of(), picture.lives(), "it tells of no requests");
        pictures.end("loom");
        Await.until("it has ended", () -> !pictures.all().getFirst().running());
        assertEquals(3L, pictures.all().getFirst().serving());
    }

    /** What stays is the load, not its running out. */
    @Test
    void itIsTheLastOfTheMeasuredWindow() throws Exception {
        answer("/stats", STATS);
        Pictures pictures = new Pictures(name -> name);
        pictures.begin("pool-1", stats);
        Await.until("there is a picture", () -> !pictures.all().isEmpty());
        new Watcher(MadeUp.lesson(1).experiment(), pictures, position -> { }).windowEnds();
        Await.until("it is the last", () -> !pictures.all().getFirst().running());
    }

    private static String lives(int from, int to) {
        StringBuilder lives = new StringBuilder();
        for (int at = from; at <= to; at++) {
            lives.append(lives.isEmpty() ? "" : ",").append("{\"at\":17322624000").append(at).append("}");
        }
        return "{\"cores\":2,\"mounted\":1,\"runnable\":5,\"parked\":94,\"lives\":[" + lives + "]}";
    }

    @Test
    void theLatestRequestsAreKeptAndOnlyLaterOnesAskedFor() throws Exception {
        answer("/lives", lives(10, 99));
        PictureReader reader = new PictureReader("loom", "a virtual thread each", stats);
        LifeSamples lives = reader.lives();
        assertEquals(60, lives.requests().size());
        assertEquals(1732262400099.0, ((Map<?, ?>) lives.requests().getLast()).get("at"));
        assertEquals(94.0, lives.parked());
        reader.lives();
        assertEquals(List.of("/lives?after=0", "/lives?after=1732262400099"), List.copyOf(asked));
    }
}
