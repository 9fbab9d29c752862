package servicetwo;

/** Looks at parts of an array of bytes, from an index up to another one. Stateless. */
final class Ascii {
    private static final boolean[] TOKEN = new boolean[256];
    private static final boolean[] HOST = new boolean[256];

    static {
        for (int c = 0; c < 128; c++) {
            TOKEN[c] = Character.isLetterOrDigit(c) || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
            HOST[c] = Character.isLetterOrDigit(c) || "-._~%!$&'()*+;=".indexOf(c) >= 0;
        }
    }

    /** A method or the name of a field (RFC 9110, 5.6.2). */
    static boolean isToken(byte[] bytes, int from, int to) {
        return from < to && all(TOKEN, bytes, from, to);
    }

    /** A host and perhaps a port (RFC 3986, 3.2.2 and 3.2.3), by their characters; an empty one is allowed. */
    static boolean isHost(byte[] bytes, int from, int to) {
        if (from == to || bytes[from] != '[') {
            int colon = indexOf(':', bytes, from, to);
            return all(HOST, bytes, from, colon) && isPort(bytes, colon, to);
        }
        int end = indexOf(']', bytes, from, to);
        return end > from + 1 && isAddress(bytes, from + 1, end) && isPort(bytes, end + 1, to);
    }

    private static boolean isAddress(byte[] bytes, int from, int to) {
        boolean address = true;
        for (int i = from; address && i < to; i++) {
            address = HOST[bytes[i] & 0xff] || bytes[i] == ':';
        }
        return address;
    }

    /** Nothing, or a colon and digits. It begins behind the end where the bracket of an address was never closed. */
    private static boolean isPort(byte[] bytes, int from, int to) {
        boolean port = from == to || from < to && bytes[from] == ':';
        for (int i = from + 1; port && i < to; i++) {
            port = bytes[i] >= '0' && bytes[i] <= '9';
        }
        return port;
    }

    /** Visible characters, blanks, tabs, and bytes above 127 (RFC 9110, 5.5). */
    static boolean isFieldValue(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] >= 0 && bytes[i] < ' ' && bytes[i] != '\t' || bytes[i] == 127) {
                return false;
            }
        }
        return true;
    }

    /** Visible ASCII without a fragment (RFC 9112, 3.2). */
    static boolean isTarget(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] <= ' ' || bytes[i] == 127 || bytes[i] == '#') {
                return false;
            }
        }
        return from < to;
    }

    private static boolean all(boolean[] allowed, byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!allowed[bytes[i] & 0xff]) {
                return false;
            }
        }
        return true;
    }

    /** Whether this is that text, which has letters of the lower case alone, in either case. */
    static boolean equalsIgnoringCase(String lower, byte[] bytes, int from, int to) {
        if (to - from != lower.length()) {
            return false;
        }
        for (int i = from; i < to; i++) {
            int b = bytes[i] >= 'A' && bytes[i] <= 'Z' ? bytes[i] + ('a' - 'A') : bytes[i];
            if (b != lower.charAt(i - from)) {
                return false;
            }
        }
        return true;
    }

    static boolean equals(String text, byte[] bytes, int from, int to) {
        boolean same = to - from == text.length();
        for (int i = from; same && i < to; i++) {
            same = bytes[i] == text.charAt(i - from);
        }
        return same;
    }

    /** Where that character is for the first time; the end if it is nowhere. */
    static int indexOf(char wanted, byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] != wanted) {
            i++;
        }
        return i;
    }

    /** The first index that is not a blank or a tab. */
    static int afterBlanks(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && isBlank(bytes[i])) {
            i++;
        }
        return i;
    }

    /** The end without the blanks and tabs before it. */
    static int beforeBlanks(byte[] bytes, int from, int to) {
        int i = to;
        while (i > from && isBlank(bytes[i - 1])) {
            i--;
        }
        return i;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }
}
