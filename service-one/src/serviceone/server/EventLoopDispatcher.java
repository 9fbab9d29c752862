package serviceone.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import serviceone.calls.AsyncClient;
import serviceone.calls.Backend;
import serviceone.http.Response;
import serviceone.loop.EventLoop;
import serviceone.routes.AsyncRoutes;

/**
 * {@code async}: each socket's channel goes to one of a few event loops, in turn, and stays there. Owns the loops. Never
 * waits for a thread: what a loop cannot do at once, it does when the selector says so.
 */
final class EventLoopDispatcher implements Dispatcher {
    private record Loop(EventLoop loop, AsyncRoutes routes) {
    }

    /** As many as other servers give to what can only block, Tomcat's default; made when they are needed. */
    private static final int WORKERS = 200;

    private final Shared shared;
    private final ExecutorService workers = Executors.newFixedThreadPool(WORKERS, Thread.ofPlatform().daemon().name("worker-", 1).factory());
    private final List<Loop> loops = new ArrayList<>();
    private int next;      // only the acceptor opens connections

    EventLoopDispatcher(Shared shared, Backend backend, int loops) throws IOException {
        this.shared = shared;
        for (int i = 1; i <= loops; i++) {
            EventLoop loop = new EventLoop("event-loop-" + i);
            this.loops.add(new Loop(loop, new AsyncRoutes(new AsyncClient(backend, loop, shared.meter()), loop, workers)));
            loop.start();
        }
    }

    @Override
    public Connection open(SocketChannel channel) {
        Loop loop = loops.get(next);
        next = (next + 1) % loops.size();
        return new AsyncConnection(channel, loop.loop, loop.routes, shared);
    }

    @Override
    public void addRoute(String path, Supplier<Response> answer) {
        loops.forEach(each -> each.routes.add(path, answer));
    }

    @Override
    public void run() {
        try {
            while (true) {
                if (shared.connections().of(shared.queue().take()) instanceof AsyncConnection connection) {
                    connection.loop().execute(connection::begin);
                }
                shared.queue().served();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the server is stopped
        }
    }

    @Override
    public void stop() {
        workers.shutdownNow();
        loops.forEach(each -> each.loop.close());
    }
}
