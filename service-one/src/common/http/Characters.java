package common.http;

/** Which characters may stand where in a message's head. */
final class Characters {
    private static final boolean[] TOKEN = new boolean[256];
    private static final boolean[] FIELD_VALUE = new boolean[256];
    private static final boolean[] TARGET = new boolean[256];
    private static final boolean[] HOST = new boolean[256];

    static {
        for (int c = 0; c < 256; c++) {
            boolean alphanumeric = c < 128 && Character.isLetterOrDigit(c);
            TOKEN[c] = alphanumeric || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
            FIELD_VALUE[c] = c >= ' ' && c != 127 || c == '\t';
            TARGET[c] = c > ' ' && c < 127 && c != '#';
            HOST[c] = alphanumeric || "-._~%!$&'()*+;=".indexOf(c) >= 0;
        }
    }

    /** A method or a field's name (RFC 9110, 5.6.2). */
    static boolean isToken(byte[] line, int from, int to) {
        return from < to && all(TOKEN, line, from, to);
    }

    /** A field's value: visible characters, blanks, tabs, and bytes above 127 (RFC 9110, 5.5); no control character. */
    static boolean isFieldValue(byte[] line, int from, int to) {
        return all(FIELD_VALUE, line, from, to);
    }

    /** A request's target: visible ASCII without a fragment (RFC 9112, 3.2). */
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
     * A host and perhaps a port, as the Host field and an absolute target name them (RFC 9110, 4.2.1 and 7.2): no user
     * information (4.2.4) and no path; the host a name, an IPv4 address, or in brackets one of IPv6 (RFC 3986, 3.2.2).
     * An empty host is allowed. A comma is not, though a name may have one: it is how two Hosts look when a proxy has
     * joined them.
     */
    static boolean isAuthority(String value) {
        boolean inBrackets = value.startsWith("[");
        int colon = value.indexOf(':');
        int end = inBrackets ? value.indexOf(']') + 1 : colon < 0 ? value.length() : colon;
        boolean valid = inBrackets ? isAddress(value, end) : isName(value, end);
        return valid && (end == value.length() || value.charAt(end) == ':' && isNumberOrNothing(value, end + 1));
    }

    private static boolean isName(String value, int end) {
        for (int i = 0; i < end; i++) {
            boolean escape = i + 2 < end && isHexDigit(value.charAt(i + 1)) && isHexDigit(value.charAt(i + 2));
            if (!isHost(value.charAt(i)) || value.charAt(i) == '%' && !escape) {
                return false;
            }
        }
        return true;
    }

    /** In brackets; which digits it has, nobody here needs to know. */
    private static boolean isAddress(String value, int end) {
        for (int i = 1; i < end - 1; i++) {
            if (value.charAt(i) != ':' && (!isHost(value.charAt(i)) || value.charAt(i) == '%')) {
                return false;
            }
        }
        return end > 2;
    }

    /** May stand in a host's name (RFC 3986, 3.2.2: reg-name), but for the comma. */
    private static boolean isHost(char c) {
        return c < 128 && HOST[c];
    }

    private static boolean isHexDigit(char c) {
        return Character.digit(c, 16) >= 0;
    }

    /** Digits and nothing else: no sign, no blank (RFC 9110, 8.6). */
    static boolean isNumber(String value) {
        return !value.isEmpty() && isNumberOrNothing(value, 0);
    }

    private static boolean isNumberOrNothing(String value, int from) {
        for (int i = from; i < value.length(); i++) {
            if (!isDigit(value.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    /** Of a letter in ASCII; all else stays as it is. */
    static byte lowerCase(byte b) {
        return b >= 'A' && b <= 'Z' ? (byte) (b + 'a' - 'A') : b;
    }
}
