package load.jtl;

import common.process.ProgramFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reads the file that JMeter writes its samples to, in the CSV format.
 *
 * <p>Why it does not split lines: a quoted field may hold line ends and commas, and a file of millions of records
 * should cost no object per field. So the bytes are copied once, unquoted, into {@code record}, and a field is the part
 * of it between two ends until somebody asks for it as a number or a string.
 */
public final class Jtl {
    private static final byte QUOTE = '"';
    private static final int END_OF_FILE = -1;
    /** A long has room for them, and none of the numbers in a JTL has as many. */
    private static final int MOST_DIGITS = 18;

    private final InputStream in;
    private final byte[] chunk = new byte[1 << 16];
    private int position;
    private int limit;

    private byte[] record = new byte[1 << 10];
    private int length;
    private int[] ends = new int[32];      // where each field of the record ends; the next one starts there
    private int fields;

    private final Map<String, Integer> columns = new HashMap<>();
    private int width;                     // how many fields each record has
    private byte[][] lastBytes;            // of each column, so that a million equal labels are one string
    private String[] last;

    private Jtl(InputStream in) {
        this.in = in;
    }

    /**
     * Hands every sample of a file to {@code each}, in the file's order, on the calling thread, one at a time: a file
     * may hold millions. The columns are found by the names in the file's first line. A last line that was cut off when
     * JMeter was killed is left out.
     *
     * @throws IOException where the file cannot be read or is no JTL; the message names the file and the record
     */
    public static void read(Path csv, Consumer<RecordedRequest> each) throws IOException {
        long row = 1;
        try (InputStream in = Files.newInputStream(csv)) {
            Jtl jtl = new Jtl(in);
            jtl.readNames();
            for (row = 2; jtl.next(); row++) {
                each.accept(jtl.request());
            }
        } catch (IOException e) {
            throw new IOException(csv + (row > 1 ? ", record " + row : "") + ": " + e.getMessage(), e);
        }
    }

    /**
     * Refuses a file whose last line is cut off, of a JMeter that wrote each sample at once: it goes on without a word
     * where it can write no more.
     */
    public static void checkWhole(Path csv) throws IOException {
        try (SeekableByteChannel file = Files.newByteChannel(csv)) {
            ByteBuffer end = ByteBuffer.allocate(1);
            file.position(Math.max(0, file.size() - 1));
            if (file.read(end) < 1 || end.get(0) != '\n') {
                throw new ProgramFailure("JMeter could not write all of its samples; is the disk full, or the size of "
                        + "files limited?");
            }
        }
    }

    private void readNames() throws IOException {
        if (!next()) {
            throw new IOException("empty, without even the line that names the columns");
        }
        width = fields;
        for (int column = 0; column < width; column++) {
            columns.put(new String(record, start(column), ends[column] - start(column), StandardCharsets.UTF_8),
                    column);
        }
        for (String name : List.of("timeStamp", "elapsed", "success")) {
            if (!columns.containsKey(name)) {
                throw new IOException("the first line names no column \"" + name
                        + "\", so this is no JTL with a header");
            }
        }
        lastBytes = new byte[width][0];
        last = new String[width];
        Arrays.fill(last, "");
    }

    /** The record that was just read. */
    private RecordedRequest request() throws IOException {
        if (fields != width) {
            throw new IOException(fields + " fields where the first line names " + width);
        }
        return new RecordedRequest(number("timeStamp"), number("elapsed"),
                columns.containsKey("Connect") ? number("Connect") : 0, text("label"), text("responseCode"),
                text("responseMessage"), text("success").equals("true"), text("failureMessage"),
                numberAtEnd("threadName"),         // 17 of "Arrivals 1-17"
                numberAtEnd("TESTSTART.MS"));      // where -Jsample_variables asks for it
    }

    private String text(String name) {
        int column = columns.getOrDefault(name, -1);
        if (column < 0) {
            return "";
        }
        byte[] known = lastBytes[column];
        if (!Arrays.equals(record, start(column), ends[column], known, 0, known.length)) {
            lastBytes[column] = Arrays.copyOfRange(record, start(column), ends[column]);
            last[column] = new String(lastBytes[column], StandardCharsets.UTF_8);
        }
        return last[column];
    }

    /** The field as a number that is not negative. */
    private long number(String name) throws IOException {
        int column = columns.get(name);
        int digits = digits(column);
        if (digits == 0 || digits != ends[column] - start(column)) {
            throw new IOException("not a number: \"" + text(name) + '"');
        }
        return numberAtEnd(name);
    }

    /** The number that the digits at the field's end make; 0 where there are none, or no such column. */
    private long numberAtEnd(String name) {
        int column = columns.getOrDefault(name, -1);
        long number = 0;
        for (int i = column < 0 ? 0 : digits(column); i > 0; i--) {
            number = number * 10 + record[ends[column] - i] - '0';
        }
        return number;
    }

    /** How many a field ends with, up to the most. */
    private int digits(int column) {
        int most = Math.min(MOST_DIGITS, ends[column] - start(column));
        int digits = 0;
        while (digits < most && Character.isDigit(record[ends[column] - 1 - digits])) {
            digits++;
        }
        return digits;
    }

    private int start(int field) {
        return field == 0 ? 0 : ends[field - 1];
    }

    /**
     * Reads the next record, false if there is none. A last record without its line end is none: whoever wrote it was
     * killed half-way, and its last number may lack digits.
     */
    private boolean next() throws IOException {
        length = 0;
        fields = 0;
        int separator;
        do {
            separator = readField();
            if (fields == ends.length) {
                ends = Arrays.copyOf(ends, 2 * fields);
            }
            ends[fields++] = length;
        } while (separator == ',');
        return separator != END_OF_FILE;
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
        if (position == limit) {
            position = 0;
            limit = Math.max(0, in.read(chunk));
        }
        return position < limit ? chunk[position++] & 0xff : END_OF_FILE;
    }

    private void append(byte b) {
        if (length == record.length) {
            record = Arrays.copyOf(record, 2 * length);
        }
        record[length++] = b;
    }
}
