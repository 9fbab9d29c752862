package common.http;

import module java.base;
import module jdk.httpserver;

/**
 * Passes only requests that name this machine. The owner of evil.example could let that name resolve to 127.0.0.1 (DNS
 * rebinding). Requests from a page of evil.example would then arrive here, but still name evil.example. Any port is
 * accepted, because {@code ssh -L} may use another one.
 */
public final class LocalHostFilter extends Filter {
    private static final Pattern LOCAL =
            Pattern.compile("(127\\.0\\.0\\.1|localhost|\\[::1])(:[0-9]{0,5})?", Pattern.CASE_INSENSITIVE);

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        List<String> hosts = exchange.getRequestHeaders().getOrDefault("Host", List.of());
        String authority = exchange.getRequestURI().getRawAuthority();      // overrides Host (RFC 9112, 3.2.2)
        boolean mayLackHost = exchange.getProtocol().equals("HTTP/1.0");
        if (hosts.size() > 1 || hosts.isEmpty() && !mayLackHost) {
            refuse(exchange, 400, "exactly one Host field is required\n");      // RFC 9112, 3.2
        } else if (!hosts.stream().allMatch(LocalHostFilter::isLocal) || authority != null && !isLocal(authority)) {
            refuse(exchange, 421, "this page answers only as 127.0.0.1 and localhost\n");      // RFC 9110, 15.5.20
        } else {
            chain.doFilter(exchange);
        }
    }

    public static boolean isLocal(String host) {
        return LOCAL.matcher(host).matches();
    }

    private static void refuse(HttpExchange exchange, int status, String why) throws IOException {
        try (exchange) {
            PageServer.send(exchange, status, new PageServer.TextFile("text/plain", "", why));
        }
    }

    @Override
    public String description() {
        return "refuses requests that do not name this machine";
    }
}
