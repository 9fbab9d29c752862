package common.http;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.http.MessageParser.Limits;
import common.http.MessageParser.MessageException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import testing.Test;

/** What the parser takes and what it refuses; {@link RequestRulesTest} has the finer points of the RFCs. */
class RequestParserTest {
    private static final Limits TINY = new Limits(32, 64, 3, 8);
    private static final String HOST = "Host: a\r\n";

    private record Refused(int status, String reason, String request) {
    }

    private static final List<Refused> REFUSED = List.of(
            new Refused(400, "no target", "GET HTTP/1.1\r\n" + HOST + "\r\n"),
            new Refused(400, "two blanks before the target", "GET  / HTTP/1.1\r\n" + HOST + "\r\n"),
            new Refused(400, "two blanks after the target", "GET /  HTTP/1.1\r\n" + HOST + "\r\n"),
            new Refused(400, "a method that is no token", "G(T / HTTP/1.1\r\n" + HOST + "\r\n"),
            new Refused(400, "a blank at the start", " GET / HTTP/1.1\r\n" + HOST + "\r\n"),
            new Refused(400, "a target without slash", "GET a HTTP/1.1\r\n" + HOST + "\r\n"),
            new Refused(400, "an absolute target without authority", "GET http:///a HTTP/1.1\r\n" + HOST + "\r\n"),
            new Refused(400, "a fragment in the target", "GET /#a HTTP/1.1\r\n" + HOST + "\r\n"),
            new Refused(400, "a control character in the target", "GET /\u0001 HTTP/1.1\r\n" + HOST + "\r\n"),
            new Refused(400, "a byte above 127 in the target", "GET /\u00e9 HTTP/1.1\r\n" + HOST + "\r\n"),
            new Refused(400, "a version in lower case", "GET / http/1.1\r\n" + HOST + "\r\n"),
            new Refused(400, "a version with two digits", "GET / HTTP/1.10\r\n" + HOST + "\r\n"),
            new Refused(505, "a version that is not spoken here", "GET / HTTP/2.0\r\n" + HOST + "\r\n"),
            new Refused(414, "a request line over its limit", "GET /" + "a".repeat(40) + " HTTP/1.1\r\n" + HOST
                    + "\r\n"),
            new Refused(414, "… noticed before it ends", "GET /" + "a".repeat(40)),
            new Refused(431, "a header line over the limit", "GET / HTTP/1.1\r\n" + HOST + "A: " + "a".repeat(64)
                    + "\r\n\r\n"),
            new Refused(431, "headers over the limit together", "GET / HTTP/1.1\r\n" + HOST
                    + ("A: " + "a".repeat(27) + "\r\n").repeat(2) + "\r\n"),
            new Refused(431, "too many fields", "GET / HTTP/1.1\r\n" + HOST + "A: 1\r\nB: 2\r\nC: 3\r\n\r\n"),
            new Refused(400, "no Host in HTTP/1.1", "GET / HTTP/1.1\r\n\r\n"),
            new Refused(400, "two Hosts", "GET / HTTP/1.1\r\n" + HOST + HOST + "\r\n"),
            new Refused(400, "two Hosts in HTTP/1.0", "GET / HTTP/1.0\r\n" + HOST + HOST + "\r\n"),
            new Refused(400, "a header without colon", "GET / HTTP/1.1\r\n" + HOST + "nonsense\r\n\r\n"),
            new Refused(400, "a header without name", "GET / HTTP/1.1\r\n" + HOST + ": a\r\n\r\n"),
            new Refused(400, "a blank before the colon", "GET / HTTP/1.1\r\n" + HOST + "A : a\r\n\r\n"),
            new Refused(400, "a folded header", "GET / HTTP/1.1\r\n" + HOST + "A: a\r\n b\r\n\r\n"),
            new Refused(400, "a NUL in a value", "GET / HTTP/1.1\r\n" + HOST + "A: \u0000\r\n\r\n"),
            new Refused(400, "a DEL in a value", "GET / HTTP/1.1\r\n" + HOST + "A: \u007f\r\n\r\n"),
            new Refused(400, "a bare LF after the request line", "GET / HTTP/1.1\n" + HOST + "\r\n"),
            new Refused(400, "a bare LF after a header", "GET / HTTP/1.1\r\nHost: a\n\r\n"),
            new Refused(400, "a bare LF as the empty line", "GET / HTTP/1.1\r\n" + HOST + "\n"),
            new Refused(400, "a bare CR in a value", "GET / HTTP/1.1\r\n" + HOST + "A: a\rb\r\n\r\n"),
            new Refused(400, "a CR too many", "GET / HTTP/1.1\r\r\n" + HOST + "\r\n"),
            new Refused(400, "empty lines without end", "\r\n".repeat(5)),
            new Refused(413, "a body over the limit", "POST / HTTP/1.1\r\n" + HOST + "Content-Length: 9\r\n\r\n"),
            new Refused(413, "a length that no long can hold", "POST / HTTP/1.1\r\n" + HOST
                    + "Content-Length: 99999999999999999999\r\n\r\n"),
            new Refused(400, "a negative length", "POST / HTTP/1.1\r\n" + HOST + "Content-Length: -1\r\n\r\n"),
            new Refused(400, "a length with a sign", "POST / HTTP/1.1\r\n" + HOST + "Content-Length: +1\r\n\r\n"),
            new Refused(400, "a length in hexadecimal", "POST / HTTP/1.1\r\n" + HOST + "Content-Length: 0x1\r\n\r\n"),
            new Refused(400, "an empty length", "POST / HTTP/1.1\r\n" + HOST + "Content-Length:\r\n\r\n"),
            new Refused(400, "a list of lengths", "POST / HTTP/1.1\r\n" + HOST + "Content-Length: 1, 1\r\n\r\n"),
            new Refused(400, "two lengths, though the same", "POST / HTTP/1.1\r\n" + HOST
                    + "Content-Length: 1\r\nContent-Length: 1\r\n\r\n"),
            new Refused(400, "a coding with a length", "POST / HTTP/1.1\r\n" + HOST
                    + "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n"),
            new Refused(400, "a coding in HTTP/1.0", "POST / HTTP/1.0\r\n" + HOST
                    + "Transfer-Encoding: chunked\r\n\r\n"),
            new Refused(400, "a chunk size that is no number", chunked("z\r\n")),
            new Refused(400, "an empty chunk size", chunked("\r\n")),
            new Refused(400, "a chunk size with a sign", chunked("-1\r\n")),
            new Refused(400, "a blank before a chunk size", chunked(" 1\r\n")),
            new Refused(400, "a chunk size with 0x", chunked("0x1\r\n")),
            new Refused(400, "a chunk size that overflows", chunked("ffffffffffffffffff\r\n")),
            new Refused(413, "a chunk over the limit", chunked("9\r\n")),
            new Refused(413, "chunks over the limit together", chunked("5\r\naaaaa\r\n4\r\n")),
            new Refused(400, "a chunk longer than its size", chunked("1\r\nab\r\n")),
            new Refused(400, "a chunk that ends with LF alone", chunked("1\r\na\n")),
            new Refused(400, "a chunk extension without end", chunked("1;" + "a".repeat(300))),
            new Refused(431, "trailers over the limit", chunked("0\r\nA: " + "a".repeat(64) + "\r\n\r\n")),
            new Refused(417, "an unknown expectation", "POST / HTTP/1.1\r\n" + HOST + "Expect: a miracle\r\n\r\n"));

    private static String chunked(String body) {
        return "POST / HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n" + body;
    }

    @Test
    void refusesWhatBreaksTheProtocolOrALimit() {
        for (Refused row : REFUSED) {
            MessageException e = assertThrows(MessageException.class, () -> parseAll(row.request, Integer.MAX_VALUE));
            assertEquals(row.status, e.status(), row.reason + " (" + e.getMessage() + ")");
        }
    }

    @Test
    void refusesTheSameWhenItComesByteByByte() {
        for (Refused row : REFUSED) {
            MessageException e = assertThrows(MessageException.class, () -> parseAll(row.request, 1));
            assertEquals(row.status, e.status(), row.reason + " (" + e.getMessage() + ")");
        }
    }

    private record Taken(String reason, String request, String seen) {
    }

    private static final List<Taken> TAKEN = List.of(
            new Taken("the plainest", "GET / HTTP/1.1\r\n" + HOST + "\r\n", "GET / null keep"),
            new Taken("HTTP/1.0 needs no Host and ends", "GET / HTTP/1.0\r\n\r\n", "GET / null close"),
            new Taken("HTTP/1.0 may ask to be kept", "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n",
                    "GET / null keep"),
            new Taken("close wins", "GET / HTTP/1.1\r\n" + HOST + "Connection: x, Close\r\n\r\n", "GET / null close"),
            new Taken("a query", "GET /a?b=c?d HTTP/1.1\r\n" + HOST + "\r\n", "GET /a b=c?d keep"),
            new Taken("an empty query", "GET /a? HTTP/1.1\r\n" + HOST + "\r\n", "GET /a  keep"),
            new Taken("absolute form", "GET http://x/a?b HTTP/1.1\r\n" + HOST + "\r\n", "GET /a b keep"),
            new Taken("absolute form without path", "GET HTTP://x HTTP/1.1\r\n" + HOST + "\r\n", "GET / null keep"),
            new Taken("absolute form without path but with a query", "GET http://x?/a=b HTTP/1.1\r\n" + HOST + "\r\n",
                    "GET / /a=b keep"),
            new Taken("any method that is a token", "get! / HTTP/1.1\r\n" + HOST + "\r\n", "get! / null keep"),
            new Taken("an empty line before it", "\r\nGET / HTTP/1.1\r\n" + HOST + "\r\n", "GET / null keep"),
            new Taken("a line as long as the limit", "GET /" + "a".repeat(18) + " HTTP/1.1\r\n" + HOST + "\r\n",
                    "GET /" + "a".repeat(18) + " null keep"),
            new Taken("a body as long as the limit", "POST / HTTP/1.1\r\n" + HOST
                    + "Content-Length: 8\r\n\r\n12345678", "POST / null keep"),
            new Taken("an empty body", "POST / HTTP/1.1\r\n" + HOST + "Content-Length: 0\r\n\r\n", "POST / null keep"),
            new Taken("chunks with an extension and a trailer",
                    chunked("3\r\nabc\r\n2 ;x=\"y\"\r\nde\r\n0\r\nT: x\r\n\r\n"), "POST / null keep"),
            new Taken("a tab and bytes above 127 in a value", "GET / HTTP/1.1\r\n" + HOST + "A: \u00e9\tb\r\n\r\n",
                    "GET / null keep"));

    @Test
    void takesWhatTheRfcAllows() throws Exception {
        for (Taken row : TAKEN) {
            for (int piece : new int[] {1, 2, 7, 1000}) {
                assertEquals(List.of(row.seen), parseAll(row.request, piece), row.reason + ", " + piece
                        + " bytes at a time");
            }
        }
    }

    @Test
    void readsPipelinedRequestsInOrder() throws Exception {
        StringBuilder all = new StringBuilder();
        List<String> seen = new ArrayList<>();
        for (Taken row : TAKEN) {
            all.append(row.request);
            seen.add(row.seen);
        }
        assertEquals(seen, parseAll(all.toString(), Integer.MAX_VALUE));
        assertEquals(seen, parseAll(all.toString(), 1));
    }

    @Test
    void leavesWhatFollowsAMessageInTheBuffer() throws Exception {
        ByteBuffer in = bytes("GET / HTTP/1.1\r\n" + HOST + "\r\nGET /2");
        assertTrue(new RequestParser(TINY).parse(in), "the first is complete");
        assertEquals("GET /2", StandardCharsets.US_ASCII.decode(in).toString());
    }

    @Test
    void knowsWhenNothingHasCome() throws Exception {
        RequestParser parser = new RequestParser(TINY);
        assertTrue(parser.isBetweenMessages(), "new");
        parser.parse(bytes("G"));
        assertTrue(!parser.isBetweenMessages(), "begun");
        parser.parse(bytes("ET / HTTP/1.1\r\n" + HOST + "\r\n"));
        assertTrue(parser.isBetweenMessages(), "complete");
    }

    @Test
    void asksToContinueOnce() throws Exception {
        RequestParser parser = new RequestParser(TINY);
        parser.parse(bytes("POST / HTTP/1.1\r\n" + HOST + "Expect: 100-continue\r\nContent-Length: 1\r\n\r\n"));
        assertTrue(parser.takeContinueExpected(), "a body is waited for");
        assertTrue(!parser.takeContinueExpected(), "and asked for once");
    }

    /** Merged into the headers, a trailer could authorize a request (RFC 9110, 6.5.1). */
    @Test
    void trailersAreNoHeaders() throws Exception {
        RequestParser parser = new RequestParser(TINY);
        assertTrue(parser.parse(bytes(chunked("0\r\nAuthorization: me\r\n\r\n"))), "complete");
        assertEquals(null, parser.request().headers().first("Authorization"));
    }

    @Test
    void namesOfHeadersAreComparedWithoutCase() throws Exception {
        RequestParser parser = new RequestParser(TINY);
        parser.parse(bytes("GET / HTTP/1.1\r\nhOST: a\r\nAuthorization:  token \t\r\n\r\n"));
        assertEquals("token", parser.request().headers().first("authorization"));
    }

    private static List<String> parseAll(String text, int piece) throws MessageException {
        RequestParser parser = new RequestParser(TINY);
        List<String> seen = new ArrayList<>();
        ByteBuffer all = bytes(text);
        while (all.hasRemaining()) {
            int length = Math.min(piece, all.remaining());
            ByteBuffer in = all.slice(all.position(), length);
            all.position(all.position() + length);
            while (in.hasRemaining()) {
                if (parser.parse(in)) {
                    Request r = parser.request();
                    seen.add(r.method() + ' ' + r.path() + ' ' + r.query() + ' ' + (r.keepAlive() ? "keep" : "close"));
                }
            }
        }
        return seen;
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
