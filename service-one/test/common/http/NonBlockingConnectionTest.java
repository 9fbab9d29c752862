package common.http;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.MessageParser.Parsers;
import common.io.EventLoop;
import common.io.SetClock;
import serviceone.server.RawClient;
import testing.Test;

class NonBlockingConnectionTest implements AutoCloseable {
    private static final int REQUEST = 100;
    private static final int IDLE = 300;
    private static final int WRITE = 500;
    private static final int LINGER = 700;
    private static final int PATIENCE_SECONDS = 60;

    private final SetClock clock = new SetClock();
    private final EventLoop loop = new EventLoop(Thread.ofPlatform().daemon(), clock).start();
    private final ServerSocketChannel server =
            ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final Parsers<RequestParser> parsers =
            new Parsers<>(() -> new RequestParser(MessageParser.Limits.DEFAULTS));
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final List<RawClient> clients = new ArrayList<>();
    private volatile boolean keepsAlive = true;
    private volatile boolean leavesWithInput;

    NonBlockingConnectionTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
        server.close();
        loop.close();
    }

    /** Tells what it is told. */
    private final class Recorded extends NonBlockingConnection {
        private final SocketChannel channel;

        Recorded(SocketChannel channel) {
            super(channel, loop, parsers, new Limits(REQUEST, IDLE, WRITE, LINGER));
            this.channel = channel;
        }

        @Override
        protected void serve(Request request) {
            events.add("serve " + request.path());
        }

        @Override
        protected boolean keepsAlive() {
            return keepsAlive;
        }

        @Override
        protected boolean leavesWithInput() {
            return leavesWithInput;
        }

        @Override
        protected void requestBegins() {
            events.add("begins");
        }

        @Override
        protected void requestGoesOn() {
            events.add("goes on");
        }

        @Override
        protected void nextRequest(boolean hasCome) {
            events.add(hasCome ? "next" : "no next");
        }

        @Override
        protected void refused(int status) {
            events.add("refused " + status);
        }

        @Override
        protected void sent() {
            events.add("sent");
        }

        @Override
        public void answered() {
            events.add("answered");
        }

        @Override
        public void close() {
            events.add("closed");
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private RawClient client() throws IOException {
        RawClient client = new RawClient(server.socket().getLocalPort());
        clients.add(client);
        return client;
    }

    private Recorded accept() throws Exception {
        Recorded connection = new Recorded(server.accept());
        onLoop(() -> {
            connection.begin();
            return null;
        });
        return connection;
    }

    private <T> T onLoop(Callable<T> task) throws Exception {
        FutureTask<T> future = new FutureTask<>(task);
        loop.execute(future);
        return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private void answer(Recorded connection, String body) throws Exception {
        onLoop(() -> {
            connection.answer(Response.text(200, body));
            return null;
        });
    }

    /** @param expected separated by commas */
    private void expect(String expected) throws Exception {
        List<String> seen = new ArrayList<>();
        for (int left = expected.split(", ").length; left > 0; left--) {
            seen.add(events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
        }
        onLoop(() -> null);      // the loop has done what it began
        assertEquals(expected, String.join(", ", seen));
    }

    /** Before an idle connection is closed, it looks once more whether a request has come. */
    private void expectClosed() throws Exception {
        String event;
        do {
            event = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } while ("goes on".equals(event));
        assertEquals("closed", event);
        onLoop(() -> null);
    }

    private void assertNothingHappens(String why) throws Exception {
        for (int i = 0; i < 3; i++) {
            onLoop(() -> null);      // the loop has looked at its timers
        }
        assertEquals(null, events.peek(), why);
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
    }

    @Test
    void aConnectionServesOneRequestAfterTheOther() throws Exception {
        RawClient client = client();
        Recorded connection = accept();
        for (String path : List.of("/one", "/two")) {
            client.send(get(path));
            expect("begins, no next, serve " + path);
            answer(connection, path);
            expect("sent");
            RawClient.Reply reply = client.receive();
            assertEquals(path, reply.body());
            assertTrue(!reply.closes(), "kept alive");
            answer(connection, "a second answer to one request");
        }
        clock.move(IDLE - 1);
        assertNothingHappens("idle for less than the limit");
        clock.move(1);
        expectClosed();
        assertTrue(client.isAtEnd(), "no second answer");
        assertTrue(connection.hasEnded(), "ended");
    }

    @Test
    void aRequestMayComeInPartsUntilItsDeadline() throws Exception {
        RawClient client = client();
        Recorded connection = accept();
        clock.move(REQUEST - 1);
        client.send("GET /");
        expect("begins");
        assertEquals(true, onLoop(connection::isWithinRequest));
        client.send("one HTTP/1.1\r\nHost: a\r\n\r\n");
        expect("goes on, no next, serve /one");
        assertEquals(false, onLoop(connection::isWithinRequest));
        clock.move(IDLE + REQUEST + WRITE);
        assertNothingHappens("nobody waits for the client while its request is served");
        answer(connection, "");
        expect("sent");
        client.receive();
        clock.move(IDLE - 1);
        client.send("GET /");
        expect("begins");
        clock.move(REQUEST - 1);
        assertNothingHappens("the next request has its own time");
        clock.move(1);
        expect("refused 408");
        RawClient.Reply late = client.receive();
        assertEquals(408, late.status());
        assertTrue(late.closes(), "the last answer");
        client.close();
        expect("answered, closed");
    }

    @Test
    void aNewConnectionsFirstRequestHasAsLongAsTheConnection() throws Exception {
        RawClient client = client();
        accept();
        clock.move(REQUEST - 1);
        client.send("GET /");
        expect("begins");
        clock.move(1);
        expect("refused 408");
        assertEquals(408, client.receive().status());
        RawClient silent = client();
        accept();
        clock.move(REQUEST - 1);
        client.close();
        expect("answered, closed");
        assertNothingHappens("silent for less than the limit");
        clock.move(1);
        expectClosed();
        assertTrue(silent.isAtEnd(), "closed without an answer");
    }

    @Test
    void aRequestThatComesAtTheLastMomentHasItsTime() throws Exception {
        RawClient client = client();
        Recorded connection = accept();
        onLoop(() -> {
            client.send("GET /");
            while (connection.channel.socket().getInputStream().available() == 0) {
                Thread.onSpinWait();
            }
            clock.move(REQUEST);
            return null;
        });
        expect("begins");
        events.clear();
        clock.move(REQUEST - 1);
        assertNothingHappens("less than the limit");
        clock.move(1);
        expect("refused 408");
        assertEquals(408, client.receive().status());
    }

    @Test
    void aMalformedRequestIsRefused() throws Exception {
        RawClient client = client();
        accept();
        client.send("GET\r\n");
        expect("begins, refused 400");
        assertEquals(400, client.receive().status());
        client.close();
        expect("answered, closed");
    }

    @Test
    void pipelinedRequestsAreServedInOrder() throws Exception {
        RawClient client = client();
        Recorded connection = accept();
        client.send(get("/one") + get("/two") + "GET /th");
        expect("begins, next, serve /one");
        client.send("ree HT");
        expect("next");
        answer(connection, "1");
        expect("sent, begins, next, serve /two, next");
        client.send("TP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nGET /four");
        expect("next");
        answer(connection, "2");
        expect("sent, begins, next, serve /three, next");
        answer(connection, "3");
        expect("sent");
        assertEquals("12", client.receive().body() + client.receive().body());
        RawClient.Reply last = client.receive();
        assertTrue(last.body().equals("3") && last.closes(), "the last answer");
        assertTrue(client.isAtEnd(), "half closed, so that the last answer is not lost");
        client.close();
        expect("answered, closed");
    }

    @Test
    void theLastAnswerEndsTheConnection() throws Exception {
        RawClient client = client();
        Recorded connection = accept();
        client.send("GET / HTTP/1.0\r\n\r\n");
        expect("begins, no next, serve /");
        answer(connection, "");
        expect("sent, answered, closed");
        assertTrue(client.receive().closes() && client.isAtEnd(), "closed");
        RawClient other = client();
        Recorded stopping = accept();
        other.send(get("/"));
        expect("begins, no next, serve /");
        keepsAlive = false;
        answer(stopping, "");
        expect("sent, answered, closed");
        assertTrue(other.receive().closes() && other.isAtEnd(), "closed at the stop");
        clock.move(10 * IDLE);
        assertNothingHappens("an ended connection has no deadline");
    }

    @Test
    void aClientMayCloseItsHalfBeforeTheAnswer() throws Exception {
        for (boolean leaves : new boolean[] {false, true}) {
            leavesWithInput = leaves;
            RawClient client = client();
            Recorded connection = accept();
            client.send(get("/"));
            expect("begins, no next, serve /");
            client.socket.shutdownOutput();
            expect(leaves ? "no next, closed" : "no next");
            answer(connection, "");
            if (!leaves) {
                expect("sent, closed");
                assertEquals(200, client.receive().status());
            }
            assertTrue(client.isAtEnd(), "closed");
        }
        RawClient half = client();
        accept();
        half.send("GET /");
        expect("begins");
        half.socket.shutdownOutput();
        expect("goes on, closed");
        assertTrue(half.isAtEnd(), "no answer to half a request");
    }

    @Test
    void aClientIsToldToContinue() throws Exception {
        RawClient client = client();
        Recorded connection = accept();
        client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n");
        expect("begins");
        assertEquals("HTTP/1.1 100 Continue\r\n\r\n", client.receiveHead());
        client.send("x");
        expect("goes on, no next, serve /");
        answer(connection, "");
        expect("sent");
        assertEquals(200, client.receive().status());
    }

    @Test
    void aClientThatDoesNotTakeItsAnswerIsReset() throws Exception {
        RawClient client = client();
        Recorded connection = accept();
        client.send(get("/"));
        expect("begins, no next, serve /");
        answer(connection, "x".repeat(20_000_000));
        clock.move(WRITE - 1);
        assertNothingHappens("less than the limit");
        clock.move(1);
        expect("closed");
        assertTrue(connection.hasEnded(), "reset");
    }

    @Test
    void onlySoMuchIsReadAheadOfAnAnswer() throws Exception {
        for (boolean leaves : new boolean[] {false, true}) {
            leavesWithInput = leaves;
            RawClient client = client();
            Recorded connection = accept();
            client.send(get("/"));
            expect("begins, no next, serve /");
            clock.move(10 * IDLE);
            assertNothingHappens("there is room");
            client.send("x".repeat(40_000));
            expect("next");
            while (onLoop(() -> connection.channel.socket().getInputStream().available()) < 40_000 - 16 * 1024) {
                events.clear();      // it may come in parts
            }
            events.clear();
            clock.move(IDLE - 1);
            assertNothingHappens("full for less than the limit");
            clock.move(1);
            if (leaves) {
                expect("closed");
            }
            assertNothingHappens("nobody could see it leave");
        }
    }

    @Test
    void aConnectionThatIsIdleEndsAtTheStop() throws Exception {
        RawClient idle = client();
        Recorded connection = accept();
        onLoop(() -> {
            connection.endIfNothingCame();
            return null;
        });
        expectClosed();
        assertTrue(idle.isAtEnd(), "closed");
        RawClient asking = client();
        Recorded begun = accept();
        asking.send("GET /");
        expect("begins");
        onLoop(() -> {
            begun.endIfNothingCame();
            return null;
        });
        assertNothingHappens("a request has begun");
        begun.failed(new IOException());
        expect("closed");
    }
}
