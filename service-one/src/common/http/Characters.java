package common.http;

import java.util.regex.Pattern;

final class Characters {
    private static final boolean[] TOKEN = new boolean[256];
    private static final boolean[] FIELD_VALUE = new boolean[256];
    private static final boolean[] TARGET = new boolean[256];
    /** A reg-name (RFC 3986, 3.2.2) without the comma and the percent sign. */
    private static final String HOST = "-A-Za-z0-9._~!$&'()*+;=";
    private static final Pattern AUTHORITY = Pattern.compile("(\\[[" + HOST + ":]++]|[" + HOST + "%]*+)(:[0-9]*+)?");
    private static final Pattern NO_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

    static {
        for (int c = 0; c < 256; c++) {
            TOKEN[c] = c < 128 && Character.isLetterOrDigit(c) || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
            FIELD_VALUE[c] = c >= ' ' && c != 127 || c == '\t';
            TARGET[c] = c > ' ' && c < 127 && c != '#';
        }
    }

    private Characters() {
    }

    /** A method, or the name of a field (RFC 9110, 5.6.2). */
    static boolean isToken(byte[] line, int from, int to) {
        return from < to && all(TOKEN, line, from, to);
    }

    /** Only visible characters, blanks and tabs (RFC 9110, 5.5). */
    static boolean isFieldValue(byte[] line, int from, int to) {
        return all(FIELD_VALUE, line, from, to);
    }

    /** Visible ASCII without a fragment (RFC 9112, 3.2). */
    static boolean isTarget(byte[] line, int from, int to) {
        return from < to && all(TARGET, line, from, to);
    }

    private static boolean all(boolean[] allowed, byte[] line, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!allowed[line[i] & 0xff]) {
                return false;
            }
        }
        return true;
    }

    /**
     * A host, perhaps with a port, but without user information (RFC 9110, 4.2.1, 4.2.4 and 7.2). The host may be
     * empty. A comma is refused, because a proxy may have joined two Host fields.
     */
    static boolean isAuthority(String value) {
        return AUTHORITY.matcher(value).matches() && !hasMalformedEscape(value);
    }

    static boolean hasMalformedEscape(String text) {
        return NO_ESCAPE.matcher(text).find();
    }

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    static byte lowerCase(byte b) {
        return b >= 'A' && b <= 'Z' ? (byte) (b + 'a' - 'A') : b;
    }
}
