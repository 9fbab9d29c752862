package serviceone.http;

import java.nio.ByteBuffer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads requests (RFC 9112, 3). See {@link MessageParser} for how. A request's body is read and dropped. */
public final class RequestParser extends MessageParser {
    private static final Pattern AUTHORITY = Pattern.compile("(?i)http://[^/?]+");

    private String method;
    private String path;
    private String query;
    private int minor;
    private boolean continueExpected;

    public RequestParser(Limits limits) {
        super(limits);
    }

    /** The request that {@link #parse} has just completed. */
    public Request request() {
        return new Request(method, path, query, minor, headers());
    }

    /** Whether the client waits for a 100 before it sends its body; true once per request (RFC 9110, 10.1.1). */
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

    @Override
    int startLineTooLong() {
        return 414;
    }

    @Override
    void startLine() throws MessageException {
        int afterMethod = line.indexOf(' ', 0);
        int afterTarget = line.indexOf(' ', afterMethod + 1);
        if (afterMethod < 0 || afterTarget < 0 || !Characters.isToken(line.bytes(), 0, afterMethod)
                || !Characters.isTarget(line.bytes(), afterMethod + 1, afterTarget)) {
            throw new MessageException(400, "a malformed request line");
        }
        method = method(afterMethod);
        minor = minorVersion(line.text(afterTarget + 1, line.length()));
        target(line.text(afterMethod + 1, afterTarget));
    }

    private String method(int end) {
        byte[] bytes = line.bytes();
        boolean get = end == 3 && bytes[0] == 'G' && bytes[1] == 'E' && bytes[2] == 'T';
        return get ? "GET" : line.text(0, end);
    }

    private static int minorVersion(String version) throws MessageException {
        return switch (version) {
            case "HTTP/1.1" -> 1;
            case "HTTP/1.0" -> 0;
            default -> throw version.matches("HTTP/[0-9]\\.[0-9]")
                    ? new MessageException(505, "a version other than HTTP/1.0 and HTTP/1.1")
                    : new MessageException(400, "a malformed version");
        };
    }

    /** Origin form, as clients send it, or absolute form, as they send it to proxies and a server must accept it. */
    private void target(String target) throws MessageException {
        String origin = target;
        if (target.regionMatches(true, 0, "http://", 0, 7)) {
            origin = afterAuthority(target);
        } else if (!target.startsWith("/") && !target.equals("*")) {
            throw new MessageException(400, "a malformed target");
        }
        int mark = origin.indexOf('?');
        path = mark < 0 ? origin : origin.substring(0, mark);
        query = mark < 0 ? null : origin.substring(mark + 1);
    }

    /** The authority ends at the first slash or question mark (RFC 3986, 3.2); without a path, the path is "/". */
    private static String afterAuthority(String target) throws MessageException {
        Matcher authority = AUTHORITY.matcher(target);
        if (!authority.lookingAt()) {
            throw new MessageException(400, "a target without authority");
        }
        String rest = target.substring(authority.end());
        return rest.startsWith("/") ? rest : "/" + rest;
    }

    @Override
    Framing framing() throws MessageException {
        requireHost();
        boolean chunked = headers().first("Transfer-Encoding") != null;
        if (chunked) {
            requireChunkedAlone();
        }
        continueExpected = minor == 1 && expectsContinue();
        return chunked ? Framing.CHUNKED : Framing.FIXED;
    }

    private void requireHost() throws MessageException {
        int hosts = headers().count("Host");
        if (hosts > 1 || hosts == 0 && minor == 1) {
            throw new MessageException(400, "a missing or repeated Host");
        }
        if (hosts == 1 && !Characters.isHost(headers().first("Host"))) {
            throw new MessageException(400, "a malformed Host");
        }
    }

    /** Anything else with Transfer-Encoding is how requests are smuggled past a proxy (RFC 9112, 6.1 and 11.2). */
    private void requireChunkedAlone() throws MessageException {
        if (minor == 0 || headers().first("Content-Length") != null) {
            throw new MessageException(400, "Transfer-Encoding with Content-Length or in HTTP/1.0");
        }
        boolean chunked = headers().first("Transfer-Encoding").equalsIgnoreCase("chunked");
        if (!chunked || headers().count("Transfer-Encoding") > 1) {
            throw new MessageException(501, "a Transfer-Encoding other than chunked");
        }
    }

    private boolean expectsContinue() throws MessageException {
        String expectation = headers().first("Expect");
        if (expectation != null && !expectation.equalsIgnoreCase("100-continue")) {
            throw new MessageException(417, "an expectation other than 100-continue");
        }
        return expectation != null;
    }

    @Override
    void body(ByteBuffer in, int length) {
        in.position(in.position() + length);
    }
}
