package serviceone.watch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
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

    private final Sampler sampler;
    private final Stats stats;
    private final AdminServer admin;
    private final JmxPort jmx;

    /**
     * @param adminPort where the status page listens; 0 for any free port
     * @param jmxPort   where JMX listens; 0 for any free port
     * @throws IOException if a port cannot be had; says which
     */
    public Watching(ServiceSetup setup, Meter meter, Occupancy occupancy, int adminPort, int jmxPort)
            throws IOException {
        PlatformBeans platform = new PlatformBeans();
        sampler = new Sampler(meter, occupancy, setup, platform);
        stats = new Stats(meter, occupancy, setup, platform, sampler);
        admin = listen("--admin-port", adminPort, () -> new AdminServer(adminPort, stats::json));
        jmx = listen("--jmx-port", jmxPort, () -> new JmxPort(jmxPort));
        ServiceOneBean bean = new ServiceOneBean(meter, occupancy, setup, platform, sampler);
        register(new DescribedBean(bean, ServiceOneMXBean.class));
        HrtTicks.start();
        sampler.start();
    }

    private interface Listener<T> {
        T listen() throws IOException;
    }

    private static <T> T listen(String option, int port, Listener<T> listener) throws IOException {
        try {
            return listener.listen();
        } catch (IOException e) {
            throw new IOException(option + ' ' + port + ": " + e.getMessage(), e);
        }
    }

    private static void register(DescribedBean bean) {
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(bean, new ObjectName(BEAN));
        } catch (JMException e) {
            throw new IllegalStateException("one service to a JVM", e);
        }
    }

    /** The figures, as JSON. */
    public String json() {
        return stats.json();
    }

    /** Where the status page is. */
    public URI page() {
        return admin.address();
    }

    public int jmxPort() {
        return jmx.port();
    }

    @Override
    public void close() {
        sampler.close();
        admin.close();
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(BEAN));
            jmx.close();
        } catch (JMException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
