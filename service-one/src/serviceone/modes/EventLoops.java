package serviceone.modes;

import common.http.MessageParser.Parsers;
import common.http.NonBlockingConnection;
import common.http.RequestParser;
import common.io.EventLoop;
import common.mode.ServiceThread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import serviceone.routes.AsyncRoutes;
import serviceone.server.ClientSocket;
import serviceone.server.Drain;
import serviceone.server.Settings;
import serviceone.server.SocketQueue;

/**
 * {@code async}: one thread takes a socket from the queue and gives it to the next event loop, again and again. Each
 * loop waits for all its connections at once. Blocking work runs on worker threads.
 */
public final class EventLoops implements Drain {
    record Loop(EventLoop events, AsyncRoutes routes, Parsers<RequestParser> parsers) {
    }

    private final NonBlockingConnection.Limits limits;
    private final ExecutorService workers;
    private final List<Loop> loops = new ArrayList<>();
    private final Thread drain;
    private int next;

    /** @param workers threads for the routes' blocking work */
    public EventLoops(int size, SocketQueue queue, Settings settings, ExecutorService workers,
            Function<EventLoop, AsyncRoutes> routes) throws IOException {
        this.workers = workers;
        limits = new NonBlockingConnection.Limits(settings.requestMillis(), settings.idleMillis(),
                settings.writeMillis(), settings.graceMillis());
        Thread.Builder threads = ServiceThread.EVENT_LOOP.platform();
        for (int i = 0; i < size; i++) {
            EventLoop loop = new EventLoop(threads, settings.clock());
            loops.add(new Loop(loop, routes.apply(loop), new Parsers<>(() -> new RequestParser(settings.limits()))));
        }
        drain = ServiceThread.DRAIN.platform().unstarted(() -> queue.drainTo(this::giveToNextLoop));
    }

    @Override
    public void start() {
        loops.forEach(each -> each.events.start());
        drain.start();
    }

    private void giveToNextLoop(ClientSocket socket) {
        Loop loop = loops.get(next);
        next = (next + 1) % loops.size();
        loop.events.execute(() -> socket.serve(taken -> new AsyncConnection(taken, loop, limits)));
    }

    @Override
    public void stop() throws InterruptedException {
        drain.interrupt();
        drain.join();
    }

    @Override
    public void close() {
        workers.shutdownNow();
        loops.forEach(each -> each.events.close());
    }
}
