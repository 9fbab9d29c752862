package common.io;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a server listens.
 *
 * @param host a name or an address, without brackets
 * @param port 0 for any free port
 */
public record HostPort(String host, int port) {
    private static final Pattern HOST = Pattern.compile("(?<name>[^-:/\\s\\[\\]][^:/\\s\\[\\]]*)"
            + "|\\[(?<address>[0-9a-fA-F:.]+(%[^/\\s\\[\\]]+)?)]");

    public HostPort {
        host = unbracketed(host);
    }

    /** RFC 3986, 3.2.2. */
    public static Optional<HostPort> parse(String text) {
        int colon = text.lastIndexOf(':');
        return colon < 0 ? Optional.empty() : parse(text.substring(0, colon), text.substring(colon + 1));
    }

    public static Optional<HostPort> parse(String text, int defaultPort) {
        return HOST.matcher(text).matches() ? parse(text, Integer.toString(defaultPort)) : parse(text);
    }

    private static Optional<HostPort> parse(String host, String port) {
        Matcher matcher = HOST.matcher(host);
        return matcher.matches() && isPort(port) ? Optional.of(new HostPort(host, Integer.parseInt(port)))
                : Optional.empty();
    }

    public static boolean isPort(String text) {
        return text.matches("[0-9]{1,5}") && Integer.parseInt(text) <= 65_535;
    }

    private static String unbracketed(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    public static String inUrl(String host) {
        return host.contains(":") && !host.startsWith("[") ? '[' + host + ']' : host;
    }

    /** The message names the option that helps: {@code --bind} or {@code portOption}. */
    public IOException cannotListen(IOException why, String portOption) {
        boolean mayListen = hasAddress(InetAddress::isAnyLocalAddress) || isOfThisMachine();
        return new IOException("cannot listen on " + host + " port " + port + ": " + why.getMessage() + "; "
                + (mayListen ? "choose another port with " + portOption + ", or 0 for any free one"
                        : "--bind takes an address of this machine"), why);
    }

    public boolean isLoopback() {
        return hasAddress(InetAddress::isLoopbackAddress);
    }

    public boolean isOfThisMachine() {
        return isLoopback() || hasAddress(HostPort::isOfAnInterface);
    }

    private static boolean isOfAnInterface(InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }

    private boolean hasAddress(Predicate<InetAddress> test) {
        try {
            return test.test(InetAddress.getByName(host));
        } catch (UnknownHostException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return inUrl(host) + ':' + port;
    }
}
