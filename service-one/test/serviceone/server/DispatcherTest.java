package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import serviceone.calls.BlockingClient;
import serviceone.calls.CallLimit;
import serviceone.calls.ServiceTwoAddress;
import serviceone.io.Watchdog;
import serviceone.meter.Meter;
import serviceone.meter.Mode;
import serviceone.routes.BlockingRoutes;
import testing.Await;
import testing.Test;

class DispatcherTest implements AutoCloseable {
    /** Held, because the logging system only holds it weakly. What is thrown here on purpose need not be read. */
    private static final Logger LOG = Logger.getLogger(Dispatcher.class.getName());

    private final SocketQueue queue = new SocketQueue(10);
    private final Admission admission = new Admission(10);
    private final ServedConnections served = new ServedConnections();
    private final Meter meter = new Meter(Mode.POOL);
    private final Watchdog watchdog = new Watchdog().start();

    DispatcherTest() throws Exception {
    }

    @Override
    public void close() {
        watchdog.close();
    }

    private BlockingDispatcher dispatcher(ThreadSource threads) throws Exception {
        ServiceTwoAddress nowhere = new ServiceTwoAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9),
                "", 1, 1, 0);
        BlockingRoutes routes = new BlockingRoutes(
                new BlockingClient(nowhere, new CallLimit(nowhere.maxCalls()), watchdog, meter), meter);
        return new BlockingDispatcher(queue, threads, served, routes, Settings.DEFAULTS, meter, watchdog);
    }

    /** One that came back would otherwise count as impatient as one that has waited since it was accepted. */
    @Test
    void aSocketThatComesBackBeginsToWaitAnew() throws Exception {
        admission.admit(SocketChannel.open(), queue::put);
        SocketQueue.Waiting first = queue.take();
        BlockingConnection connection = new BlockingConnection(first.socket(), first.since(), null, null,
                Settings.DEFAULTS, new Meter(Mode.POOL), null);
        long before = System.nanoTime();
        queue.putBack(connection);
        SocketQueue.Waiting again = queue.take();
        assertTrue(again.since() - before >= 0, "it waits since it came back");
        assertEquals(connection, again.connection(), "and is the connection that it was");
        admission.closeAll();
    }

    /** Has no memory to wait for the first thread with. */
    private static final class ForgetfulThreads implements ThreadSource {
        private final AtomicInteger awaited = new AtomicInteger();
        private final CountDownLatch ran = new CountDownLatch(1);

        @Override
        public void await(long since) {
            if (awaited.incrementAndGet() == 1) {
                throw new OutOfMemoryError("Java heap space");
            }
        }

        @Override
        public void run(Runnable task) {
            ran.countDown();
        }

        @Override
        public boolean areShort() {
            return false;
        }

        @Override
        public boolean areLimited() {
            return false;
        }

        @Override
        public void stop() {
            // it has none
        }
    }

    @Test
    void anExhaustedHeapCostsOneConnectionAndNotTheDispatcher() throws Exception {
        LOG.setLevel(Level.OFF);
        ForgetfulThreads threads = new ForgetfulThreads();
        Thread thread = Thread.ofPlatform().start(dispatcher(threads));
        admission.admit(SocketChannel.open(), queue::put);
        Await.until("the first is closed and has no permit", () -> admission.size() == 0);
        admission.admit(SocketChannel.open(), queue::put);
        threads.ran.await();
        thread.interrupt();
        thread.join();
        admission.closeAll();
    }

    /** Its threads begin when the test says so. */
    private static final class HeldThreads implements ThreadSource {
        private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

        @Override
        public void await(long since) {
            // there is always one
        }

        @Override
        public void run(Runnable task) {
            tasks.add(task);
        }

        @Override
        public boolean areShort() {
            return false;
        }

        @Override
        public boolean areLimited() {
            return false;
        }

        @Override
        public void stop() {
            // the test runs them
        }
    }

    /** A request that waits without a thread counts as in flight until it is known that it will get no answer. */
    @Test
    void aRequestThatNoTimerTakesAnyMoreIsNotInFlight() throws Exception {
        HeldThreads threads = new HeldThreads();
        BlockingDispatcher dispatcher = dispatcher(threads);
        Thread thread = Thread.ofPlatform().start(dispatcher);
        try (ServerSocketChannel listener = ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                RawClient client = new RawClient(listener.socket().getLocalPort())) {
            client.send(RawClient.request("/wait-async"));
            admission.admit(listener.accept(), queue::put);
            Runnable task = threads.tasks.take();
            dispatcher.stop();
            task.run();
            assertEquals(503, client.receive().status());
            assertTrue(client.isAtEnd(), "the connection ends");
            assertEquals(0L, meter.inFlight(), "in flight");
            assertEquals(1L, meter.answeredCount(503), "counted as refused");
        } finally {
            thread.interrupt();
            thread.join();
        }
    }

    @Test
    void aThreadThatCannotBeMadeCostsOneConnectionAndNotAll() throws Exception {
        LOG.setLevel(Level.OFF);
        AtomicInteger made = new AtomicInteger();
        ThreadFactory failsOnce = task -> {
            if (made.incrementAndGet() == 1) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return Thread.ofPlatform().unstarted(task);
        };
        BlockingDispatcher dispatcher = dispatcher(new BoundedThreads(1, failsOnce, queue, served));
        Thread thread = Thread.ofPlatform().start(dispatcher);
        try (ServerSocketChannel listener = ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                Socket first = new Socket(InetAddress.getLoopbackAddress(), listener.socket().getLocalPort());
                Socket second = new Socket(InetAddress.getLoopbackAddress(), listener.socket().getLocalPort())) {
            admission.admit(listener.accept(), queue::put);
            assertEquals(-1, first.getInputStream().read(), "the first connection ends");
            Await.until("its permits are back", () -> admission.size() == 0 && queue.waiting() == 0);
            admission.admit(listener.accept(), queue::put);
            second.getOutputStream().write(RawClient.request("/nowhere").getBytes());
            assertEquals((int) 'H', second.getInputStream().read(), "the second is answered");
        } finally {
            thread.interrupt();
            thread.join();
            dispatcher.stop();
            admission.closeAll();
        }
    }
}
