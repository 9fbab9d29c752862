package common.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Lets only requests pass that were meant for this machine. A page of evil.example, whose owner lets that name point to
 * 127.0.0.1 (DNS rebinding), could otherwise read what is served here through the browser of whoever looks at that
 * page; but its requests still name evil.example. Any port will do: {@code ssh -L} may have another one, and a port is
 * not what is rebound.
 */
public final class LocalHostFilter extends Filter {
    private static final Pattern LOCAL =
            Pattern.compile("(127\\.0\\.0\\.1|localhost|\\[::1])(:[0-9]{0,5})?", Pattern.CASE_INSENSITIVE);
    private static final int MISDIRECTED = 421;      // RFC 9110, 15.5.20
    private static final int BAD_REQUEST = 400;      // RFC 9112, 3.2: no Host in HTTP/1.1, or several

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        List<String> hosts = exchange.getRequestHeaders().getOrDefault("Host", List.of());
        boolean mayLackHost = exchange.getProtocol().equals("HTTP/1.0");      // which no browser speaks
        if (hosts.size() > 1 || hosts.isEmpty() && !mayLackHost) {
            refuse(exchange, BAD_REQUEST, "one Host is needed\n");
        } else if (!hosts.stream().allMatch(LocalHostFilter::isLocal) || !isLocalTarget(exchange)) {
            refuse(exchange, MISDIRECTED, "this page is at 127.0.0.1 and localhost alone\n");
        } else {
            chain.doFilter(exchange);
        }
    }

    /** Whether a Host, or a target's authority, names this machine. */
    public static boolean isLocal(String host) {
        return LOCAL.matcher(host).matches();
    }

    /** A target with an authority of its own goes before Host (RFC 9112, 3.2.2). */
    private static boolean isLocalTarget(HttpExchange exchange) {
        String authority = exchange.getRequestURI().getRawAuthority();
        return authority == null || isLocal(authority);
    }

    private static void refuse(HttpExchange exchange, int status, String why) throws IOException {
        try (exchange) {
            PageServer.send(exchange, status, new PageServer.TextFile("text/plain", "", why));
        }
    }

    @Override
    public String description() {
        return "refuses what was not meant for this machine";
    }
}
