package serviceone.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntSupplier;

/**
 * Puts together one line after the other from bytes that arrive in any pieces. A line ends with CR LF and with nothing
 * else: a server that takes a bare LF or CR for an end may see other messages in the same bytes than the proxy before
 * it (RFC 9112, 2.2 and 11.2). Used by the one thread that reads its connection.
 */
final class LineReader {
    private static final int FIRST_SIZE = 128;
    private byte[] line = new byte[FIRST_SIZE];
    private int length;
    private boolean carriageReturn;
    private boolean complete;

    /**
     * Takes bytes up to the end of the line.
     *
     * @param tooLong tells the status for a line longer than the limit, when it is; {@link #bytes} has its beginning
     * @return whether the line is complete; the next call begins the next one
     * @throws MessageException with that status, or 400 for a bare CR or LF
     */
    boolean read(ByteBuffer in, int limit, IntSupplier tooLong) throws MessageException {
        if (complete) {
            complete = false;
            carriageReturn = false;
            length = 0;
        }
        while (in.hasRemaining()) {
            byte b = in.get();
            if (b == '\n') {
                return end();
            }
            append(b, limit, tooLong);
        }
        return false;
    }

    private boolean end() throws MessageException {
        if (!carriageReturn) {
            throw new MessageException(400, "a line ends without CR");
        }
        complete = true;
        return true;
    }

    private void append(byte b, int limit, IntSupplier tooLong) throws MessageException {
        if (carriageReturn) {
            throw new MessageException(400, "a CR without LF");
        }
        if (b == '\r') {
            carriageReturn = true;
            return;
        }
        if (length == limit) {
            throw new MessageException(tooLong.getAsInt(), "a line of more than " + limit + " bytes");
        }
        if (length == line.length) {
            line = Arrays.copyOf(line, Math.min(2 * length, limit));
        }
        line[length++] = b;
    }

    /** Whether nothing of the next line has come yet. */
    boolean isBetweenLines() {
        return complete || length == 0 && !carriageReturn;
    }

    byte[] bytes() {
        return line;
    }

    int length() {
        return length;
    }

    int indexOf(char wanted, int from) {
        for (int i = from; i < length; i++) {
            if (line[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    String text(int from, int to) {
        return new String(line, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
