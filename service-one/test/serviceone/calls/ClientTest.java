package serviceone.calls;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
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
    private final LinkedBlockingQueue<RawClient> accepted = new LinkedBlockingQueue<>();
    private final ScriptedServer two = new ScriptedServer((exchange, _) -> {
        accepted.add(exchange);
        ScriptedServer.answerAll(exchange);
    });
    private final ServiceTwoAddress address = new ServiceTwoAddress(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), two.port()), "two", 20_000, 20_000,
            new Bulkhead(0, 0));
    private final EventLoop loop = new EventLoop(Thread.ofPlatform()).start();

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

    @Test
    void closedAndLongIdlePooledConnectionsAreSkipped() throws Exception {
        BlockingClient client = new BlockingClient(address, new EventLoop(Thread.ofPlatform().daemon()));
        ConnectionPool<BlockingClient.Connection> pool = new ConnectionPool<>(new ArrayDeque<>());
        CallTimer timer = Requests.started(new Meter(Mode.POOL)).callStarted(Stage.INFO);
        BlockingClient.Connection longIdle = client.new Connection(1_000, timer);
        BlockingClient.Connection good = client.new Connection(1_000, timer);
        BlockingClient.Connection closed = client.new Connection(1_000, timer);
        longIdle.idleSince = System.nanoTime() - 20_500_000_000L;
        good.idleSince = System.nanoTime() - 10_000_000_000L;
        pool.keep(longIdle);
        pool.keep(good);
        pool.keep(closed);
        closed.close();
        pool.closeLongIdle();
        assertTrue(!longIdle.channel.isOpen() && good.channel.isOpen(), "a connection idle for over 20 s is closed");
        assertEquals(good, pool.take(), "the last usable connection");
        assertEquals(null, pool.take(), "from an empty pool");
    }
}
