package common.http;

import module java.base;

/** Sets of the characters of ISO 8859-1. */
final class Characters {
    /** Of a method, or the name of a field (RFC 9110, 5.6.2). */
    static final boolean[] TOKEN =
            set(c -> c < 128 && Character.isLetterOrDigit(c) || "!#$%&'*+-.^_`|~".indexOf(c) >= 0);
    /** Only visible characters, blanks and tabs (RFC 9110, 5.5). */
    static final boolean[] FIELD_VALUE = set(c -> c >= ' ' && c != 127 || c == '\t');
    /** Visible ASCII without a fragment (RFC 9112, 3.2). */
    static final boolean[] TARGET = set(c -> c > ' ' && c < 127 && c != '#');
    /** A reg-name (RFC 3986, 3.2.2) without the comma and the percent sign. */
    private static final String HOST = "-A-Za-z0-9._~!$&'()*+;=";
    private static final Pattern AUTHORITY = Pattern.compile("(\\[[" + HOST + ":]++]|[" + HOST + "%]*+)(:[0-9]*+)?");
    private static final Pattern NO_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

    private Characters() {
    }

    private static boolean[] set(IntPredicate isMember) {
        boolean[] set = new boolean[256];
        for (int c = 0; c < set.length; c++) {
            set[c] = isMember.test(c);
        }
        return set;
    }

    static boolean areAll(boolean[] set, byte[] line, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!set[line[i] & 0xff]) {
                return false;
            }
        }
        return true;
    }

    static boolean areDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
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
}
