package common.http;

import module java.base;

/**
 * Parses HTTP messages (RFC 9112) from bytes that arrive in pieces of any size. It never reads a socket, so
 * blocking and non-blocking connections can use it. Bytes after a complete message stay in the caller's buffer.
 */
public abstract class MessageParser {
    /**
     * @param startLine    in bytes; a longer request line gets 414 (RFC 9112, 3)
     * @param headers      the bytes of all header lines together; more get 431 (RFC 6585, 5)
     * @param headerFields the number of header lines; more get 431
     * @param body         in bytes; a longer body gets 413 (RFC 9110, 15.5.14), and so does one that takes more than
     *                     twice as many on the wire, with its chunks' lines and trailers
     */
    public record Limits(int startLine, int headers, int headerFields, int body) {
        public static final Limits DEFAULTS = new Limits(8 * 1024, 16 * 1024, 100, 1024 * 1024);
    }

    /**
     * The message breaks the protocol or a limit. The connection must be closed, because nobody knows where the
     * message ends. The exception is unchecked, because only whoever feeds the parser can do that.
     */
    public static final class MessageException extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final int status;

        MessageException(int status, String reason) {
            super(reason, null, false, false);      // without a stack trace, which is expensive
            this.status = status;
        }

        public int status() {
            return status;
        }
    }

    /** Reuses parsers: a connection needs one only between the first and the last byte of a message. Any thread. */
    public static final class Parsers<P extends MessageParser> {
        private final Supplier<P> maker;
        private final AtomicReference<P> reserve = new AtomicReference<>();

        public Parsers(Supplier<P> maker) {
            this.maker = maker;
        }

        public P take() {
            P parser = reserve.getAndSet(null);
            return parser == null ? maker.get() : parser;
        }

        public void putBack(P parser) {
            reserve.set(parser);
        }
    }

    // states: START_LINE -> HEADERS -> [BODY | CHUNK_SIZE -> CHUNK -> CHUNK_END -> … -> TRAILERS | UNTIL_CLOSE]
    //         -> COMPLETE -> START_LINE …
    enum State { START_LINE, HEADERS, BODY, CHUNK_SIZE, CHUNK, CHUNK_END, TRAILERS, UNTIL_CLOSE, COMPLETE }

    private static final int CHUNK_LINE_LIMIT = 256;
    private static final String BLANKS = "[ \\t]*+";
    private static final String TOKEN = "[-!#$%&'*+.^_`|~0-9A-Za-z]++";
    private static final String QUOTED = "\"([\\t -~\\x80-\\xff&&[^\"\\\\]]|\\\\[\\t -~\\x80-\\xff])*+\"";
    /**
     * Before a chunk (RFC 9112, 7.1): a size that fits into a long, then any number of {@code ;name}, {@code
     * ;name=value} or {@code ;name="value"}. It never tries anything twice, whatever a client sends.
     */
    private static final Pattern CHUNK_LINE = Pattern.compile("(?<size>[0-9A-Fa-f]{1,15}+)(" + BLANKS + ";" + BLANKS
            + TOKEN + "(" + BLANKS + "=" + BLANKS + "(" + TOKEN + "|" + QUOTED + "))?+)*+");
    private static final int MOST_LEADING_EMPTY_LINES = 4;

    private final Limits limits;
    final LineReader line = new LineReader();
    private State state = State.START_LINE;
    private final Headers headers = new Headers();
    private int headerBytes;
    private int fields;
    private int emptyLines;
    private long remaining;
    private long bodyBytes;
    private long framingBytes;      // of the body's chunk lines and trailers

    MessageParser(Limits limits) {
        this.limits = limits;
    }

    /**
     * Reads bytes from a heap buffer, up to the end of the message. After an exception, the parser is unusable.
     *
     * @return whether the message is complete; the next call begins the next message
     */
    public final boolean parse(ByteBuffer in) {
        if (state == State.COMPLETE) {
            reset();
        }
        while (state != State.COMPLETE && step(in)) {
            // each step consumes bytes
        }
        return state == State.COMPLETE;
    }

    public final boolean isBetweenMessages() {
        return state == State.COMPLETE || state == State.START_LINE && line.isBetweenLines();
    }

    /** Returns whether the end of the input completes the message. */
    public final boolean endOfInput() {
        boolean ends = state == State.UNTIL_CLOSE;
        state = ends ? State.COMPLETE : state;
        return ends;
    }

    final Headers headers() {
        return headers;
    }

    void reset() {
        state = State.START_LINE;
        headers.clear();
        headerBytes = 0;
        fields = 0;
        emptyLines = 0;
        bodyBytes = 0;
        framingBytes = 0;
    }

    abstract int startLineTooLong();

    abstract void startLine();

    /** Returns the state that reads the body, or the start line of another message. */
    abstract State afterHeaders();

    abstract void body(ByteBuffer in, int length);

    private boolean step(ByteBuffer in) {
        return switch (state) {
            case START_LINE -> readStartLine(in);
            case HEADERS, TRAILERS -> readField(in);
            case BODY -> readBody(in, State.COMPLETE);
            case CHUNK_SIZE -> readChunkSize(in);
            case CHUNK -> readBody(in, State.CHUNK_END);
            case CHUNK_END -> readChunkEnd(in);
            case UNTIL_CLOSE -> readUntilClose(in);
            case COMPLETE -> false;
        };
    }

    private boolean readStartLine(ByteBuffer in) {
        if (!line.read(in, limits.startLine(), this::startLineTooLong)) {
            return false;
        }
        if (line.length() == 0) {      // allowed before a message (RFC 9112, 2.2)
            refuseIf(++emptyLines > MOST_LEADING_EMPTY_LINES, 400, "empty lines instead of a message");
            return true;
        }
        startLine();
        state = State.HEADERS;
        return true;
    }

    /** Drops trailers: as a header, a trailer could authorize a request (RFC 9110, 6.5.1). */
    private boolean readField(ByteBuffer in) {
        if (!line.read(in, limits.headers() - headerBytes, () -> 431)) {
            return false;
        }
        headerBytes = Math.min(limits.headers(), headerBytes + line.length() + 2);
        if (state == State.TRAILERS) {
            countFraming(0);
        }
        if (line.length() == 0) {
            endHeaders(state == State.TRAILERS ? State.COMPLETE : afterHeaders());
            return true;
        }
        int colon = requireField();
        if (state == State.HEADERS) {
            addField(colon);
        }
        return true;
    }

    private void endHeaders(State next) {
        remaining = next == State.BODY ? contentLength() : 0;
        requireBodyWithinLimit(remaining);
        state = next == State.BODY && remaining == 0 ? State.COMPLETE : next;
        if (state == State.START_LINE) {
            headers.clear();
            countField();      // or interim responses could go on without end
        }
    }

    private void countField() {
        if (++fields > limits.headerFields()) {
            throw new MessageException(431, "more than " + limits.headerFields() + " header fields");
        }
    }

    static void refuseIf(boolean isWrong, int status, String reason) {
        if (isWrong) {
            throw new MessageException(status, reason);
        }
    }

    private int requireField() {
        countField();
        int colon = line.indexOf(':', 0);
        // A blank at the start would continue the previous line. A blank before the colon can smuggle a field
        // (RFC 9112, 5.1 and 5.2).
        refuseIf(colon < 1 || !Characters.areAll(Characters.TOKEN, line.bytes(), 0, colon),
                400, "a malformed header line");
        refuseIf(!Characters.areAll(Characters.FIELD_VALUE, line.bytes(), colon + 1, line.length()),
                400, "a control character in a header");
        return colon;
    }

    private void addField(int colon) {
        int from = colon + 1;
        int to = line.length();
        while (from < to && isBlank(line.bytes()[from])) {
            from++;
        }
        while (to > from && isBlank(line.bytes()[to - 1])) {
            to--;
        }
        headers.add(line.bytes(), colon, from, to);
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    /** A repeated length is an error, even if the values agree. */
    private long contentLength() {
        String value = headers.first("Content-Length");
        if (value == null) {
            return 0;
        }
        refuseIf(value.isEmpty() || !Characters.areDigits(value) || headers.isRepeated("Content-Length"),
                400, "a malformed or repeated Content-Length");
        return value.length() > 18 ? Long.MAX_VALUE : Long.parseLong(value);
    }

    private void requireBodyWithinLimit(long more) {
        if (more > limits.body() - bodyBytes) {
            throw new MessageException(413, "a body of more than " + limits.body() + " bytes");
        }
        if (framingBytes + more > 2L * limits.body() - bodyBytes) {
            throw new MessageException(413, "a body of more than " + 2L * limits.body() + " bytes on the wire");
        }
    }

    /** Without a limit, a body of tiny chunks with long extensions could go on for ever. */
    private void countFraming(long more) {
        framingBytes += line.length() + 2;
        requireBodyWithinLimit(more);
    }

    private boolean readBody(ByteBuffer in, State next) {
        if (!in.hasRemaining()) {
            return false;
        }
        int length = (int) Math.min(remaining, in.remaining());
        body(in, length);
        bodyBytes += length;
        remaining -= length;
        state = remaining == 0 ? next : state;
        return true;
    }

    private boolean readUntilClose(ByteBuffer in) {
        requireBodyWithinLimit(in.remaining());
        remaining = in.remaining();
        return readBody(in, State.UNTIL_CLOSE);
    }

    private boolean readChunkSize(ByteBuffer in) {
        if (!line.read(in, CHUNK_LINE_LIMIT, () -> 400)) {
            return false;
        }
        Matcher chunk = CHUNK_LINE.matcher(line.text(0, line.length()));
        refuseIf(!chunk.matches(), 400, "a malformed chunk size or extension");
        remaining = Long.parseLong(chunk.group("size"), 16);
        countFraming(remaining);
        state = remaining == 0 ? State.TRAILERS : State.CHUNK;
        return true;
    }

    private boolean readChunkEnd(ByteBuffer in) {
        if (!line.read(in, 0, () -> 400)) {
            return false;
        }
        countFraming(0);
        state = State.CHUNK_SIZE;
        return true;
    }
}
