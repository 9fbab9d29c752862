package serviceone.status;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.mode.Mode;
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
import testing.Test;

/** The JDK's agent can start only once in a JVM, so there is only one test. */
class JmxPortTest {
    @Test
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

    private static void requireFigures(MBeanServerConnection beans) throws Exception {
        ObjectName name = new ObjectName("serviceone:type=Service");
        Object[][] table = {
            {"Mode", "pool"}, {"Failed", 1L}, {"QueueDepth", 7}, {"ThreadsBusy", 4.0}, {"P50Millis", 0.0}};
        for (Object[] row : table) {
            assertEquals(row[1], beans.getAttribute(name, (String) row[0]), (String) row[0]);
        }
        for (MBeanAttributeInfo attribute : beans.getMBeanInfo(name).getAttributes()) {
            beans.getAttribute(name, attribute.getName());
            assertTrue(attribute.getDescription().contains(" ") && !attribute.isWritable(), attribute.getName());
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
