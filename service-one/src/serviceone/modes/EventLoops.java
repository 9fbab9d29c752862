package serviceone.modes;

import common.http.MessageParser.Parsers;
import common.http.RequestParser;
import common.http.Response;
import common.io.EventLoop;
import common.mode.ServiceThread;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Supplier;
import serviceone.calls.AsyncClient;
import serviceone.calls.Meetings;
import serviceone.calls.ServiceTwoAddress;
import serviceone.meter.Meter;
import serviceone.routes.AsyncRoutes;
import serviceone.server.ClientSocket;
import serviceone.server.Drain;
import serviceone.server.Settings;
import serviceone.server.SocketQueue;

/**
 * {@code async}: one thread gives the queue's sockets to the event loops, round robin. Each loop waits for all its
 * connections at once. Blocking work runs on worker threads.
 */
public final class EventLoops implements Drain {
    record Loop(EventLoop events, AsyncRoutes routes, Parsers<RequestParser> parsers) {
    }

    private static final Logger LOG = System.getLogger(EventLoops.class.getName());
    private final Settings settings;
    private final ThreadPoolExecutor workers;
    private final List<Loop> loops = new ArrayList<>();
    private final DrainThread drain;
    private int next;

    public EventLoops(int size, SocketQueue queue, ServiceTwoAddress serviceTwo,
            Map<String, Supplier<Response>> addedRoutes, Settings settings, Meter meter, Meetings.Async meetings,
            ThreadFactory factory) throws IOException {
        this.settings = settings;
        workers = (ThreadPoolExecutor) Executors.newFixedThreadPool(Settings.WORKERS, factory);
        Thread.Builder threads = ServiceThread.EVENT_LOOP.platform();
        for (int i = 0; i < size; i++) {
            EventLoop loop = new EventLoop(threads);
            AsyncClient client = new AsyncClient(serviceTwo, loop);
            loops.add(new Loop(loop, new AsyncRoutes(client, loop, this::work, addedRoutes, settings, meter,
                    meetings),
                    new Parsers<>(() -> new RequestParser(settings.limits()))));
        }
        drain = new DrainThread(queue, this::giveToNextLoop);
    }

    @Override
    public void start() {
        loops.forEach(each -> each.events.start());
        drain.start();
    }

    synchronized void work(Runnable task) {
        try {
            workers.execute(task);
        } catch (OutOfMemoryError e) {
            int running = workers.getPoolSize();
            if (running == 0) {
                throw e;
            }
            if (running < workers.getCorePoolSize()) {
                int size = Math.max(1, running - Settings.SPARED_THREADS);
                LOG.log(Level.WARNING, size + " workers instead of " + Settings.WORKERS + ": " + e.getMessage());
                workers.setCorePoolSize(size);
            }
            workers.execute(task);
        }
    }

    private void giveToNextLoop(ClientSocket socket) {
        Loop loop = loops.get(next);
        next = (next + 1) % loops.size();
        loop.events.execute(() -> adopt(socket, loop));
    }

    private void adopt(ClientSocket socket, Loop loop) {
        try {
            socket.setConnection(new AsyncConnection(socket, loop, settings));
        } catch (IOException | RuntimeException | Error e) {
            socket.fail(e);
        }
    }

    @Override
    public void stop() throws InterruptedException {
        drain.stop();
        loops.forEach(each -> each.events.execute(() -> each.events.forEachHandler(handler -> {
            if (handler instanceof AsyncConnection connection) {
                connection.refuseInFlight();
            }
        })));
    }

    @Override
    public void close() {
        workers.shutdownNow();
        loops.forEach(each -> each.events.close());
    }
}
