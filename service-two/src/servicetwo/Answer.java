package servicetwo;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A status and the JSON that goes with it. Immutable.
 *
 * @param allow the methods that would have been right, for a 405; else null
 */
record Answer(int status, byte[] json, String allow) {
    private static final byte[] OK = latin1("HTTP/1.1 200 OK\r\n");
    private static final byte[] TYPE = latin1("Content-Type: application/json\r\nContent-Length: ");
    private static final byte[] KEEP_ALIVE = latin1("\r\nConnection: keep-alive\r\n\r\n");
    private static final byte[] CLOSE = latin1("\r\nConnection: close\r\n\r\n");
    private static final byte[] END = latin1("\r\n\r\n");

    /** Whether the connection is kept after an answer, and whether the answer has to say so (RFC 9112, 9.3). */
    enum Persistence { KEPT, KEPT_EXPLICITLY, CLOSED }

    static Answer ok(String json) {
        return new Answer(200, latin1(json), null);
    }

    static Answer error(int status, String reason) {
        return new Answer(status, latin1("{\"error\":\"" + reason + "\"}"), null);
    }

    static Answer notAllowed() {
        return new Answer(405, latin1("{\"error\":\"only GET\"}"), "GET, HEAD");
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The message (RFC 9112, 2.1). The answer to HEAD has the length of the body that it lacks (RFC 9110, 8.6). */
    void write(ByteBuffer to, byte[] date, Persistence persistence, boolean head) {
        to.put(status == 200 ? OK : latin1("HTTP/1.1 " + status + ' ' + phrase() + "\r\n"));
        to.put(date);
        if (allow != null) {
            to.put(latin1("Allow: " + allow + "\r\n"));
        }
        to.put(TYPE).put(latin1(Integer.toString(json.length)));
        to.put(switch (persistence) {
            case KEPT -> END;
            case KEPT_EXPLICITLY -> KEEP_ALIVE;
            case CLOSED -> CLOSE;
        });
        if (!head) {
            to.put(json);
        }
    }

    private String phrase() {
        return switch (status) {
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
            case 505 -> "HTTP Version Not Supported";
            default -> "";      // a phrase may be empty (RFC 9112, 4)
        };
    }
}
