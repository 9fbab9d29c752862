package servicetwo;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import servicetwo.Options.Faults;
import testing.Await;
import testing.Test;

class ServiceTwoTest implements AutoCloseable {
    private final ServiceTwo service = new ServiceTwo(new Options(0, "127.0.0.1", 1, 1, 0, false));
    private final HttpClient client = HttpClient.newHttpClient();

    ServiceTwoTest() throws Exception {
    }

    @Override
    public void close() {
        client.close();
        service.close();
    }

    private record Row(String reason, String method, String target, int status, String body) {
    }

    private static final String MEETINGS = "{\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\"}]}";
    private static final String BROKEN = "{\"error\":\"the authorization service is broken for this user\"}";
    private static final List<Row> ROWS = List.of(
            new Row("what it is", "GET", "/info", 200,
                    "{\"service\":\"two\",\"delayMillis\":1,\"stageDelayMillis\":1}"),
            new Row("a known token", "GET", "/authenticate?token=token", 200, "{\"userId\":\"abc123\"}"),
            new Row("an unknown token", "GET", "/authenticate?token=x", 401, "{\"error\":\"unknown token\"}"),
            new Row("no token", "GET", "/authenticate", 401, "{\"error\":\"unknown token\"}"),
            new Row("who may", "GET", "/authorize?id=abc123", 200,
                    "{\"userId\":\"abc123\",\"authorities\":[\"get-meetings\"]}"),
            new Row("who may not", "GET", "/authorize?id=guest456", 200,
                    "{\"userId\":\"guest456\",\"authorities\":[]}"),
            new Row("an unknown id", "GET", "/authorize?id=x", 404, "{\"error\":\"unknown id\"}"),
            new Row("a fault of service two", "GET", "/authorize?id=broken500", 500, BROKEN),
            new Row("meetings", "GET", "/meetings?id=abc123", 200, MEETINGS),
            new Row("another parameter before it", "GET", "/meetings?x=y&id=abc123", 200, MEETINGS),
            new Row("one of many", "GET", "/authenticate?token=user-42", 200, "{\"userId\":\"user-42\"}"),
            new Row("whose meetings these are", "GET", "/meetings?id=user-42", 200,
                    MEETINGS.replace("\"}", "\",\"user\":\"user-42\"}")),
            new Row("nobody's meetings", "GET", "/meetings?id=x", 404, "{\"error\":\"unknown id\"}"),
            new Row("no such path", "GET", "/infox", 404, "{\"error\":\"no such path\"}"),
            new Row("another method", "POST", "/info", 405, "{\"error\":\"only GET\"}"),
            new Row("its figures are only read", "POST", "/stats", 405, "{\"error\":\"only GET\"}"));

    @Test
    void eachPathHasItsAnswers() throws Exception {
        for (Row row : ROWS) {
            HttpRequest request = HttpRequest.newBuilder(uri(row.target))
                    .method(row.method, HttpRequest.BodyPublishers.noBody()).build();
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertEquals(row.status, response.statusCode(), row.reason);
            assertEquals(row.body, response.body(), row.reason);
            assertEquals("application/json", response.headers().firstValue("Content-Type").orElse(""), row.reason);
            assertTrue(response.headers().firstValue("Content-Length").isPresent(), row.reason + ": has a length");
        }
    }

    @Test
    void keepsAConnectionOfHttp10ThatAsksForIt() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
            for (int i = 0; i < 2; i++) {
                socket.getOutputStream().write("GET /info HTTP/1.0\r\nConnection: keep-alive\r\n\r\n".getBytes());
                assertContains("keep-alive", readUntil(socket.getInputStream(), '}'));
            }
        }
    }

    private record Announcing(Options options, String announced) {
    }

    private static final String NO_FAULTS = "\"errorPercent\":0,\"hangPercent\":0,\"resetPercent\":0,"
            + "\"jitterMillis\":0,\"slowStartSeconds\":0";
    private static final List<Announcing> ANNOUNCING = List.of(
            new Announcing(new Options(0, "127.0.0.1", 0, 7, 0, false), "\"delayMillis\":0,\"stageDelayMillis\":7,"
                    + "\"authorizePermits\":null,\"answered\":1,\"inFlight\":0," + NO_FAULTS),
            new Announcing(new Options(0, "127.0.0.1", 600_000, 1, 10, false), "\"delayMillis\":600000,"
                    + "\"stageDelayMillis\":1,\"authorizePermits\":10,\"answered\":1,\"inFlight\":0," + NO_FAULTS),
            new Announcing(new Options(0, "127.0.0.1", 0, 0, 0, new Faults(100, 0, 0, 4, 5), false),
                    "\"delayMillis\":0,\"stageDelayMillis\":0,\"authorizePermits\":null,\"answered\":1,\"inFlight\":0,"
                            + "\"errorPercent\":100,\"hangPercent\":0,\"resetPercent\":0,\"jitterMillis\":4,"
                            + "\"slowStartSeconds\":5"),
            new Announcing(new Options(0, "127.0.0.1", 0, 0, 0, new Faults(0, 2, 3, 0, 0), false),
                    "\"delayMillis\":0,\"stageDelayMillis\":0,\"authorizePermits\":null,\"answered\":1,\"inFlight\":0,"
                            + "\"errorPercent\":0,\"hangPercent\":2,\"resetPercent\":3,\"jitterMillis\":0,"
                            + "\"slowStartSeconds\":0"));

    /** A delay of ten minutes would be noticed: looking waits for nothing, and meets no fault. */
    @Test
    void itsStatsAnnounceTheDelaysAndFaultsAndCountAllButThemselves() throws Exception {
        String tail = ",\"cpuMillis\":[0-9]+,\"timerLateMicros\":\\{\"max\":[0-9]+,\"mean\":[0-9]+\\}"
                + ",\"connections\":1,\"abandoned\":0,"
                + "\"answeredByRoute\":\\{\"info\":0,\"authenticate\":1,\"authorize\":0,\"meetings\":0,"
                + "\"other\":0\\}\\}";
        for (Announcing row : ANNOUNCING) {
            try (ServiceTwo two = new ServiceTwo(row.options)) {
                get(two, "/authenticate?token=token");
                for (int look = 1; look <= 2; look++) {
                    String stats = get(two, "/stats");
                    String start = "{\"service\":\"two\"," + row.announced;
                    assertEquals(start, stats.substring(0, Math.min(start.length(), stats.length())), "look " + look);
                    assertTrue(stats.substring(start.length()).matches(tail), stats);
                }
            }
        }
    }

    /** What tells whether two of its callers do the same work. */
    @Test
    void itsStatsCountAnswersByRouteConnectionsAndAbandonedCalls() throws Exception {
        try (ServiceTwo two = new ServiceTwo(new Options(0, "127.0.0.1", 0, 600_000, 0, false));
                Caller caller = new Caller(two)) {
            caller.get("/info").reply();
            caller.get("/info").reply();
            caller.get("/nothing").reply();
            try (Caller leaving = new Caller(two)) {
                leaving.get("/meetings?id=abc123");
                await(two, "\"inFlight\":1,");
            }
            await(two, "\"connections\":2,\"abandoned\":1,\"answeredByRoute\":{\"info\":2,\"authenticate\":0,"
                    + "\"authorize\":0,\"meetings\":0,\"other\":1}");
        }
    }

    private void await(ServiceTwo two, String wanted) throws Exception {
        Await.until("its stats have " + wanted, () -> get(two, "/stats").contains(wanted));
    }

    private String get(ServiceTwo two, String target) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + two.port() + target);
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString()).body();
    }

    private record CannotListen(String bind, int port, String says) {
    }

    @Test
    void whatCannotBeListenedOnIsNamedWithTheOptionThatHelps() {
        int taken = service.port();
        CannotListen[] table = {
            new CannotListen("127.0.0.1", taken, "cannot listen on 127.0.0.1 port " + taken + ": Address already in use"
                    + "; --port (./run.sh loom, pool and async: --service-two-port) takes another one"),
            new CannotListen("192.0.2.1", 0, "; --bind takes an address of this machine"),
            new CannotListen("no.such.host.invalid", 0, "; --bind takes an address of this machine")};
        for (CannotListen row : table) {
            Options options = new Options(row.port, row.bind, 1, 1, 0, false);
            assertContains(row.says, assertThrows(IOException.class, () -> new ServiceTwo(options)).getMessage());
        }
    }

    private static String readUntil(InputStream in, char end) throws Exception {
        StringBuilder text = new StringBuilder();
        int c;
        do {
            c = in.read();
            text.append((char) c);
        } while (c >= 0 && c != end);
        return text.toString();
    }

    private URI uri(String target) {
        return URI.create("http://127.0.0.1:" + service.port() + target);
    }
}
