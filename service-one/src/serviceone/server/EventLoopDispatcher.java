package serviceone.server;

import java.io.IOException;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;
import serviceone.calls.AsyncClient;
import serviceone.calls.CallLimit;
import serviceone.calls.ServiceTwoAddress;
import serviceone.http.Parsers;
import serviceone.http.RequestParser;
import serviceone.http.Response;
import serviceone.io.EventLoop;
import serviceone.io.FailureLog;
import serviceone.meter.ConnectionTimer;
import serviceone.meter.Meter;
import serviceone.meter.ServiceThread;
import serviceone.routes.AsyncRoutes;
import serviceone.server.SocketQueue.Waiting;

/**
 * {@code async}: each socket goes to one of a few event loops, in turn, which makes its connection and keeps it. Owns
 * the loops, and threads for what can only block. Never waits for a thread: what a loop cannot do at once, it does when
 * its selector says so.
 */
final class EventLoopDispatcher extends Dispatcher {
    /**
     * What a loop's connections share, all of it touched by its thread alone.
     *
     * @param parsers of its clients' connections
     */
    record Loop(EventLoop events, AsyncRoutes routes, Parsers<RequestParser> parsers) {
    }

    private static final Logger LOG = System.getLogger(EventLoopDispatcher.class.getName());
    private final Settings settings;
    private final Meter meter;
    private final ExecutorService workers =
            Executors.newFixedThreadPool(Settings.WORKERS, ServiceThread.WORKER.platform().daemon().factory());
    private final List<Loop> loops = new ArrayList<>();
    private int next;      // used by the dispatcher's thread alone

    EventLoopDispatcher(SocketQueue queue, ServiceTwoAddress serviceTwo, int loops, Settings settings, Meter meter)
            throws IOException {
        super(queue);
        this.settings = settings;
        this.meter = meter;
        CallLimit limit = new CallLimit(serviceTwo.maxCalls());
        Thread.Builder threads = ServiceThread.EVENT_LOOP.platform();
        for (int i = 0; i < loops; i++) {
            EventLoop loop = new EventLoop(threads);
            AsyncClient client = new AsyncClient(serviceTwo, limit, loop, meter);
            this.loops.add(new Loop(loop, new AsyncRoutes(client, loop, workers, meter),
                    new Parsers<>(() -> new RequestParser(settings.limits()))));
            loop.start();
        }
    }

    @Override
    void dispatch(Waiting waiting) {
        Loop loop = loops.get(next);
        next = (next + 1) % loops.size();
        loop.events.execute(() -> begin(waiting, loop));
    }

    /** On the loop's thread. */
    private void begin(Waiting waiting, Loop loop) {
        try {
            ConnectionTimer timer = meter.connectionQueued(waiting.since());
            timer.taken();
            new AsyncConnection(waiting.socket(), timer, loop, settings);
        } catch (IOException e) {
            waiting.socket().close();      // it was closed meanwhile
        } catch (RuntimeException | Error e) {
            waiting.socket().close();
            FailureLog.log(LOG, "a connection could not be served", e);
        }
    }

    @Override
    void addRoute(String path, Supplier<Response> answer) {
        loops.forEach(each -> each.routes.add(path, answer));
    }

    @Override
    int busyThreads() {
        return 0;
    }

    @Override
    void closeIdle() {
        forEachConnection(AsyncConnection::endIfIdle);
    }

    @Override
    void refuseInFlight() {
        forEachConnection(AsyncConnection::refuseInFlight);
    }

    /** On the loops' threads, soon. */
    private void forEachConnection(Consumer<AsyncConnection> action) {
        loops.forEach(each -> each.events.execute(() -> each.events.forEachHandler(handler -> {
            if (handler instanceof AsyncConnection connection) {
                action.accept(connection);
            }
        })));
    }

    @Override
    void stop() {
        workers.shutdownNow();
        loops.forEach(each -> each.events.close());
    }
}
