package serviceone.status;

import common.http.LocalHostFilter;
import common.http.PageServer.PageLimits;
import common.http.PageServer.PageRoute;
import common.http.PageServer.TextFile;
import common.http.PageServer;
import common.json.JsonObject;
import common.mode.ServiceThread;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * The status page and its figures, on a listener of its own: it must not wait in the queue that it shows. For the same
 * reason its threads are platform threads of its own, whatever the mode: when the pool is exhausted or the carriers are
 * busy, it still answers. They are few, because the service's own must not fail to start for want of threads: senders
 * of half a request hold all of them for two seconds at most, and the others wait. Listens on the loopback interface
 * alone, and answers only who asked for that.
 */
final class AdminServer implements AutoCloseable {
    /** More connections than any browser opens. */
    private static final PageLimits LIMITS = new PageLimits(512, 2, 5);
    static final int THREADS = 24;
    private static final int IDLE_SECONDS = 5;

    /** Takes a task only if a thread waits for it; else there is another thread, up to their number. */
    private static final class Tasks extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }
    }

    /** Where the system gives no further thread, those that there are do it; the JDK's dispatcher would end. */
    private static final class Threads extends ThreadPoolExecutor {
        Threads() {
            super(1, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new Tasks(),
                    ServiceThread.ADMIN.platform().daemon().factory(), (task, threads) -> wait(task, threads));
            prestartCoreThread();
        }

        @Override
        public void execute(Runnable task) {
            try {
                super.execute(task);
            } catch (OutOfMemoryError e) {
                wait(task, this);
            }
        }

        private static void wait(Runnable task, ThreadPoolExecutor threads) {
            ((Tasks) threads.getQueue()).put(task);
        }
    }

    private final PageServer server;

    /**
     * @param stats the figures; they tell where the page is
     * @param lives those of sampled requests that ended after a time in milliseconds since 1970
     */
    AdminServer(int port, Function<URI, JsonObject> stats, LongFunction<JsonObject> lives) throws IOException {
        TextFile page = PageServer.page("/serviceone/status.html");
        server = new PageServer(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), new Threads(), LIMITS,
                Map.of("/", PageRoute.get(_ -> page),
                        "/stats", PageRoute.get(exchange -> stats.apply(address(exchange.getLocalAddress()))),
                        "/lives", PageRoute.get(exchange -> lives.apply(PageServer.after(exchange)))),
                new LocalHostFilter());
    }

    private static URI address(InetSocketAddress listener) {
        return URI.create("http://127.0.0.1:" + listener.getPort() + "/");
    }

    URI address() {
        return address(server.address());
    }

    @Override
    public void close() {
        server.close();
    }
}
