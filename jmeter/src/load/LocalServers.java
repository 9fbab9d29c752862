package load;

import common.io.HostPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import load.install.JmeterHome;

/**
 * Owns jmeter-servers on this machine for the time of one run: the distributed mode, tried without a second machine.
 * Used by the main thread; {@link #close} may come from the shutdown thread, and then none is started any more.
 */
public final class LocalServers implements AutoCloseable {
    private final List<JmeterServer> servers = new ArrayList<>();      // guarded by this object's monitor
    private boolean closed;

    /** Starts so many, each on a free loopback port, and returns when all of them are ready. */
    public void start(int count, JmeterHome home, Path folder, Path repository)
            throws IOException, InterruptedException {
        for (int i = 1; i <= count; i++) {
            start(home, RmiKey.in(repository), folder, "server-" + i);
        }
        for (JmeterServer server : started()) {
            server.awaitReady();
        }
    }

    private synchronized void start(JmeterHome home, RmiKey key, Path folder, String name) throws IOException {
        if (closed) {
            throw new IOException("stopped while jmeter-servers were being started");
        }
        HostPort address = HostPort.free("127.0.0.1");
        String log = folder.resolve(name + ".log").toString();
        servers.add(JmeterServer.start(home, address, RemoteArguments.server(address, key, Map.of(), log),
                folder.resolve(name + ".txt"), line -> { }));
    }

    public List<HostPort> addresses() {
        return started().stream().map(JmeterServer::address).toList();
    }

    private synchronized List<JmeterServer> started() {
        return List.copyOf(servers);
    }

    @Override
    public synchronized void close() {
        closed = true;
        servers.forEach(JmeterServer::close);
    }
}
