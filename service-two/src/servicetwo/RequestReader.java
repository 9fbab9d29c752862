package servicetwo;

/**
 * Makes requests of the bytes that come, in whatever pieces (RFC 9112). What follows a complete request stays in the
 * input: it is the next one, pipelined. A body is dropped. Owns the input of its connection; used by the loop's thread
 * alone.
 */
final class RequestReader {
    // states: LINE -> HEADER -> BODY -> COMPLETE -> LINE …
    private enum State { LINE, HEADER, BODY, COMPLETE }

    private static final int EMPTY_LINES = 4;

    private final Input input = new Input();
    private State state = State.LINE;
    private Request request = new Request();
    private int emptyLines;
    private int headerBytes;
    private long bodyLeft;

    Input input() {
        return input;
    }

    /** The one that {@link #next} has completed. */
    Request request() {
        return request;
    }

    /** Takes what there is of a request; returns whether it is complete. The next call begins the next one. */
    boolean next() throws RefusedException {
        if (state == State.COMPLETE) {
            reset();
        }
        while (state == State.LINE || state == State.HEADER) {
            if (!takeLine()) {
                return false;
            }
        }
        dropBody();
        return state == State.COMPLETE;
    }

    private void reset() {
        state = State.LINE;
        request = new Request();
        emptyLines = 0;
        headerBytes = 0;
    }

    private void dropBody() {
        long here = Math.min(bodyLeft, input.length());
        input.take(here);
        bodyLeft -= here;
        state = bodyLeft == 0 ? State.COMPLETE : State.BODY;
    }

    /** A line ends with CR LF and nothing else: others see other lines where CR or LF stands alone (RFC 9112, 2.2). */
    private boolean takeLine() throws RefusedException {
        int lineFeed = input.lineFeed();
        int start = input.start();
        int length = (lineFeed < 0 ? start + input.length() : lineFeed + 1) - start;
        requireWithinLimit(length);
        if (lineFeed < 0) {
            return false;
        }
        if (length == 1 || input.bytes()[lineFeed - 1] != '\r') {
            throw new RefusedException(400, "a line ends without CR");
        }
        take(start, lineFeed - 1);
        input.take(length);
        return true;
    }

    private void requireWithinLimit(int length) throws RefusedException {
        if (state == State.LINE && length > Limits.REQUEST_LINE_BYTES) {
            throw new RefusedException(414, "a request line of more than " + Limits.REQUEST_LINE_BYTES + " bytes");
        }
        if (state == State.HEADER && headerBytes + length > Limits.FIELDS_BYTES) {
            throw new RefusedException(431, "header lines of more than " + Limits.FIELDS_BYTES + " bytes");
        }
    }

    private void take(int from, int to) throws RefusedException {
        byte[] bytes = input.bytes();
        if (state == State.HEADER) {
            headerBytes += to + 2 - from;
        }
        if (from == to) {
            emptyLine();
        } else if (state == State.HEADER) {
            request.field(bytes, from, to);
        } else {
            request.requestLine(bytes, from, to);
            state = State.HEADER;
        }
    }

    /** Ends the header; before a request it is tolerated (RFC 9112, 2.2), but not for ever. */
    private void emptyLine() throws RefusedException {
        if (state == State.HEADER) {
            request.headerEnds();
            bodyLeft = request.bodyBytes();
            state = State.BODY;
        } else if (++emptyLines > EMPTY_LINES) {
            throw new RefusedException(400, "empty lines instead of a request");
        }
    }
}
