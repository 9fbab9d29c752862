package serviceone.server;

import static testing.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import serviceone.watch.Meter;
import testing.Await;
import testing.Test;

class DispatcherTest {
    /** Held, because the logging system itself only holds it weakly. What is thrown here on purpose need not be read. */
    private static final Logger LOG = Logger.getLogger(BlockingDispatcher.class.getName());

    /** The first thread cannot be made, as where the system allows no more of them. */
    private static final class FailsOnce extends AbstractExecutorService {
        private final CountDownLatch second = new CountDownLatch(1);
        private final AtomicInteger tasks = new AtomicInteger();

        @Override
        public void execute(Runnable task) {
            if (tasks.incrementAndGet() == 1) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            second.countDown();
        }

        @Override
        public void shutdown() {
            // it has no threads
        }

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long time, TimeUnit unit) {
            return true;
        }
    }

    /** What LoomDispatcher does, with that executor. */
    private static BlockingDispatcher dispatcher(Shared shared, FailsOnce executor, AtomicInteger released) {
        return new BlockingDispatcher(shared, null, null, executor) {
            @Override
            void awaitThreadFor(Connection connection) {
                // there always is one, or so it seems
            }

            @Override
            void released() {
                released.incrementAndGet();
            }

            @Override
            void serving(Connection connection, boolean begins) {
                // nobody asks
            }

            @Override
            boolean othersWait() {
                return false;
            }

            @Override
            public int busyThreads() {
                return 0;
            }
        };
    }

    @Test
    void aThreadThatCannotBeMadeCostsOneConnectionAndNotAll() throws Exception {
        LOG.setLevel(Level.OFF);
        SocketQueue queue = new SocketQueue(10, 10);
        Connections connections = new Connections();
        AtomicInteger released = new AtomicInteger();
        FailsOnce executor = new FailsOnce();
        BlockingDispatcher dispatcher = dispatcher(new Shared(Settings.DEFAULTS, queue, connections, new Meter()), executor, released);
        Thread thread = Thread.ofPlatform().start(dispatcher);
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                Socket first = new Socket(InetAddress.getLoopbackAddress(), listener.socket().getLocalPort());
                Socket _ = new Socket(InetAddress.getLoopbackAddress(), listener.socket().getLocalPort())) {
            push(listener, dispatcher, connections, queue);
            assertEquals(-1, first.getInputStream().read(), "the first connection ends");
            push(listener, dispatcher, connections, queue);
            executor.second.await();
            Await.until("its permit is back", () -> released.get() == 1);
        } finally {
            thread.interrupt();
            thread.join();
            dispatcher.stop();
        }
    }

    private static void push(ServerSocketChannel listener, Dispatcher dispatcher, Connections connections, SocketQueue queue) throws Exception {
        Connection connection = dispatcher.open(listener.accept());
        connections.add(connection);
        queue.offer(connection.channel.socket());
    }
}
