package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import serviceone.meter.Meter;
import serviceone.meter.Mode;
import testing.Test;

/** However a connection ends, its permit is given back once. */
class OpenConnectionsTest {
    private final Meter meter = new Meter(Mode.LOOM);
    private final OpenConnections connections = new OpenConnections(2);

    @Test
    void thereIsRoomForAsManyAsAllowed() throws Exception {
        List<ClientSocket> in = new ArrayList<>();
        connections.admit(SocketChannel.open(), meter.connection(), in::add);
        assertTrue(connections.hasRoom(), "one of two is in");
        connections.admit(SocketChannel.open(), meter.connection(), in::add);
        assertTrue(!connections.hasRoom(), "two of two are in");
        in.getFirst().close();
        in.getFirst().close();
        assertEquals(1, connections.size(), "closed twice, the permit came back once");
        connections.closeAll();
        assertEquals(0, connections.size(), "and now the other one");
    }

    @Test
    void whatCannotBeHandedOnIsClosedAndKeepsNoPermit() throws Exception {
        SocketChannel channel = SocketChannel.open();
        assertThrows(OutOfMemoryError.class, () -> connections.admit(channel, meter.connection(), socket -> {
            throw new OutOfMemoryError("for the queue's next node");
        }));
        assertEquals(0, connections.size());
        assertTrue(!channel.isOpen(), "it is closed");
    }

    @Test
    void whoWaitsForTheLastOneIsWoken() throws Exception {
        List<ClientSocket> in = new ArrayList<>();
        connections.admit(SocketChannel.open(), meter.connection(), in::add);
        connections.shutDown();
        Thread waiting = Thread.ofPlatform().start(() -> {
            try {
                connections.awaitEmpty(3_600_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();      // nobody does
            }
        });
        in.getFirst().close();
        waiting.join();
        assertEquals(0, connections.size());
    }
}
