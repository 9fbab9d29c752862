package common.http;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import testing.Test;
import testing.Words;

class HttpTextTest {
    /** Each read returns at once, but the text never ends. */
    private static InputStream endless(int bytesAtOnce) {
        return new InputStream() {
            @Override
            public int read() {
                return 'x';
            }

            @Override
            public int read(byte[] part, int from, int length) {
                Arrays.fill(part, from, from + bytesAtOnce, (byte) 'x');
                return bytesAtOnce;
            }
        };
    }

    @Test
    void readingAnEndlessAnswerStopsAtTheTimeOrSizeLimit() throws Exception {
        Words.assertSame("http", "an endless answer", assertThrows(SocketTimeoutException.class,
                () -> HttpText.text(endless(1), 1)).getMessage());
        assertEquals(8_388_608, HttpText.text(endless(8_192), 600_000).length(), "at most eight megabytes");
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        exchange.getResponseHeaders().set("Location", "/200");
        byte[] body = (path + ' ' + exchange.getRequestHeaders().getFirst("Connection") + ' '
                + exchange.getRequestHeaders().getFirst("Token")).getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(Integer.parseInt(path.substring(1)), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Test
    void onlyGetAnyTakesAnError() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", HttpTextTest::answer);
        server.start();
        try {
            URI place = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
            for (String fine : List.of("/200", "/302", "/399")) {      // no redirect is followed
                assertEquals(fine + " close me", HttpText.get(place.resolve(fine), 60_000, Map.of("Token", "me")));
                assertEquals(fine + " close me", HttpText.getAny(place.resolve(fine), 60_000, Map.of("Token", "me")));
            }
            for (String error : List.of("/400", "/503")) {
                assertThrows(IOException.class, () -> HttpText.get(place.resolve(error), 60_000, Map.of()));
                assertEquals(error + " close null", HttpText.getAny(place.resolve(error), 60_000, Map.of()));
            }
        } finally {
            server.stop(0);
        }
    }
}
