package serviceone.calls;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.ResponseParser;
import common.io.Clock;
import common.io.EventLoop;
import common.mode.Mode;
import serviceone.meter.ConnectionMeter.CallTimer;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Meter;
import serviceone.meter.Requests;
import serviceone.meter.Stage;
import serviceone.server.RawClient;
import serviceone.server.ScriptedServer;
import testing.Test;

class ClientTest implements AutoCloseable {
    private static final int IDLE_MILLIS = 600_000;

    private final LinkedBlockingQueue<RawClient> accepted = new LinkedBlockingQueue<>();
    private final ScriptedServer two = new ScriptedServer((exchange, _) -> {
        accepted.add(exchange);
        ScriptedServer.answerAll(exchange);
    });
    private final ServiceTwoAddress address = new ServiceTwoAddress(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), two.port()), "two", 20_000, 20_000,
            IDLE_MILLIS, new Bulkhead(0, 0));
    private final EventLoop loop = new EventLoop(Thread.ofPlatform(), Clock.SYSTEM).start();

    ClientTest() throws Exception {
    }

    @Override
    public void close() throws IOException {
        loop.close();
        two.close();
    }

    private record Client(ConnectionMeter meter) implements Call.Requester {
        @Override
        public boolean hasLeft() {
            return false;
        }
    }

    /** The call takes the connection from the pool before the selector has reported the unrequested bytes. */
    @Test
    void anUnrequestedAnswerReachesNobodyEvenWhileTheLoopIsBusy() throws Exception {
        AsyncClient.Calls calls = new AsyncClient.Calls(new AsyncClient(address, loop),
                new Client(Requests.started(new Meter(Mode.ASYNC))));
        for (boolean unrequested : new boolean[] {false, true}) {
            CompletableFuture<String> answer = new CompletableFuture<>();
            loop.execute(() -> {
                if (unrequested) {
                    sendUnrequested();
                }
                calls.make(Call.info()).thenAccept(body -> answer.complete(new String(body)));
            });
            assertEquals(ScriptedServer.INFO, answer.get(),
                    unrequested ? "after an unrequested answer" : "the first answer");
        }
    }

    private void sendUnrequested() {
        try {
            accepted.take().send(ScriptedServer.ok("{\"service\":\"WRONG\"}"));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private ConnectionPool<BlockingClient.Connection> pool(BlockingClient.Connection... idle) throws IOException {
        return new ConnectionPool<>(new ArrayDeque<>(List.of(idle)), address,
                new EventLoop(Thread.ofPlatform(), Clock.SYSTEM));
    }

    /** A parser takes more memory than the rest of a connection. */
    @Test
    void connectionsShareAParserAndNeedItOnlyDuringAnAnswer() throws Exception {
        BlockingClient client = new BlockingClient(address, new EventLoop(Thread.ofPlatform().daemon(), Clock.SYSTEM));
        ConnectionPool<BlockingClient.Connection> pool = pool();
        CallTimer timer = Requests.started(new Meter(Mode.POOL)).callStarted(Stage.INFO);
        BlockingClient.Connection slow = client.new Connection(1_000, timer);
        BlockingClient.Connection fast = client.new Connection(1_000, timer);
        ByteBuffer answer = ByteBuffer.wrap(answer("", ScriptedServer.INFO));
        assertTrue(!pool.parse(slow, answer.slice(0, 9)) && pool.parse(fast, answer.slice()), "complete");
        ResponseParser ofFast = fast.parser;
        assertTrue(slow.parser != ofFast, "two answers at once");
        pool.read(fast, Call.info(), false);
        assertEquals(null, fast.parser, "between answers");
        assertTrue(pool.parse(slow, answer.slice(9, answer.limit() - 9)), "the rest");
        pool.parse(fast, answer.slice());
        assertTrue(fast.parser == ofFast, "the next answer");
        slow.close();
        fast.close();
    }

    @Test
    void closedAndLongIdlePooledConnectionsAreSkipped() throws Exception {
        BlockingClient client = new BlockingClient(address, new EventLoop(Thread.ofPlatform().daemon(), Clock.SYSTEM));
        CallTimer timer = Requests.started(new Meter(Mode.POOL)).callStarted(Stage.INFO);
        BlockingClient.Connection longIdle = client.new Connection(1_000, timer);
        BlockingClient.Connection good = client.new Connection(1_000, timer);
        BlockingClient.Connection closed = client.new Connection(1_000, timer);
        longIdle.idleSince = System.nanoTime() - IDLE_MILLIS * 1_000_000L;
        good.idleSince = System.nanoTime() - IDLE_MILLIS * 500_000L;
        ConnectionPool<BlockingClient.Connection> pool = pool(closed, good, longIdle);
        closed.close();
        pool.closeLongIdle();
        assertTrue(!longIdle.channel.isOpen() && good.channel.isOpen(),
                "only the connection that was idle for too long is closed");
        assertEquals(good, pool.take(), "the last usable connection");
        assertEquals(null, pool.take(), "from an empty pool");
    }

    /** A repeated call could be made twice, so only a used connection that breaks before an answer counts as stale. */
    @Test
    void onlyABreakBeforeTheAnswerMakesAConnectionStale() throws Exception {
        BlockingClient client = new BlockingClient(address, new EventLoop(Thread.ofPlatform().daemon(), Clock.SYSTEM));
        BlockingClient.Connection connection = client.new Connection(1_000,
                Requests.started(new Meter(Mode.POOL)).callStarted(Stage.INFO));
        IOException broken = new IOException("broken");
        assertTrue(!connection.isStale(broken), "a new connection");
        connection.used = true;
        assertTrue(connection.isStale(broken), "a used one");
        for (Exception other : List.of(CallException.of(CallException.Kind.WRONG), new SocketTimeoutException(),
                new IllegalStateException())) {
            assertTrue(!connection.isStale(other), other.toString());
        }
        pool().parse(connection, ByteBuffer.wrap("HTTP/1.1 2".getBytes(StandardCharsets.US_ASCII)));
        assertTrue(!connection.isStale(broken), "within an answer");
        connection.close();
    }

    private static byte[] answer(String fields, String body) {
        return ("HTTP/1.1 200 OK\r\n" + fields + "Content-Length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void onlyAConnectionWithARightAnswerIsKept() throws Exception {
        BlockingClient client = new BlockingClient(address, new EventLoop(Thread.ofPlatform().daemon(), Clock.SYSTEM));
        ConnectionPool<BlockingClient.Connection> pool = pool();
        CallTimer timer = Requests.started(new Meter(Mode.POOL)).callStarted(Stage.INFO);
        Object[][] table = {
            {true, "a right answer", answer("", "{\"service\":\"two\"}"), false},
            {false, "surplus bytes", answer("", "{\"service\":\"two\"}"), true},
            {false, "the last answer", answer("Connection: close\r\n", "{\"service\":\"two\"}"), false},
            {false, "a wrong answer", answer("", "{}"), false}};
        for (Object[] row : table) {
            BlockingClient.Connection connection = client.new Connection(1_000, timer);
            pool.parse(connection, ByteBuffer.wrap((byte[]) row[2]));
            connection.deadline.set(60_000);
            try {
                byte[] body = pool.read(connection, Call.info(), (boolean) row[3]);
                assertEquals("{\"service\":\"two\"}", new String(body, StandardCharsets.US_ASCII));
            } catch (CallException e) {
                assertEquals("a wrong answer", row[1]);
            }
            assertEquals(row[0], connection.channel.isOpen(), (String) row[1]);
            assertEquals(row[0], pool.take() == connection, (String) row[1]);
            assertEquals(row[0], connection.used, (String) row[1]);
            connection.close();
        }
        BlockingClient.Connection kept = client.new Connection(1_000, timer);
        pool(kept).close();
        assertTrue(!kept.channel.isOpen(), "the pool is closed");
    }
}
