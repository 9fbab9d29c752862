package serviceone.modes;

import static testing.Assertions.assertEquals;

import module java.base;
import common.io.Clock;
import common.io.EventLoop;
import common.mode.Mode;
import serviceone.meter.Meter;
import serviceone.server.ClientSocket;
import serviceone.server.OpenConnections;
import serviceone.server.RawClient;
import serviceone.server.Settings;
import serviceone.server.SocketQueue;
import testing.Await;
import testing.Test;

class TurnTest {
    private static final int TURN = 64 * 1024;
    private static final int BEYOND = 10;
    private static final String HEAD = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n";

    private interface Maker {
        Transport create(ClientSocket socket, BlockingConnection connection, SocketQueue queue, EventLoop loop);
    }

    /** An event loop reads as much with one read. */
    @Test
    void inPoolAndLoomAConnectionGoesToTheEndOfTheQueueAfter64KilobytesOfARequest() throws Exception {
        assertEquals(TURN, EventLoop.BYTES_A_TURN);
        assertReadsOneTurn(Mode.POOL, (socket, connection, queue, loop) ->
                new PolledTransport(socket, connection, queue, loop, Settings.DEFAULTS));
        assertReadsOneTurn(Mode.LOOM, (socket, _, queue, loop) ->
                new WaitingTransport(socket, queue, loop, Settings.DEFAULTS));
    }

    private static void assertReadsOneTurn(Mode mode, Maker transport) throws Exception {
        SocketQueue queue = new SocketQueue(10, Settings.DEFAULTS.queueMillis(), System::nanoTime);
        try (EventLoop loop = new EventLoop(Thread.ofPlatform().daemon(), Clock.SYSTEM).start();
                ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.setOption(StandardSocketOptions.SO_RCVBUF, 2 * TURN);
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (RawClient client = new RawClient(listener.socket().getLocalPort());
                    SocketChannel channel = listener.accept()) {
                client.send(HEAD + "x".repeat(TURN + BEYOND - HEAD.length()));
                InputStream unread = channel.socket().getInputStream();
                Await.until("all has come", () -> unread.available() == TURN + BEYOND);
                new OpenConnections(1, System::nanoTime).admit(channel, new Meter(mode).connection(), queue::put);
                ClientSocket socket = queue.take();
                socket.serve(taken -> new BlockingConnection(taken, null, Settings.DEFAULTS,
                        connection -> transport.create(taken, connection, queue, loop)));
                assertEquals(BEYOND, unread.available(), "unread in " + mode);
                assertEquals(1, queue.size(), "in the queue in " + mode);
                if (mode.isBoundedByThreads()) {      // a virtual thread would wait for more
                    queue.take().serve(null);
                    assertEquals("0 unread, 0 in the queue", unread.available() + " unread, " + queue.size()
                            + " in the queue", "after the next turn");
                }
            }
        }
    }
}
