package common.http;

import module java.base;

/**
 * The header fields of one message, in the order of arrival. Stores bytes, not strings, because most fields are never
 * read. A parser reuses its headers; {@linkplain #copy copies} never change.
 */
public final class Headers {
    private byte[] bytes;
    private int[] ends;
    private int parts;      // a name and a value for each field

    Headers() {
        this(new byte[128], new int[8], 0);
    }

    private Headers(byte[] bytes, int[] ends, int parts) {
        this.bytes = bytes;
        this.ends = ends;
        this.parts = parts;
    }

    void add(byte[] line, int colon, int from, int to) {
        add(line, 0, colon);
        add(line, from, to);
    }

    private void add(byte[] line, int from, int to) {
        int start = start(parts);
        int end = start + to - from;
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * end);
        }
        if (parts == ends.length) {
            ends = Arrays.copyOf(ends, 2 * parts);
        }
        System.arraycopy(line, from, bytes, start, to - from);
        ends[parts++] = end;
    }

    void clear() {
        parts = 0;
    }

    Headers copy() {
        return new Headers(Arrays.copyOf(bytes, start(parts)), Arrays.copyOf(ends, parts), parts);
    }

    int size() {
        return parts / 2;
    }

    /** Returns null if there is no such field. Case does not matter (RFC 9110, 5.1). */
    public String first(String name) {
        int field = next(name, 0);
        return field < 0 ? null : value(field);
    }

    boolean has(String name) {
        return next(name, 0) >= 0;
    }

    String list(String name) {
        StringJoiner list = new StringJoiner(",");
        for (int field = next(name, 0); field >= 0; field = next(name, field + 1)) {
            list.add(value(field));
        }
        return list.toString();
    }

    boolean isRepeated(String name) {
        int field = next(name, 0);
        return field >= 0 && next(name, field + 1) >= 0;
    }

    /** RFC 9112, 9.3. */
    boolean keepAlive(int minor) {
        return !hasToken("Connection", "close") && (minor == 1 || hasToken("Connection", "keep-alive"));
    }

    /** The field is a list (RFC 9110, 5.6.1). */
    private boolean hasToken(String name, String token) {
        for (int field = next(name, 0); field >= 0; field = next(name, field + 1)) {
            for (String each : value(field).split(",")) {
                if (each.strip().equalsIgnoreCase(token)) {
                    return true;
                }
            }
        }
        return false;
    }

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
            same = lowerCase(bytes[start + i]) == lowerCase((byte) name.charAt(i));
        }
        return same;
    }

    private static byte lowerCase(byte b) {
        return b >= 'A' && b <= 'Z' ? (byte) (b + 'a' - 'A') : b;
    }

    private String value(int field) {
        int start = start(2 * field + 1);
        return new String(bytes, start, ends[2 * field + 1] - start, StandardCharsets.ISO_8859_1);
    }

    private int start(int part) {
        return part == 0 ? 0 : ends[part - 1];
    }
}
