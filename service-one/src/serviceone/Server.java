package serviceone;

import module java.base;
import common.http.Response;
import common.io.EventLoop;
import common.mode.Mode;
import common.mode.ServiceThread;
import serviceone.calls.AsyncClient;
import serviceone.calls.BlockingClient;
import serviceone.calls.ServiceTwoAddress;
import serviceone.meter.Meter;
import serviceone.modes.BlockingConnection;
import serviceone.modes.EventLoops;
import serviceone.modes.FixedPool;
import serviceone.modes.PolledTransport;
import serviceone.modes.VirtualThreads;
import serviceone.modes.WaitingTransport;
import serviceone.routes.AsyncRoutes;
import serviceone.routes.BlockingRoutes;
import serviceone.server.Acceptor;
import serviceone.server.ClientSocket;
import serviceone.server.Drain;
import serviceone.server.GracefulShutdown;
import serviceone.server.OpenConnections;
import serviceone.server.Refusals;
import serviceone.server.Settings;
import serviceone.server.SocketQueue;
import serviceone.status.WatchedService;

/** The acceptor puts sockets into the queue. The mode's drain takes them and has them served. */
public final class Server implements WatchedService.Occupancy {
    private final Acceptor acceptor;
    private final OpenConnections connections;
    private final SocketQueue queue;
    private final Refusals refusals;
    /** Checks deadlines and sends refusals, even when every serving thread is busy. */
    private final EventLoop watchdog;
    private final Map<String, Supplier<Response>> addedRoutes = new ConcurrentHashMap<>();
    private final Drain drain;
    private final Thread accepting;
    private final GracefulShutdown shutdown;
    private BlockingClient blockingClient;

    public Server(Mode mode, int size, InetSocketAddress address, Settings settings, ServiceTwoAddress serviceTwo,
            Meter meter, Parts parts) throws IOException {
        watchdog = new EventLoop(ServiceThread.WATCHDOG.platform().daemon(), settings.clock());
        connections = new OpenConnections(settings.maxConnections(), watchdog::nanoTime);
        queue = new SocketQueue(settings.queue(), settings.queueMillis(), watchdog::nanoTime);
        refusals = new Refusals(watchdog, settings);
        acceptor = new Acceptor(address, settings.backlog(), connections, queue, refusals, meter);
        drain = drain(mode, size, settings, serviceTwo, meter, parts);
        refuseTooOld();
        accepting = ServiceThread.ACCEPTOR.platform().unstarted(acceptor);
        shutdown = new GracefulShutdown(acceptor, accepting, connections, queue, drain, refusals, settings);
    }

    private void refuseTooOld() {
        watchdog.scheduleAt(queue.removeTooOld(refusals::refuseTooOld), this::refuseTooOld);
    }

    private Drain drain(Mode mode, int size, Settings settings, ServiceTwoAddress serviceTwo, Meter meter,
            Parts parts) throws IOException {
        if (parts.replaceDrain()) {
            return parts.drain().create(queue, service(mode, settings, serviceTwo, meter, parts), size);
        }
        return switch (mode) {
            case POOL -> new FixedPool(queue, service(mode, settings, serviceTwo, meter, parts), size,
                    settings.virtual() ? Thread.ofVirtual().name(ServiceThread.POOL.prefix(), 1).factory()
                            : ServiceThread.POOL.platform().factory());
            case LOOM -> new VirtualThreads(queue, service(mode, settings, serviceTwo, meter, parts));
            case ASYNC -> {
                ExecutorService workers = Executors.newFixedThreadPool(Settings.WORKERS,
                        ServiceThread.WORKER.platform().daemon().factory());
                yield new EventLoops(size, queue, settings, workers, loop -> new AsyncRoutes(
                        new AsyncClient(serviceTwo, loop), loop, workers, addedRoutes, settings, meter, parts.async()));
            }
        };
    }

    /** A pool's threads do not wait for their clients. Virtual threads do. */
    private Consumer<ClientSocket> service(Mode mode, Settings settings, ServiceTwoAddress serviceTwo, Meter meter,
            Parts parts) {
        blockingClient = new BlockingClient(serviceTwo, watchdog);
        BlockingRoutes routes = new BlockingRoutes(blockingClient, addedRoutes, settings, meter, parts.blocking(),
                parts.guard(), parts.computing());
        Function<ClientSocket, ClientSocket.Connection> maker = mode.isBoundedByThreads()
                ? socket -> new BlockingConnection(socket, routes, settings,
                        connection -> new PolledTransport(socket, connection, queue, watchdog, settings))
                : socket -> new BlockingConnection(socket, routes, settings,
                        _ -> new WaitingTransport(socket, watchdog, settings));
        return socket -> socket.serve(maker);
    }

    public void addRoute(String path, Supplier<Response> answer) {
        addedRoutes.put(path, answer);
    }

    public Server start() throws IOException {
        watchdog.start();
        drain.start();
        accepting.start();
        return this;
    }

    public int port() {
        return acceptor.port();
    }

    public GracefulShutdown.Summary stop() throws IOException, InterruptedException {
        GracefulShutdown.Summary summary = shutdown.stop();
        if (blockingClient != null) {
            blockingClient.close();
        }
        watchdog.close();
        return summary;
    }

    @Override
    public int queued() {
        return queue.size();
    }

    @Override
    public int connections() {
        return connections.size();
    }

    @Override
    public int busyThreads() {
        return drain.busyThreads();
    }
}
