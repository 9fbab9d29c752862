package common.http;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.MessageParser.Limits;
import common.http.MessageParser.MessageException;
import common.http.MessageParser.Parsers;
import testing.Test;
import testing.Words;

/** {@code 9112 2.2} means RFC 9112, section 2.2. */
class RequestParserTest {
    private static final Limits TINY = new Limits(32, 64, 3, 8);
    private static final String REST = " HTTP/1.1|Host: a||";

    /** Each row: the expected {@link Verdict} or the status of the refusal, the rule, requests. A | means CR LF. */
    private static final String[][] ROWS = {
        {"GET / null keep", "plain, after an empty line (9112 2.2), or HTTP/1.0 with keep-alive (9112 9.3)",
            get("/"), "|" + get("/"), "GET / HTTP/1.0|Connection: Keep-Alive||"},
        {"GET / null close", "9112 3.2, 9.3: HTTP/1.0 needs no Host and is not kept alive; close overrides keep-alive",
            "GET / HTTP/1.0||", fields("Connection: keep-alive, Close")},
        {"GET /a b=c?d keep", "3986 3.4: a query", get("/a?b=c?d")},
        {"GET /a  keep", "3986 3.4: an empty query", get("/a?")},
        {"GET /a b keep", "9112 3.2.2: absolute form", get("http://x/a?b")},
        {"GET / /a=b keep", "9112 3.2.2: absolute form with a query but no path", get("http://x?/a=b")},
        {"GET / null keep", "9112 3.2.2: absolute form without a path; a different Host is ignored",
            get("HTTP://x"), get("http://b/")},
        {"get! / null keep", "9110 9.1: any method that is a token", "get! /" + REST},
        {"GETS / null keep", "a longer method", "GETS /" + REST}, {"GE / null keep", "a shorter one", "GE /" + REST},
        {"XET / null keep", "another letter", "XET /" + REST}, {"GXT / null keep", "another letter", "GXT /" + REST},
        {"GEX / null keep", "another letter", "GEX /" + REST},
        {"GET / null keep", "9110 5.5, 8.6: a tab and bytes above 127 in a value; an empty body",
            fields("A: \u00e9\tb"), fields("Content-Length: 0")},
        {"OPTIONS * null keep", "9112 3.2.4: server-wide OPTIONS", "OPTIONS *" + REST, "OPTIONS http://a" + REST},
        {"OPTIONS / null keep", "9112 3.2.4: a path", "OPTIONS http://a/" + REST},
        {"OPTIONS / b keep", "9112 3.2.4: a query", "OPTIONS http://a?b" + REST},
        {"400", "9112 3.2.3, 3.2.4: an asterisk with GET or with a query; authority form",
            get("*"), "OPTIONS *?a" + REST, "CONNECT a:1" + REST},
        {"400", "9112 3, 9110 9.1: no target, extra blanks, no method, an invalid method",
            "GET HTTP/1.1|Host: a||", get(" /"), get("/ "), " GET /" + REST, "G(T /" + REST},
        {"400", "9112 3.2: no slash, no authority, a fragment, a control character, a byte above 127",
            get("a"), get("http:///a"), get("/#a"), get("/\u0001"), get("/\u00e9")},
        {"400", "9112 2.3: an invalid version", "GET / http/1.1|Host: a||", "GET / HTTP/1.10|Host: a||"},
        {"505", "9110 15.6.6: an unsupported version", "GET / HTTP/2.0|Host: a||"},
        {"501", "9112 3: a method longer than any known method, longer than a line, without end",
            "M".repeat(65) + " /" + REST, "M".repeat(9_000) + " /" + REST, "M".repeat(9_000)},
        {"414", "9112 3: a target longer than a line, with or without its end",
            "M".repeat(64) + " /" + "t".repeat(9_000) + REST, "GET /" + "t".repeat(9_000)},
        {"GET / null keep", "3986 3.2.2, 9112 3.2: a name, an address, an empty port, an empty Host",
            host("a-b.c_~!$&'()*+;=%2f:80"), host("[::1]:8082"), host("a:"), host("")},
        {"400", "9112 3.2: no Host, or an empty one for a target with an authority",
            "GET / HTTP/1.1||", "GET http://a/ HTTP/1.1|Host:||"},
        {"400", "9112 3.2: two Hosts, also as a list",
            fields("Host: a"), "GET / HTTP/1.0|Host: a|Host: a||", host("a,b")},
        {"400", "9112 3.2, 9110 4.2.4: a path or a user with the host", host("a/b"), host("a@b"), get("http://a@b/")},
        {"400", "3986 2.1, 3.2.2: invalid escapes, a byte above 127", host("a%2"), host("a%zz"), host("\u00e9")},
        {"400", "3986 3.2.2: brackets", host("[::1"), host("[]"), host("[::1]a")},
        {"400", "3986 3.2.3, 9110 4.2.1: an invalid port, no host", host("a:b"), host("a:1:2"), get("http://:80/")},
        {"400", "9110 5.3: two Authorization fields", fields("Authorization: a|Authorization: b")},
        {"400", "9112 5: no colon, no name, a blank before the colon, a folded line",
            fields("nonsense"), fields(": a"), fields("A : a"), fields("A: a| b")},
        {"400", "9110 5.5: control characters", fields("A: \u0000"), fields("A: \u007f")},
        {"400", "9112 2.2: a bare LF",
            "GET / HTTP/1.1\nHost: a||", "GET / HTTP/1.1|Host: a\n|", "GET / HTTP/1.1|Host: a|\n"},
        {"400", "9112 2.2: a bare CR, too many empty lines",
            fields("A: a\rb"), "GET / HTTP/1.1\r|Host: a||", "|||||"},
        {"417", "9110 10.1.1: an unknown expectation", fields("Expect: a miracle")},
        {"400", "9110 8.6: an invalid length", length("-1"), length("+1"), length("0x1"), length("")},
        {"400", "9110 8.6, 9112 6.3: two equal lengths", length("1, 1"), length("1|Content-Length: 1")},
        {"413", "9110 15.5.14: a length that no long can hold", length("99999999999999999999")},
        {"400", "9112 6.1: Transfer-Encoding with Content-Length, or in HTTP/1.0",
            coded("chunked|Content-Length: 1"), "GET / HTTP/1.0|Host: a|Transfer-Encoding: chunked||"},
        {"400", "9112 6.3: the last coding is not chunked",
            coded("gzip"), coded("chunked, gzip"), coded("xchunked"), coded(""), coded("chunked;a=b")},
        {"400", "9112 6.1, 11.2: chunked twice, an empty element that other parsers may ignore",
            coded("chunked, chunked"), coded("chunked|Transfer-Encoding: chunked"), coded(", chunked")},
        {"501", "9112 6.1: an unknown coding before chunked",
            coded("gzip, chunked"), coded("gzip|Transfer-Encoding: chunked")},
        {"GET / null keep", "9112 7: chunked in capitals, extensions, a trailer", coded("CHUNKED") + "0||",
            chunk("1 ; a ; b = c;d=\"e ; \\\" f\"|x|0||"), chunk("000000000000001\t;a=\"\";b=\"\u00e9\"|x|0||"),
            chunk("3|abc|2|de|0|T: x||")},
        {"400", "9112 7.1.1: an invalid extension", chunk("1;|x"), chunk("1;a;|x"), chunk("1;a(|x"), chunk("1;=a|x"),
            chunk("1;a=|x"), chunk("1 |x"), chunk("1;a |x"), chunk("1;a=b |x"), chunk("1;a= |x"),
            chunk("1;a\u00e9|x"), chunk("1;" + "a".repeat(300))},
        {"400", "9110 5.6.4: an invalid quoted value", chunk("1;a=\"b|x"), chunk("1;a=\"b\\\"|x"),
            chunk("1;a=\"\u0001\"|x"), chunk("1;a=\"b\"c|x"), chunk("1;a=\"\\\u0001\"|x"), chunk("1;a=\"\\|x")},
        {"400", "9112 7.1: an invalid chunk size", chunk("z|"), chunk("|"), chunk("-1|"), chunk(" 1|"), chunk("0x1|"),
            chunk("ffffffffffffffffff|"), chunk("0000000000000001|x|0||")},
        {"400", "9112 7.1: a chunk without its end", chunk("1|ab|"), chunk("1|a\n")}};

    private static final String[][] AT_TINY_LIMITS = {
        {"GET /" + "a".repeat(18) + " null keep", "a line as long as the limit", get("/" + "a".repeat(18))},
        {"414", "a line one byte longer", get("/" + "a".repeat(19))},
        {"GET / null keep", "headers as long as the limit, in one line or two", fields("A: " + "a".repeat(52)),
            fields("A: " + "a".repeat(27) + "|A: " + "a".repeat(20))},
        {"431", "headers one byte longer", fields("A: " + "a".repeat(53)),
            fields("A: " + "a".repeat(27) + "|A: " + "a".repeat(21))},
        {"GET / null keep", "as many fields as the limit", fields("A: 1|B: 2")},
        {"431", "one field more; trailers over the limit",
            fields("A: 1|B: 2|C: 3"), chunk("0|A: " + "a".repeat(64) + "||")},
        {"GET / null keep", "a body as long as the limit", length("8") + "12345678"},
        {"413", "a body one byte longer", length("9"), chunk("1|a|8|"), chunk("9|")},
        {"GET / null keep", "a body that takes twice the limit on the wire", chunk("6|aaaaaa|0||"),
            chunk("0|A: bcdefg||"), chunk("1;a=bc|a|0||"), chunk("1|a|0|A:b||"), chunk("000001|a|0||")},
        {"GET / null keep; GET / null keep", "each body has a limit of its own",
            chunk("6|aaaaaa|0||").repeat(2), (length("8") + "12345678").repeat(2)},
        {"413", "one byte more on the wire", chunk("7|aaaaaaa|0||"), chunk("0|A: bcdefgh||"), chunk("1;a=bcd|a|0||"),
            chunk("1|a|0|A:bc||"), chunk("0000001|a|0||"), chunk("1|a|1|a|0||")}};

    private static String get(String target) {
        return "GET " + target + REST;
    }

    private static String host(String host) {
        return "GET / HTTP/1.1|Host: " + host + "||";
    }

    private static String fields(String fields) {
        return "GET / HTTP/1.1|Host: a|" + fields + "||";
    }

    private static String length(String length) {
        return fields("Content-Length: " + length);
    }

    private static String coded(String codings) {
        return fields("Transfer-Encoding: " + codings);
    }

    private static String chunk(String chunks) {
        return coded("chunked") + chunks;
    }

    @Test
    void eachRuleHoldsForPiecesOfAnySize() throws Exception {
        Words.assertSame("http", "refused requests", refusals(Limits.DEFAULTS, ROWS));
        Words.assertSame("http", "refused requests, at small limits", refusals(TINY, AT_TINY_LIMITS));
    }

    /** Checks the verdicts, and returns the reason of each refusal. */
    private static String refusals(Limits limits, String[]... rows) {
        StringBuilder reasons = new StringBuilder();
        for (String[] row : rows) {
            for (String request : List.of(row).subList(2, row.length)) {
                Verdict whole = Verdict.of(limits, request.replace("|", "\r\n"), 100_000);
                String part = visible(request);
                assertEquals(row[0], whole.toString().replaceFirst(".*refused (\\d+): .*", "$1"), row[1] + ": " + part);
                for (int piece : new int[] {1, 2, 7}) {
                    assertEquals(whole, Verdict.of(limits, request.replace("|", "\r\n"), piece),
                            row[1] + ": " + part + ", " + piece + " bytes at a time");
                }
                if (whole.end().startsWith(Verdict.REFUSED)) {
                    reasons.append(part).append(" -> ").append(whole.end()).append('\n');
                }
            }
        }
        return reasons.toString();
    }

    /** Shows control characters and bytes above 127 as numbers, and shortens long parts. */
    private static String visible(String request) {
        String text = Pattern.compile("[^ -~]").matcher(request).replaceAll(found ->
                "<%02x>".formatted((int) found.group().charAt(0)));
        return Pattern.compile("(\\w)\\1{19,}").matcher(text).replaceAll(found ->
                found.group(1) + "<" + found.group().length() + " times>");
    }

    @Test
    void pipelinedRequestsAreReadInOrderAndTheRestStaysInTheBuffer() throws Exception {
        StringBuilder all = new StringBuilder();
        List<String> expected = new ArrayList<>();
        for (String[] row : ROWS) {
            for (int i = 2; i < row.length && row[0].endsWith("keep"); i++) {
                all.append(row[i].replace("|", "\r\n"));
                expected.add(row[0]);
            }
        }
        for (int piece : new int[] {1, all.length()}) {
            assertEquals(expected, Verdict.of(Limits.DEFAULTS, all.toString(), piece).requests());
        }
        ByteBuffer in = bytes(get("/") + "GET /2");
        assertTrue(new RequestParser(TINY).parse(in), "the first request is complete");
        assertEquals("GET /2", StandardCharsets.US_ASCII.decode(in).toString());
    }

    /**
     * If the verdict depended on the split, a proxy could understand the same bytes differently. {@code -Dfuzz=30000}
     * tries 30,000 texts.
     */
    @Test
    void theVerdictIsTheSameHoweverTheBytesAreSplit() {
        int requests = Integer.getInteger("fuzz", 50);
        int taken = 0;
        int refused = 0;
        for (int number = 0; number < requests; number++) {
            String text = MutatedRequests.text(number);
            Verdict whole = Verdict.of(MutatedRequests.LIMITS, List.of(text));
            taken += whole.requests().isEmpty() ? 0 : 1;
            refused += whole.end().startsWith(Verdict.REFUSED) ? 1 : 0;
            assertTrue(whole.end().matches("|incomplete|refused (400|413|414|417|431|501|505): .*"),
                    "number " + number + ": " + whole);
            for (int at = 1; at < text.length(); at++) {
                List<String> pieces = List.of(text.substring(0, at), text.substring(at));
                assertEquals(whole, Verdict.of(MutatedRequests.LIMITS, pieces), "number " + number + " split at " + at);
            }
            Random random = new Random(number);
            List<String> pieces = MutatedRequests.cut(text, 2 + random.nextInt(6), random);
            assertEquals(whole, Verdict.of(MutatedRequests.LIMITS, pieces), "number " + number + " in " + pieces);
        }
        assertTrue(taken > requests / 4 && refused > requests / 4, "of " + requests + " texts, " + taken
                + " have an accepted request, " + refused + " a refused one: mutations are too strong or too weak");
    }

    @Test
    void theParserKnowsIfItIsBetweenMessagesAndReportsAnExpected100Once() throws Exception {
        RequestParser parser = new RequestParser(TINY);
        Object[][] pieces = {{"", true, false}, {"G", false, false}, {"ET /" + REST, true, false},
            {fields("Expect: 100-continue|Content-Length: 1"), false, true}, {"", false, false}};
        for (Object[] piece : pieces) {
            parser.parse(bytes((String) piece[0]));
            assertEquals(piece[1], parser.isBetweenMessages(), "between messages after <" + piece[0] + ">");
            assertEquals(piece[2], parser.takeContinueExpected(), "the client expects a 100 after <" + piece[0] + ">");
        }
    }

    /** A trailer that is merged into the headers could authorize a request (RFC 9110, 6.5.1). */
    @Test
    void headerNamesIgnoreCaseAndTrailersAreNotHeaders() throws Exception {
        RequestParser parser = new RequestParser(Limits.DEFAULTS);
        assertTrue(parser.parse(bytes(chunk("0|Authorization: me||"))), "complete");
        assertEquals(null, parser.request().headers().first("Authorization"));
        assertTrue(parser.parse(bytes("GET / HTTP/1.1|hOST: a|Authorization:  token \t||")), "complete");
        assertEquals("token", parser.request().headers().first("authorization"));
    }

    @Test
    void parsersAreReusedAndDoNotMixMessages() throws Exception {
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
        assertEquals(null, third.request().headers().first("Expect"), "left from the previous message");
        assertTrue(!third.takeContinueExpected(), "left from the previous message");
        assertEquals("/other", path(other, "ization: token||"));
        assertEquals("token", other.request().headers().first("Authorization"));
        assertEquals("other", other.request().headers().first("Host"));
    }

    private static String path(RequestParser parser, String piece) throws MessageException {
        return parser.parse(bytes(piece)) ? parser.request().path() : null;
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.replace("|", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }
}
