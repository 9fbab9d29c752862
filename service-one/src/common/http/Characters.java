package common.http;

/** Which bytes may stand where in a message's head. */
final class Characters {
    private static final boolean[] TOKEN = new boolean[256];
    private static final boolean[] FIELD_VALUE = new boolean[256];
    private static final boolean[] TARGET = new boolean[256];
    private static final boolean[] HOST = new boolean[256];
    private static final boolean[] DIGIT = new boolean[256];

    static {
        for (int c = 0; c < 256; c++) {
            boolean alphanumeric = c < 128 && Character.isLetterOrDigit(c);
            TOKEN[c] = alphanumeric || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
            FIELD_VALUE[c] = c >= ' ' && c != 127 || c == '\t';
            TARGET[c] = c > ' ' && c < 127 && c != '#';
            HOST[c] = alphanumeric || "-._~%!$&'()*+;=".indexOf(c) >= 0;
            DIGIT[c] = c >= '0' && c <= '9';
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

    /** Of a text that was made of bytes. */
    private static boolean all(boolean[] allowed, String value) {
        for (int i = 0; i < value.length(); i++) {
            if (!allowed[value.charAt(i) & 0xff]) {
                return false;
            }
        }
        return true;
    }

    /** May stand in a host's name (RFC 3986, 3.2.2: reg-name), but for the comma; see {@link Authority}. */
    static boolean isHost(char c) {
        return c < 128 && HOST[c];
    }

    /** Of a letter in ASCII; all else stays as it is. */
    static byte lowerCase(byte b) {
        return b >= 'A' && b <= 'Z' ? (byte) (b + 'a' - 'A') : b;
    }

    /** Digits and nothing else: no sign, no blank (RFC 9110, 8.6). */
    static boolean isNumber(String value) {
        return !value.isEmpty() && all(DIGIT, value);
    }

    static boolean isNumber(byte[] line, int from, int to) {
        return from < to && all(DIGIT, line, from, to);
    }

    static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }
}
