package common.http;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import testing.Test;

class ResponseTest {
    private static final String[] STATUS_LINES = {"200 OK", "204 No Content", "302 Found", "400 Bad Request",
        "401 Unauthorized", "403 Forbidden", "404 Not Found", "405 Method Not Allowed", "408 Request Timeout",
        "413 Content Too Large", "414 URI Too Long", "417 Expectation Failed", "421 Misdirected Request",
        "431 Request Header Fields Too Large", "500 Internal Server Error", "501 Not Implemented", "502 Bad Gateway",
        "503 Service Unavailable", "504 Gateway Timeout", "505 HTTP Version Not Supported", "499 "};

    private static Request request(String line) throws Exception {
        RequestParser parser = new RequestParser(MessageParser.Limits.DEFAULTS);
        parser.parse(ByteBuffer.wrap((line + "\r\nHost: a\r\n\r\n").getBytes(StandardCharsets.US_ASCII)));
        return parser.request();
    }

    private static String text(byte[] encoded) {
        return new String(encoded, StandardCharsets.UTF_8);
    }

    private static String withoutDate(byte[] encoded) {
        return text(encoded).replaceFirst("Date: [^\r]*\r\n", "");
    }

    @Test
    void eachStatusHasItsReason() {
        for (String line : STATUS_LINES) {
            int status = Integer.parseInt(line.substring(0, 3));
            assertTrue(text(Response.text(status, "").encodeLast()).startsWith("HTTP/1.1 " + line + "\r\n"), line);
        }
    }

    @Test
    void theConnectionIsNamedOnlyIfTheClientWouldExpectAnother() throws Exception {
        Response answer = Response.text(200, "h\u00e9").withField("A", "b");
        String head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\nA: b\r\n";
        assertEquals(head + "\r\nh\u00e9", withoutDate(answer.encode(request("GET / HTTP/1.1"), true)));
        assertEquals(head + "Connection: close\r\n\r\nh\u00e9",
                withoutDate(answer.encode(request("GET / HTTP/1.1"), false)));
        assertEquals(head + "Connection: keep-alive\r\n\r\nh\u00e9",
                withoutDate(answer.encode(request("GET / HTTP/1.0"), true)));
        assertEquals(head + "\r\n", withoutDate(answer.encode(request("HEAD / HTTP/1.1"), true)), "without the body");
        assertEquals(head + "Connection: close\r\n\r\nh\u00e9", withoutDate(answer.encodeLast()));
        assertEquals("HTTP/1.1 204 No Content\r\n\r\n",
                withoutDate(Response.noContent().encode(request("GET / HTTP/1.1"), true)), "no length");
        assertContains("\r\n\r\n{\"error\":\"why\"}", text(Response.error(400, "why").encodeLast()));
        assertEquals("HTTP/1.1 100 Continue\r\n\r\n", text(Response.interimContinue()));
        assertEquals(7, answer.after(7).afterMillis());
        assertEquals(0, answer.afterMillis());
    }

    @Test
    void theDateIsOfThisSecond() {
        for (int i = 0; i < 2; i++) {
            Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
            String date = text(Response.noContent().encodeLast()).replaceFirst("(?s).*Date: ([^\r]*).*", "$1");
            Instant sent = DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from);
            assertTrue(!sent.isBefore(before) && !sent.isAfter(Instant.now()), date);
        }
    }

    private static String members(boolean[] set) {
        return IntStream.range(0, 128).filter(c -> set[c]).mapToObj(c -> c == '\t' ? "\\t" : "" + (char) c)
                .collect(Collectors.joining()) + ", " + IntStream.range(128, 256).filter(c -> set[c]).count() + " more";
    }

    @Test
    void eachSetHasItsCharacters() {
        String letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        String small = letters.toLowerCase(Locale.ROOT);
        assertEquals("!#$%&'*+-.0123456789" + letters + "^_`" + small + "|~, 0 more", members(Characters.TOKEN));
        assertEquals("\\t !\"#$%&'()*+,-./0123456789:;<=>?@" + letters + "[\\]^_`" + small + "{|}~, 128 more",
                members(Characters.FIELD_VALUE));
        assertEquals("!\"$%&'()*+,-./0123456789:;<=>?@" + letters + "[\\]^_`" + small + "{|}~, 0 more",
                members(Characters.TARGET));
    }

    @Test
    void headersGrowAndKeepTheirOrder() {
        Headers headers = new Headers();
        byte[] line = ("Name: " + "v".repeat(200)).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 20; i++) {
            headers.add(line, 4, 6, 6 + 10 * i);
        }
        Headers copy = headers.copy();
        headers.clear();
        assertEquals("20 0", copy.size() + " " + headers.size());
        assertEquals("", copy.first("name"));
        assertEquals(IntStream.range(0, 20).mapToObj(i -> "v".repeat(10 * i)).collect(Collectors.joining(",")),
                copy.list("NAME"));
        assertTrue(copy.isRepeated("Name") && copy.has("nAME") && !copy.has("Nam") && !copy.has("Namee"), "names");
        assertTrue(!headers.has("Name"), "cleared");
        for (String other : List.of("N\u0061m[", "@ame", "Nam{")) {
            assertTrue(!copy.has(other), other);
        }
        headers.add("A[z`: 1".getBytes(StandardCharsets.US_ASCII), 4, 6, 7);
        assertTrue(headers.has("a[Z`") && !headers.has("a{z@") && !headers.has("a{z`"), "only letters ignore case");
    }

    @Test
    void keepAliveDependsOnTheVersionAndTheField() {
        Object[][] table = {
            {true, 1, ""}, {false, 0, ""}, {false, 1, "close"}, {false, 1, "x, CLOSE"}, {true, 0, "keep-alive"},
            {true, 0, "x , Keep-Alive"}, {false, 0, "keep-alive, close"}, {true, 1, "closed"}, {false, 0, "keep"}};
        for (Object[] row : table) {
            Headers headers = new Headers();
            byte[] line = ("Connection:" + row[2]).getBytes(StandardCharsets.US_ASCII);
            headers.add(line, 10, 11, line.length);
            assertEquals(row[0], headers.keepAlive((int) row[1]), "HTTP/1." + row[1] + ' ' + row[2]);
        }
    }
}
