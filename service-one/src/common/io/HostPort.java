package common.io;

import module java.base;

/**
 * Where a server listens.
 *
 * @param host a name or an address, without brackets
 * @param port 0 for any free port
 */
public record HostPort(String host, int port) {
    private static final Pattern PLACE = Pattern.compile("(?<host>[^-:/\\s\\[\\]][^:/\\s\\[\\]]*"
            + "|\\[[0-9a-fA-F:.]+(%[^/\\s\\[\\]]+)?]):(?<port>.*)");
    private static final Pattern LOCAL =
            Pattern.compile("(127\\.0\\.0\\.1|localhost|\\[::1])(:[0-9]{0,5})?", Pattern.CASE_INSENSITIVE);

    public HostPort {
        host = host.replaceFirst("^\\[(.*)]$", "$1");
    }

    /** Whether this is a name of this machine. Any port is accepted, because {@code ssh -L} may use another one. */
    public static boolean isLocal(String authority) {
        return LOCAL.matcher(authority).matches();
    }

    /** RFC 3986, 3.2.2. */
    public static Optional<HostPort> parse(String text) {
        Matcher place = PLACE.matcher(text);
        return place.matches() && isPort(place.group("port"))
                ? Optional.of(new HostPort(place.group("host"), Integer.parseInt(place.group("port"))))
                : Optional.empty();
    }

    public static boolean isPort(String text) {
        return text.matches("[0-9]{1,5}") && Integer.parseInt(text) <= 65_535;
    }

    public static String inUrl(String host) {
        return host.contains(":") && !host.startsWith("[") ? '[' + host + ']' : host;
    }

    /** The message names the options that help. */
    public IOException cannotListen(IOException why, String portOption) {
        return new IOException("cannot listen on " + host + " port " + port + ": " + why.getMessage()
                + "; --bind takes an address of this machine, " + portOption + " another port, or 0 for any free one",
                why);
    }

    public InetSocketAddress socketAddress() {
        return new InetSocketAddress(host, port);
    }

    /** @param timeoutMillis limits connecting, and each read */
    public Socket connected(int timeoutMillis) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(timeoutMillis);
            socket.connect(socketAddress(), timeoutMillis);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    public boolean isLoopback() {
        return has(InetAddress::isLoopbackAddress);
    }

    public boolean isOfThisMachine() {
        return isLoopback() || has(address -> NetworkInterface.getByInetAddress(address) != null);
    }

    private interface Property {
        boolean isOf(InetAddress address) throws IOException;
    }

    /** False if the host is unknown. */
    private boolean has(Property property) {
        try {
            return property.isOf(InetAddress.getByName(host));
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return inUrl(host) + ':' + port;
    }
}
