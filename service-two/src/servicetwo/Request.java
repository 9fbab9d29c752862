package servicetwo;

import java.nio.charset.StandardCharsets;

/**
 * A request as far as it has been read: what service two needs of it. Filled by {@link RequestReader}, line by line;
 * used by the loop's thread alone.
 */
final class Request {
    private static final String SCHEME = "http://";

    private String method = "";
    private String target = "";
    private boolean inOriginForm;
    private int minor;
    private boolean close;           // asked for by Connection
    private boolean keepAlive;       // the same
    private int hosts;
    private boolean forThisMachine;
    private boolean origin;
    private long bodyBytes;
    private int lengths;             // how many Content-Length there are

    /** The method and, in origin form, the target (RFC 9112, 3.2.1). */
    String method() {
        return method;
    }

    String target() {
        return target;
    }

    boolean isHead() {
        return method.equals("HEAD");
    }

    /** Whether the answer has to say that the connection is kept: in 1.0, where that is not a matter of course. */
    boolean isOld() {
        return minor == 0;
    }

    /** RFC 9112, 9.3. */
    boolean keepsConnection() {
        return !close && (minor == 1 || keepAlive);
    }

    /** By its Host, and in origin form: an authority in the target would go before Host (RFC 9112, 3.2.2). */
    boolean isForThisMachine() {
        return forThisMachine;
    }

    /** Whether it names an origin, as a browser does for a page that sends it (Fetch standard, 3.1). */
    boolean hasOrigin() {
        return origin;
    }

    long bodyBytes() {
        return bodyBytes;
    }

    /** The request line, without its end (RFC 9112, 3). */
    void requestLine(byte[] line, int from, int to) throws RefusedException {
        int afterMethod = Ascii.indexOf(' ', line, from, to);
        int afterTarget = Ascii.indexOf(' ', line, Math.min(afterMethod + 1, to), to);
        if (afterTarget == to || !Ascii.isToken(line, from, afterMethod)
                || !Ascii.isTarget(line, afterMethod + 1, afterTarget)) {
            throw new RefusedException(400, "a malformed request line");
        }
        minor = minorVersion(line, afterTarget + 1, to);
        method = Ascii.equals("GET", line, from, afterMethod) ? "GET" : text(line, from, afterMethod);
        inOriginForm = line[afterMethod + 1] == '/';
        target = originForm(text(line, afterMethod + 1, afterTarget));
    }

    private static String text(byte[] line, int from, int to) {
        return new String(line, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private static int minorVersion(byte[] line, int from, int to) throws RefusedException {
        if (Ascii.equals("HTTP/1.1", line, from, to)) {
            return 1;
        }
        if (Ascii.equals("HTTP/1.0", line, from, to)) {
            return 0;
        }
        throw text(line, from, to).matches("HTTP/[0-9]\\.[0-9]") ? new RefusedException(505, "only HTTP/1.0 and 1.1")
                : new RefusedException(400, "a malformed version");
    }

    /** Of the absolute form, which a server must take, too, what follows the authority (RFC 9112, 3.2.2). */
    private String originForm(String given) throws RefusedException {
        boolean server = given.equals("*") && method.equals("OPTIONS");      // RFC 9112, 3.2.4
        if (given.startsWith("/") || server) {
            return given;
        }
        boolean absolute = given.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
        int end = absolute ? endOfAuthority(given) : 0;
        if (!absolute || !isAuthority(given.substring(SCHEME.length(), end))) {
            throw new RefusedException(400, "a malformed target");
        }
        String path = given.substring(end);
        return path.startsWith("/") ? path : "/" + path;
    }

    /** RFC 3986, 3.2. */
    private static int endOfAuthority(String target) {
        int end = SCHEME.length();
        while (end < target.length() && target.charAt(end) != '/' && target.charAt(end) != '?') {
            end++;
        }
        return end;
    }

    /** A host, which http must have, perhaps a port, and no user (RFC 9110, 4.2.1 and 4.2.4). */
    private static boolean isAuthority(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return !text.isEmpty() && text.charAt(0) != ':' && Ascii.isHost(bytes, 0, bytes.length);
    }

    /** A line of the header, without its end. A folded one has no name (RFC 9112, 5.2), nor has one with a blank. */
    void field(byte[] line, int from, int to) throws RefusedException {
        int colon = Ascii.indexOf(':', line, from, to);
        if (colon == to || !Ascii.isToken(line, from, colon) || !Ascii.isFieldValue(line, colon + 1, to)) {
            throw new RefusedException(400, "a malformed header line");
        }
        int value = Ascii.afterBlanks(line, colon + 1, to);
        int end = Ascii.beforeBlanks(line, value, to);
        switch (colon - from) {      // the lengths of the names, which tell most of them apart
            case 4 -> host(line, from, colon, value, end);
            case 6 -> {
                expect(line, from, colon);
                origin |= Ascii.equalsIgnoringCase("origin", line, from, colon);
            }
            case 10 -> connection(line, from, colon, value, end);
            case 14 -> contentLength(line, from, colon, value, end);
            case 17 -> transferEncoding(line, from, colon);
            default -> { }
        }
    }

    private void host(byte[] line, int from, int colon, int value, int end) throws RefusedException {
        if (Ascii.equalsIgnoringCase("host", line, from, colon)) {
            hosts++;
            if (!Ascii.isHost(line, value, end)) {
                throw new RefusedException(400, "a malformed Host");
            }
            forThisMachine = inOriginForm && isThisMachine(line, value, end);
        }
    }

    /** Any port will do: {@code ssh -L} may have another one. */
    private static boolean isThisMachine(byte[] line, int from, int to) {
        int bracket = Ascii.indexOf(']', line, from, to);
        int end = bracket < to ? bracket + 1 : Ascii.indexOf(':', line, from, to);
        return Ascii.equals("127.0.0.1", line, from, end) || Ascii.equals("[::1]", line, from, end)
                || Ascii.equalsIgnoringCase("localhost", line, from, end);
    }

    /** Nothing here needs a body, so nobody is told to go on and send one (RFC 9110, 10.1.1). */
    private void expect(byte[] line, int from, int colon) throws RefusedException {
        if (Ascii.equalsIgnoringCase("expect", line, from, colon)) {
            throw new RefusedException(417, "no expectation is met");
        }
    }

    private void connection(byte[] line, int from, int colon, int value, int end) {
        if (!Ascii.equalsIgnoringCase("connection", line, from, colon)) {
            return;
        }
        for (int start = value; start < end; ) {
            int comma = Ascii.indexOf(',', line, start, end);
            int first = Ascii.afterBlanks(line, start, comma);
            int last = Ascii.beforeBlanks(line, first, comma);
            close |= Ascii.equalsIgnoringCase("close", line, first, last);
            keepAlive |= Ascii.equalsIgnoringCase("keep-alive", line, first, last);
            start = comma + 1;
        }
    }

    private void contentLength(byte[] line, int from, int colon, int value, int end) throws RefusedException {
        if (!Ascii.equalsIgnoringCase("content-length", line, from, colon)) {
            return;
        }
        for (int i = value; i < end; i++) {
            if (line[i] < '0' || line[i] > '9') {
                throw new RefusedException(400, "a malformed Content-Length");
            }
            bodyBytes = Math.min(10 * bodyBytes + line[i] - '0', Limits.BODY_BYTES + 1L);
        }
        if (value == end || ++lengths > 1) {
            throw new RefusedException(400, "an empty or repeated Content-Length");
        }
    }

    private void transferEncoding(byte[] line, int from, int colon) throws RefusedException {
        if (Ascii.equalsIgnoringCase("transfer-encoding", line, from, colon)) {
            throw new RefusedException(501, "a body needs a Content-Length here");
        }
    }

    /** The end of the header: what only all of its lines can tell. */
    void headerEnds() throws RefusedException {
        if (hosts > 1 || hosts == 0 && minor == 1) {      // RFC 9112, 3.2
            throw new RefusedException(400, "a missing or repeated Host");
        }
        if (bodyBytes > Limits.BODY_BYTES) {
            throw new RefusedException(413, "a body of more than " + Limits.BODY_BYTES + " bytes");
        }
    }
}
