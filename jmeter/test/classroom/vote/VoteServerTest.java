package classroom.vote;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import classroom.lesson.Asks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import testing.Test;

/** The room's listener: what it takes, from whom, and what it refuses. */
class VoteServerTest implements AutoCloseable {
    private static final Asks NUMBER = Asks.number("requests/s", 0, 100_000);
    private static final String JSON = Browser.JSON;

    private final Ballot ballot = new Ballot(() -> { });
    private final VoteServer server = new VoteServer(InetAddress.getLoopbackAddress(), 0, ballot);
    private final int port = server.address().getPort();
    private final Browser browser = new Browser(port);

    VoteServerTest() throws IOException {
        ballot.open(3, "A title", NUMBER);
    }

    @Override
    public void close() {
        server.close();
    }

    @Test
    void onlyWhoKnowsTheCodeSeesTheQuestionAndVotes() throws Exception {
        String question = browser.get("/question");
        assertContains("{\"joined\":false}", question);
        assertEquals(401, browser.vote(3, 190));
        assertEquals(403, Browser.status(browser.join("AAAA")));
        assertEquals(401, browser.vote(3, 190));
        assertEquals(200, Browser.status(browser.join(server.code())));
        assertContains("\"lesson\":3,\"title\":\"A title\"", browser.get("/question"));
        assertEquals(200, browser.vote(3, 190));
        assertEquals(Map.of(190.0, 1), ballot.histogram(3));
        assertContains("\"vote\":190", browser.get("/question"));
    }

    @Test
    void aCookieThatWasNotGivenOutHereIsNone() throws Exception {
        for (String cookie : List.of("voter=" + "0".repeat(32), "voter=", "voter=x; voter=" + "a".repeat(32))) {
            String answer = browser.ask(VOTE, JSON + "Cookie: " + cookie + "\r\n", GOOD);
            assertEquals(401, Browser.status(answer), cookie);
        }
    }

    @Test
    void oneVoteEachChangedUntilItIsClosed() throws Exception {
        Browser one = Browser.joined(port, server.code());
        Browser other = Browser.joined(port, server.code());
        one.vote(3, 190);
        other.vote(3, 953);
        one.join(server.code());      // once more, as after a reload: the same voter
        assertEquals(200, one.vote(3, 200));
        assertEquals(Map.of(200.0, 1, 953.0, 1), ballot.histogram(3));
        ballot.close();
        assertEquals(409, one.vote(3, 953));
        String question = one.get("/question");
        assertContains("\"open\":false", question);
        assertContains("\"vote\":200", question);
        ballot.open(4, "Another", NUMBER);
        assertEquals(409, one.vote(3, 953), "for the lesson before");
        assertEquals(Map.of(), ballot.histogram(4));
    }

    private record Row(int status, String methodAndPath, String fields, String body) {
    }

    private static final String VOTE = "POST /vote";
    private static final String GOOD = "{\"lesson\": 3, \"value\": 190}";
    private static final List<Row> NONSENSE = List.of(
            new Row(400, VOTE, JSON, "{\"lesson\": 3, \"value\": \"NaN\"}"),
            new Row(400, VOTE, JSON, "{\"lesson\": 3, \"value\": null}"),
            new Row(400, VOTE, JSON, "{\"lesson\": 3, \"value\": 1e999}"),
            new Row(400, VOTE, JSON, "{\"lesson\": 3}"),
            new Row(400, VOTE, JSON, "{\"lesson\": 3, \"value\": 190"),
            new Row(400, VOTE, JSON, "[3, 190]"),
            new Row(400, VOTE, JSON, ""),
            new Row(400, VOTE, JSON, "{\"lesson\": 1e999, \"value\": 190}"),
            new Row(400, VOTE, JSON, "{\"lesson\": 3.5, \"value\": 190}"),
            new Row(409, VOTE, JSON, "{\"lesson\": -3, \"value\": 190}"),
            new Row(413, VOTE, JSON, GOOD + " ".repeat(200)),
            new Row(415, VOTE, "", GOOD),
            new Row(415, VOTE, "Content-Type: text/plain\r\n", GOOD),
            new Row(403, VOTE, JSON + "Origin: http://evil.example\r\n", GOOD),
            new Row(403, VOTE, JSON + "Origin: http://127.0.0.1:1\r\n", GOOD),
            new Row(403, "POST /join", JSON, "{\"code\": 7}"),
            new Row(403, "POST /join", JSON, "{}"),
            new Row(405, "GET /vote", "", ""),
            new Row(405, "OPTIONS /vote", "Access-Control-Request-Method: POST\r\n", ""),
            new Row(405, "TRACE /", "", ""),
            new Row(404, "GET /state", "", ""),
            new Row(404, "POST /run", JSON, "{\"lesson\": 3}"),
            new Row(404, "GET /../page.html", "", ""));

    @Test
    void nonsenseIsRefusedWithAReason() throws Exception {
        Browser voter = Browser.joined(port, server.code());
        for (Row row : NONSENSE) {
            String answer = voter.ask(row.methodAndPath, row.fields, row.body);
            String reason = row.methodAndPath + ' ' + row.fields + row.body.strip();
            assertEquals(row.status, Browser.status(answer), reason);
            assertTrue(row.methodAndPath.startsWith("HEAD") || answer.contains("{\"error\":\""), reason + answer);
            assertEquals(row.status == 405, answer.contains("\r\nAllow: "), reason);
        }
        assertEquals(Map.of(), ballot.histogram(3));
    }

    @Test
    void aBodyWithoutALengthIsNoWayAroundTheLimit() throws Exception {
        String head = "POST /vote HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n" + JSON;
        String huge = "400\r\n" + " ".repeat(0x400) + "\r\n0\r\n\r\n";
        assertEquals(413, Browser.status(browser.raw(head + "\r\n" + huge)));
        String length = head.replace("Transfer-Encoding: chunked", "Content-Length: 9999999999");
        try (Socket socket = browser.send(length + "\r\n" + " ".repeat(300))) {
            assertEquals(413, Browser.status(browser.answer(socket)), "before it has all come");
        }
    }

    @Test
    void aPageOfItsOwnMayVoteByAnyName() throws Exception {
        for (String host : List.of("127.0.0.1:" + port, "Teacher.local:" + port, "[::1]:" + port)) {
            Browser voter = new Browser(port);
            String request = "POST /join HTTP/1.1\r\nHost: " + host + "\r\nOrigin: http://" + host.toLowerCase()
                    + "\r\nConnection: close\r\n" + JSON.replace("json", "json; charset=utf-8")
                    + "Content-Length: 16\r\n\r\n{\"code\": \"" + server.code() + "\"}";
            assertEquals(200, Browser.status(voter.raw(request)), host);
        }
    }

    @Test
    void thePageIsOneFileThatNeedsNothingElse() throws Exception {
        String page = browser.get("/");
        assertContains("<!doctype html>", page);
        assertContains("\r\nContent-security-policy: default-src 'none'", page);
        assertContains("frame-ancestors 'none'", page);
        assertContains("\r\nX-content-type-options: nosniff\r\n", page);
        assertTrue(!page.contains("/* vote.css */") && !page.contains("/* vote.js */"), "the parts are in it");
        String head = browser.request("HEAD /", "", "");
        String answers = browser.raw(head + browser.request("GET /question", Browser.CLOSE, ""));
        assertTrue(answers.matches("(?s)HTTP/1.1 200.*\r\n\r\nHTTP/1.1 200 .*"), "to HEAD the head: " + answers);
    }

    @Test
    void theNextQuestionComesByItselfAndClosingLetsNobodyWait() throws Exception {
        Browser voter = Browser.joined(port, server.code());
        try (Socket phone = voter.send("")) {
            String waiting = voter.askOn(phone, "GET /question", "").replaceFirst("(?s).*\"version\":(\\d+).*",
                    "GET /question?after=$1");
            phone.getOutputStream().write(voter.request(waiting, "", "").getBytes(StandardCharsets.UTF_8));
            ballot.open(4, "Another", Asks.choice("more", "fewer"));
            assertContains("\"lesson\":4,\"title\":\"Another\"", voter.answer(phone));
        }
        String version = voter.get("/question").replaceFirst("(?s).*\"version\":(\\d+).*", "$1");
        try (Socket waiting = voter.send(voter.request("GET /question?after=" + version, "", ""))) {
            server.close();
            Browser.awaitEnd(waiting);
        }
    }
}
