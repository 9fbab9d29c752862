package serviceone.status;

import common.process.VisualVmCpuGraph;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.function.Function;
import java.util.function.LongFunction;
import javax.management.JMException;
import javax.management.ObjectName;
import serviceone.meter.Meter;
import serviceone.meter.Occupancy;

/**
 * Everything by which a running service can be watched: the sampler, the MBean, the JMX port, the status page, and the
 * counter that VisualVM wants. Owns and starts them; they run on threads of their own, none of which serves a request.
 */
public final class Watching implements AutoCloseable {
    /** {@code serviceone:type=Service}. */
    private static final String BEAN = "serviceone:type=Service";

    private final ServiceTwoDelays delays;
    private final Sampler sampler;
    private final Stats stats;
    private final AdminServer admin;
    private final ServiceOneBean bean;

    /**
     * @param serviceTwo asked for its delays now and then
     * @throws IOException if a port cannot be had; names its option, and what that takes
     */
    public Watching(ServiceSetup setup, Meter meter, Occupancy occupancy, InetSocketAddress serviceTwo, Ports ports)
            throws IOException {
        PlatformBeans platform = new PlatformBeans();
        delays = new ServiceTwoDelays(serviceTwo);
        sampler = new Sampler(meter, occupancy, setup, platform, new Forecaster(setup, platform, delays));
        stats = new Stats(meter, occupancy, setup, platform, sampler);
        LivesReport lives = new LivesReport(meter, occupancy, setup, platform);
        admin = startAdmin(ports, stats::json, lives::json);
        if (ports.jmx() > 0) {
            openJmx(ports.jmx());
        }
        bean = new ServiceOneBean(meter, occupancy, setup, platform, sampler);
    }

    static AdminServer startAdmin(Ports ports, Function<URI, String> stats, LongFunction<String> lives)
            throws IOException {
        try {
            return new AdminServer(ports.admin(), stats, lives);
        } catch (BindException e) {
            if (ports.anyWillDo()) {
                return new AdminServer(0, stats, lives);
            }
            throw new IOException("--admin-port " + ports.admin() + ": " + e.getMessage()
                    + "; it takes another one, or 0 for any free one", e);
        }
    }

    private static void openJmx(int port) throws IOException {
        try {
            JmxPort.open(port);
        } catch (IOException e) {
            String remedy = e instanceof BindException ? "; it takes another one" : "";
            throw new IOException("--jmx-port " + port + ": " + e.getMessage() + remedy, e);
        }
    }

    /**
     * Begins to watch. For when the service is ready: its clients need not wait for what the JDK loads for that, of
     * which its MBeans alone take a fifth of a start.
     */
    public Watching start() {
        delays.start();
        sampler.start();
        register();
        VisualVmCpuGraph.start();
        return this;
    }

    private void register() {
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(
                    new DescribedBean(bean, ServiceOneMXBean.class), new ObjectName(BEAN));
        } catch (JMException e) {
            throw new IllegalStateException("one service to a JVM", e);
        }
    }

    /** The figures, as JSON. */
    public String json() {
        return stats.json(page());
    }

    /** Where the status page is. */
    public URI page() {
        return admin.address();
    }

    @Override
    public void close() {
        sampler.close();
        delays.close();
        admin.close();
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(BEAN));
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }
}
