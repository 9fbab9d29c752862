package common.http;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import testing.Test;
import testing.Words;

class RequestTest {
    private static Optional<String> parameterB(String target) throws Exception {
        RequestParser parser = new RequestParser(MessageParser.Limits.DEFAULTS);
        parser.parse(ByteBuffer.wrap(
                ("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n").getBytes(StandardCharsets.US_ASCII)));
        return parser.request().parameter("b");
    }

    @Test
    void theFirstValueOfAParameterIsDecoded() throws Exception {
        String[][] table = {
            {"/?b=1", "1", "the only parameter"},
            {"/?a=1&b=2&c=3", "2", "in any position"},
            {"/?b=1&b=2", "1", "the first of several"},
            {"/?b=", "", "an empty value"},
            {"/?b=1=2", "1=2", "only the first equals sign ends the name"},
            {"/?b=%41%c3%a9", "A\u00e9", "percent-encoded UTF-8"},
            {"/?b=%26%3D%2B", "&=+", "encoded separators do not separate"},
            {"/?b=1+2", "1 2", "a plus is a blank, as in forms"},
            {"/?a=%zz&b=1", "1", "another parameter is malformed"},
            {"/", null, "no query"},
            {"/?", null, "an empty query"},
            {"/?&&", null, "empty pairs"},
            {"/?b", null, "a name without a value"},
            {"/?bb=1&ab=2", null, "names that only contain the name"},
            {"/?B=1", null, "names are case-sensitive"}};
        for (String[] row : table) {
            assertEquals(Optional.ofNullable(row[1]), parameterB(row[0]), row[2] + ": " + row[0]);
        }
    }

    @Test
    void aMalformedValueIsTheClientsMistake() throws Exception {
        String[][] table = {
            {"/?b=%zz", "letters that are no digits"},
            {"/?b=%", "nothing after the percent sign"},
            {"/?b=%4", "one digit"},
            {"/?b=%41%4", "one digit after a good escape"},
            {"/?b=%+1", "a sign, which Java's parseInt would take"},
            {"/?b=%-1", "a sign"}};
        Set<String> messages = new HashSet<>();
        for (String[] row : table) {
            messages.add(assertThrows(Request.ParameterException.class, () -> parameterB(row[0])).getMessage());
        }
        Words.assertSame("http", "a malformed parameter", String.join("\n", messages));
    }
}
