package common.http;

import module java.base;

/**
 * A response, and its bytes on the wire.
 *
 * @param fields      more header lines, each ended by CR LF
 * @param afterMillis the response is due after this time; until then, it needs no thread
 */
public record Response(int status, String type, byte[] body, String fields, int afterMillis) {
    private static final String JSON = "application/json";
    private static final String CLOSE = "Connection: close\r\n";
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    /** One object, so that no thread sees a number with another second's date. */
    private record Second(long number, String date) {
    }

    private static volatile Second last = new Second(-1, "");

    private Response(int status, String type, String body) {
        this(status, type, body.getBytes(StandardCharsets.UTF_8), "", 0);
    }

    /** Answers {@code Expect: 100-continue}. */
    public static byte[] interimContinue() {
        return "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    }

    public static Response json(byte[] body) {
        return new Response(200, JSON, body, "", 0);
    }

    public static Response json(String body) {
        return new Response(200, JSON, body);
    }

    public static Response text(int status, String body) {
        return new Response(status, "text/plain; charset=utf-8", body);
    }

    /** The reason has no internal names, because clients see it, and no characters that JSON escapes. */
    public static Response error(int status, String reason) {
        return new Response(status, JSON, "{\"error\":\"" + reason + "\"}");
    }

    /** The client has sent only a part of its request in its time. */
    public static Response late() {
        return error(408, "the request took too long to arrive");
    }

    public static Response noContent() {
        return new Response(204, "", "");
    }

    public Response withField(String name, String value) {
        return new Response(status, type, body, fields + name + ": " + value + "\r\n", afterMillis);
    }

    public Response after(int millis) {
        return new Response(status, type, body, fields, millis);
    }

    public byte[] encode(Request request, boolean keepAlive) {
        // An HTTP/1.0 client keeps a connection only if the answer says so (RFC 9112, appendix C.2.2).
        String kept = request.minor() == 0 ? "Connection: keep-alive\r\n" : "";
        return encode(keepAlive ? kept : CLOSE, !request.isHead());
    }

    /** For a request that breaks the protocol or a limit: the connection ends after this response. */
    public byte[] encodeLast() {
        return encode(CLOSE, true);
    }

    private byte[] encode(String connection, boolean withBody) {
        String head = "HTTP/1.1 " + status + ' ' + reason() + "\r\nDate: " + date()
                + "\r\n" + aboutContent() + fields + connection + "\r\n";
        byte[] headBytes = head.getBytes(StandardCharsets.ISO_8859_1);
        if (!withBody) {
            return headBytes;
        }
        byte[] bytes = Arrays.copyOf(headBytes, headBytes.length + body.length);
        System.arraycopy(body, 0, bytes, headBytes.length, body.length);
        return bytes;
    }

    /** All responses of a second share one text (RFC 9110, 5.6.7 and 6.6.1). */
    private static String date() {
        long number = System.currentTimeMillis() / 1000;
        Second second = last;
        if (second.number != number) {
            second = new Second(number, DATE.format(Instant.ofEpochSecond(number)));
            last = second;
        }
        return second.date;
    }

    private String reason() {
        return switch (status) {
            case 200 -> "OK";
            case 204 -> "No Content";
            case 302 -> "Found";
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 408 -> "Request Timeout";
            case 413 -> "Content Too Large";
            case 414 -> "URI Too Long";
            case 417 -> "Expectation Failed";
            case 421 -> "Misdirected Request";
            case 431 -> "Request Header Fields Too Large";
            case 500 -> "Internal Server Error";
            case 501 -> "Not Implemented";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            case 505 -> "HTTP Version Not Supported";
            default -> "";      // a reason may be empty (RFC 9112, 4)
        };
    }

    /** A 204 must not state a length (RFC 9110, 8.6). */
    private String aboutContent() {
        return status == 204 ? "" : "Content-Type: " + type + "\r\nContent-Length: " + body.length + "\r\n";
    }
}
