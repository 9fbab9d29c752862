package common.http;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.http.MessageParser.Limits;
import common.http.MessageParser.MessageException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import testing.Test;

class ResponseParserTest {
    private record Row(String reason, String response, int status, String body, boolean keepAlive) {
    }

    private static final List<Row> COMPLETE = List.of(
            new Row("a length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello", true),
            new Row("no reason phrase", "HTTP/1.1 404\r\nContent-Length: 0\r\n\r\n", 404, "", true),
            new Row("chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n",
                    200, "hello", true),
            new Row("no body by its status", "HTTP/1.1 204 No Content\r\n\r\n", 204, "", true),
            new Row("no body by its status, whatever its length",
                    "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", 304, "", true),
            new Row("an interim response before it",
                    "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", 200,
                    "hi", true),
            new Row("asked to close", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi", 200, "hi",
                    false),
            new Row("HTTP/1.0 closes", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi", 200, "hi", false),
            new Row("HTTP/1.0 kept", "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nhi", 200,
                    "hi", true));

    @Test
    void readsResponsesInAnyPieces() throws Exception {
        for (Row row : COMPLETE) {
            for (int piece : new int[] {1, 3, 1000}) {
                ResponseParser parser = new ResponseParser(Limits.DEFAULTS);
                assertTrue(feed(parser, row.response, piece), row.reason + " is complete");
                assertEquals(row.status, parser.status(), row.reason);
                assertEquals(row.body, new String(parser.body(), StandardCharsets.US_ASCII), row.reason);
                assertEquals(row.keepAlive, parser.keepAlive(), row.reason);
            }
        }
    }

    @Test
    void readsABodyThatEndsWithItsConnection() throws Exception {
        ResponseParser parser = new ResponseParser(Limits.DEFAULTS);
        assertTrue(!feed(parser, "HTTP/1.1 200 OK\r\n\r\nhello", 2), "more may come");
        assertTrue(parser.endOfInput(), "the end completes it");
        assertEquals("hello", new String(parser.body(), StandardCharsets.US_ASCII));
        assertTrue(!parser.keepAlive(), "its connection has ended");
    }

    @Test
    void theEndOfTheConnectionCompletesNothingElse() throws Exception {
        ResponseParser parser = new ResponseParser(Limits.DEFAULTS);
        feed(parser, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell", 100);
        assertTrue(!parser.endOfInput(), "a byte is missing");
    }

    @Test
    void refusesWhatIsNoResponse() {
        for (String text : List.of("HTTP/2 200 OK\r\n", "HTTP/1.1 2x0 OK\r\n", "HTTP/1.1 2000 OK\r\n", "200 OK\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n")) {
            assertThrows(MessageException.class, () -> feed(new ResponseParser(Limits.DEFAULTS), text, 100));
        }
    }

    private static boolean feed(ResponseParser parser, String text, int piece) throws MessageException {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        boolean complete = false;
        for (int i = 0; i < bytes.length; i += piece) {
            complete = parser.parse(ByteBuffer.wrap(bytes, i, Math.min(piece, bytes.length - i)));
        }
        return complete;
    }
}
