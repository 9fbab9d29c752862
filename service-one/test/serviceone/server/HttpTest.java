package serviceone.server;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.MessageParser.Limits;
import serviceone.meter.Meter.Count;
import testing.Await;
import testing.Test;

class HttpTest {
    private static final Limits TINY = new Limits(64, 128, 4, 16);
    private static final String HOST = " HTTP/1.1\r\nHost: a\r\n";

    private enum Ending { KEPT, KEPT_IF_ASKED, ENDED }

    private record Row(String reason, int status, Ending ending, String request) {
    }

    private static final List<Row> ROWS = List.of(
            new Row("an HTTP/1.1 connection is kept", 200, Ending.KEPT, "GET /rpc" + HOST + "\r\n"),
            new Row("HTTP/1.1 with Connection: close", 200, Ending.ENDED,
                    "GET /rpc" + HOST + "Connection: close\r\n\r\n"),
            new Row("an HTTP/1.0 connection ends", 200, Ending.ENDED, "GET /rpc HTTP/1.0\r\n\r\n"),
            new Row("HTTP/1.0 with Connection: keep-alive", 200, Ending.KEPT_IF_ASKED,
                    "GET /rpc HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"),
            new Row("no such path", 404, Ending.KEPT, "GET /none" + HOST + "\r\n"),
            new Row("a method that is not allowed", 405, Ending.KEPT,
                    "PUT /rpc" + HOST + "Content-Length: 1\r\n\r\nx"),
            new Row("OPTIONS for the whole server", 204, Ending.KEPT, "OPTIONS *" + HOST + "\r\n"),
            new Row("OPTIONS with Connection: close", 204, Ending.ENDED,
                    "OPTIONS *" + HOST + "Connection: close\r\n\r\n"),
            new Row("a malformed request line", 400, Ending.ENDED, "GARBAGE\r\n\r\n"),
            new Row("a body over the limit", 413, Ending.ENDED,
                    "GET /" + HOST + "Content-Length: 17\r\n\r\n" + "x".repeat(17)),
            new Row("chunks over the limit", 413, Ending.ENDED,
                    "GET /" + HOST + "Transfer-Encoding: chunked\r\n\r\n11\r\n" + "x".repeat(17) + "\r\n0\r\n\r\n"),
            new Row("a request line over the limit", 414, Ending.ENDED, "GET /" + "a".repeat(100_000) + HOST + "\r\n"),
            new Row("headers over the limit", 431, Ending.ENDED, "GET /" + HOST + "A: " + "a".repeat(200) + "\r\n\r\n"),
            new Row("too many fields", 431, Ending.ENDED, "GET /" + HOST + "A: a\r\nB: b\r\nC: c\r\nD: d\r\n\r\n"),
            new Row("a method over the limit", 501, Ending.ENDED, "M".repeat(100_000) + " /" + HOST + "\r\n"),
            new Row("another version", 505, Ending.ENDED, "GET / HTTP/3.0\r\nHost: a\r\n\r\n"));

    /** A refused client can read the answer while the rest of its request is on the way. */
    @Test
    void eachRequestIsAnsweredAndItsConnectionIsKeptOrEnds() throws Exception {
        TestService.inEachMode(TestService.settings("limits", TINY), (service, other) -> {
            for (Row row : ROWS) {
                try (RawClient client = service.connect()) {
                    RawClient.Reply reply = client.send(row.request).receive();
                    assertEquals(row.status, reply.status(), row.reason);
                    assertEquals(row.ending == Ending.ENDED, reply.closes(), row.reason + ": the end is announced");
                    assertEquals(row.ending == Ending.KEPT_IF_ASKED,
                            reply.head().contains("\r\nConnection: keep-alive\r\n"),
                            row.reason + ": keep-alive is announced");
                    assertTrue(row.ending == Ending.ENDED ? client.isAtEnd()
                            : client.send(row.request).receive().status() == row.status,
                            row.reason + ": the connection is ended or kept");
                }
            }
            assertEquals(200, other.get("/rpc").status(), "another client is not disturbed");
        });
    }

    /** The garbage at the end must not stop an event loop. */
    @Test
    void pipelinedRequestsAreAnsweredInTheirOrder() throws Exception {
        TestService.inEachMode(1, Settings.DEFAULTS, (service, client) -> {
            client.send(RawClient.request("/meetings") + "HEAD /none" + HOST + "\r\n" + RawClient.request("/wait-async")
                    + RawClient.request("/rpc") + "GARBAGE\r\n\r\n");
            assertContains("tech-talk", client.receive().body());
            assertContains("HTTP/1.1 404", client.receiveHead());      // the answer to HEAD has no body
            assertContains("waitedMillis", client.receive().body());
            assertContains("\"two\"", client.receive().body());
            assertEquals(400, client.receive().status(), "garbage after valid requests");
            assertTrue(client.isAtEnd(), "the connection ends");
            assertEquals(200, service.get("/rpc").status(), "another client");
        });
    }

    /** One recursion per request would overflow the stack. The answers fill the buffers of both sides. */
    @Test
    void thousandsOfPipelinedRequestsWaitUntilTheirClientReads() throws Exception {
        int count = 4_000;
        TestService.inEachMode(1, Settings.DEFAULTS, (service, client) -> {
            Thread sender = Thread.ofVirtual().start(() -> send(client, RawClient.request("/none").repeat(count)
                    + "POST /rpc" + HOST + "Expect: 100-continue\r\nContent-Length: 1\r\n\r\n"));
            Await.until("the buffers are full", () -> isStalled(service));
            assertEquals(200, service.get("/rpc").status(), "another client");
            for (int i = 0; i < count; i++) {
                assertEquals(404, client.receive().status(), "answer " + i);
            }
            sender.join();
            assertEquals("HTTP/1.1 100 Continue\r\n\r\n", client.receiveHead());
            assertEquals(405, client.send("x").receive().status());
        });
    }

    /** A slow service may look stalled, too, but the test still passes. */
    private static boolean isStalled(TestService service) throws InterruptedException {
        long before = service.meter.get(Count.ANSWERED);
        Thread.sleep(50);
        return before > 0 && service.meter.get(Count.ANSWERED) == before;
    }

    private static void send(RawClient client, String bytes) {
        try {
            client.send(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
