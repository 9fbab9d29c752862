package serviceone.watch;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.AlreadyBoundException;
import java.rmi.NoSuchObjectException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.util.Map;
import javax.management.remote.JMXServiceURL;
import javax.management.remote.rmi.RMIConnectorServer;
import javax.management.remote.rmi.RMIJRMPServerImpl;

/**
 * The JVM's MBeans, to be read, at a port of the loopback interface:
 * {@code service:jmx:rmi:///jndi/rmi://127.0.0.1:PORT/jmxrmi}, for consoles that cannot find or attach to a local
 * process. Consoles that can need no port. Owns the registry and the connector, whose calls run on RMI's own threads.
 */
final class JmxPort implements AutoCloseable {
    private static final int BACKLOG = 50;
    private static final String NAME = "jmxrmi";      // where consoles look

    private final Registry registry;
    private final RMIConnectorServer connector;
    private final Loopback sockets = new Loopback();

    /** Listens on the loopback interface alone, and knows where. One for registry and connector: so they share the port. */
    private static final class Loopback implements RMIServerSocketFactory {
        private volatile int port;

        @Override
        public ServerSocket createServerSocket(int wanted) throws IOException {
            ServerSocket socket = new ServerSocket(wanted, BACKLOG, InetAddress.getByName("127.0.0.1"));
            port = socket.getLocalPort();
            return socket;
        }
    }

    /**
     * @param port 0 for any free one
     * @throws IOException if the port cannot be had
     */
    JmxPort(int port) throws IOException {
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");      // what stubs tell clients to connect to
        registry = LocateRegistry.createRegistry(port, null, sockets);
        RMIJRMPServerImpl server = new RMIJRMPServerImpl(port, null, sockets, Map.of());
        connector = new RMIConnectorServer(new JMXServiceURL("rmi", "127.0.0.1", port), Map.of(), server,
                ManagementFactory.getPlatformMBeanServer());
        connector.setMBeanServerForwarder(ReadingOnly.forwarder());
        connector.start();
        try {
            registry.bind(NAME, server.toStub());
        } catch (AlreadyBoundException e) {
            throw new IOException("the name " + NAME + " is taken in a new registry", e);
        }
    }

    int port() {
        return sockets.port;
    }

    @Override
    public void close() throws IOException {
        try {
            connector.stop();
            UnicastRemoteObject.unexportObject(registry, true);
        } catch (NoSuchObjectException e) {
            // then it is closed already
        }
    }
}
