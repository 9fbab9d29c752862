package serviceone.calls;

import static testing.Assertions.assertEquals;

import common.io.EventLoop;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Meter;
import serviceone.meter.Mode;
import serviceone.meter.Requests;
import serviceone.server.ScriptedServer;
import testing.Test;

/** Both clients, against a service two whose every word the test says: what they make of a connection of their pool. */
class ClientTest implements AutoCloseable {
    private final LinkedBlockingQueue<ScriptedServer.Exchange> accepted = new LinkedBlockingQueue<>();
    private final ScriptedServer two = new ScriptedServer((exchange, _) -> {
        accepted.add(exchange);
        exchange.answerAll();
    });
    private final ServiceTwoAddress address = new ServiceTwoAddress(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), two.port()), "two", 20_000, 20_000,
            new Bulkhead(0));
    private final EventLoop loop = new EventLoop(Thread.ofPlatform()).start();
    private final Meter meter = new Meter(Mode.LOOM);
    private final AsyncClient async = new AsyncClient(address, loop);
    private final BlockingClient blocking = new BlockingClient(address, new EventLoop(Thread.ofPlatform().daemon()));

    ClientTest() throws Exception {
    }

    @Override
    public void close() throws java.io.IOException {
        loop.close();
        two.close();
    }

    private record Client(ConnectionMeter meter) implements Call.Requester {
        @Override
        public boolean hasLeft() {
            return false;
        }
    }

    /** In a task of the loop, which is busy until the test says so. */
    private String askAsync(Runnable meanwhile) throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        loop.execute(() -> {
            meanwhile.run();
            new AsyncClient.Calls(async, new Client(Requests.started(meter))).make(Call.info())
                    .thenAccept(body -> answer.complete(new String(body)));
        });
        return answer.get();
    }

    private String askBlocking(Runnable meanwhile) throws Exception {
        meanwhile.run();
        return new String(new BlockingClient.Calls(blocking, new Client(Requests.started(meter))).make(Call.info()));
    }

    private void sendUnasked() {
        try {
            accepted.take().send(ScriptedServer.ok("{\"service\":\"WRONG\"}"));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** The loop is busy when it comes: no selector has told of it when the connection is taken from the pool. */
    @Test
    void anUnaskedAnswerIsNobodysAlsoWhileTheLoopIsBusy() throws Exception {
        assertEquals(ScriptedServer.INFO, askBlocking(() -> { }));
        assertEquals(ScriptedServer.INFO, askBlocking(this::sendUnasked));
        accepted.take();      // the second connection
        assertEquals(ScriptedServer.INFO, askAsync(() -> { }));
        assertEquals(ScriptedServer.INFO, askAsync(this::sendUnasked));
    }

    @Test
    void aConnectionThatIsClosedInThePoolIsPassedOver() throws Exception {
        ConnectionPool<BlockingClient.Connection> pool = new ConnectionPool<>(new ArrayDeque<>());
        BlockingClient.Connection good = blocking.connect();
        BlockingClient.Connection closed = blocking.connect();
        pool.release(good, true);
        pool.release(closed, true);
        closed.close();
        assertEquals(good, pool.take(), "the next one");
        assertEquals(null, pool.take(), "of an empty pool");
    }
}
