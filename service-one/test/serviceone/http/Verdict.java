package serviceone.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.IntSupplier;

/** What the parser makes of bytes: each request as it understood it, and how it ends. */
final class Verdict {
    /**
     * Ends with the status if it is refused, with {@code more} if something is missing, else with the last request.
     *
     * @param pieces how many bytes come next, at least 1; asked until all have come
     */
    static String of(String text, Limits limits, IntSupplier pieces) {
        RequestParser parser = new RequestParser(limits);
        StringBuilder verdict = new StringBuilder();
        ByteBuffer all = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
        try {
            while (all.hasRemaining()) {
                int length = Math.min(pieces.getAsInt(), all.remaining());
                parse(parser, all.slice(all.position(), length), verdict);
                all.position(all.position() + length);
            }
        } catch (MessageException e) {
            return verdict + "refused " + e.status() + ": " + e.getMessage();
        }
        return verdict + (parser.isBetweenMessages() ? "" : "more");
    }

    private static void parse(RequestParser parser, ByteBuffer in, StringBuilder verdict) throws MessageException {
        while (in.hasRemaining()) {
            if (parser.parse(in)) {
                Request r = parser.request();
                verdict.append(r.method()).append(' ').append(r.path()).append(' ').append(r.query()).append(' ')
                        .append(r.keepAlive() ? "keep" : "close").append("; ");
            }
        }
    }
}
