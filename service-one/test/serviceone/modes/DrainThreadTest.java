package serviceone.modes;

import java.nio.channels.SocketChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import serviceone.meter.Meter;
import serviceone.meter.Mode;
import serviceone.server.ClientSocket;
import serviceone.server.OpenConnections;
import serviceone.server.SocketQueue;
import testing.Await;
import testing.Test;

class DrainThreadTest {
    /** Held, because the logging system only holds it weakly. What is thrown here on purpose need not be read. */
    private static final Logger LOG = Logger.getLogger(ClientSocket.class.getName());

    @Test
    void anExhaustedHeapCostsOneConnectionAndNotTheDrain() throws Exception {
        LOG.setLevel(Level.OFF);
        SocketQueue queue = new SocketQueue(10, 60_000);
        OpenConnections connections = new OpenConnections(10);
        Meter meter = new Meter(Mode.LOOM);
        AtomicInteger taken = new AtomicInteger();
        CountDownLatch served = new CountDownLatch(1);
        DrainThread drain = new DrainThread(queue, _ -> {
            if (taken.incrementAndGet() == 1) {
                throw new OutOfMemoryError("Java heap space");
            }
            served.countDown();
        });
        drain.start();
        connections.admit(SocketChannel.open(), meter.connection(), queue::put);
        Await.until("the first is closed and has no permit", () -> connections.size() == 0);
        connections.admit(SocketChannel.open(), meter.connection(), queue::put);
        served.await();
        drain.stop();
    }
}
