package common.http;

/**
 * A request. Its body, if it had one, has been read and dropped, because no route needs it.
 *
 * @param method    the method as sent; methods are case-sensitive (RFC 9110, 9.1)
 * @param authority the target's authority; null for nearly all requests, whose targets have none
 * @param path      the target's path, without the query and as sent
 * @param query     the part after the question mark; null if there is no question mark
 * @param minor     the minor version of HTTP/1: 0 or 1
 */
public record Request(String method, String authority, String path, String query, int minor, Headers headers) {
    /** The host that the request names, or null. The target's authority overrides Host (RFC 9112, 3.2.2). */
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
