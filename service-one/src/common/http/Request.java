package common.http;

import module java.base;

/**
 * A request without its body: no route needs a body.
 *
 * @param method    as sent; methods are case-sensitive (RFC 9110, 9.1)
 * @param authority the host and port in the target; usually null
 * @param path      as sent, without the query
 * @param query     null if there is no question mark
 * @param minor     0 for HTTP/1.0, 1 for HTTP/1.1
 */
public record Request(String method, String authority, String path, String query, int minor, Headers headers) {
    /** The client's mistake. The message is for the client, so it quotes nothing. */
    public static final class ParameterException extends RuntimeException {
        private static final long serialVersionUID = 1;

        public ParameterException(String message) {
            super(message);
        }
    }

    /** The target's authority, else Host, else null (RFC 9112, 3.2.2). */
    public String host() {
        return authority == null ? headers.first("Host") : authority;
    }

    /**
     * Returns the first value of this name in the query, decoded as a form's (WHATWG URL, 5.1). Names are compared as
     * sent.
     *
     * @throws ParameterException if the value has a percent sign without two hexadecimal digits
     */
    public Optional<String> parameter(String name) {
        for (String pair : query == null ? new String[0] : query.split("&")) {
            if (pair.startsWith(name) && pair.startsWith("=", name.length())) {
                return Optional.of(decoded(pair.substring(name.length() + 1)));
            }
        }
        return Optional.empty();
    }

    public static String decoded(String text) {
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
            return text;
        }
        if (Characters.hasMalformedEscape(text)) {
            throw new ParameterException("a percent sign without two hexadecimal digits");
        }
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    public boolean isHead() {
        return method.equals("HEAD");
    }

    public boolean keepAlive() {
        return headers.keepAlive(minor);
    }
}
