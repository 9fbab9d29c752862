package serviceone.http;

/** Which bytes may stand where in a message's head. */
final class Characters {
    private static final boolean[] TOKEN = new boolean[256];

    static {
        for (char c = '0'; c <= 'z'; c++) {
            TOKEN[c] = Character.isLetterOrDigit(c);
        }
        for (char c : "!#$%&'*+-.^_`|~".toCharArray()) {
            TOKEN[c] = true;
        }
    }

    private Characters() {
    }

    /** A method or a field's name (RFC 9110, 5.6.2). */
    static boolean isToken(byte[] line, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!TOKEN[line[i] & 0xff]) {
                return false;
            }
        }
        return from < to;
    }

    /** A field's value: visible characters, blanks, tabs, and bytes above 127 (RFC 9110, 5.5); no control character. */
    static boolean isFieldValue(byte[] line, int from, int to) {
        for (int i = from; i < to; i++) {
            int c = line[i] & 0xff;
            if (c < ' ' && c != '\t' || c == 127) {
                return false;
            }
        }
        return true;
    }

    /** A request's target: visible ASCII without a fragment (RFC 9112, 3.2). */
    static boolean isTarget(byte[] line, int from, int to) {
        for (int i = from; i < to; i++) {
            if (line[i] <= ' ' || line[i] == 127 || line[i] == '#') {
                return false;
            }
        }
        return from < to;
    }

    /** A host with an optional port: neither user information nor a path (RFC 9110, 7.2). Empty is allowed. */
    static boolean isHost(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c <= ' ' || c >= 127 || "/?#@\\\"<>{}|^`,".indexOf(c) >= 0) {
                return false;
            }
        }
        return true;
    }

    /** Digits and nothing else: no sign, no blank (RFC 9110, 8.6). */
    static boolean isNumber(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < '0' || value.charAt(i) > '9') {
                return false;
            }
        }
        return !value.isEmpty();
    }

    static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }
}
