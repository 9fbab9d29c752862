package common.http;

/**
 * How large a message may be, in bytes; what is larger is refused as soon as that is known.
 *
 * @param startLine    the request or status line; a longer request line is answered 414 (RFC 9112, 3)
 * @param headers      all header lines of one message together; more is answered 431 (RFC 6585, 5)
 * @param headerFields the number of those lines; more is answered 431
 * @param body         the content; more is answered 413 (RFC 9110, 15.5.14)
 */
public record Limits(int startLine, int headers, int headerFields, int body) {
    public static final Limits DEFAULTS = new Limits(8 * 1024, 16 * 1024, 100, 1024 * 1024);

    /** The same, with another limit for the content. */
    public Limits withBody(int bytes) {
        return new Limits(startLine, headers, headerFields, bytes);
    }
}
