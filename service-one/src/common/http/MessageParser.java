package common.http;

import java.nio.ByteBuffer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses messages from bytes that arrive in pieces of any size (RFC 9112). It has no sockets and never blocks, so all
 * modes share it, for requests from clients as well as for responses from service two.
 *
 * <p>Owns the message under construction. Used by the one thread that reads its connection. Bytes after a complete
 * message stay in the caller's buffer: they are the next, pipelined message.
 */
public abstract class MessageParser {
    /**
     * How large a message may be, in bytes. The parser refuses a larger message as soon as it knows its size.
     *
     * @param startLine    the request or status line; a longer request line gets 414 (RFC 9112, 3)
     * @param headers      all header lines of one message together; more get 431 (RFC 6585, 5)
     * @param headerFields the number of header lines; more get 431
     * @param body         the content; more gets 413 (RFC 9110, 15.5.14)
     */
    public record Limits(int startLine, int headers, int headerFields, int body) {
        public static final Limits DEFAULTS = new Limits(8 * 1024, 16 * 1024, 100, 1024 * 1024);
    }

    /**
     * A message that breaks the protocol or a limit. The framing is in doubt from here on, so nothing more can be read
     * from the connection: answer with the status, then close it.
     */
    public static final class MessageException extends Exception {
        private static final long serialVersionUID = 1;
        private final int status;

        MessageException(int status, String reason) {
            super(reason, null, false, false);      // no stack trace: it would be expensive and useless
            this.status = status;
        }

        /** The status with which a server answers; for a client, any status means that the server is broken. */
        public int status() {
            return status;
        }
    }

    /**
     * The parsers of an event loop's connections. Most messages arrive whole, and then their parser is free for any
     * connection. So a connection needs its own parser only while it has received a part of a message. One free parser
     * is kept in reserve. Used by the loop's thread alone.
     */
    public static final class Parsers<P extends MessageParser> {
        private final Supplier<P> maker;
        private P reserve;

        public Parsers(Supplier<P> maker) {
            this.maker = maker;
        }

        /** A parser for the next message of a connection that has none. */
        public P take() {
            P parser = reserve == null ? maker.get() : reserve;
            reserve = null;
            return parser;
        }

        /**
         * Takes back a parser that has read a whole message. The caller must have taken all that it needs from the
         * message.
         */
        public void putBack(P parser) {
            reserve = parser;
        }
    }

    // states: START_LINE -> HEADERS -> [BODY | CHUNK_SIZE -> CHUNK -> CHUNK_END -> … -> TRAILERS | UNTIL_CLOSE]
    //         -> COMPLETE -> START_LINE …
    private enum State { START_LINE, HEADERS, BODY, CHUNK_SIZE, CHUNK, CHUNK_END, TRAILERS, UNTIL_CLOSE, COMPLETE }

    /** How the receiver knows where the body ends. */
    enum Framing { NONE, FIXED, CHUNKED, UNTIL_CLOSE }

    private static final int CHUNK_LINE_LIMIT = 256;      // for the digits and for extensions, which are rare
    private static final int MOST_CHUNK_DIGITS = 15;
    private static final Pattern CHUNK_LINE = Pattern.compile("(?<size>[0-9a-fA-F]*)(?<extensions>.*)");
    /**
     * {@code ;name}, {@code ;name=value} or {@code ;name="value"}, with optional blanks around {@code ;} and {@code =}
     * (RFC 9112, 7.1.1).
     */
    private static final Pattern CHUNK_EXTENSIONS = Pattern.compile(
            "([ \\t]*;[ \\t]*<token>([ \\t]*=[ \\t]*(<token>|\"([<text>&&[^\"\\\\]]|\\\\[<text>])*\"))?)*"
                    .replace("<token>", "[!#$%&'*+.^_`|~0-9A-Za-z-]+").replace("<text>", "\\t\\x20-\\x7e\\x80-\\xff"));
    private static final int MOST_LEADING_EMPTY_LINES = 4;

    private final Limits limits;
    final LineReader line = new LineReader();
    private State state = State.START_LINE;
    private final Headers headers = new Headers();
    private int headerBytes;
    private int fields;      // the number of header and trailer lines so far
    private int emptyLines;
    private long remaining;      // bytes of the body or the chunk that have not arrived
    private long bodyBytes;

    MessageParser(Limits limits) {
        this.limits = limits;
    }

    /**
     * Reads bytes from a heap buffer, up to the end of the message.
     *
     * @return whether the message is complete; the next call begins the next one
     * @throws MessageException if the message breaks the protocol or a limit; the parser is unusable afterwards
     */
    public final boolean parse(ByteBuffer in) throws MessageException {
        if (state == State.COMPLETE) {
            reset();
        }
        while (state != State.COMPLETE && step(in)) {
            // each step consumes a line or a piece of the body
        }
        return state == State.COMPLETE;
    }

    /** Whether no byte of the next message has come, so that the connection is idle. */
    public final boolean isBetweenMessages() {
        return state == State.COMPLETE || state == State.START_LINE && line.isBetweenLines();
    }

    /** Must be called when the connection's input has ended. Returns whether that completes the message. */
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
    }

    /** Whether this is an interim response: another head follows it. */
    boolean isInterim() {
        return false;
    }

    /** The status for a start line that is too long; {@link #line} holds its beginning. */
    abstract int startLineTooLong();

    abstract void startLine() throws MessageException;

    /** How the body is framed, according to the start line and the fields. Called at the end of the head. */
    abstract Framing framing() throws MessageException;

    /** Reads a piece of the body. */
    abstract void body(ByteBuffer in, int length);

    private boolean step(ByteBuffer in) throws MessageException {
        return switch (state) {
            case START_LINE -> readStartLine(in);
            case HEADERS -> readHeader(in);
            case BODY -> readBody(in, State.COMPLETE);
            case CHUNK_SIZE -> readChunkSize(in);
            case CHUNK -> readBody(in, State.CHUNK_END);
            case CHUNK_END -> readChunkEnd(in);
            case TRAILERS -> readTrailer(in);
            case UNTIL_CLOSE -> readUntilClose(in);
            case COMPLETE -> false;
        };
    }

    private boolean readStartLine(ByteBuffer in) throws MessageException {
        if (!line.read(in, limits.startLine(), this::startLineTooLong)) {
            return false;
        }
        if (line.length() == 0) {      // tolerated before a message (RFC 9112, 2.2), but not forever
            if (++emptyLines > MOST_LEADING_EMPTY_LINES) {
                throw new MessageException(400, "empty lines instead of a message");
            }
            return true;
        }
        startLine();
        state = State.HEADERS;
        return true;
    }

    private boolean readHeader(ByteBuffer in) throws MessageException {
        if (!readHeaderLine(in)) {
            return false;
        }
        if (line.length() > 0) {
            addField(requireField());
        } else if (isInterim()) {
            reset();
        } else {
            beginBody(framing());
        }
        return true;
    }

    /** Reads a header line, which may be as long as what is left of the limit for all headers together. */
    private boolean readHeaderLine(ByteBuffer in) throws MessageException {
        if (!line.read(in, limits.headers() - headerBytes, () -> 431)) {
            return false;
        }
        headerBytes = Math.min(limits.headers(), headerBytes + line.length() + 2);
        return true;
    }

    /** Checks the line as a header or trailer field; returns the index of its colon. */
    private int requireField() throws MessageException {
        if (++fields > limits.headerFields()) {
            throw new MessageException(431, "more than " + limits.headerFields() + " header fields");
        }
        int colon = line.indexOf(':', 0);
        // A leading blank marks a folded line; a blank before the colon can smuggle a field (RFC 9112, 5.1 and 5.2).
        if (colon < 0 || !Characters.isToken(line.bytes(), 0, colon)) {
            throw new MessageException(400, "a malformed header line");
        }
        if (!Characters.isFieldValue(line.bytes(), colon + 1, line.length())) {
            throw new MessageException(400, "a control character in a header");
        }
        return colon;
    }

    /** Adds the field without the blanks around its value (RFC 9112, 5.1). */
    private void addField(int colon) {
        int from = colon + 1;
        int to = line.length();
        while (from < to && Characters.isBlank(line.bytes()[from])) {
            from++;
        }
        while (to > from && Characters.isBlank(line.bytes()[to - 1])) {
            to--;
        }
        headers.add(line.bytes(), colon, from, to);
    }

    private void beginBody(Framing framing) throws MessageException {
        remaining = framing == Framing.FIXED ? contentLength() : 0;
        requireBodyWithinLimit(remaining);
        state = switch (framing) {
            case NONE -> State.COMPLETE;
            case FIXED -> remaining == 0 ? State.COMPLETE : State.BODY;
            case CHUNKED -> State.CHUNK_SIZE;
            case UNTIL_CLOSE -> State.UNTIL_CLOSE;
        };
    }

    /** The declared length, or 0 if there is none. A repeated length is an error even if the values agree. */
    private long contentLength() throws MessageException {
        String value = headers.first("Content-Length");
        if (value == null) {
            return 0;
        }
        if (value.isEmpty() || !value.chars().allMatch(Characters::isDigit) || headers.count("Content-Length") > 1) {
            throw new MessageException(400, "a malformed or repeated Content-Length");
        }
        return value.length() > 18 ? Long.MAX_VALUE : Long.parseLong(value);
    }

    private void requireBodyWithinLimit(long more) throws MessageException {
        if (more > limits.body() - bodyBytes) {
            throw new MessageException(413, "a body of more than " + limits.body() + " bytes");
        }
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

    private boolean readUntilClose(ByteBuffer in) throws MessageException {
        requireBodyWithinLimit(in.remaining());
        remaining = in.remaining();
        return readBody(in, State.UNTIL_CLOSE);
    }

    private boolean readChunkSize(ByteBuffer in) throws MessageException {
        if (!line.read(in, CHUNK_LINE_LIMIT, () -> 400)) {
            return false;
        }
        remaining = chunkSize();
        requireBodyWithinLimit(remaining);
        state = remaining == 0 ? State.TRAILERS : State.CHUNK;
        return true;
    }

    /** Hexadecimal digits and optional extensions, which must be well-formed and are ignored (RFC 9112, 7.1.1). */
    private long chunkSize() throws MessageException {
        Matcher chunk = CHUNK_LINE.matcher(line.text(0, line.length()));
        if (!chunk.matches() || chunk.group("size").isEmpty()) {
            throw new MessageException(400, "a malformed chunk size");
        }
        if (chunk.group("size").length() > MOST_CHUNK_DIGITS) {
            throw new MessageException(400, "a chunk size of too many digits");
        }
        if (!CHUNK_EXTENSIONS.matcher(chunk.group("extensions")).matches()) {
            throw new MessageException(400, "a malformed chunk extension");
        }
        return Long.parseLong(chunk.group("size"), 16);
    }

    private boolean readChunkEnd(ByteBuffer in) throws MessageException {
        boolean ends = line.read(in, 0, () -> 400);
        state = ends ? State.CHUNK_SIZE : state;
        return ends;
    }

    /**
     * Trailers count towards the header limits, and are dropped: a trailer that became a header could authorize a
     * request (RFC 9110, 6.5.1).
     */
    private boolean readTrailer(ByteBuffer in) throws MessageException {
        if (!readHeaderLine(in)) {
            return false;
        }
        if (line.length() > 0) {
            requireField();
        } else {
            state = State.COMPLETE;
        }
        return true;
    }
}
