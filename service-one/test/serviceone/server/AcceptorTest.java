package serviceone.server;

import static testing.Assertions.assertEquals;

import common.io.EventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.LinkedBlockingQueue;
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
    /** Held, because the logging system only holds it weakly. */
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

    @Test
    void survivesFailuresAndAcceptsAgain() throws Exception {
        Handler unable = new NoDescriptorToLog();
        LOG.setUseParentHandlers(false);
        LOG.addHandler(unable);
        AtomicInteger calls = new AtomicInteger();
        LinkedBlockingQueue<SocketChannel> arrivals = new LinkedBlockingQueue<>();
        Acceptor.Source source = () -> {
            if (calls.incrementAndGet() <= 3) {
                throw new IOException("Too many open files");
            }
            try {
                return arrivals.take();
            } catch (InterruptedException e) {
                throw new ClosedChannelException();
            }
        };
        SocketQueue queue = new SocketQueue(10, 60_000);
        Meter meter = new Meter(Mode.LOOM);
        EventLoop lingering = new EventLoop(Thread.ofPlatform());
        OpenConnections connections = new OpenConnections(10);
        Acceptor acceptor = new Acceptor(source, connections, queue, new Refusals(lingering, 1_000), meter);
        Thread thread = Thread.ofPlatform().start(acceptor);
        try (ServerSocketChannel listener = ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel client = SocketChannel.open(listener.getLocalAddress())) {
            arrivals.add(listener.accept());
            Await.until("the connection after the failures is in the queue", () -> queue.size() == 1);
            assertEquals(1L, meter.get(Count.ACCEPTED));
            assertEquals(client.getLocalAddress(), queue.take().channel().getRemoteAddress(),
                    "and is that of the client");
        } finally {
            connections.shutDown();      // else its end would be that of the process
            thread.interrupt();
            thread.join();
            LOG.removeHandler(unable);
        }
    }
}
