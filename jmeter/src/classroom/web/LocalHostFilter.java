package classroom.web;

import classroom.http.Refusal;
import classroom.http.Responses;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Lets only requests pass that were meant for this machine. A page of evil.example, whose name its owner lets point to
 * 127.0.0.1 (DNS rebinding), could otherwise read the token out of the page by the browser of whoever looks at it; but
 * its requests still name evil.example. Any port will do: {@code ssh -L} may have another one, and a port is not what
 * is rebound. Runs on the server's threads; no state.
 */
final class LocalHostFilter extends Filter {
    private static final Pattern LOCAL =
            Pattern.compile("(127\\.0\\.0\\.1|localhost|\\[::1])(:[0-9]{0,5})?", Pattern.CASE_INSENSITIVE);

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        List<String> hosts = exchange.getRequestHeaders().getOrDefault("Host", List.of());
        String authority = exchange.getRequestURI().getRawAuthority();      // goes before Host: RFC 9112, 3.2.2
        if (hosts.size() != 1) {
            refuse(exchange, 400, "one Host is needed");        // RFC 9112, 3.2
        } else if (!isLocal(hosts.getFirst()) || authority != null && !isLocal(authority)) {
            refuse(exchange, 421, "this page is at 127.0.0.1 and localhost alone");      // RFC 9110, 15.5.20
        } else {
            chain.doFilter(exchange);
        }
    }

    private static void refuse(HttpExchange exchange, int status, String why) throws IOException {
        try (exchange) {
            Responses.refuse(exchange, new Refusal(status, why));
        }
    }

    private static boolean isLocal(String host) {
        return LOCAL.matcher(host).matches();
    }

    @Override
    public String description() {
        return "refuses what was not meant for this machine";
    }
}
