package load.jtl;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Owns a stream of comma-separated records and the one record that was read last. Used by one thread.
 *
 * <p>Why it does not split lines: a quoted field may hold line ends and commas, and a file of millions of records
 * should cost no object per field. So the bytes are copied once, unquoted, into {@code record}, and a field is the part
 * of it between two ends until somebody asks for it as a number or a string.
 */
final class CsvReader implements Closeable {
    private static final byte QUOTE = '"';
    private static final int END_OF_FILE = -1;
    /** No more digits are read: a long has room for them, and none of the numbers in a JTL has as many. */
    private static final long MOST = 1_000_000_000_000_000_000L;

    private final InputStream in;
    private final byte[] chunk = new byte[1 << 16];
    private int position;
    private int limit;

    private byte[] record = new byte[1 << 10];
    private int length;
    private int[] ends = new int[32];      // where each field of the record ends; the next one starts there
    private int fields;

    CsvReader(InputStream in) {
        this.in = in;
    }

    /**
     * Reads the next record, false if there is none. A last record without its line end is none: whoever wrote it was
     * killed half-way, and its last number may lack digits.
     */
    boolean next() throws IOException {
        length = 0;
        fields = 0;
        int separator;
        do {
            separator = readField();
        } while (separator == ',');
        return separator != END_OF_FILE;
    }

    int fields() {
        return fields;
    }

    String text(int field) {
        return new String(record, start(field), ends[field] - start(field), StandardCharsets.UTF_8);
    }

    boolean matches(int field, byte[] bytes) {
        return Arrays.equals(record, start(field), ends[field], bytes, 0, bytes.length);
    }

    byte[] bytes(int field) {
        return Arrays.copyOfRange(record, start(field), ends[field]);
    }

    /** The field as a number that is not negative. */
    long number(int field) throws IOException {
        long number = 0;
        int digits = ends[field] - start(field);
        for (int i = start(field); i < ends[field]; i++) {
            int digit = record[i] - '0';
            if (digit < 0 || digit > 9) {
                throw notANumber(field);
            }
            number = number * 10 + digit;
        }
        if (digits == 0 || digits > 18) {
            throw notANumber(field);
        }
        return number;
    }

    /** The number that the digits at the field's end make; 0 where there are none. */
    long numberAtEnd(int field) {
        long number = 0;
        long weight = 1;
        for (int i = ends[field] - 1; i >= start(field) && isDigit(record[i]) && weight < MOST; i--) {
            number += weight * (record[i] - '0');
            weight *= 10;
        }
        return number;
    }

    private static boolean isDigit(byte character) {
        return character >= '0' && character <= '9';
    }

    private IOException notANumber(int field) {
        return new IOException("not a number: \"" + text(field) + '"');
    }

    private int start(int field) {
        return field == 0 ? 0 : ends[field - 1];
    }

    /** Copies one field, and returns what ended it: a comma, a line feed or the end of the file. */
    private int readField() throws IOException {
        int next = read();
        next = next == QUOTE ? readQuoted() : next;
        while (next != ',' && next != '\n' && next != END_OF_FILE) {
            if (next != '\r') {      // of a line end made on Windows; a carriage return inside a field is quoted
                append((byte) next);
            }
            next = read();
        }
        endField();
        return next;
    }

    /** Copies up to the closing quote, and returns what follows it; two quotes stand for one. */
    private int readQuoted() throws IOException {
        int next = read();
        while (next != END_OF_FILE) {
            if (next == QUOTE) {
                next = read();
                if (next != QUOTE) {
                    return next;
                }
            }
            append((byte) next);
            next = read();
        }
        return END_OF_FILE;
    }

    private int read() throws IOException {
        return position < limit || fill() ? chunk[position++] & 0xff : END_OF_FILE;
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = in.read(chunk);
        return limit > 0;
    }

    private void append(byte b) {
        if (length == record.length) {
            record = Arrays.copyOf(record, 2 * length);
        }
        record[length++] = b;
    }

    private void endField() {
        if (fields == ends.length) {
            ends = Arrays.copyOf(ends, 2 * fields);
        }
        ends[fields++] = length;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
