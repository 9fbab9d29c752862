package load;

import common.commandline.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;

/** Where a server listens. Immutable. */
public record HostPort(String host, int port) {
    public static final String LIST = "the servers: host:port,host:port";
    public static final int DEFAULT_JMETER_SERVER_PORT = 1099;
    private static final int CONNECT_MILLIS = 3_000;

    /** A port of this machine's loopback address that nobody listens at now. */
    public static HostPort free() throws IOException {
        return free("127.0.0.1");
    }

    /** The same of any address of this machine. */
    public static HostPort free(String host) throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            return new HostPort(host, socket.getLocalPort());
        }
    }

    /** {@code host:port} or, for a jmeter-server on its default port, {@code host}. */
    public static HostPort parse(String option, String text) throws UsageException {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? text : text.substring(0, colon);
        int port = colon < 0 ? DEFAULT_JMETER_SERVER_PORT : port(text.substring(colon + 1));
        if (host.isBlank() || host.startsWith("-") || port < 1) {
            throw new UsageException(option + " takes " + LIST + ", not: " + (text.isEmpty() ? "nothing" : text));
        }
        return new HostPort(host, port);
    }

    /** {@code host:port}, both of them. */
    public static HostPort parseWhole(String option, String text) throws UsageException {
        if (!text.contains(":") || text.startsWith(":") || port(text.substring(text.lastIndexOf(':') + 1)) < 1) {
            throw new UsageException(option + " takes HOST:PORT, not: " + (text.isEmpty() ? "nothing" : text));
        }
        return parse(option, text);
    }

    /** The number, 0 where it is no port's. */
    public static int port(String text) {
        return text.matches("\\d{1,5}") && Integer.parseInt(text) <= 65_535 ? Integer.parseInt(text) : 0;
    }

    /**
     * Connects and closes.
     *
     * @return the address of this machine that the server sees, the one under which it can call back
     * @throws IOException where nobody answers; its message says why in few words
     */
    public InetAddress reach() throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            return socket.getLocalAddress();
        } catch (UnknownHostException e) {
            throw new IOException("no such host", e);
        }
    }

    /** As a URL has it: an IPv6 address is in brackets there (RFC 3986, 3.2.2). */
    @Override
    public String toString() {
        boolean bare = host.contains(":") && !host.startsWith("[");
        return (bare ? '[' + host + ']' : host) + ':' + port;
    }
}
