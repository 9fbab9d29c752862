package serviceone.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Supplier;
import serviceone.calls.BlockingClient;
import serviceone.calls.CallLimit;
import serviceone.calls.ServiceTwoAddress;
import serviceone.http.Response;
import serviceone.io.Watchdog;
import serviceone.meter.Meter;
import serviceone.meter.Mode;
import serviceone.meter.Occupancy;
import serviceone.meter.ServiceThread;
import serviceone.routes.BlockingRoutes;
import serviceone.server.SocketQueue.Waiting;

/**
 * Accept, queue, drain: puts the parts together, starts their threads, and stops them in the order in which nothing
 * that is in flight gets lost. Owns the listening channel, the acceptor's and the dispatcher's thread, and the
 * watchdog. Started and stopped by one thread each; any thread may ask for its figures.
 */
public final class Server implements Occupancy {
    // states: NEW -> RUNNING (start) -> DRAINING -> STOPPED (both stop)
    /**
     * What became of the connections that were open when the server was stopped, or were in the kernel's backlog: their
     * last request was answered; some of these got a 502 or 504, as service two failed; they were refused, with a 503,
     * as there was no thread, no room or no time for them; they were cut off in the middle of a request or an answer,
     * when the time for it was over; or they were idle, as they asked for nothing.
     *
     * @param failed of the answered ones, those that got a 502 or 504
     */
    public record Drained(long answered, long failed, long refused, long cutOff, long idle, long millis) {
    }

    /** How often it looks, while it drains, for connections that have become idle. */
    private static final long LOOK_MILLIS = 100;
    /** For those that are refused at the end to take their answer. */
    private static final long REFUSAL_MILLIS = Lingering.LINGER_MILLIS + 1_000;

    private final Listener listener;
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
        listener = new Listener(address, settings.backlog());
        dispatcher = dispatcher(mode, size, serviceTwo);
        refusals = new Refusals(watchdog.loop(), settings.writeMillis());
        watchdog.addChore(this::refuseQueuedTooLong);
        Acceptor acceptor = new Acceptor(listener, admission, queue, refusals, meter);
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

    private Dispatcher dispatcher(Mode mode, int size, ServiceTwoAddress serviceTwo) throws IOException {
        ServedConnections served = new ServedConnections();
        return switch (mode) {
            case POOL -> blocking(new BoundedThreads(size, queue, served), served, serviceTwo);
            case LOOM -> blocking(new UnlimitedThreads(), served, serviceTwo);
            case ASYNC -> new EventLoopDispatcher(queue, serviceTwo, size, settings, meter);
        };
    }

    private Dispatcher blocking(ThreadSource threads, ServedConnections served, ServiceTwoAddress serviceTwo) {
        CallLimit limit = new CallLimit(serviceTwo.maxCalls());
        BlockingRoutes routes = new BlockingRoutes(new BlockingClient(serviceTwo, limit, watchdog, meter), meter);
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
        return listener.port();
    }

    /**
     * Takes what is in the backlog and stops accepting, ends idle connections, lets what is in flight or in the queue
     * be answered with {@code Connection: close} for as long as the settings say, refuses what is still unanswered,
     * cuts off the rest, and stops everything. Waits for all that; refusing may take some seconds more.
     */
    public Drained stop() throws IOException, InterruptedException {
        long start = System.nanoTime();
        long refusedBefore = refusals.atOnce() - refusals.inProgress();
        admission.drain();
        listener.stop();
        drain(start + settings.drainMillis() * 1_000_000L);
        stopAccepting();
        refuseUnanswered();
        admission.awaitEmpty(REFUSAL_MILLIS);
        admission.cutOff();
        refusals.stop(REFUSAL_MILLIS);
        stopThreads();
        return drained(refusals.atOnce() - refusedBefore, (System.nanoTime() - start) / 1_000_000);
    }

    /** Until no connection is open, at the latest until {@code end}, a {@link System#nanoTime}. */
    private void drain(long end) throws InterruptedException {
        long left = end - System.nanoTime();
        while (left > 0 && (acceptorThread.isAlive() || admission.size() > 0)) {
            dispatcher.closeIdle();
            long look = Math.clamp(left / 1_000_000, 1, LOOK_MILLIS);
            if (acceptorThread.join(Duration.ofMillis(look))) {
                admission.awaitEmpty(look);
            }
            left = end - System.nanoTime();
        }
    }

    /** On a machine so loaded that the backlog is not empty yet, closing would reset who waits in it. */
    private void stopAccepting() throws IOException, InterruptedException {
        acceptorThread.join(Duration.ofMillis(REFUSAL_MILLIS));
        listener.close();
        acceptorThread.interrupt();
        acceptorThread.join();
    }

    private void refuseUnanswered() throws InterruptedException {
        dispatcherThread.interrupt();
        dispatcherThread.join();
        dispatcher.refuseInFlight();
        for (Waiting waiting = queue.poll(); waiting != null; waiting = queue.poll()) {
            refusals.refuse(waiting, Refusals.stopping());
        }
    }

    /** A chore of the watchdog. How long the queue may take while it drains is the stop's business. */
    private void refuseQueuedTooLong() {
        if (!admission.isDraining()) {
            queue.removeOlderThan(settings.queueMillis(), waiting -> {
                if (waiting.connection() == null) {
                    meter.refusedInQueue(waiting.since(), Refusals.queuedTooLong().status());
                } else {
                    meter.refused();
                }
                refusals.refuse(waiting, Refusals.queuedTooLong());
            });
        }
    }

    private void stopThreads() {
        admission.closeAll();
        dispatcher.stop();
        watchdog.close();
    }

    private Drained drained(long refusedAtOnce, long millis) {
        long failed = admission.count(Ending.FAILED);
        return new Drained(admission.count(Ending.ANSWERED) + failed, failed,
                admission.count(Ending.REFUSED) + refusedAtOnce, admission.count(Ending.CUT_OFF),
                admission.count(Ending.IDLE), millis);
    }
}
