package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.io.SetClock;
import common.mode.Mode;
import serviceone.meter.Meter;
import testing.Test;

class SocketQueueTest {
    private static final int MAX_MILLIS = 100;

    private final SetClock clock = new SetClock(Long.MAX_VALUE - 50_000_000);      // overflows during the tests
    private final Meter meter = new Meter(Mode.POOL, clock::nanoTime);
    private final OpenConnections connections = new OpenConnections(10, clock::nanoTime);
    private final SocketQueue queue = new SocketQueue(2, MAX_MILLIS, clock::nanoTime);
    private final List<ClientSocket> removed = new ArrayList<>();

    private ClientSocket put() throws IOException {
        AtomicReference<ClientSocket> admitted = new AtomicReference<>();
        connections.admit(SocketChannel.open(), meter.connection(), admitted::set);
        queue.put(admitted.get());
        return admitted.get();
    }

    @Test
    void socketsLeaveInTheirOrderAndOneThatComesBackIgnoresTheLimit() throws Exception {
        ClientSocket first = put();
        assertTrue(queue.hasRoom(), "one of two");
        clock.move(7);
        ClientSocket second = put();
        assertTrue(!queue.hasRoom(), "two of two");
        queue.put(first);
        assertEquals(3, queue.size(), "sockets");
        assertEquals(List.of(first, second, first), List.of(queue.take(), queue.take(), queue.takeUnserved()));
        assertEquals(null, queue.takeUnserved(), "an empty queue");
        assertEquals(clock.nanoTime(), first.queuedAt(), "when it was last put into the queue");
    }

    @Test
    void thoseThatHaveWaitedTooLongAreRemoved() throws Exception {
        ClientSocket first = put();
        ClientSocket second = put();
        clock.move(1);
        long putAt = clock.nanoTime();
        put();
        clock.move(MAX_MILLIS - 2);
        assertEquals(clock.nanoTime() + 1_000_000, queue.removeTooOld(removed::add), "a millisecond too early");
        assertEquals(List.of(), removed);
        clock.move(1);
        assertEquals(putAt + MAX_MILLIS * 1_000_000L, queue.removeTooOld(removed::add), "when the third is too old");
        assertEquals(List.of(first, second), removed);
        queue.take();
        assertEquals(clock.nanoTime() + MAX_MILLIS * 1_000_000L, queue.removeTooOld(removed::add),
                "when the next could be too old");
    }

    @Test
    void aDrainGoesOnAfterARequestsInterruptAndEndsWhenTheQueueIsClosed() throws Exception {
        List<ClientSocket> put = List.of(put(), put());
        List<ClientSocket> drained = new ArrayList<>();
        Thread.currentThread().interrupt();
        queue.drainTo(socket -> {
            drained.add(socket);
            Thread.currentThread().interrupt();
            if (queue.size() == 0) {
                queue.close();
            }
        });
        assertTrue(Thread.interrupted(), "the last request's interrupt is left");
        assertEquals(put, drained);
        put();
        queue.drainTo(drained::add);
        assertEquals(put, drained, "a closed queue gives no more");
    }
}
