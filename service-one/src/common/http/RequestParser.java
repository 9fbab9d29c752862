package common.http;

import module java.base;

/** Reads requests (RFC 9112, 3) and drops their bodies. */
public final class RequestParser extends MessageParser {
    /** In bytes; registered methods are far shorter. */
    private static final int MOST_METHOD = 64;
    private static final Pattern ABSOLUTE = Pattern.compile("(?i:http)://(?<authority>[^/?]*)(?<rest>.*)");
    private static final Pattern OTHERS_AND_CHUNKED =
            Pattern.compile("(?i)((?!chunked\\s*,)[^,\\s][^,]*+,\\s*+)++chunked\\s*");
    private static final String VERSION = "HTTP/1.";

    private String method;
    private String authority;
    private String path;
    private String query;
    private int minor;
    private String host = "";      // the last valid Host, which most requests repeat
    private boolean continueExpected;

    public RequestParser(Limits limits) {
        super(limits);
    }

    public Request request() {
        return new Request(method, authority, path, query, minor, headers().copy());
    }

    /** Returns true once if the client waits for a 100 before it sends its body (RFC 9110, 10.1.1). */
    public boolean takeContinueExpected() {
        boolean expected = continueExpected;
        continueExpected = false;
        return expected;
    }

    @Override
    void reset() {
        super.reset();
        continueExpected = false;
    }

    /** 501 for a long method, 414 for a long target (RFC 9112, 3). */
    @Override
    int startLineTooLong() {
        int afterMethod = line.indexOf(' ', 0);
        return afterMethod < 0 || afterMethod > MOST_METHOD ? 501 : 414;
    }

    @Override
    void startLine() {
        int afterMethod = line.indexOf(' ', 0);
        int afterTarget = line.indexOf(' ', afterMethod + 1);
        refuseIf(afterMethod < 1 || afterTarget < afterMethod + 2
                || !Characters.areAll(Characters.TOKEN, line.bytes(), 0, afterMethod)
                || !Characters.areAll(Characters.TARGET, line.bytes(), afterMethod + 1, afterTarget),
                400, "a malformed request line");
        method = method(afterMethod);
        minor = minorVersion(afterTarget + 1);
        parseTarget(line.text(afterMethod + 1, afterTarget));
    }

    private String method(int end) {
        if (end > MOST_METHOD) {
            throw new MessageException(501, "a method of more than " + MOST_METHOD + " bytes");
        }
        byte[] bytes = line.bytes();
        boolean get = end == 3 && bytes[0] == 'G' && bytes[1] == 'E' && bytes[2] == 'T';
        return get ? "GET" : line.text(0, end);
    }

    private int minorVersion(int from) {
        int digit = line.length() - 1;
        boolean known = digit - from == VERSION.length() && line.has(VERSION, from);
        if (known && (line.bytes()[digit] == '0' || line.bytes()[digit] == '1')) {
            return line.bytes()[digit] - '0';
        }
        throw line.text(from, line.length()).matches("HTTP/[0-9]\\.[0-9]")
                ? new MessageException(505, "a version other than HTTP/1.0 and HTTP/1.1")
                : new MessageException(400, "a malformed version");
    }

    /** RFC 9112, 3.2.1. With OPTIONS, an asterisk means the server itself (3.2.4). */
    private void parseTarget(String target) {
        authority = null;
        boolean server = target.equals("*") && method.equals("OPTIONS");
        String origin = server || target.startsWith("/") ? target : parseAbsolute(target);
        int mark = origin.indexOf('?');
        path = mark < 0 ? origin : origin.substring(0, mark);
        query = mark < 0 ? null : origin.substring(mark + 1);
    }

    /** RFC 9112, 3.2.2. With OPTIONS, a target without a path means an asterisk (3.2.4). */
    private String parseAbsolute(String target) {
        Matcher absolute = ABSOLUTE.matcher(target);
        refuseIf(!absolute.matches(), 400, "a malformed target");
        authority = absolute.group("authority");
        refuseIf(authority.isEmpty() || authority.startsWith(":") || !Characters.isAuthority(authority),
                400, "a target with a malformed authority");
        String rest = absolute.group("rest");
        if (rest.isEmpty() && method.equals("OPTIONS")) {
            return "*";
        }
        return rest.startsWith("/") ? rest : "/" + rest;
    }

    @Override
    State afterHeaders() {
        requireHost();
        // A proxy may check one value, and this server another (RFC 9110, 5.3).
        refuseIf(headers().isRepeated("Authorization"), 400, "a repeated Authorization");
        boolean chunked = headers().has("Transfer-Encoding");
        if (chunked) {
            // With two framings, a request can smuggle a second request past a proxy (RFC 9112, 6.1 and 11.2).
            refuseIf(minor == 0 || headers().has("Content-Length"),
                    400, "Transfer-Encoding with Content-Length or in HTTP/1.0");
            requireChunkedAlone();
        }
        continueExpected = minor == 1 && expectsContinue();
        return chunked ? State.CHUNK_SIZE : State.BODY;
    }

    /** HTTP/1.1 requires exactly one Host, which may be empty (RFC 9112, 3.2). */
    private void requireHost() {
        String named = headers().first("Host");
        refuseIf(named == null ? minor == 1 : headers().isRepeated("Host"), 400, "a missing or repeated Host");
        if (named != null) {
            refuseIf(authority != null && named.isEmpty() || !named.equals(host) && !Characters.isAuthority(named),
                    400, "a malformed Host");
            host = named;
        }
    }

    /** If {@code chunked} is not last, or occurs twice, nobody knows where the body ends (RFC 9112, 6.1). */
    private void requireChunkedAlone() {
        String codings = headers().list("Transfer-Encoding");
        refuseIf(OTHERS_AND_CHUNKED.matcher(codings).matches(), 501, "a Transfer-Encoding other than chunked");
        refuseIf(!codings.equalsIgnoreCase("chunked"), 400,
                "a malformed Transfer-Encoding, or one that does not end with chunked");
    }

    private boolean expectsContinue() {
        String expectation = headers().first("Expect");
        refuseIf(expectation != null && !expectation.equalsIgnoreCase("100-continue"),
                417, "an expectation other than 100-continue");
        return expectation != null;
    }

    @Override
    void body(ByteBuffer in, int length) {
        in.position(in.position() + length);
    }
}
