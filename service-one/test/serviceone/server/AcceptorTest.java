package serviceone.server;

import static testing.Assertions.assertEquals;

import common.io.EventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import serviceone.meter.Meter.Count;
import serviceone.meter.Meter;
import serviceone.meter.Mode;
import testing.Await;
import testing.Test;

class AcceptorTest {
    /** Held, because the logging system itself only holds it weakly. */
    private static final Logger LOG = Logger.getLogger(Acceptor.class.getName());

    /** With no descriptor left, the first log line of a JVM cannot load its time zones, and throws an Error. */
    private static final class NoDescriptorToLog extends Handler {
        @Override
        public void publish(LogRecord line) {
            throw new Error("tzdb.dat: Too many open files");
        }

        @Override
        public void flush() {
            // it holds nothing back
        }

        @Override
        public void close() {
            // it has opened nothing
        }
    }

    private static final class FailingListener extends Listener {
        private final AtomicInteger failures = new AtomicInteger(3);

        FailingListener() throws IOException {
            super(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        }

        @Override
        SocketChannel accept() throws IOException {
            if (failures.getAndDecrement() > 0) {
                throw new IOException("Too many open files");
            }
            return super.accept();
        }
    }

    @Test
    void survivesFailuresAndAcceptsAgain() throws Exception {
        Handler unable = new NoDescriptorToLog();
        LOG.setUseParentHandlers(false);
        LOG.addHandler(unable);
        SocketQueue queue = new SocketQueue(10, 60_000);
        Meter meter = new Meter(Mode.LOOM);
        OpenConnections connections = new OpenConnections(10);
        Refusals refusals = new Refusals(new EventLoop(Thread.ofPlatform()), 1_000);
        FailingListener listener = new FailingListener();
        Thread thread = Thread.ofPlatform().start(new Acceptor(listener, connections, queue, refusals, meter));
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
            Await.until("the connection after the failures is in the queue", () -> queue.size() == 1);
            assertEquals(1L, meter.get(Count.ACCEPTED));
            assertEquals(client.getLocalSocketAddress(), queue.take().channel().getRemoteAddress());
        } finally {
            connections.shutDown();      // else its end would be that of the process
            listener.close();
            thread.join();
            LOG.removeHandler(unable);
        }
    }
}
