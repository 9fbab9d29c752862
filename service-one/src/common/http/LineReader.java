package common.http;

import module java.base;
import common.http.MessageParser.MessageException;

/**
 * Assembles lines from bytes that arrive in pieces. Only CR LF ends a line. A bare LF or CR is an error, because a
 * proxy could find other messages in the same bytes (RFC 9112, 2.2 and 11.2).
 */
final class LineReader {
    private static final int FIRST_SIZE = 64;
    private byte[] line = new byte[FIRST_SIZE];
    private int length;
    private boolean carriageReturn;
    private boolean complete;

    /**
     * @param in    a buffer on the heap
     * @param limit the longest line in bytes, without CR LF
     * @return whether the line is complete; the next call begins the next line
     */
    boolean read(ByteBuffer in, int limit, IntSupplier statusIfTooLong) {
        if (complete) {
            complete = false;
            carriageReturn = false;
            length = 0;
        }
        while (!complete && in.hasRemaining()) {
            if (carriageReturn || !copyText(in, limit, statusIfTooLong)) {
                readEnd(in.get());
            }
        }
        return complete;
    }

    private boolean copyText(ByteBuffer in, int limit, IntSupplier statusIfTooLong) {
        int text = textLength(in);
        int taken = Math.min(text, limit - length);
        if (length + taken > line.length) {
            line = Arrays.copyOf(line, Math.max(length + taken, Math.min(2 * line.length, limit)));
        }
        in.get(line, length, taken);
        length += taken;
        if (taken < text) {
            throw new MessageException(statusIfTooLong.getAsInt(), "a line of more than " + limit + " bytes");
        }
        return text > 0;
    }

    private static int textLength(ByteBuffer in) {
        byte[] bytes = in.array();
        int from = in.arrayOffset() + in.position();
        int to = from + in.remaining();
        int end = from;
        while (end < to && bytes[end] != '\r' && bytes[end] != '\n') {
            end++;
        }
        return end - from;
    }

    private void readEnd(byte b) {
        if (carriageReturn != (b == '\n')) {
            throw new MessageException(400, carriageReturn ? "a CR without LF" : "a line ends without CR");
        }
        complete = carriageReturn;
        carriageReturn = true;
    }

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

    boolean has(String text, int from) {
        boolean has = from + text.length() <= length;
        for (int i = 0; has && i < text.length(); i++) {
            has = line[from + i] == text.charAt(i);
        }
        return has;
    }

    String text(int from, int to) {
        return new String(line, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
