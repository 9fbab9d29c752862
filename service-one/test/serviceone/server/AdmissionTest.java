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
class AdmissionTest {
    private final Meter meter = new Meter(Mode.LOOM);
    private final Admission admission = new Admission(2);

    @Test
    void thereIsRoomForAsManyAsAllowed() throws Exception {
        List<ClientSocket> in = new ArrayList<>();
        admission.admit(SocketChannel.open(), meter.connection(), in::add);
        assertTrue(admission.hasRoom(), "one of two is in");
        admission.admit(SocketChannel.open(), meter.connection(), in::add);
        assertTrue(!admission.hasRoom(), "two of two are in");
        in.getFirst().close();
        in.getFirst().close();
        assertEquals(1, admission.size(), "closed twice, the permit came back once");
        admission.closeAll();
        assertEquals(0, admission.size(), "and now the other one");
    }

    @Test
    void whatCannotBeHandedOnIsClosedAndKeepsNoPermit() throws Exception {
        SocketChannel channel = SocketChannel.open();
        assertThrows(OutOfMemoryError.class, () -> admission.admit(channel, meter.connection(), socket -> {
            throw new OutOfMemoryError("for the queue's next node");
        }));
        assertEquals(0, admission.size());
        assertTrue(!channel.isOpen(), "it is closed");
    }

    @Test
    void whoWaitsForTheLastOneIsWoken() throws Exception {
        List<ClientSocket> in = new ArrayList<>();
        admission.admit(SocketChannel.open(), meter.connection(), in::add);
        admission.drain();
        Thread waiting = Thread.ofPlatform().start(() -> {
            try {
                admission.awaitEmpty(3_600_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();      // nobody does
            }
        });
        in.getFirst().close();
        waiting.join();
        assertEquals(0, admission.size());
    }
}
