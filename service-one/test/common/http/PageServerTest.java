package common.http;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.PageServer.PageLimits;
import common.http.PageServer.Refusal;
import common.http.PageServer.TextFile;
import serviceone.server.RawClient;
import testing.Test;
import testing.Words;

class PageServerTest implements AutoCloseable {
    private static final String LOCAL = " HTTP/1.1\r\nHost: localhost\r\n";
    /** Those of the status page, because the first server in a JVM decides. */
    private static final PageLimits LIMITS = new PageLimits(512, 2, 5);

    private final PageServer server = new PageServer(new InetSocketAddress("127.0.0.1", 0), true,
            Executors.newCachedThreadPool(Thread.ofPlatform().name("of the page").factory()), LIMITS,
            Map.of("GET /json", exchange -> Map.of("after", PageServer.afterParameter(exchange)),
                    "GET /file", _ -> new TextFile("text/csv", "a.csv", "caf\u00e9\n"),
                    "POST /both", _ -> "posted", "POST /post", _ -> "posted",
                    "GET /both", _ -> Thread.currentThread().getName(),
                    "GET /refused", _ -> {
                        throw new Refusal(409, "not now");
                    }));

    PageServerTest() throws IOException {
    }

    @Override
    public void close() {
        server.close();
    }

    private RawClient.Reply ask(String request) throws IOException {
        try (RawClient client = new RawClient(server.address().getPort())) {
            return client.send(request + "\r\n").receive();
        }
    }

    @Test
    void aRouteAnswersWithAFileOrJson() throws Exception {
        assertEquals("caf\u00e9\n", ask("GET /file" + LOCAL).body());
        assertEquals("{\"after\":-1}\n", ask("GET /json" + LOCAL).body());
        assertEquals("{\"after\":123456789012345678}\n", ask("GET /json?after=123456789012345678" + LOCAL).body());
        assertEquals("\"of the page\"\n", ask("GET /both" + LOCAL).body());
        assertEquals("\"posted\"\n", ask("POST /both" + LOCAL + "Content-Length: 0\r\n").body());
        try (RawClient client = new RawClient(server.address().getPort())) {
            String head = client.send("HEAD /file" + LOCAL + "\r\n").receiveHead().toLowerCase(Locale.ROOT);
            for (String field : List.of("content-type: text/csv\r\n", "x-content-type-options: nosniff\r\n",
                    "referrer-policy: no-referrer\r\n", "cache-control: no-store\r\n",
                    "content-disposition: attachment; filename=\"a.csv\"\r\n",
                    "content-security-policy: default-src 'none'; ")) {
                assertContains(field, head);
            }
            assertEquals(200, client.send("GET /json" + LOCAL + "\r\n").receive().status(), "HEAD had no body");
        }
    }

    @Test
    void refusalsSayWhy() throws Exception {
        Object[][] table = {
            {404, "GET /nothing" + LOCAL}, {404, "POST /nothing" + LOCAL}, {405, "PUT /both" + LOCAL},
            {405, "PUT /post" + LOCAL}, {409, "GET /refused" + LOCAL}, {400, "GET /json?before=1" + LOCAL},
            {400, "GET /json?after=1234567890123456789" + LOCAL}, {400, "GET /json HTTP/1.1\r\n"},
            {400, "GET /json" + LOCAL + "Host: localhost\r\n"}, {200, "GET /json HTTP/1.0\r\n"},
            {421, "GET /json HTTP/1.0\r\nHost: evil.example\r\n"}, {421, "GET http://evil.example/json" + LOCAL}};
        StringBuilder said = new StringBuilder();
        for (Object[] row : table) {
            RawClient.Reply reply = ask((String) row[1]);
            assertEquals(row[0], reply.status(), (String) row[1]);
            said.append(((String) row[1]).replace("\r\n", " | ")).append("-> ").append(reply.body().strip())
                    .append('\n');
        }
        Words.assertSame("http", "refusals of a page", said.toString());
    }

    @Test
    void aPageIsOneFile() throws Exception {
        String page = PageServer.page("/serviceone/status.html").text();
        assertTrue(page.startsWith("<!doctype html>") && page.stripTrailing().endsWith("</html>"), "a whole page");
        assertContains(PageServer.resource("/serviceone/status.js"), page);
        assertThrows(IOException.class, () -> PageServer.resource("/serviceone/absent.html"));
    }
}
