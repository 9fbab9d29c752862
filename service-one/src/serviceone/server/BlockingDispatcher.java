package serviceone.server;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import serviceone.deadlines.Watchdog;
import serviceone.http.Response;
import serviceone.routes.BlockingRoutes;

/**
 * A task per socket, run by an executor: what {@code pool} and {@code loom} have in common, which is all but the executor.
 * Owns the executor and the timer to which a task can hand its connection.
 */
abstract class BlockingDispatcher implements Dispatcher {
    private static final Logger LOG = System.getLogger(BlockingDispatcher.class.getName());

    final SocketQueue queue;
    final Connections connections;
    final BlockingRoutes routes;
    final Watchdog watchdog;
    final Shared shared;
    private final ExecutorService executor;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("timer").factory());

    BlockingDispatcher(Shared shared, BlockingRoutes routes, Watchdog watchdog, ExecutorService executor) {
        this.shared = shared;
        this.queue = shared.queue();
        this.connections = shared.connections();
        this.routes = routes;
        this.watchdog = watchdog;
        this.executor = executor;
    }

    /** Waits until the executor can take another task, for a connection that is null where it was closed meanwhile. */
    abstract void awaitThreadFor(Connection connection) throws InterruptedException;

    /** The task that {@link #awaitThreadFor} made room for has ended. */
    abstract void released();

    /** The connection has a thread from now on, or no longer. */
    abstract void serving(Connection connection, boolean begins);

    /** Whether other sockets wait for the thread of whoever asks. */
    abstract boolean othersWait();

    @Override
    public final Connection open(SocketChannel channel) {
        return new BlockingConnection(channel, this);
    }

    @Override
    public final void addRoute(String path, Supplier<Response> answer) {
        routes.add(path, answer);
    }

    @Override
    public final void run() {
        try {
            while (true) {
                dispatch(queue.take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the server is stopped
        }
    }

    private void dispatch(Socket socket) throws InterruptedException {
        awaitThreadFor(connections.of(socket));
        queue.served();
        if (connections.of(socket) instanceof BlockingConnection connection) {
            execute(connection);
        } else {
            released();                               // it was closed while it waited
        }
    }

    /** A thread that cannot be made costs this one connection, not all that come after it. */
    private void execute(BlockingConnection connection) {
        try {
            executor.execute(() -> serve(connection));
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "no thread for a connection", e);
            connection.close();
            released();
        }
    }

    private void serve(BlockingConnection connection) {
        serving(connection, true);
        try {
            connection.run();
        } finally {
            serving(connection, false);
            released();
        }
    }

    /** The connection needs no thread for so long, and comes back through the queue then. */
    final void later(BlockingConnection connection, long millis) {
        timer.schedule(() -> queue.putBack(connection.channel.socket()), millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public final void stop() {
        timer.shutdownNow();
        executor.shutdownNow();
    }
}
