package serviceone;

import module java.base;
import common.io.EventLoop;
import common.mode.Mode;
import common.mode.ServiceThread;
import common.settings.Defaults;
import serviceone.calls.AsyncClient;
import serviceone.calls.BlockingClient;
import serviceone.modes.BlockingConnection;
import serviceone.modes.EventLoops;
import serviceone.modes.FixedPool;
import serviceone.modes.PolledTransport;
import serviceone.modes.Transport;
import serviceone.modes.VirtualThreads;
import serviceone.modes.WaitingTransport;
import serviceone.routes.AsyncRoutes;
import serviceone.routes.BlockingRoutes;
import serviceone.routes.Shared;
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
    private final Settings settings;
    private final Shared shared;
    private final Drain drain;
    private final Thread accepting;
    private final GracefulShutdown shutdown;
    private BlockingClient blockingClient;

    /** @param size the number of the pool's threads, or of event loops */
    public Server(Mode mode, int size, InetSocketAddress address, Shared shared) throws IOException {
        this.shared = shared;
        settings = shared.settings();
        watchdog = new EventLoop(ServiceThread.WATCHDOG.platform().daemon(), settings.clock());
        connections = new OpenConnections(settings.maxConnections(), watchdog::nanoTime);
        queue = new SocketQueue(settings.queue(), settings.queueMillis(), watchdog::nanoTime);
        refusals = new Refusals(watchdog, settings);
        acceptor = new Acceptor(address, settings.backlog(), connections, queue, refusals, shared.meter());
        drain = drain(mode, size);
        refuseTooOld();
        accepting = ServiceThread.ACCEPTOR.platform().unstarted(acceptor);
        shutdown = new GracefulShutdown(acceptor, accepting, connections, queue, drain, refusals, settings);
    }

    private void refuseTooOld() {
        watchdog.scheduleAt(queue.removeTooOld(refusals::refuseTooOld), this::refuseTooOld);
    }

    private Drain drain(Mode mode, int size) throws IOException {
        Optional<Drain.Maker> learners = shared.parts().drain();
        if (learners.isPresent()) {
            return learners.get().create(queue, mode.isBoundedByThreads() ? polling() : waiting(), size);
        }
        return switch (mode) {
            case POOL -> pool(size);
            case LOOM -> new VirtualThreads(queue, waiting());
            case ASYNC -> async(size);
        };
    }

    private Drain pool(int threads) {
        return new FixedPool(queue, polling(), threads,
                settings.virtual() ? Thread.ofVirtual().name(ServiceThread.POOL_THREAD.prefix(), 1).factory()
                        : ServiceThread.POOL_THREAD.platform().factory());
    }

    private Drain async(int loops) throws IOException {
        ExecutorService workers = Executors.newFixedThreadPool(Defaults.WORKERS,
                ServiceThread.WORKER.platform().daemon().factory());
        return new EventLoops(loops, queue, settings, workers, loop -> new AsyncRoutes(
                new AsyncClient(shared.serviceTwo(), loop), loop, workers, shared));
    }

    /** Its threads do not wait for their clients. */
    private Consumer<ClientSocket> polling() {
        return blocking((socket, connection) ->
                new PolledTransport(socket, connection, queue, watchdog, settings));
    }

    private Consumer<ClientSocket> waiting() {
        return blocking((socket, _) -> new WaitingTransport(socket, queue, watchdog, settings));
    }

    private Consumer<ClientSocket> blocking(BiFunction<ClientSocket, BlockingConnection, Transport> transport) {
        blockingClient = new BlockingClient(shared.serviceTwo(), watchdog);
        BlockingRoutes routes = new BlockingRoutes(blockingClient, shared);
        Function<ClientSocket, ClientSocket.Connection> maker = socket ->
                new BlockingConnection(socket, routes, settings, connection -> transport.apply(socket, connection));
        return socket -> socket.serve(maker);
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
