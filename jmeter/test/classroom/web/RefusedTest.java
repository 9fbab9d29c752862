package classroom.web;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import testing.Test;

/** What does not come from the teacher's own page is refused, and starts nothing. */
class RefusedTest implements AutoCloseable {
    private static final String BODY = "{\"lesson\": 1}";
    private static final List<String> ORDERS =
            List.of("/show", "/predict", "/run", "/stop", "/reveal", "/vote", "/play", "/name", "/sides");

    private final TeacherPage page = new TeacherPage();

    RefusedTest() throws Exception {
        page.course.predict(1, 190);      // so that nothing but what is tested keeps it from running
    }

    @Override
    public void close() {
        assertEquals(0, page.experiments.begun(), "something was started");
        page.close();
    }

    /** What a socket answers to a request written by hand: HttpClient sets Host and Origin itself. */
    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), page.at("/").getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            InputStream answer = socket.getInputStream();
            return new String(answer.readNBytes("HTTP/1.1 200".length()), StandardCharsets.UTF_8);
        }
    }

    private String order(String host, String extra) {
        return """
                POST /run HTTP/1.1\r
                Host: %s\r
                X-Token: %s\r
                Content-Type: application/json\r
                Content-Length: 13\r
                %s\r
                %s""".formatted(host, page.token, extra, BODY);
    }

    private String ownHost() {
        return "127.0.0.1:" + page.at("/").getPort();
    }

    @Test
    void anOrderWithoutTheTokenOfThisStartIsRefused() throws Exception {
        for (String path : ORDERS) {
            HttpRequest.Builder without = HttpRequest.newBuilder(page.at(path)).POST(BodyPublishers.ofString(BODY))
                    .header("Content-Type", "application/json");
            assertEquals(403, page.send(without).statusCode(), path);
            assertEquals(403, page.send(without.header("X-Token", "0".repeat(32))).statusCode(), path);
        }
        try (TeacherPage other = new TeacherPage()) {
            assertTrue(page.token.matches("[0-9a-f]{32}") && !page.token.equals(other.token), "each has its own");
        }
    }

    @Test
    void anotherSitesPageStartsNothing() throws Exception {
        for (String origin : List.of("http://evil.example", "null", "https://" + ownHost(), "http://127.0.0.1:1")) {
            assertEquals("HTTP/1.1 403", raw(order(ownHost(), "Origin: " + origin + "\r\n")), origin);
        }
    }

    @Test
    void aNameThatWasReboundToThisMachineStartsNothing() throws Exception {
        for (String host : List.of("evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "0.0.0.0")) {
            assertEquals("HTTP/1.1 421", raw(order(host, "")), host);
            assertEquals("HTTP/1.1 421", raw("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n"), "nor gets the token");
        }
        assertEquals("HTTP/1.1 421", raw("GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        assertEquals("HTTP/1.1 400", raw("GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n"));
    }

    /** The rest of what a body may be is told of the vote's server, which reads it in the same way. */
    @Test
    void whatAFormCanSendAndALongBodyAreRefused() throws Exception {
        assertEquals(415, page.send(page.order("/run", BODY).setHeader("Content-Type", "text/plain")).statusCode());
        assertEquals(413, page.tell("/run", "{\"lesson\": 1, \"name\": \"" + "x".repeat(2_048) + "\"}").statusCode());
    }

    @Test
    void whatIsNoObjectWithTheMembersIsRefused() throws Exception {
        for (String body : List.of("[]", "{", "{\"lesson\": \"1\"}", "{\"lesson\": 1e99}", "{}",
                "{\"lesson\": 1, \"again\": 1}", "{\"lesson\": 99}")) {
            assertEquals(400, page.tell("/run", body).statusCode(), body);
        }
        assertContains("lesson takes a whole number", page.tell("/run", "{\"lesson\": 1.5}").body());
    }

    @Test
    void ordersAreNotReadAndTheRestIsNotPosted() throws Exception {
        for (String path : ORDERS) {
            assertEquals(405, page.get(path).statusCode(), path);
        }
        for (String path : List.of("/", "/state", "/live", "/play.csv", "/play.experiment")) {
            assertEquals(405, page.tell(path, "{}").statusCode(), path);
        }
        assertEquals(404, page.get("/vote.html").statusCode(), "the room's page has its own listener");
        assertEquals(404, page.get("/../run.sh").statusCode());
        assertEquals(400, page.get("/state?after=x").statusCode());
    }
}
