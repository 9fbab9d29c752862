package common.http;

import module java.base;

/**
 * The line before a chunk (RFC 9112, 7.1): a size, then any number of {@code ;name}, {@code ;name=value} or
 * {@code ;name="value"}, with blanks around the signs. Each byte is looked at once or twice, whatever a client sends.
 */
final class ChunkLine {
    private static final int MOST_DIGITS = 15;      // so that the size fits into a long

    private final byte[] bytes;
    private final int end;
    private int at;

    ChunkLine(LineReader line) {
        bytes = line.bytes();
        end = line.length();
    }

    /** Returns -1 if the line is malformed. Extensions are ignored if they are well-formed (RFC 9112, 7.1.1). */
    long size() {
        long size = 0;
        while (at < end && HexFormat.isHexDigit(bytes[at])) {
            size = size << 4 | HexFormat.fromHexDigit(bytes[at++]);
        }
        return at > 0 && at <= MOST_DIGITS && hasOnlyExtensions() ? size : -1;
    }

    private boolean hasOnlyExtensions() {
        while (at < end) {
            if (!skipSign(';') || !skipToken() || skipSign('=') && !skipValue()) {
                return false;
            }
        }
        return true;
    }

    /** Skips nothing, not even blanks, if they are not followed by the sign. */
    private boolean skipSign(char sign) {
        int next = afterBlanks(at);
        boolean has = next < end && bytes[next] == sign;
        at = has ? afterBlanks(next + 1) : at;
        return has;
    }

    private int afterBlanks(int from) {
        int next = from;
        while (next < end && (bytes[next] == ' ' || bytes[next] == '\t')) {
            next++;
        }
        return next;
    }

    private boolean skipToken() {
        int from = at;
        while (at < end && Characters.TOKEN[bytes[at] & 0xff]) {
            at++;
        }
        return at > from;
    }

    private boolean skipValue() {
        boolean quoted = at < end && bytes[at] == '"';
        return quoted ? skipQuoted() : skipToken();
    }

    /** RFC 9110, 5.6.4. */
    private boolean skipQuoted() {
        at++;
        while (at < end && bytes[at] != '"') {
            at += bytes[at] == '\\' ? 1 : 0;
            if (at == end || !Characters.FIELD_VALUE[bytes[at] & 0xff]) {
                return false;
            }
            at++;
        }
        return at++ < end;
    }
}
