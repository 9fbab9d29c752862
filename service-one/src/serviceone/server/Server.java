package serviceone.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.util.function.Supplier;
import serviceone.calls.Backend;
import serviceone.calls.BlockingClient;
import serviceone.deadlines.Watchdog;
import serviceone.http.Response;
import serviceone.routes.BlockingRoutes;
import serviceone.watch.Gauges;
import serviceone.watch.Meter;

/**
 * Accept, queue, drain: puts the parts together, starts their threads, and stops them in the order in which nothing that
 * is in flight gets lost. Owns the listening channel, the acceptor's and the dispatcher's thread, and the watchdog.
 */
public final class Server implements Gauges {
    // states: RUNNING -> DRAINING -> STOPPED
    /** What became of the requests that were in flight when the server was stopped. */
    public record Drained(long answered, long cutOff, long millis) {
    }

    private final ServerSocketChannel listener;
    private final Connections connections = new Connections();
    private final Watchdog watchdog = new Watchdog();
    private final Settings settings;
    private final Meter meter;
    private final SocketQueue queue;
    private final Dispatcher dispatcher;
    private final Thread acceptorThread;
    private final Thread dispatcherThread;

    /**
     * @param size the pool's threads or the event loops; nothing to {@code loom}
     * @throws IOException if the address cannot be bound
     */
    public Server(Mode mode, int size, InetSocketAddress address, Settings settings, Backend backend, Meter meter) throws IOException {
        this.settings = settings;
        this.meter = meter;
        queue = new SocketQueue(settings.queue(), 2 * settings.maxConnections());
        Shared shared = new Shared(settings, queue, connections, meter);
        listener = listen(address);
        dispatcher = dispatcher(mode, size, shared, backend);
        Acceptor acceptor = new Acceptor(listener::accept, queue, dispatcher, connections, settings, meter);
        acceptorThread = Thread.ofPlatform().name("acceptor").unstarted(acceptor);
        dispatcherThread = Thread.ofPlatform().name("dispatcher").unstarted(dispatcher);
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

    private Dispatcher dispatcher(Mode mode, int size, Shared shared, Backend backend) throws IOException {
        if (mode == Mode.ASYNC) {
            return new EventLoopDispatcher(shared, backend, size);
        }
        BlockingRoutes routes = new BlockingRoutes(new BlockingClient(backend, watchdog, meter));
        return mode == Mode.POOL ? new PoolDispatcher(shared, routes, watchdog, size)
                : new LoomDispatcher(shared, routes, watchdog);
    }

    /** Answers that path too, at once, in any mode. To be called before {@link #start}. */
    public void addRoute(String path, Supplier<Response> answer) {
        dispatcher.addRoute(path, answer);
    }

    @Override
    public int queued() {
        return queue.waiting();
    }

    @Override
    public int connections() {
        return connections.size();
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
     * Stops accepting, closes idle connections, lets what is in flight be answered with {@code Connection: close} for as
     * long as the settings say, and then stops everything. Waits for all that.
     */
    public Drained stop() throws IOException, InterruptedException {
        long start = System.nanoTime();
        long inFlight = meter.inFlight();
        connections.drain();
        listener.close();
        acceptorThread.join();
        connections.closeIdle();
        connections.awaitEmpty(settings.drainMillis());
        long cutOff = meter.inFlight();
        dispatcherThread.interrupt();
        dispatcher.stop();
        connections.all().forEach(Connection::close);
        watchdog.close();
        return new Drained(inFlight - Math.min(inFlight, cutOff), cutOff, (System.nanoTime() - start) / 1_000_000);
    }
}
