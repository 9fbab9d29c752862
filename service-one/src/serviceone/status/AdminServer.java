package serviceone.status;

import common.http.LocalHostFilter;
import common.http.PageServer.PageLimits;
import common.http.PageServer.TextFile;
import common.http.PageServer;
import common.mode.ServiceThread;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import serviceone.status.Watching.Ports;

/**
 * The status page and its figures. Its own listener and platform threads keep it alive when the pool or the carriers
 * are busy. Listens on the loopback interface only, and answers only requests that name this machine.
 */
final class AdminServer {
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

    private AdminServer() {
    }

    /** @throws IOException the message names the option */
    static PageServer start(Ports ports, StatsJson stats) throws IOException {
        try {
            return start(ports.admin(), stats);
        } catch (BindException e) {
            if (ports.anyWillDo()) {
                return start(0, stats);
            }
            throw new IOException("cannot listen for --admin-port " + ports.admin() + ": " + e.getMessage()
                    + "; choose another port, or 0 for any free one", e);
        }
    }

    private static PageServer start(int port, StatsJson stats) throws IOException {
        TextFile page = PageServer.page("/serviceone/status.html");
        Tasks tasks = new Tasks();
        ExecutorService threads = new ThreadPoolExecutor(1, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, tasks,
                ServiceThread.ADMIN.platform().daemon().factory(), (task, _) -> tasks.put(task));
        return new PageServer(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), threads, LIMITS,
                Map.of("GET /", _ -> page,
                        "GET /stats", exchange -> stats.json(address(exchange.getLocalAddress())),
                        "GET /lives", exchange -> stats.lives(PageServer.afterParameter(exchange))),
                new LocalHostFilter());
    }

    static URI address(InetSocketAddress listener) {
        return URI.create("http://127.0.0.1:" + listener.getPort() + "/");
    }
}
