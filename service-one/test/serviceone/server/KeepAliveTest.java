package serviceone.server;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.List;
import serviceone.meter.Meter.Count;
import testing.Await;
import testing.Test;

class KeepAliveTest {
    private record Row(String reason, String request, boolean closes) {
    }

    private static final List<Row> ROWS = List.of(
            new Row("HTTP/1.1 is kept", "GET /rpc HTTP/1.1\r\nHost: a\r\n\r\n", false),
            new Row("HTTP/1.1 may end", "GET /rpc HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", true),
            new Row("HTTP/1.0 ends", "GET /rpc HTTP/1.0\r\n\r\n", true),
            new Row("HTTP/1.0 may be kept", "GET /rpc HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", false),
            new Row("a refused path is kept", "GET /none HTTP/1.1\r\nHost: a\r\n\r\n", false),
            new Row("a refused method is kept", "PUT /rpc HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", false),
            new Row("who asks what is allowed is kept", "OPTIONS /rpc HTTP/1.1\r\nHost: a\r\n\r\n", false),
            new Row("… of the server, too", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", false),
            new Row("… or may end", "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", true));

    @Test
    void connectionsAreKeptOrEndedAsAsked() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.start(mode, Settings.DEFAULTS)) {
                for (Row row : ROWS) {
                    try (RawClient client = service.connect()) {
                        RawClient.Reply reply = client.send(row.request).receive();
                        assertEquals(row.closes, reply.closes(), row.reason);
                        assertEquals(!row.closes && row.request.contains("HTTP/1.0"),
                                reply.head().contains("\r\nConnection: keep-alive\r\n"), row.reason + ", and is told");
                        assertTrue(row.closes ? client.isAtEnd() : client.send(row.request).receive().status() > 0,
                                row.reason);
                    }
                }
            }
        });
    }

    @Test
    void aHeadHasNoBody() throws Exception {
        TestService.inEachMode((service, client) -> {
            client.send("HEAD /none HTTP/1.1\r\nHost: a\r\n\r\nGET /rpc HTTP/1.1\r\nHost: a\r\n\r\n");
            assertContains("HTTP/1.1 404", client.receiveHead());
            assertEquals(200, client.receive().status(), "what follows is the next response, not a body");
        });
    }

    @Test
    void pipelinedRequestsAreAnsweredInTheirOrder() throws Exception {
        TestService.inEachMode((service, client) -> {
            client.send(RawClient.request("/meetings") + RawClient.request("/none")
                    + RawClient.request("/wait-async")
                    + RawClient.request("/rpc"));
            assertContains("tech-talk", client.receive().body());
            assertContains("no such path", client.receive().body());
            assertContains("waitedMillis", client.receive().body());
            assertContains("\"two\"", client.receive().body());
        });
    }

    /** Enough of them to overflow a stack if each were answered within the answer before. */
    @Test
    void tenThousandPipelinedRequestsAreNoneTooMany() throws Exception {
        int count = 10_000;
        TestService.inEachMode((service, client) -> {
            Thread sender = Thread.ofVirtual().start(() -> sendMany(client, count));
            for (int i = 0; i < count; i++) {
                assertEquals(404, client.receive().status());
            }
            sender.join();
        });
    }

    /**
     * The client does not read for so long that the answers before the 100 (Continue) fill the buffers of both sides;
     * it holds no thread meanwhile.
     */
    @Test
    void aContinueComesBehindTheAnswersBeforeItThatNobodyHasRead() throws Exception {
        int count = 30_000;
        TestService.inEachMode(1, Settings.DEFAULTS, (service, client) -> {
            Thread sender = Thread.ofVirtual().start(() -> {
                sendMany(client, count);
                send(client, "POST /rpc HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n");
            });
            Await.until("the buffers are full, or all is answered", () -> isStalled(service));
            assertEquals(200, service.get("/rpc").status(), "another client");
            for (int i = 0; i < count; i++) {
                assertEquals(404, client.receive().status());
            }
            sender.join();
            assertContains("HTTP/1.1 100 ", client.receiveHead());
            assertEquals(405, client.send("x").receive().status());
        });
    }

    private static boolean isStalled(TestService service) throws InterruptedException {
        long before = service.meter.get(Count.ANSWERED);
        Thread.sleep(50);
        return before > 0 && service.meter.get(Count.ANSWERED) == before;
    }

    private static void sendMany(RawClient client, int count) {
        send(client, RawClient.request("/none").repeat(count));
    }

    private static void send(RawClient client, String bytes) {
        try {
            client.send(bytes);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
