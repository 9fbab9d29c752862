package common.http;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.http.MessageParser.Limits;
import common.http.MessageParser.MessageException;
import common.http.MessageParser.Parsers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import testing.Test;

class ParsersTest {
    private final Parsers<RequestParser> parsers = new Parsers<>(() -> new RequestParser(Limits.DEFAULTS));

    @Test
    void oneParserReadsTheWholeMessagesOfAllConnections() throws Exception {
        RequestParser first = parsers.take();
        assertEquals("/a", read(first, "GET /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n"));
        parsers.putBack(first);
        RequestParser second = parsers.take();
        assertTrue(first == second, "the same parser");
        assertEquals("/b", read(second, "GET /b HTTP/1.1\r\nHost: b\r\n\r\n"));
        assertEquals(null, second.request().headers().first("Expect"), "of the message before");
        assertTrue(!second.takeContinueExpected(), "of the message before");
    }

    @Test
    void messagesThatComeInPiecesAndInTurnsDoNotMix() throws Exception {
        RequestParser one = parsers.take();
        RequestParser other = parsers.take();
        assertEquals(null, read(one, "GET /one HT"));
        assertEquals(null, read(other, "GET /other HTTP/1.1\r\nHost: other\r\nAuthor"));
        assertEquals("/one", read(one, "TP/1.1\r\nHost: one\r\n\r\n"));
        parsers.putBack(one);
        RequestParser third = parsers.take();
        assertEquals("/third", read(third, "GET /third HTTP/1.1\r\nHost: third\r\n\r\n"));
        assertEquals("/other", read(other, "ization: token\r\n\r\n"));
        assertEquals("token", other.request().headers().first("Authorization"));
        assertEquals("other", other.request().headers().first("Host"));
    }

    /** The path of the request that this completes, or null. */
    private static String read(RequestParser parser, String piece) throws MessageException {
        boolean complete = parser.parse(ByteBuffer.wrap(piece.getBytes(StandardCharsets.ISO_8859_1)));
        return complete ? parser.request().path() : null;
    }
}
