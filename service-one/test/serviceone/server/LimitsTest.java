package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.http.MessageParser.Limits;
import java.util.List;
import testing.Test;

/** What the parser refuses, as a client sees it: the whole answer, then the end. The rest is in its own table. */
class LimitsTest {
    private static final Limits TINY = new Limits(64, 128, 4, 16);
    private static final String HEAD = "GET / HTTP/1.1\r\nHost: a\r\n";

    private record Row(int status, String reason, String request) {
    }

    private static final List<Row> ROWS = List.of(
            new Row(400, "a malformed request line", "GARBAGE\r\n\r\n"),
            new Row(400, "no Host", "GET / HTTP/1.1\r\n\r\n"),
            new Row(400, "a bare LF", "GET / HTTP/1.1\nHost: a\n\n"),
            new Row(413, "a body over the limit", HEAD + "Content-Length: 17\r\n\r\n" + "x".repeat(17)),
            new Row(413, "chunks over the limit", HEAD + "Transfer-Encoding: chunked\r\n\r\n11\r\n" + "x".repeat(17)
                    + "\r\n0\r\n\r\n"),
            new Row(414, "a request line over the limit", "GET /" + "a".repeat(100_000)
                    + " HTTP/1.1\r\nHost: a\r\n\r\n"),
            new Row(431, "headers over the limit", HEAD + "A: " + "a".repeat(200) + "\r\n\r\n"),
            new Row(431, "too many fields", HEAD + "A: a\r\nB: b\r\nC: c\r\nD: d\r\n\r\n"),
            new Row(400, "the asterisk without OPTIONS", "GET * HTTP/1.1\r\nHost: a\r\n\r\n"),
            new Row(400, "a coding that is not chunked", HEAD + "Transfer-Encoding: gzip\r\n\r\n"),
            new Row(400, "a malformed chunk extension", HEAD + "Transfer-Encoding: chunked\r\n\r\n0;\r\n\r\n"),
            new Row(501, "another coding, and then chunked", HEAD + "Transfer-Encoding: gzip, chunked\r\n\r\n"),
            new Row(501, "a method over the limit", "M".repeat(100_000) + " / HTTP/1.1\r\nHost: a\r\n\r\n"),
            new Row(505, "another version", "GET / HTTP/3.0\r\nHost: a\r\n\r\n"));

    @Test
    void theClientSeesTheStatusAndThenTheEnd() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.start(mode, TestService.limits(TINY))) {
                for (Row row : ROWS) {
                    try (RawClient client = service.connect()) {
                        RawClient.Reply reply = client.send(row.request).receive();
                        assertEquals(row.status, reply.status(), row.reason);
                        assertTrue(reply.closes() && client.isAtEnd(), row.reason + ": the connection ends");
                    }
                }
                assertEquals(200, service.get("/rpc").status(), "nobody else is disturbed");
            }
        });
    }

    /** The event loop of a well-known server dies of this, and with it every connection that it serves. */
    @Test
    void aMalformedRequestBehindAValidOneDisturbsNobodyElse() throws Exception {
        TestService.inEachMode(1, Settings.DEFAULTS, (service, client) -> {
            client.send(RawClient.request("/rpc") + "GARBAGE\r\n\r\n");
            assertEquals(200, client.receive().status(), "the valid one");
            assertEquals(400, client.receive().status(), "the malformed one");
            assertTrue(client.isAtEnd(), "the connection ends");
            assertEquals(200, service.get("/rpc").status(), "another client");
        });
    }

    @Test
    void aClientThatAsksWhetherToContinueIsToldInItsTurn() throws Exception {
        TestService.inEachMode((service, client) -> {
            client.send(RawClient.request("/none")
                    + "POST /rpc HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
            assertEquals(404, client.receive().status());
            assertEquals("HTTP/1.1 100 Continue\r\n\r\n", client.receiveHead());
            assertEquals(405, client.send("hi").receive().status());
        });
    }
}
