package common.http;

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
    /** The target's authority, else Host, else null (RFC 9112, 3.2.2). */
    public String host() {
        return authority == null ? headers.first("Host") : authority;
    }

    public boolean isHead() {
        return method.equals("HEAD");
    }

    /** RFC 9112, 9.3. */
    public boolean keepAlive() {
        if (headers.hasToken("Connection", "close")) {
            return false;
        }
        return minor == 1 || headers.hasToken("Connection", "keep-alive");
    }
}
