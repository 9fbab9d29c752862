package common.http;

/**
 * A host and perhaps a port, as the Host field and an absolute target name them (RFC 9110, 4.2.1 and 7.2). Stateless.
 */
final class Authority {
    /**
     * Whether this is one: no user information (RFC 9110, 4.2.4) and no path; the host a name, an IPv4 address, or in
     * brackets one of IPv6 (RFC 3986, 3.2.2). An empty host is allowed. A comma is not, though a name may have one:
     * it is how two Hosts look when a proxy has joined them.
     */
    static boolean isValid(String value) {
        int end = value.startsWith("[") ? value.indexOf(']') + 1 : endOfName(value);
        boolean host = value.startsWith("[") ? isAddress(value, end) : isName(value, end);
        return host && isPort(value, end);
    }

    private static int endOfName(String value) {
        int colon = value.indexOf(':');
        return colon < 0 ? value.length() : colon;
    }

    private static boolean isName(String value, int end) {
        for (int i = 0; i < end; i++) {
            if (!Characters.isHost(value.charAt(i)) || value.charAt(i) == '%' && !isEscape(value, i, end)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isEscape(String value, int percent, int end) {
        return percent + 2 < end && Character.digit(value.charAt(percent + 1), 16) >= 0
                && Character.digit(value.charAt(percent + 2), 16) >= 0;
    }

    /** In brackets; which digits it has, nobody here needs to know. */
    private static boolean isAddress(String value, int end) {
        boolean any = end > 2;
        for (int i = 1; any && i < end - 1; i++) {
            any = value.charAt(i) == ':' || Characters.isHost(value.charAt(i)) && value.charAt(i) != '%';
        }
        return any;
    }

    private static boolean isPort(String value, int from) {
        boolean port = from == value.length() || value.charAt(from) == ':';
        for (int i = from + 1; port && i < value.length(); i++) {
            port = value.charAt(i) >= '0' && value.charAt(i) <= '9';
        }
        return port;
    }
}
