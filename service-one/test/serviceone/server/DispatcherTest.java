package serviceone.server;

import static testing.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import serviceone.calls.BlockingClient;
import serviceone.calls.ServiceTwoAddress;
import serviceone.io.EventLoop;
import serviceone.io.Watchdog;
import serviceone.meter.Meter;
import serviceone.meter.Mode;
import serviceone.routes.BlockingRoutes;
import testing.Await;
import testing.Test;

class DispatcherTest {
    /** Held, because the logging system itself only holds it weakly. What is thrown here on purpose need not be read. */
    private static final Logger LOG = Logger.getLogger(Dispatcher.class.getName());

    private final SocketQueue queue = new SocketQueue(10);
    private final Admission admission = new Admission(10);
    private final ServedConnections served = new ServedConnections();

    /** With one thread; a failure in making it leaves the only permit to be given back. */
    private BlockingDispatcher dispatcher(ThreadFactory factory) throws Exception {
        Meter meter = new Meter(Mode.POOL);
        Watchdog watchdog = new Watchdog();
        ServiceTwoAddress nowhere = new ServiceTwoAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9), "", 1, 1);
        BlockingRoutes routes = new BlockingRoutes(new BlockingClient(nowhere, watchdog, meter));
        return new BlockingDispatcher(queue, new BoundedThreads(1, factory, queue, served), served, routes, Settings.DEFAULTS,
                meter, watchdog, new EventLoop(Thread.ofPlatform()));
    }

    @Test
    void aThreadThatCannotBeMadeCostsOneConnectionAndNotAll() throws Exception {
        LOG.setLevel(Level.OFF);
        AtomicInteger made = new AtomicInteger();
        BlockingDispatcher dispatcher = dispatcher(task -> {
            if (made.incrementAndGet() == 1) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return Thread.ofPlatform().unstarted(task);
        });
        Thread thread = Thread.ofPlatform().start(dispatcher);
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
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
