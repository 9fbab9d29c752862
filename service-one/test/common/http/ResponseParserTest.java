package common.http;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.MessageParser.Limits;
import common.http.MessageParser.MessageException;
import testing.Test;
import testing.Words;

class ResponseParserTest {
    /** A response; its status, its body, and whether its connection stays open. A | means CR LF. */
    private static final String[][] COMPLETE = {
        {"HTTP/1.1 200 OK|Content-Length: 5||hello", "200 hello true"},
        {"HTTP/1.1 404|Content-Length: 0||", "404  true"}, {"HTTP/1.1 987 |Content-Length: 0||", "987  true"},
        {"HTTP/1.1 200|Content-Length: 1||x", "200 x true"},
        {"HTTP/1.1 199 x||HTTP/1.1 200|Content-Length: 0||", "200  true"},
        {"HTTP/1.1 200 OK|Transfer-Encoding: CHUNKED||1|x|0||", "200 x true"},
        {"HTTP/1.1 200 OK|Content-Length: 100||" + "0123456789".repeat(10),
            "200 " + "0123456789".repeat(10) + " true"},
        {"HTTP/1.1 200 OK|Transfer-Encoding: chunked||3|hel|2|lo|0||", "200 hello true"},
        {"HTTP/1.1 204 No Content||", "204  true"}, {"HTTP/1.1 204 No Content|Content-Length: 5||", "204  true"},
        {"HTTP/1.1 304 Not Modified|Content-Length: 5||", "304  true"},
        {"HTTP/1.1 103 Early Hints|Link: x||HTTP/1.1 200 OK|Content-Length: 2||hi", "200 hi true"},
        {"HTTP/1.1 103 Early Hints|A: b||".repeat(49) + "HTTP/1.1 200 OK|Content-Length: 2||hi", "200 hi true"},
        {"HTTP/1.1 200 OK|Connection: close|Content-Length: 2||hi", "200 hi false"},
        {"HTTP/1.0 200 OK|Content-Length: 2||hi", "200 hi false"},
        {"HTTP/1.0 200 OK|Connection: keep-alive|Content-Length: 2||hi", "200 hi true"}};

    @Test
    void responsesAreReadInAnyPieces() throws Exception {
        for (String[] row : COMPLETE) {
            for (int piece : new int[] {1, 3, 1000}) {
                ResponseParser parser = new ResponseParser(Limits.DEFAULTS);
                assertTrue(feed(parser, row[0], piece), row[0] + " is complete");
                assertEquals(row[1], result(parser), row[0]);
            }
        }
    }

    @Test
    void theAnswerToAHeadHasNoBodyWhateverItsHeadersSay() throws Exception {
        for (String headers : List.of("Content-Length: 5|", "Transfer-Encoding: chunked|", "")) {
            ResponseParser parser = new ResponseParser(Limits.DEFAULTS, true);
            assertTrue(feed(parser, "HTTP/1.1 200 OK|" + headers + "|", 3), headers);
            assertEquals("200  true", result(parser), headers);
        }
    }

    private static String result(ResponseParser parser) {
        String body = new String(parser.body(), StandardCharsets.US_ASCII);
        return parser.status() + " " + body + " " + parser.keepAlive();
    }

    @Test
    void theEndOfTheConnectionCompletesOnlyABodyWithoutLength() throws Exception {
        ResponseParser parser = new ResponseParser(Limits.DEFAULTS);
        assertTrue(!feed(parser, "HTTP/1.1 200 OK||hello", 2), "more bytes may come");
        assertTrue(parser.endOfInput(), "the end completes the response");
        assertEquals("200 hello false", result(parser));
        assertTrue(parser.isBetweenMessages(), "the next response may begin");
        feed(parser, "HTTP/1.1 200 OK|Transfer-Encoding: gzip||zip", 100);
        assertTrue(parser.endOfInput(), "an unknown coding ends with the connection");
        assertEquals("200 zip false", result(parser));
        feed(parser, "HTTP/1.1 200 OK|Content-Length: 5||hell", 100);
        assertTrue(!parser.endOfInput(), "a byte is missing");
    }

    @Test
    void invalidResponsesAreRefused() throws Exception {
        StringBuilder reasons = new StringBuilder();
        for (String text : List.of("HTTP/2 200 OK|", "HTTP/1.1 2x0 OK|", "HTTP/1.1 x00 OK|", "HTTP/1.1 20x OK|",
                "HTTP/1.1 2000 OK|", "HTTP/1.1_200 OK|", "HTTP/1.1 20|", "200 OK|", "HTTP/1.1 101 Switching|",
                "HTTP/1.1 099 Less|", "HTTP/1.1 200 " + "O".repeat(9_000),
                "HTTP/1.1 200 OK|Content-Length: 5|Transfer-Encoding: chunked||",
                "HTTP/1.1 200 OK|Content-Length: 5|Content-Length: 6||",
                "HTTP/1.1 102 Processing||".repeat(101), "HTTP/1.1 103 Early Hints|A: b||".repeat(51),
                "HTTP/1.1 200 OK|Content-Length: 2000000||", "HTTP/1.1 200 OK||" + "x".repeat(1_048_577))) {
            MessageException e = assertThrows(MessageException.class,
                    () -> feed(new ResponseParser(Limits.DEFAULTS), text, 100_000));
            reasons.append(text, 0, Math.min(70, text.length())).append(" -> ").append(e.status()).append(' ')
                    .append(e.getMessage()).append('\n');
        }
        Words.assertSame("http", "refused responses", reasons.toString());
        assertTrue(!feed(new ResponseParser(Limits.DEFAULTS), "HTTP/1.1 200 OK||" + "x".repeat(1_048_576), 100_000),
                "a body as long as the limit");
    }

    private static boolean feed(ResponseParser parser, String text, int piece) throws MessageException {
        byte[] bytes = text.replace("|", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        boolean complete = false;
        for (int i = 0; i < bytes.length; i += piece) {
            complete = parser.parse(ByteBuffer.wrap(bytes, i, Math.min(piece, bytes.length - i)));
        }
        return complete;
    }
}
