package common.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.StringJoiner;

/**
 * The header fields of one message, in the order in which they came. Kept as the bytes that came, all in one array: a
 * field becomes text when somebody asks for it, and nobody asks for most. Filled by a parser, which uses it again for
 * the next message, and hands out {@linkplain #copy copies} that are only read.
 */
public final class Headers {
    private byte[] bytes;      // name, value, name, value, …
    private int[] ends;        // where each of them ends
    private int count;         // of names and values

    /** Empty, with room for what most messages have. */
    Headers() {
        this(new byte[128], new int[8], 0);
    }

    private Headers(byte[] bytes, int[] ends, int count) {
        this.bytes = bytes;
        this.ends = ends;
        this.count = count;
    }

    /** Adds the field in a line: its name up to the colon, its value from and to these places. */
    void add(byte[] line, int colon, int from, int to) {
        add(line, 0, colon);
        add(line, from, to);
    }

    private void add(byte[] line, int from, int to) {
        int start = start(count);
        int end = start + to - from;
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * end);
        }
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
        }
        System.arraycopy(line, from, bytes, start, to - from);
        ends[count++] = end;
    }

    void clear() {
        count = 0;
    }

    /** The same fields, in no more room than they need. */
    Headers copy() {
        return new Headers(Arrays.copyOf(bytes, start(count)), Arrays.copyOf(ends, count), count);
    }

    int size() {
        return count / 2;
    }

    /** The first value of a field, or null; names are compared without regard to case (RFC 9110, 5.1). */
    public String first(String name) {
        int field = next(name, 0);
        return field < 0 ? null : value(field);
    }

    boolean has(String name) {
        return next(name, 0) >= 0;
    }

    /** All lines of a field whose value is a list, as the one list that they are together (RFC 9110, 5.3). */
    String list(String name) {
        StringJoiner list = new StringJoiner(",");
        for (int field = next(name, 0); field >= 0; field = next(name, field + 1)) {
            list.add(value(field));
        }
        return list.toString();
    }

    int count(String name) {
        int lines = 0;
        for (int field = next(name, 0); field >= 0; field = next(name, field + 1)) {
            lines++;
        }
        return lines;
    }

    /** Whether a field whose value is a list of tokens has this one in any of its lines (RFC 9110, 5.6.1). */
    public boolean hasToken(String name, String token) {
        for (int field = next(name, 0); field >= 0; field = next(name, field + 1)) {
            for (String each : value(field).split(",")) {
                if (each.strip().equalsIgnoreCase(token)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The number of the first field of this name, of those from that number on; -1 if there is none. */
    private int next(String name, int from) {
        for (int field = from; field < size(); field++) {
            if (isNamed(field, name)) {
                return field;
            }
        }
        return -1;
    }

    private boolean isNamed(int field, String name) {
        int start = start(2 * field);
        boolean same = ends[2 * field] - start == name.length();
        for (int i = 0; same && i < name.length(); i++) {
            same = Characters.lowerCase(bytes[start + i]) == Characters.lowerCase((byte) name.charAt(i));
        }
        return same;
    }

    private String value(int field) {
        int start = start(2 * field + 1);
        return new String(bytes, start, ends[2 * field + 1] - start, StandardCharsets.ISO_8859_1);
    }

    private int start(int part) {
        return part == 0 ? 0 : ends[part - 1];
    }
}
