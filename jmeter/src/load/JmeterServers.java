package load;

import common.io.HostPort;
import common.process.Child;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import load.install.JmeterHome;

/**
 * JMeters on this machine that wait for orders, for as long as this program runs or one run lasts. {@link #close} may
 * come from the shutdown thread, and then none is started any more.
 */
final class JmeterServers implements AutoCloseable {
    private static final int START_SECONDS = 60;
    /** How many users it will be told to play is not known yet; five times as many fit in, collected more often. */
    private static final List<String> HEAP = JmeterHome.heap(2_000);

    private final Map<HostPort, Child> servers = new LinkedHashMap<>();      // changed by one thread, under the monitor
    private boolean closed;                                                  // guarded by it

    /**
     * Starts one; it is ready some seconds later.
     *
     * @param files    what its files' names begin with
     * @param listener is handed each line that it prints
     */
    synchronized Child start(JmeterHome home, HostPort address, RmiKey key, Map<String, String> properties, Path files,
            Consumer<String> listener) throws IOException {
        if (closed) {
            throw new IOException("stopped while jmeter-servers were being started");
        }
        List<String> arguments = arguments(address, key, properties, files + ".log");
        Child server = Child.startIgnoringInterrupt("jmeter-server at " + address, home.command(arguments,
                HEAP, Path.of(files + ".properties")), Path.of(files + ".txt"), listener);
        servers.put(address, server);
        return server;
    }

    static List<String> arguments(HostPort listen, RmiKey key, Map<String, String> properties, String log) {
        List<String> arguments = new ArrayList<>(List.of("-s", "-j", log, "-Jserver_port=" + listen.port(),
                "-Djava.rmi.server.hostname=" + listen.host(),   // over TLS it binds to this address alone, too
                JmeterArguments.KEEP_CONNECTIONS));
        arguments.addAll(key.properties());
        arguments.addAll(JmeterArguments.properties("-J", properties));
        return arguments;
    }

    /** Returns where they are when all of them accept orders. */
    List<HostPort> awaitReady() throws IOException, InterruptedException {
        for (Map.Entry<HostPort, Child> server : servers.entrySet()) {
            server.getValue().awaitPort(server.getKey().host(), server.getKey().port(), START_SECONDS);
        }
        return List.copyOf(servers.keySet());
    }

    /** Asks them to end, and does not wait for that. */
    @Override
    public synchronized void close() {
        closed = true;
        servers.values().forEach(Child::terminate);
    }
}
