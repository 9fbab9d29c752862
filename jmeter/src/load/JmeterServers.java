package load;

import module java.base;
import common.io.HostPort;
import load.install.JmeterHome;
import process.Child;

/**
 * The jmeter-servers that this program started on this machine. After {@link #close}, which any thread may call, no
 * server can start.
 */
public final class JmeterServers implements AutoCloseable {
    private static final int START_SECONDS = 60;
    /** A server starts before the number of users is known. */
    private static final List<String> HEAP = JmeterHome.heap(2_000);

    private final Map<HostPort, Child> servers = new LinkedHashMap<>();      // guarded by this, like closed
    private boolean closed;

    /**
     * Returns before the server is ready.
     *
     * @param files    the path of the server's files, without the file extension
     * @param listener receives each line that the server prints
     */
    public synchronized Child start(JmeterHome home, HostPort address, RmiKey key, Map<String, String> properties,
            Path files, Consumer<String> listener) throws IOException {
        if (closed) {
            throw new IOException("stopped while jmeter-servers were being started");
        }
        List<String> arguments = arguments(address, key, properties, files + ".log");
        Child server = new Child("jmeter-server at " + address, home.command(arguments,
                HEAP, Path.of(files + ".properties")), Path.of(files + ".txt"), listener,
                Child.Option.IGNORES_INTERRUPT);
        servers.put(address, server);
        return server;
    }

    static List<String> arguments(HostPort listen, RmiKey key, Map<String, String> properties, String log) {
        List<String> arguments = new ArrayList<>(List.of("-s", "-j", log, "-Jserver_port=" + listen.port(),
                "-Djava.rmi.server.hostname=" + listen.host(),   // with TLS, the server binds only to this address
                JmeterArguments.KEEP_CONNECTIONS));
        arguments.addAll(key.properties());
        arguments.addAll(JmeterArguments.properties("-J", properties));
        return arguments;
    }

    public List<HostPort> awaitReady() throws IOException, InterruptedException {
        for (Map.Entry<HostPort, Child> server : servers.entrySet()) {
            server.getValue().awaitPort(server.getKey(), START_SECONDS);
        }
        return List.copyOf(servers.keySet());
    }

    public synchronized List<ProcessHandle> processes() {
        return servers.values().stream().flatMap(server -> server.processes().stream()).toList();
    }

    /** Does not wait for the servers' end. */
    @Override
    public synchronized void close() {
        closed = true;
        servers.values().forEach(Child::terminate);
    }
}
