package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.io.Deadline;
import common.io.EventLoop;
import common.io.SetClock;
import common.mode.Mode;
import serviceone.meter.Meter;
import serviceone.server.ClientSocket.Ending;
import testing.Test;

class ClientSocketTest implements AutoCloseable {
    private static final int GRACE_NANOS = 1_000;

    private final SetClock clock = new SetClock(Long.MAX_VALUE);      // the next moment overflows
    private final OpenConnections connections = new OpenConnections(10, clock::nanoTime);
    private final ServerSocketChannel listener =
            ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final RawClient client = new RawClient(listener.socket().getLocalPort());
    private final AtomicReference<ClientSocket> admitted = new AtomicReference<>();
    private final List<String> asked = new ArrayList<>();
    private final ClientSocket.Connection connection = new ClientSocket.Connection() {
        @Override
        public void serve() throws InterruptedException {
            asked.add("serve");
            if (Thread.currentThread().isInterrupted()) {
                Thread.sleep(1);      // throws
            }
        }

        @Override
        public void end() {
            asked.add("end");
        }

        @Override
        public void endIfIdle() {
            asked.add("endIfIdle");
        }
    };

    ClientSocketTest() throws IOException {
        connections.admit(listener.accept(), new Meter(Mode.LOOM).connection(), admitted::set);
    }

    @Override
    public void close() throws IOException {
        client.close();
        admitted.get().close();
        listener.close();
    }

    @Test
    void aConnectionIsMadeOnceAndServedAgain() {
        ClientSocket socket = admitted.get();
        assertTrue(!socket.isTaken(), "before a drain takes it");
        socket.serve(_ -> connection);
        socket.serve(_ -> null);
        assertTrue(socket.isTaken(), "afterwards");
        assertEquals(List.of("serve", "serve"), asked);
    }

    @Test
    void anInterruptedThreadEndsItsConnectionAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        admitted.get().serve(_ -> connection);
        assertTrue(Thread.interrupted(), "still interrupted");
        assertEquals(List.of("serve", "end"), asked);
    }

    @Test
    void aFailureEndsAndClosesTheConnection() {
        admitted.get().serve(_ -> connection);
        admitted.get().fail(new IOException("the client has left"));
        assertEquals(List.of("serve", "end"), asked);
        assertTrue(!admitted.get().channel().isOpen() && connections.size() == 0, "closed");
    }

    @Test
    void theDeadlinesOfAConnectionEndWithIt() throws Exception {
        try (EventLoop loop = new EventLoop(Thread.ofPlatform(), clock)) {
            Deadline deadline = admitted.get().deadline(loop, () -> { });
            deadline.set(1_000);
            admitted.get().close();
            assertTrue(!deadline.clear(), "the loop must not keep the connection in memory");
        }
    }

    @Test
    void aNewConnectionIsSparedDuringTheGracePeriod() {
        admitted.get().serve(_ -> connection);
        clock.moveNanos(GRACE_NANOS - 1);
        admitted.get().endIfIdle(clock.nanoTime() - GRACE_NANOS);
        assertEquals(List.of("serve"), asked);
        clock.moveNanos(1);
        admitted.get().endIfIdle(clock.nanoTime() - GRACE_NANOS);
        assertEquals(List.of("serve", "endIfIdle"), asked);
    }

    @Test
    void aConnectionEndsAsItsLastAnswerSays() {
        Map<Integer, Ending> endings = new TreeMap<>();
        for (int status : List.of(200, 404, 500, 502, 503, 504)) {
            connections.admit(admitted.get().channel(), new Meter(Mode.LOOM).connection(), admitted::set);
            admitted.get().lastAnswer(status);
            admitted.get().answered();
            admitted.get().endsAs(Ending.CUT_OFF);      // too late
            endings.put(status, admitted.get().ending());
        }
        assertEquals("{200=ANSWERED, 404=ANSWERED, 500=ANSWERED, 502=FAILED, 503=REFUSED, 504=FAILED}",
                endings.toString());
    }

    @Test
    void unreadBytesAndAResetAreNoticed() throws Exception {
        ClientSocket socket = admitted.get();
        ByteBuffer input = ByteBuffer.allocate(16).limit(0);
        assertTrue(!socket.hasUnread() && !socket.isReset(input), "a silent client");
        client.send("GET");
        assertTrue(socket.hasUnread(), "bytes have come");
        assertTrue(!socket.isReset(input), "they are read");
        assertEquals("3 bytes, blocking", input.remaining() + " bytes, "
                + (socket.channel().isBlocking() ? "blocking" : "not blocking"));
        assertTrue(!socket.hasUnread(), "nothing is left");
        client.reset();
        assertTrue(socket.isReset(input) && !socket.hasUnread(), "the client has left");
        assertEquals(3, input.remaining(), "bytes that were read before");
    }

    @Test
    void inputThatIsShutDownHasNothingUnread() throws Exception {
        client.send("GET");
        admitted.get().shutDownInput();
        assertTrue(!admitted.get().hasUnread(), "nothing is read any more");
        admitted.get().close();
        admitted.get().shutDownInput();      // no failure
        assertTrue(!admitted.get().hasUnread(), "nothing comes after the end");
    }

    @Test
    void whatIsStillOpenIsCutOffAndCountedOnce() throws Exception {
        connections.shutDown();
        connections.cutOff();
        admitted.get().close();
        assertEquals(1L, connections.count(Ending.CUT_OFF), "cut off");
        assertEquals(0L, connections.count(Ending.IDLE), "idle");
        assertTrue(client.isAtEnd(), "the client sees a reset");
        connections.awaitEmpty(3_600_000);      // returns at once
    }

    @Test
    void theWaitForAnEmptySetHasALimit() throws Exception {
        connections.shutDown();
        connections.awaitEmpty(1);
        assertEquals(1, connections.size(), "connections");
        connections.closeAll();
        assertEquals(0, connections.size(), "connections after the end");
        assertEquals(1L, connections.count(Ending.IDLE), "idle");
    }
}
