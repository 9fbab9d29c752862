package serviceone.status;

import module java.base;
import common.http.PageServer;
import common.mode.ServiceThread;
import common.process.JmxFigures;
import common.process.VisualVmCpuGraph;

/**
 * Owns and starts everything that watches the service. Runs on platform threads, so it stays on time when virtual
 * threads occupy all carriers.
 */
public final class Watching implements AutoCloseable {
    /**
     * The ports on 127.0.0.1.
     *
     * @param admin     the status page's port; 0 for any free one
     * @param anyWillDo whether any free port will do if {@code admin} is taken
     * @param jmx       0 if JMX is off
     */
    public record Ports(int admin, boolean anyWillDo, int jmx) {
    }

    private static final System.Logger LOG = System.getLogger(Watching.class.getName());
    /** More connections than any browser opens. */
    static final PageServer.PageLimits LIMITS = new PageServer.PageLimits(512, 2, 5);

    private final Forecaster forecaster;
    private final StatsJson stats;
    private final PageServer admin;
    private final ScheduledExecutorService threads =
            Executors.newScheduledThreadPool(2, ServiceThread.SAMPLER.platform().daemon().factory());
    private JmxFigures figures;

    /** @throws IOException the message names the option */
    public Watching(WatchedService service, InetSocketAddress serviceTwo, Ports ports) throws IOException {
        forecaster = new Forecaster(service, serviceTwo);
        stats = new StatsJson(service, new Sampler(service, forecaster));
        admin = startAdmin(ports, stats);
        if (ports.jmx > 0) {
            openJmx(ports.jmx);
        }
    }

    /**
     * The status page's own listener and threads keep it alive when the pool or the carriers are busy. It listens on
     * the loopback interface only, and answers only requests that name this machine.
     */
    static PageServer startAdmin(Ports ports, StatsJson stats) throws IOException {
        PageServer.TextFile page = PageServer.page("/serviceone/status.html");
        PageServer.TextFile lanesPage = PageServer.page("/serviceone/lanes.html");
        LivesJson lives = new LivesJson(stats.service());
        LanesJson lanes = new LanesJson(stats.service());
        try {
            return new PageServer(new InetSocketAddress("127.0.0.1", ports.admin), true, adminThreads(), LIMITS,
                    Map.of("GET /", _ -> page,
                            "GET /stats", exchange -> stats.json(address(exchange.getLocalAddress())),
                            "GET /lives", exchange -> lives.json(PageServer.afterParameter(exchange)),
                            "GET /lanes", exchange -> lanes.lanes(PageServer.afterParameter(exchange)),
                            "GET /lanes.html", _ -> lanesPage));
        } catch (BindException e) {
            if (ports.anyWillDo) {
                return startAdmin(new Ports(0, false, ports.jmx), stats);
            }
            throw new IOException("cannot listen for --admin-port " + ports.admin + ": " + e.getMessage()
                    + "; choose another port, or 0 for any free one", e);
        }
    }

    /**
     * A client that does not read holds its thread until the answer's time is over. So each connection may have a
     * thread, and nobody waits for another's: with fewer, such clients would hold them all.
     */
    private static ExecutorService adminThreads() {
        return new ThreadPoolExecutor(1, Integer.MAX_VALUE, 5, TimeUnit.SECONDS, new SynchronousQueue<>(),
                ServiceThread.ADMIN.platform().daemon().factory());
    }

    private static URI address(InetSocketAddress listener) {
        return URI.create("http://127.0.0.1:" + listener.getPort() + "/");
    }

    /**
     * Starts the JDK's own agent, for consoles that cannot attach to a local process. They connect to {@code
     * service:jmx:rmi:///jndi/rmi://127.0.0.1:PORT/jmxrmi}. There is no password, and clients can control the JVM, so
     * the port opens only on request.
     */
    private static void openJmx(int port) throws IOException {
        try {
            new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1")).close();      // throws if the port is taken
        } catch (IOException e) {
            throw new IOException("cannot listen for --jmx-port " + port + ": " + e.getMessage()
                    + "; choose another port", e);
        }
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
        Process jcmd = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                "" + ProcessHandle.current().pid(), "ManagementAgent.start", "jmxremote.host=127.0.0.1",
                "jmxremote.port=" + port, "jmxremote.rmi.port=" + port, "jmxremote.authenticate=false",
                "jmxremote.ssl=false", "jmxremote.registry.ssl=false").redirectErrorStream(true).start();
        String message = jcmd.inputReader().readAllAsString();
        if (jcmd.onExit().join().exitValue() != 0) {
            throw new IOException("--jmx-port: the JDK's agent does not start: " + message.strip().replace('\n', ' '));
        }
    }

    /** To be called when the service is ready: loading the JDK's MBeans takes a fifth of the start-up time. */
    public Watching start() {
        Jvm.SYSTEM.getAvailableProcessors();      // opens libraries: later, clients may hold all file descriptors
        threads.scheduleWithFixedDelay(orLog(forecaster::askServiceTwo), 0, Forecaster.ASKS_EVERY_SECONDS,
                TimeUnit.SECONDS);
        threads.scheduleAtFixedRate(orLog(stats.sampler()::sample), 0, 1, TimeUnit.SECONDS);
        figures = ConsoleFigures.show(stats.service(), stats.sampler());
        VisualVmCpuGraph.start();
        return this;
    }

    /** A scheduled task that throws is never run again. */
    static Runnable orLog(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                LOG.log(System.Logger.Level.WARNING, "cannot read the figures", e);
            }
        };
    }

    public String json() {
        return stats.json(page()).toString();
    }

    public URI page() {
        return address(admin.address());
    }

    @Override
    public void close() {
        threads.shutdownNow();
        admin.close();
        figures.close();
    }
}
