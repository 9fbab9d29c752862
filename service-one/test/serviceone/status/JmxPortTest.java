package serviceone.status;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.mode.Mode;
import common.process.JmxFigures;
import java.rmi.ServerException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import serviceone.meter.Meter;
import serviceone.meter.Requests;
import serviceone.status.Watching.Ports;
import testing.Await;
import testing.Slow;
import testing.Test;
import testing.Words;

class JmxPortTest {
    private static final String NAME = "serviceone:type=Service";

    /** The JDK's agent can start only once in a JVM, so no other test starts it. */
    @Test
    @Slow("starts jcmd")
    void theFiguresCanBeReadOverLoopbackOnly() throws Exception {
        int port = portThatTheKernelDoesNotAssign();
        Meter meter = new Meter(Mode.POOL);
        Requests.started(meter).answered(503);
        try (Watching watching = new Watching(WatchingTest.service(Mode.POOL, meter),
                new InetSocketAddress("127.0.0.1", 1), new Ports(0, false, port)).start()) {
            var url = new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi");
            try (JMXConnector connector = JMXConnectorFactory.connect(url)) {
                requireFigures(connector.getMBeanServerConnection());
            }
            requireOnlyLoopbackListens(port);
            requireOnlyLoopbackListens(watching.page().getPort());
            requireNothingCanBeRegistered(port);
            requireSetsAreNotReadAsCredentials(url);
            Await.until("a timer takes samples", () -> watching.json().contains("\"waitSeconds\":"));
        }
    }

    @Test
    void eachFigureIsExplained() throws Exception {
        Meter meter = new Meter(Mode.LOOM);
        Requests.started(meter).answered(200);
        Requests.started(meter).answered(404);
        WatchedService service = WatchingTest.service(Mode.LOOM, meter);
        Sampler sampler = new Sampler(service, new Forecaster(service, new InetSocketAddress("127.0.0.1", 1)));
        try (JmxFigures figures = ConsoleFigures.show(service, sampler)) {
            Map<String, Object> known = Map.ofEntries(Map.entry("Mode", "loom"), Map.entry("Port", 8082),
                    Map.entry("Accepted", 0L), Map.entry("Refused", 0L), Map.entry("RefusedCalls", 0L),
                    Map.entry("QueueDepth", 7), Map.entry("Connections", 100_007), Map.entry("InFlight", 0L),
                    Map.entry("Completed", 2L), Map.entry("Failed", 1L), Map.entry("FailedByStatus", Map.of(404, 1L)),
                    Map.entry("RequestsPerSecond", 0.0), Map.entry("P50Millis", 0.0), Map.entry("P99Millis", 0.0),
                    Map.entry("ThreadsBusy", 0.0), Map.entry("ThreadsTotal", Jvm.SCHEDULER.getParallelism()));
            for (Map.Entry<String, Object> each : known.entrySet()) {
                assertEquals(each.getValue(), figures.getAttribute(each.getKey()), each.getKey());
            }
            assertTrue((Double) figures.getAttribute("CpuMicrosPerRequest") > 0, "CPU time");
            Words.assertSame("service-one", "figures for consoles", figures.getMBeanInfo().getDescription() + '\n'
                    + Stream.of(figures.getMBeanInfo().getAttributes())
                            .map(each -> each.getName() + ": " + each.getDescription())
                            .collect(Collectors.joining("\n"))
                            .replace(Mode.LOOM.serving().plural(), "‹threads that serve›"));
        }
    }

    private static void requireFigures(MBeanServerConnection beans) throws Exception {
        ObjectName name = new ObjectName(NAME);
        Object[][] table = {
            {"Mode", "pool"}, {"Failed", 1L}, {"QueueDepth", 7}, {"ThreadsBusy", 4.0}, {"P50Millis", 0.0}};
        for (Object[] row : table) {
            assertEquals(row[1], beans.getAttribute(name, (String) row[0]), (String) row[0]);
        }
        for (MBeanAttributeInfo attribute : beans.getMBeanInfo(name).getAttributes()) {
            beans.getAttribute(name, attribute.getName());
            assertTrue(!attribute.isWritable(), attribute.getName());
        }
    }

    /** The ephemeral ports of Linux and macOS begin above this range. */
    private static int portThatTheKernelDoesNotAssign() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return free.getLocalPort();
            } catch (IOException e) {
                // in use: try another port
            }
        }
    }

    private static void requireOnlyLoopbackListens(int port) throws Exception {
        var addresses = NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses).toList();
        for (InetAddress address : addresses) {
            if (!address.getHostAddress().equals("127.0.0.1")) {
                assertTrue(!listens(address, port), address + ":" + port + " is open");
            }
        }
    }

    private static boolean listens(InetAddress address, int port) {
        try (Socket _ = new Socket(address, port)) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** A client that could replace an object in the registry would receive what consoles send. */
    private static void requireNothingCanBeRegistered(int port) throws Exception {
        Registry registry = LocateRegistry.getRegistry("127.0.0.1", port);
        assertEquals(List.of("jmxrmi"), List.of(registry.list()));
        assertThrows(Exception.class, () -> registry.rebind("jmxrmi", registry));
        assertThrows(Exception.class, () -> registry.unbind("jmxrmi"));
        assertThrows(Exception.class, () -> registry.bind("another", registry));
        assertEquals(List.of("jmxrmi"), List.of(registry.list()));
    }

    /** The agent deserializes any client's credentials. The CPU time for nested sets doubles with each level. */
    private static void requireSetsAreNotReadAsCredentials(JMXServiceURL url) {
        Set<Object> nested = Set.of(Set.of("one"), Set.of(Set.of("one"), Set.of("two")));
        for (Object credentials : List.of(nested, Set.of("user", "password"))) {
            Map<String, ?> environment = Map.of(JMXConnector.CREDENTIALS, credentials);
            Throwable refused = assertThrows(ServerException.class,
                    () -> JMXConnectorFactory.connect(url, environment).close());
            assertContains("filter status: REJECTED", refused.getCause().getCause().getMessage());
        }
    }
}
