package classroom.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * What a request must carry to change anything: 128 random bits, made at each start, that only a page of this server
 * can read. Another origin's page can send requests here, but not read that. Immutable.
 */
record Token(String text) {
    private static final int BYTES = 16;
    private static final String PLACE = "<meta name=\"token\" content=\"\">";

    static Token random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return new Token(HexFormat.of().formatHex(bytes));
    }

    /** Takes as long for a token that is nearly right as for any other. */
    boolean is(String other) {
        return other != null && MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8),
                other.getBytes(StandardCharsets.UTF_8));
    }

    /** The page with this token in the place that it has for it. */
    String in(String page) throws IOException {
        if (!page.contains(PLACE)) {
            throw new IOException("the page has no place for the token: " + PLACE);
        }
        return page.replace(PLACE, PLACE.replace("\"\"", '"' + text + '"'));
    }

    /** Without the secret: a record's own text would have it, and might be logged. */
    @Override
    public String toString() {
        return "Token";
    }
}
