package common.http;

/**
 * A request whose body, if it had one, has been read and dropped: no route takes one.
 *
 * @param method    as sent; methods are case-sensitive (RFC 9110, 9.1)
 * @param authority the target's, or null where it has none, as nearly always
 * @param path      the target's path, without the query and as sent
 * @param query     what follows the question mark, or null
 * @param minor     the minor version: 0 or 1
 */
public record Request(String method, String authority, String path, String query, int minor, Headers headers) {
    /** For whom the request is meant: the target's authority goes before Host (RFC 9112, 3.2.2); null without both. */
    public String host() {
        return authority == null ? headers.first("Host") : authority;
    }

    public boolean isHead() {
        return method.equals("HEAD");
    }

    /** Whether the client wants the connection to outlive this request (RFC 9112, 9.3). */
    public boolean keepAlive() {
        if (headers.hasToken("Connection", "close")) {
            return false;
        }
        return minor == 1 || headers.hasToken("Connection", "keep-alive");
    }
}
