package common.http;

import module java.base;
import common.http.MessageParser.Limits;
import common.http.MessageParser.MessageException;

/**
 * What the parser makes of some bytes.
 *
 * @param requests the method, path, query, and {@code keep} or {@code close} of each request
 * @param end {@code refused} with status and reason, {@code incomplete}, or empty after a complete request
 */
public record Verdict(List<String> requests, String end) {
    public static final String REFUSED = "refused ";

    public static Verdict of(Limits limits, List<String> pieces) {
        RequestParser parser = new RequestParser(limits);
        List<String> requests = new ArrayList<>();
        try {
            for (String piece : pieces) {
                parse(parser, ByteBuffer.wrap(piece.getBytes(StandardCharsets.ISO_8859_1)), requests);
            }
        } catch (MessageException e) {
            return new Verdict(requests, REFUSED + e.status() + ": " + e.getMessage());
        }
        return new Verdict(requests, parser.isBetweenMessages() ? "" : "incomplete");
    }

    static Verdict of(Limits limits, String text, int piece) {
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); from += piece) {
            pieces.add(text.substring(from, Math.min(text.length(), from + piece)));
        }
        return of(limits, pieces);
    }

    private static void parse(RequestParser parser, ByteBuffer in, List<String> requests) throws MessageException {
        while (in.hasRemaining()) {
            if (parser.parse(in)) {
                Request r = parser.request();
                requests.add(r.method() + ' ' + r.path() + ' ' + r.query() + ' ' + (r.keepAlive() ? "keep" : "close"));
            }
        }
    }

    @Override
    public String toString() {
        return String.join("; ", requests) + (end.isEmpty() || requests.isEmpty() ? "" : "; ") + end;
    }
}
