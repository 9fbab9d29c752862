package serviceone.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.util.function.Supplier;
import serviceone.calls.BlockingClient;
import serviceone.calls.ServiceTwoAddress;
import serviceone.http.Response;
import serviceone.io.Watchdog;
import serviceone.meter.Meter;
import serviceone.meter.Mode;
import serviceone.meter.Occupancy;
import serviceone.meter.ServiceThread;
import serviceone.routes.BlockingRoutes;

/**
 * Accept, queue, drain: puts the parts together, starts their threads, and stops them in the order in which nothing
 * that is in flight gets lost. Owns the listening channel, the acceptor's and the dispatcher's thread, and the
 * watchdog. Started and stopped by one thread each; any thread may ask for its figures.
 */
public final class Server implements Occupancy {
    // states: NEW -> RUNNING (start) -> DRAINING -> STOPPED (both stop)
    /** What became of the requests in flight when the server was stopped: answered, or begun to be; or cut off. */
    public record Drained(long answered, long cutOff, long millis) {
    }

    private final ServerSocketChannel listener;
    private final Admission admission;
    private final SocketQueue queue;
    private final Watchdog watchdog = new Watchdog();
    private final Settings settings;
    private final Meter meter;
    private final Dispatcher dispatcher;
    private final Refusals refusals;
    private final Thread acceptorThread;
    private final Thread dispatcherThread;

    /**
     * @param size the pool's threads or the event loops; nothing to {@code loom}
     * @throws IOException if the address cannot be bound
     */
    public Server(Mode mode, int size, InetSocketAddress address, Settings settings, ServiceTwoAddress serviceTwo,
            Meter meter) throws IOException {
        this.settings = settings;
        this.meter = meter;
        admission = new Admission(settings.maxConnections());
        queue = new SocketQueue(settings.queue());
        listener = listen(address);
        Preloading.beforeDescriptorsRunOut(mode);
        dispatcher = dispatcher(mode, size, serviceTwo);
        refusals = new Refusals(watchdog.loop(), settings.writeMillis());
        Acceptor acceptor = new Acceptor(listener::accept, admission, queue, refusals, meter);
        acceptorThread = ServiceThread.ACCEPTOR.platform().unstarted(untilStopped(acceptor));
        dispatcherThread = ServiceThread.DISPATCHER.platform().unstarted(untilStopped(dispatcher));
    }

    /** A task whose end, before the server is being stopped, is the end of its thread by an exception. */
    private Runnable untilStopped(Runnable task) {
        return () -> {
            task.run();
            if (!admission.isDraining()) {
                throw new IllegalStateException("it ended while the service was running");
            }
        };
    }

    private ServerSocketChannel listen(InetSocketAddress address) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            return channel.bind(address, settings.backlog());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private Dispatcher dispatcher(Mode mode, int size, ServiceTwoAddress serviceTwo) throws IOException {
        ServedConnections served = new ServedConnections();
        return switch (mode) {
            case POOL -> blocking(new BoundedThreads(size, queue, served), served, serviceTwo);
            case LOOM -> blocking(new UnlimitedThreads(), served, serviceTwo);
            case ASYNC -> new EventLoopDispatcher(queue, serviceTwo, size, settings, meter);
        };
    }

    private Dispatcher blocking(ThreadSource threads, ServedConnections served, ServiceTwoAddress serviceTwo) {
        BlockingRoutes routes = new BlockingRoutes(new BlockingClient(serviceTwo, watchdog, meter));
        return new BlockingDispatcher(queue, threads, served, routes, settings, meter, watchdog);
    }

    /** Adds a route whose answer needs no waiting, in any mode. To be called before {@link #start}. */
    public void addRoute(String path, Supplier<Response> answer) {
        dispatcher.addRoute(path, answer);
    }

    @Override
    public int queued() {
        return queue.waiting();
    }

    @Override
    public int connections() {
        return admission.size();
    }

    @Override
    public int busyThreads() {
        return dispatcher.busyThreads();
    }

    public Server start() {
        watchdog.start();
        dispatcherThread.start();
        acceptorThread.start();
        return this;
    }

    public int port() {
        return listener.socket().getLocalPort();
    }

    /**
     * Stops accepting, closes idle connections, lets what is in flight be answered with {@code Connection: close} for
     * as long as the settings say, and then stops everything. Waits for all that.
     */
    public Drained stop() throws IOException, InterruptedException {
        long start = System.nanoTime();
        long inFlight = meter.inFlight();
        admission.drain();
        listener.close();
        acceptorThread.join();
        dispatcher.closeIdle();
        admission.awaitEmpty(settings.drainMillis());
        long cutOff = meter.inFlight();
        dispatcherThread.interrupt();
        dispatcher.stop();
        admission.closeAll();
        refusals.stop();
        watchdog.close();
        return new Drained(inFlight - Math.min(inFlight, cutOff), cutOff, (System.nanoTime() - start) / 1_000_000);
    }
}
