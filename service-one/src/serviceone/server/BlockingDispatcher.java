package serviceone.server;

import java.lang.System.Logger;
import java.nio.ByteBuffer;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import serviceone.http.Response;
import serviceone.io.FailureLog;
import serviceone.io.Watchdog;
import serviceone.meter.Meter;
import serviceone.meter.OwnWait;
import serviceone.meter.ServiceThread;
import serviceone.routes.BlockingRoutes;
import serviceone.routes.Reply;
import serviceone.server.SocketQueue.Waiting;

/**
 * {@code pool} and {@code loom}: a thread per socket, which waits where there is to wait. Where that thread comes from
 * is the business of {@link ThreadSource}. Owns the threads, and the timer that brings back connections that wait
 * without one.
 */
final class BlockingDispatcher extends Dispatcher {
    private static final Logger LOG = System.getLogger(BlockingDispatcher.class.getName());
    /** Nothing waits for the timer for longer than {@link OwnWait#MILLIS}. */
    private static final long LAST_TIMER_MILLIS = 10 * OwnWait.MILLIS;

    private final ThreadSource threads;
    private final ServedConnections served;
    private final BlockingRoutes routes;
    private final Settings settings;
    private final Meter meter;
    private final Watchdog watchdog;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(ServiceThread.TIMER.platform().daemon().factory());

    /** @param served where the threads, too, look for idle connections */
    BlockingDispatcher(SocketQueue queue, ThreadSource threads, ServedConnections served, BlockingRoutes routes,
            Settings settings, Meter meter, Watchdog watchdog) {
        super(queue);
        this.threads = threads;
        this.served = served;
        this.routes = routes;
        this.settings = settings;
        this.meter = meter;
        this.watchdog = watchdog;
    }

    @Override
    void dispatch(Waiting waiting) throws InterruptedException {
        boolean othersWait = threads.areShort() && queue.hasOthers();
        if (!othersWait || !waiting.isSilent() || !standsBack(waiting)) {
            serveSoon(waiting);
        }
    }

    /**
     * While sockets wait for a thread, those go first that have said something: a silent one lets the others pass, and
     * if it is silent the next time too, it is given up. Returns whether so: one that is new may have its turn.
     */
    private boolean standsBack(Waiting waiting) {
        if (!waiting.passed()) {
            queue.letPass(waiting);
        } else if (!waiting.socket().isNew()) {
            waiting.socket().close();
        } else {
            return false;
        }
        return true;
    }

    /** Makes the connection and its task before it takes a thread: if that fails, no thread is lost. */
    private void serveSoon(Waiting waiting) throws InterruptedException {
        BlockingConnection connection = connectionOf(waiting);
        Runnable task = () -> serve(connection);
        threads.await(waiting.since());
        queue.served();
        threads.run(task);
    }

    private BlockingConnection connectionOf(Waiting waiting) {
        return waiting.connection() != null ? waiting.connection() : new BlockingConnection(waiting.socket(),
                waiting.since(), routes, threads, settings, meter, watchdog);
    }

    /** On the connection's thread. */
    private void serve(BlockingConnection connection) {
        try {
            Reply.Later later = serveCounted(connection);
            if (later != null) {      // until then it needs no thread, and then it waits for one in the queue
                timer.schedule(() -> bringBack(connection), later.millis(), TimeUnit.MILLISECONDS);
            }
        } catch (RejectedExecutionException e) {      // the server is being stopped, just now
            refuse(connection);
        } catch (RuntimeException | Error e) {
            connection.end();
            FailureLog.log(LOG, "while serving a connection", e);
        }
    }

    private void refuse(BlockingConnection connection) {
        connection.refused();
        connection.socket().endsAs(Ending.REFUSED);
        ByteBuffer refusal = ByteBuffer.wrap(Refusals.stopping().encodeLast());
        Lingering.begin(watchdog.loop(), connection.socket(), refusal, settings.writeMillis());
    }

    /** On the timer's thread. */
    private void bringBack(BlockingConnection connection) {
        try {
            connection.queued();
            queue.putBack(connection);
        } catch (RuntimeException | Error e) {
            connection.end();
            FailureLog.log(LOG, "a connection could not come back", e);
        }
    }

    private Reply.Later serveCounted(BlockingConnection connection) {
        served.add(connection);
        try {
            return connection.serve();
        } finally {
            served.remove(connection);
        }
    }

    @Override
    void addRoute(String path, Supplier<Response> answer) {
        routes.add(path, answer);
    }

    @Override
    int busyThreads() {
        return served.size();
    }

    @Override
    void closeIdle() {
        served.giveUpIdle();
    }

    /** What waits without a thread comes back into the queue; a thread that waits is interrupted, and answers 503. */
    @Override
    void refuseInFlight() throws InterruptedException {
        threads.stop();
        timer.shutdown();
        timer.awaitTermination(LAST_TIMER_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    void stop() {
        timer.shutdownNow();
        threads.stop();
        routes.close();
    }
}
