package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.MessageParser.Limits;
import common.io.SetClock;
import testing.Await;
import testing.Carriers;
import testing.Slow;
import testing.Test;

/** Clients that always have sent more: the deadline, the stop and the others' turn come all the same. */
class NeverPausingClientsTest {
    /** No client reaches a limit but those of time. */
    private static final Limits ENDLESS = new Limits(8 * 1024, 1 << 30, 1 << 30, 1 << 30);
    private static final int REQUEST_MILLIS = 10_000;
    private static final int NEVER = Integer.MAX_VALUE;
    private static final Settings BY_TIME_ALONE = TestService.settings("requestMillis", REQUEST_MILLIS, "limits",
            ENDLESS, "queueMillis", NEVER, "writeMillis", NEVER, "graceMillis", NEVER);
    private static final int CLIENTS = 1 + Runtime.getRuntime().availableProcessors();
    private static final int MEGABYTE = 1 << 20;
    private static final String POST = "POST /none HTTP/1.1\r\nHost: a\r\n";

    private enum Kind {
        CHUNK_EXTENSIONS(POST + "Transfer-Encoding: chunked\r\n\r\n", "1;" + "a".repeat(230) + "\r\nx\r\n"),
        BODY(POST + "Content-Length: " + (1 << 30) + "\r\n\r\n", "x"),
        TRAILERS(POST + "Transfer-Encoding: chunked\r\n\r\n0\r\n", "A: b\r\n"),
        PIPELINED("", RawClient.request("/none"));

        private final String begin;
        private final String unit;

        Kind(String begin, String unit) {
            this.begin = begin;
            this.unit = unit;
        }

        static List<Kind> withoutEnd() {
            return List.of(CHUNK_EXTENSIONS, BODY, TRAILERS);
        }
    }

    /** Sends until it is closed, or the service closes the connection. */
    private static final class Flood implements AutoCloseable {
        private final RawClient client;
        private final AtomicLong sent = new AtomicLong();

        Flood(TestService service, Kind kind) throws Exception {
            client = service.connect();
            String block = kind.unit.repeat(60_000 / kind.unit.length());
            client.send(kind.begin);
            Thread.ofPlatform().daemon().start(() -> send(block));
        }

        private void send(String block) {
            try {
                while (true) {
                    client.send(block);
                    sent.addAndGet(block.length());
                }
            } catch (IOException e) {
                // the connection is closed
            }
        }

        void awaitMore() throws Exception {
            long before = sent.get();
            Await.until("more is sent", () -> sent.get() - before >= MEGABYTE / 2);
        }

        /** Otherwise the service would wait for it, and not for its next request. */
        Flood readingAnswers() {
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    client.socket.getInputStream().transferTo(OutputStream.nullOutputStream());
                } catch (IOException e) {
                    // the connection is closed
                }
            });
            return this;
        }

        @Override
        public void close() throws IOException {
            client.close();
        }
    }

    @Test
    void itsRequestGets408AtItsDeadline() throws Exception {
        TestService.inEachModeByClock(BY_TIME_ALONE, (service, _, clock) -> {
            for (Kind kind : Kind.withoutEnd()) {
                try (Flood flood = new Flood(service, kind)) {
                    flood.awaitMore();
                    try (SetClock.Moving _ = clock.keepMoving(REQUEST_MILLIS)) {
                        RawClient.Reply late = flood.client.receive();
                        assertEquals(408, late.status(), "" + kind);
                        assertTrue(late.closes(), "the last answer");
                    }
                }
            }
        });
    }

    /** They outnumber the pool's threads, the carriers and the event loops, and no deadline comes. */
    @Test
    @Slow("sends megabytes")
    void othersAreAnsweredMeanwhile() throws Exception {
        try (Carriers _ = Carriers.take()) {
            for (Kind kind : Kind.values()) {
                TestService.inEachModeByClock(BY_TIME_ALONE, (service, _, _) -> {
                    List<Flood> floods = new ArrayList<>();
                    for (int i = 0; i < CLIENTS; i++) {
                        floods.add(new Flood(service, kind).readingAnswers());
                    }
                    for (Flood each : floods) {
                        each.awaitMore();
                    }
                    for (int i = 0; i < 5; i++) {
                        assertEquals(200, service.get("/rpc").status(), "another client beside " + kind);
                    }
                    for (Flood each : floods) {
                        each.close();
                    }
                });
            }
        }
    }

    @Test
    @Slow("sends megabytes")
    void atTheStopItGets503() throws Exception {
        Settings patient = TestService.with(BY_TIME_ALONE, "shutdownMillis", 0);
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.start(mode, 1, patient)) {
                List<Flood> floods = new ArrayList<>();
                for (Kind kind : Kind.withoutEnd()) {
                    floods.add(new Flood(service, kind));
                    floods.getLast().awaitMore();
                }
                FutureTask<GracefulShutdown.Summary> stopped = new FutureTask<>(service::stop);
                Thread.ofPlatform().daemon().start(stopped);
                for (Flood each : floods) {
                    assertEquals(503, each.client.receive().status());
                    each.close();
                }
                assertEquals(floods.size() + " refused, 0 cut off", stopped.get().refused() + " refused, "
                        + stopped.get().cutOff() + " cut off");
            }
        });
    }

    @Test
    @Slow("sends megabytes")
    void atTheStopAPipelinedRequestIsTheLast() throws Exception {
        Settings patient = TestService.settings("graceMillis", NEVER);
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.start(mode, 1, patient)) {
                Flood flood = new Flood(service, Kind.PIPELINED);
                assertEquals(404, flood.client.receive().status());
                FutureTask<GracefulShutdown.Summary> stopped = new FutureTask<>(service::stop);
                Thread.ofPlatform().daemon().start(stopped);
                RawClient.Reply reply = flood.client.receive();
                while (!reply.closes()) {
                    assertEquals(404, reply.status());
                    reply = flood.client.receive();
                }
                assertEquals(404, reply.status(), "the last answer");
                flood.close();
                assertEquals(0L, stopped.get().cutOff(), "cut off");
            }
        });
    }

    /** At the default limits. */
    @Test
    void itsRequestIsAnsweredIfItEndsInTime() throws Exception {
        TestService.inEachModeByClock(Settings.DEFAULTS, (_, client, _) -> {
            client.socket.setTcpNoDelay(true);
            client.send(POST + "Content-Length: " + MEGABYTE + "\r\n\r\n" + "x".repeat(MEGABYTE));
            client.send(POST + "Transfer-Encoding: chunked\r\n\r\n" + "1\r\nx\r\n".repeat(100_000) + "0\r\n\r\n");
            assertEquals(404, client.receive().status(), "a body of 1 MB");
            assertEquals(404, client.receive().status(), "a body of 100,000 chunks");
            for (char each : RawClient.request("/none").repeat(10).toCharArray()) {
                client.send("" + each);
            }
            for (int i = 0; i < 10; i++) {
                assertEquals(404, client.receive().status(), "a request that comes byte by byte");
            }
        });
    }
}
