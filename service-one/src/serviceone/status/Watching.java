package serviceone.status;

import common.http.PageServer;
import common.mode.ServiceThread;
import common.process.JmxFigures;
import common.process.VisualVmCpuGraph;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

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

    private static final Logger LOG = System.getLogger(Watching.class.getName());

    private final WatchedService service;
    private final Forecaster forecaster;
    private final Sampler sampler;
    private final StatsJson stats;
    private final PageServer admin;
    private final ScheduledExecutorService threads =
            Executors.newScheduledThreadPool(2, ServiceThread.SAMPLER.platform().daemon().factory());
    private JmxFigures figures;

    /** @throws IOException the message names the option */
    public Watching(WatchedService service, InetSocketAddress serviceTwo, Ports ports) throws IOException {
        this.service = service;
        Jvm.SYSTEM.getAvailableProcessors();      // opens a library, before file descriptors can run out
        forecaster = new Forecaster(service, serviceTwo);
        sampler = new Sampler(service, forecaster);
        stats = new StatsJson(service, sampler);
        admin = AdminServer.start(ports, stats);
        if (ports.jmx > 0) {
            openJmx(ports.jmx);
        }
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
        try {
            String message = jcmd.inputReader().readAllAsString();
            if (jcmd.waitFor() != 0) {
                throw new IOException("--jmx-port: the JDK's agent does not start: "
                        + message.strip().replace('\n', ' '));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("--jmx-port: interrupted while the JDK's agent started", e);
        }
    }

    /** To be called when the service is ready: loading the JDK's MBeans takes a fifth of the start-up time. */
    public Watching start() {
        threads.scheduleWithFixedDelay(orLog(forecaster::askServiceTwo), 0, Forecaster.ASKS_EVERY_SECONDS,
                TimeUnit.SECONDS);
        threads.scheduleAtFixedRate(orLog(sampler::sample), 0, 1, TimeUnit.SECONDS);
        figures = ConsoleFigures.show(service, sampler);
        VisualVmCpuGraph.start();
        return this;
    }

    /** A scheduled task that throws is never run again. */
    static Runnable orLog(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                LOG.log(Level.WARNING, "cannot read the figures", e);
            }
        };
    }

    public String json() {
        return stats.json(page()).toString();
    }

    public URI page() {
        return AdminServer.address(admin.address());
    }

    @Override
    public void close() {
        threads.shutdownNow();
        admin.close();
        figures.close();
    }
}
