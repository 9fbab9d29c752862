package common.http;

import static java.lang.Character.isDigit;

import module java.base;

/** Reads the responses of service two (RFC 9112, 4). */
public final class ResponseParser extends MessageParser {
    private static final byte[] NOTHING = new byte[0];

    private final boolean toHead;
    private int status;
    private int minor;
    private boolean untilClose;
    private byte[] body = NOTHING;
    private int bodyLength;

    public ResponseParser(Limits limits) {
        this(limits, false);
    }

    /** @param toHead whether the requests are HEADs, whose answers have no body, whatever their headers say */
    public ResponseParser(Limits limits, boolean toHead) {
        super(limits);
        this.toHead = toHead;
    }

    public int status() {
        return status;
    }

    public byte[] body() {
        return body.length == bodyLength ? body : Arrays.copyOf(body, bodyLength);
    }

    public boolean keepAlive() {
        return !untilClose && headers().keepAlive(minor);
    }

    @Override
    void reset() {
        super.reset();
        body = NOTHING;
        bodyLength = 0;
    }

    @Override
    int startLineTooLong() {
        return 502;
    }

    @Override
    void startLine() {
        byte[] bytes = line.bytes();
        boolean version = line.length() >= 12 && line.has("HTTP/1.", 0) && bytes[8] == ' ';
        boolean code = version && isDigit(bytes[9]) && isDigit(bytes[10]) && isDigit(bytes[11]);
        refuseIf(!code || line.length() > 12 && bytes[12] != ' ', 502, "a malformed status line");
        minor = bytes[7] - '0';
        status = (bytes[9] - '0') * 100 + (bytes[10] - '0') * 10 + bytes[11] - '0';
        if (status < 100 || status == 101) {      // what follows a 101 would not be HTTP
            throw new MessageException(502, "the status " + status);
        }
    }

    /** In the order of RFC 9112, 6.3. */
    @Override
    State afterHeaders() {
        if (status < 200) {      // a client must skip interim responses (RFC 9110, 15.2)
            return State.START_LINE;
        }
        String coding = headers().first("Transfer-Encoding");
        untilClose = false;
        if (toHead || status == 204 || status == 304) {
            return State.COMPLETE;
        }
        refuseIf(coding != null && headers().has("Content-Length"), 502, "Transfer-Encoding with Content-Length");
        if (coding != null && coding.equalsIgnoreCase("chunked")) {
            return State.CHUNK_SIZE;
        }
        untilClose = coding != null || !headers().has("Content-Length");
        return untilClose ? State.UNTIL_CLOSE : State.BODY;
    }

    @Override
    void body(ByteBuffer in, int length) {
        if (bodyLength + length > body.length) {
            body = Arrays.copyOf(body, Math.max(bodyLength + length, 2 * bodyLength));
        }
        in.get(body, bodyLength, length);
        bodyLength += length;
    }
}
