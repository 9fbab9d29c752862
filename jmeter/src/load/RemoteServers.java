package load;

import common.commandline.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/** The jmeter-servers that a controller is to give its orders to. Immutable. */
public record RemoteServers(List<HostPort> addresses) {
    /** {@code host:port,host:port}, from each time that the option was given. */
    public static RemoteServers parse(String option, List<String> lists) throws UsageException {
        List<HostPort> addresses = new ArrayList<>();
        for (String list : lists) {
            for (String server : list.split(",", -1)) {
                addresses.add(HostPort.parse(option, server));
            }
        }
        return new RemoteServers(List.copyOf(addresses));
    }

    /** Refuses to go on without one of them. @return the address under which they reach this machine */
    public String reach() throws IOException {
        String callback = InetAddress.getLoopbackAddress().getHostAddress();
        for (HostPort server : addresses) {
            InetAddress seen = reach(server);
            callback = seen.isLoopbackAddress() ? callback : seen.getHostAddress();
        }
        return callback;
    }

    private static InetAddress reach(HostPort server) throws IOException {
        try {
            return server.reach();
        } catch (IOException e) {
            throw new IOException("no jmeter-server answers at " + server + " (" + e.getMessage()
                    + "); --remote names servers that run: start one there with ./run.sh jmeter-server", e);
        }
    }

    /** Refuses to go on where one of them has another key. */
    public void checkKey(RmiKey key) throws IOException {
        for (HostPort server : addresses) {
            KeyCheck.check(server, key);
        }
    }
}
