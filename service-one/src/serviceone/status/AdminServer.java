package serviceone.status;

import module java.base;
import common.http.LocalHostFilter;
import common.http.PageServer.PageLimits;
import common.http.PageServer.TextFile;
import common.http.PageServer;
import common.json.JsonObject;
import common.mode.ServiceThread;

/**
 * The status page and its figures. Its own listener and platform threads keep it alive when the pool or the carriers
 * are busy. Listens on the loopback interface only, and answers only requests that name this machine.
 */
final class AdminServer implements AutoCloseable {
    /** More connections than any browser opens. */
    private static final PageLimits LIMITS = new PageLimits(512, 2, 5);
    static final int THREADS = 24;
    private static final int IDLE_SECONDS = 5;

    /** Accepts a task only if a thread is idle. Otherwise the pool grows, up to its limit. */
    private static final class Tasks extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }
    }

    private final PageServer server;

    AdminServer(int port, Function<URI, JsonObject> stats, LongFunction<JsonObject> lives) throws IOException {
        TextFile page = PageServer.page("/serviceone/status.html");
        Tasks tasks = new Tasks();
        ExecutorService threads = new ThreadPoolExecutor(1, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, tasks,
                ServiceThread.ADMIN.platform().daemon().factory(), (task, _) -> tasks.put(task));
        server = new PageServer(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), threads, LIMITS,
                Map.of("GET /", _ -> page,
                        "GET /stats", exchange -> stats.apply(address(exchange.getLocalAddress())),
                        "GET /lives", exchange -> lives.apply(PageServer.afterParameter(exchange))),
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
