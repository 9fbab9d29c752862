package common.http;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.http.MessageParser.Limits;
import common.http.MessageParser.MessageException;
import common.http.MessageParser.Parsers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import testing.Test;

/** What the parser takes and what it refuses, with the section of RFC 9112, 9110 or 3986 that says so. */
class RequestParserTest {
    /** Of the second part of the table. */
    private static final Limits TINY = new Limits(32, 64, 3, 8);
    private static final String[] REST = {" HTTP/1.1|Host: a||", " HTTP/1.1|Host: a|"};

    /** A verdict, or the status of a refusal; why; and a request, in which | is CR LF. */
    private static final String[][] ROWS = {
        {"GET / null keep", "the plainest", get("/")},
        {"GET / null close", "9112 3.2: HTTP/1.0 needs no Host, and ends", "GET / HTTP/1.0||"},
        {"GET / null keep", "9112 9.3: HTTP/1.0 may ask to be kept", "GET / HTTP/1.0|Connection: Keep-Alive||"},
        {"GET / null close", "9112 9.3: close wins", fields("Connection: keep-alive, Close")},
        {"GET /a b=c?d keep", "3986 3.4: a query", get("/a?b=c?d")},
        {"GET /a  keep", "3986 3.4: an empty query", get("/a?")},
        {"GET /a b keep", "9112 3.2.2: absolute form", get("http://x/a?b")},
        {"GET / null keep", "9112 3.2.2: … without path", get("HTTP://x")},
        {"GET / /a=b keep", "9112 3.2.2: … but with a query", get("http://x?/a=b")},
        {"GET / null keep", "9112 3.2.2: another Host than the target's is ignored", get("http://b/")},
        {"get! / null keep", "9110 9.1: any method that is a token", "get! /" + REST[0]},
        {"GET / null keep", "9112 2.2: an empty line before it", "|" + get("/")},
        {"GET / null keep", "9110 5.5: a tab and bytes above 127 in a value", fields("A: \u00e9\tb")},
        {"OPTIONS * null keep", "9112 3.2.4: the server itself", "OPTIONS *" + REST[0]},
        {"OPTIONS * null keep", "9112 3.2.4: no path, no query", "OPTIONS http://a" + REST[0]},
        {"OPTIONS / null keep", "9112 3.2.4: a path", "OPTIONS http://a/" + REST[0]},
        {"OPTIONS / b keep", "9112 3.2.4: a query", "OPTIONS http://a?b" + REST[0]},
        {"400", "9112 3.2.4: the asterisk is for OPTIONS alone", get("*")},
        {"400", "9112 3.2.4: an asterisk and nothing else", "OPTIONS *?a" + REST[0]},
        {"400", "9112 3.2.3: the authority alone is for CONNECT, which no route has", "CONNECT a:1" + REST[0]},
        {"400", "9112 3: no target", "GET HTTP/1.1|Host: a||"},
        {"400", "9112 3: two blanks before the target", get(" /")},
        {"400", "9112 3: two blanks after the target", get("/ ")},
        {"400", "9110 9.1: a method that is no token", "G(T /" + REST[0]},
        {"400", "9112 3: a blank at the start", " GET /" + REST[0]},
        {"400", "9112 3.2.1: a target without slash", get("a")},
        {"400", "9112 3.2.2: an absolute target without authority", get("http:///a")},
        {"400", "9112 3.2: a fragment in the target", get("/#a")},
        {"400", "9112 3.2: a control character in the target", get("/\u0001")},
        {"400", "9112 3.2: a byte above 127 in the target", get("/\u00e9")},
        {"400", "9112 2.3: a version in lower case", "GET / http/1.1|Host: a||"},
        {"400", "9112 2.3: a version with two digits", "GET / HTTP/1.10|Host: a||"},
        {"505", "9110 15.6.6: a version that is not spoken here", "GET / HTTP/2.0|Host: a||"},
        {"501", "9112 3: a method longer than any that is known", "M".repeat(65) + " /" + REST[0]},
        {"501", "9112 3: … longer than a line may be", "M".repeat(9_000) + " /" + REST[0]},
        {"501", "9112 3: … that does not end", "M".repeat(9_000)},
        {"414", "9112 3: a target longer than a line may be", "M".repeat(64) + " /" + "t".repeat(9_000) + REST[0]},
        {"414", "9112 3: … noticed before it ends", "GET /" + "t".repeat(9_000)},
        {"GET / null keep", "3986 3.2.2: what a name may have", host("a-b.c_~!$&'()*+;=%2f:80")},
        {"GET / null keep", "3986 3.2.2: an address of IPv6", host("[::1]:8082")},
        {"GET / null keep", "3986 3.2.3: an empty port", host("a:")},
        {"GET / null keep", "9112 3.2: an empty Host where the target has no authority", host("")},
        {"400", "9112 3.2: … but not where it has one", "GET http://a/ HTTP/1.1|Host:||"},
        {"400", "9112 3.2: no Host in HTTP/1.1", "GET / HTTP/1.1||"},
        {"400", "9112 3.2: two Hosts", fields("Host: a")},
        {"400", "9112 3.2: two Hosts in HTTP/1.0", "GET / HTTP/1.0|Host: a|Host: a||"},
        {"400", "9112 3.2: a list, which is how a proxy joins two", host("a,b")},
        {"400", "9112 3.2: a path", host("a/b")},
        {"400", "9110 4.2.4: a user", host("a@b")},
        {"400", "3986 2.1: half an escape", host("a%2")},
        {"400", "3986 2.1: an escape that is none", host("a%zz")},
        {"400", "3986 3.2.2: a byte above 127", host("\u00e9")},
        {"400", "3986 3.2.2: brackets without end", host("[::1")},
        {"400", "3986 3.2.2: brackets around nothing", host("[]")},
        {"400", "3986 3.2.2: something behind the brackets", host("[::1]a")},
        {"400", "3986 3.2.3: a port that is no number", host("a:b")},
        {"400", "3986 3.2.3: two ports", host("a:1:2")},
        {"400", "9110 4.2.1: a target with an empty host", get("http://:80/")},
        {"400", "9110 4.2.4: a user in the target", get("http://a@b/")},
        {"400", "9110 5.3: whose request is it?", fields("Authorization: a|Authorization: b")},
        {"400", "9112 5: a header without colon", fields("nonsense")},
        {"400", "9112 5: a header without name", fields(": a")},
        {"400", "9112 5.1: a blank before the colon", fields("A : a")},
        {"400", "9112 5.2: a folded header", fields("A: a| b")},
        {"400", "9110 5.5: a NUL in a value", fields("A: \u0000")},
        {"400", "9110 5.5: a DEL in a value", fields("A: \u007f")},
        {"400", "9112 2.2: a bare LF after the request line", "GET / HTTP/1.1\nHost: a||"},
        {"400", "9112 2.2: a bare LF after a header", "GET / HTTP/1.1|Host: a\n|"},
        {"400", "9112 2.2: a bare LF as the empty line", "GET / HTTP/1.1|Host: a|\n"},
        {"400", "9112 2.2: a bare CR in a value", fields("A: a\rb")},
        {"400", "9112 2.2: a CR too many", "GET / HTTP/1.1\r|Host: a||"},
        {"400", "9112 2.2: empty lines without end", "|||||"},
        {"417", "9110 10.1.1: an unknown expectation", fields("Expect: a miracle")},
        {"GET / null keep", "9110 8.6: an empty body", fields("Content-Length: 0")},
        {"400", "9110 8.6: a negative length", fields("Content-Length: -1")},
        {"400", "9110 8.6: a length with a sign", fields("Content-Length: +1")},
        {"400", "9110 8.6: a length in hexadecimal", fields("Content-Length: 0x1")},
        {"400", "9110 8.6: an empty length", fields("Content-Length:")},
        {"400", "9110 8.6: a list of lengths", fields("Content-Length: 1, 1")},
        {"400", "9112 6.3: two lengths, though the same", fields("Content-Length: 1|Content-Length: 1")},
        {"413", "9110 15.5.14: a length that no long can hold", fields("Content-Length: 99999999999999999999")},
        {"400", "9112 6.1: a coding with a length", fields("Transfer-Encoding: chunked|Content-Length: 1")},
        {"400", "9112 6.1: a coding in HTTP/1.0", "GET / HTTP/1.0|Host: a|Transfer-Encoding: chunked||"},
        {"400", "9112 6.3: the last coding is not chunked", coded("gzip")},
        {"400", "9112 6.3: … though an earlier one is", coded("chunked, gzip")},
        {"400", "9112 6.3: … or it looks like it", coded("xchunked")},
        {"400", "9112 6.3: no coding at all", coded("")},
        {"400", "9112 7.1: chunked takes no parameter", coded("chunked;a=b")},
        {"400", "9112 6.1: chunked twice", coded("chunked, chunked")},
        {"400", "9112 6.1: … in two lines", coded("chunked|Transfer-Encoding: chunked")},
        {"400", "9112 11.2: an element of the list that others may not see", coded(", chunked")},
        {"501", "9112 6.1: a coding that is not known, and then chunked", coded("gzip, chunked")},
        {"501", "9112 6.1: … in two lines", coded("gzip|Transfer-Encoding: chunked")},
        {"GET / null keep", "9112 7: chunked, in any case", coded("CHUNKED") + "0||"},
        {"GET / null keep", "9112 7.1.1: extensions", chunk("1 ; a ; b = c;d=\"e ; \\\" f\"|x|0||")},
        {"GET / null keep", "9112 7.1.2: a trailer", chunk("3|abc|2|de|0|T: x||")},
        {"400", "9112 7.1.1: a bare semicolon", chunk("1;|x")},
        {"400", "9112 7.1.1: … behind a good one", chunk("1;a;|x")},
        {"400", "9112 7.1.1: a name with a character that no token has", chunk("1;a(|x")},
        {"400", "9112 7.1.1: no name", chunk("1;=a|x")},
        {"400", "9112 7.1.1: no value", chunk("1;a=|x")},
        {"400", "9112 7.1.1: a quoted value without end", chunk("1;a=\"b|x")},
        {"400", "9112 7.1.1: … whose last quote is escaped", chunk("1;a=\"b\\\"|x")},
        {"400", "9110 5.6.4: a control character in a quoted value", chunk("1;a=\"\u0001\"|x")},
        {"400", "9112 7.1.1: something behind a quoted value", chunk("1;a=\"b\"c|x")},
        {"400", "9112 7.1.1: a blank at the end", chunk("1 |x")},
        {"400", "9112 7.1.1: an extension without end", chunk("1;" + "a".repeat(300))},
        {"400", "9112 7.1: a chunk size that is no number", chunk("z|")},
        {"400", "9112 7.1: an empty chunk size", chunk("|")},
        {"400", "9112 7.1: a chunk size with a sign", chunk("-1|")},
        {"400", "9112 7.1: a blank before a chunk size", chunk(" 1|")},
        {"400", "9112 7.1: a chunk size with 0x", chunk("0x1|")},
        {"400", "9112 7.1: a chunk size that overflows", chunk("ffffffffffffffffff|")},
        {"400", "9112 7.1: a chunk longer than its size", chunk("1|ab|")},
        {"400", "9112 7.1: a chunk that ends with LF alone", chunk("1|a\n")}};

    private static final String[][] AT_TINY_LIMITS = {
        {"GET /" + "a".repeat(18) + " null keep", "a line as long as the limit", get("/" + "a".repeat(18))},
        {"414", "one longer", get("/" + "a".repeat(19))},
        {"431", "a header line over the limit", fields("A: " + "a".repeat(64))},
        {"431", "headers over the limit together", fields("A: " + "a".repeat(27) + "|A: " + "a".repeat(27))},
        {"GET / null keep", "as many fields as the limit", fields("A: 1|B: 2")},
        {"431", "one more", fields("A: 1|B: 2|C: 3")},
        {"GET / null keep", "a body as long as the limit", fields("Content-Length: 8") + "12345678"},
        {"413", "one longer", fields("Content-Length: 9")},
        {"GET / null keep", "chunks as long as the limit together", chunk("5|aaaaa|3|aaa|0||")},
        {"413", "one longer", chunk("5|aaaaa|4|")},
        {"413", "a chunk over the limit", chunk("9|")},
        {"431", "trailers over the limit", chunk("0|A: " + "a".repeat(64) + "||")}};

    private static String get(String target) {
        return "GET " + target + REST[0];
    }

    private static String host(String host) {
        return "GET / HTTP/1.1|Host: " + host + "||";
    }

    private static String fields(String fields) {
        return "GET /" + REST[1] + fields + "||";
    }

    private static String coded(String codings) {
        return fields("Transfer-Encoding: " + codings);
    }

    private static String chunk(String chunks) {
        return coded("chunked") + chunks;
    }

    @Test
    void eachRuleIsKeptHoweverTheRequestComes() {
        check(Limits.DEFAULTS, ROWS);
        check(TINY, AT_TINY_LIMITS);
    }

    private static void check(Limits limits, String[]... rows) {
        for (String[] row : rows) {
            for (int piece : new int[] {1, 2, 7, 100_000}) {
                String verdict = Verdict.of(limits, row[2].replace("|", "\r\n"), piece).toString();
                String reason = row[1] + ", " + piece + " bytes at a time: " + verdict;
                boolean refused = row[0].length() == 3;
                assertEquals(row[0], refused ? verdict.replaceFirst(".*refused (\\d+): .*", "$1") : verdict, reason);
            }
        }
    }

    @Test
    void readsPipelinedRequestsInOrderAndLeavesWhatFollowsInTheBuffer() throws Exception {
        List<String[]> taken = List.of(ROWS).stream().filter(row -> row[0].endsWith("keep")).toList();
        String all = String.join("", taken.stream().map(row -> row[2]).toList()).replace("|", "\r\n");
        String expected = String.join("; ", taken.stream().map(row -> row[0]).toList());
        assertEquals(expected, Verdict.of(Limits.DEFAULTS, all, 1).toString());
        assertEquals(expected, Verdict.of(Limits.DEFAULTS, all, all.length()).toString());
        ByteBuffer in = bytes(get("/") + "GET /2");
        assertTrue(new RequestParser(TINY).parse(in), "the first is complete");
        assertEquals("GET /2", StandardCharsets.US_ASCII.decode(in).toString());
    }

    @Test
    void knowsWhenNothingHasCome() throws Exception {
        RequestParser parser = new RequestParser(TINY);
        assertTrue(parser.isBetweenMessages(), "new");
        parser.parse(bytes("G"));
        assertTrue(!parser.isBetweenMessages(), "begun");
        parser.parse(bytes("ET /" + REST[0]));
        assertTrue(parser.isBetweenMessages(), "complete");
    }

    @Test
    void asksToContinueOnce() throws Exception {
        RequestParser parser = new RequestParser(TINY);
        parser.parse(bytes(fields("Expect: 100-continue|Content-Length: 1")));
        assertTrue(parser.takeContinueExpected(), "a body is waited for");
        assertTrue(!parser.takeContinueExpected(), "and asked for once");
    }

    /** Merged into the headers, a trailer could authorize a request (RFC 9110, 6.5.1). */
    @Test
    void namesOfHeadersAreComparedWithoutCaseAndTrailersAreNone() throws Exception {
        RequestParser parser = new RequestParser(Limits.DEFAULTS);
        assertTrue(parser.parse(bytes(chunk("0|Authorization: me||"))), "complete");
        assertEquals(null, parser.request().headers().first("Authorization"));
        assertTrue(parser.parse(bytes("GET / HTTP/1.1|hOST: a|Authorization:  token \t||")), "complete");
        assertEquals("token", parser.request().headers().first("authorization"));
    }

    /** One in reserve, which reads a message whole, and others for those that come in pieces and in turns. */
    @Test
    void parsersAreUsedAgainAndDoNotMixMessages() throws Exception {
        Parsers<RequestParser> parsers = new Parsers<>(() -> new RequestParser(Limits.DEFAULTS));
        RequestParser one = parsers.take();
        RequestParser other = parsers.take();
        assertEquals(null, path(one, "GET /one HT"));
        assertEquals(null, path(other, "GET /other HTTP/1.1|Host: other|Author"));
        assertEquals("/one", path(one, "TP/1.1|Host: one|Expect: 100-continue||"));
        parsers.putBack(one);
        RequestParser third = parsers.take();
        assertTrue(third == one, "the same parser");
        assertEquals("/third", path(third, get("/third")));
        assertEquals(null, third.request().headers().first("Expect"), "of the message before");
        assertTrue(!third.takeContinueExpected(), "of the message before");
        assertEquals("/other", path(other, "ization: token||"));
        assertEquals("token", other.request().headers().first("Authorization"));
        assertEquals("other", other.request().headers().first("Host"));
    }

    /** The path of the request that this completes, or null. */
    private static String path(RequestParser parser, String piece) throws MessageException {
        return parser.parse(bytes(piece)) ? parser.request().path() : null;
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.replace("|", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }
}
