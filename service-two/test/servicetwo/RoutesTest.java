package servicetwo;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import serviceone.server.RawClient;
import serviceone.server.RawClient.Reply;
import testing.Test;
import testing.Words;

class RoutesTest implements AutoCloseable {
    private static final String MEETINGS = "200 {'meetings':[{'time':'now','subject':'tech-talk'}]}";
    /** A request, then the status of its answer, and the body if that is no sentence. */
    private static final String[][] ANSWERS = {
        {"GET /info", "200 {'service':'two','delayMillis':0,'stageDelayMillis':0}"},
        {"GET /authenticate?token=token", "200 {'userId':'abc123'}"},
        {"GET /authenticate?token=user-42", "200 {'userId':'user-42'}"},
        {"GET /authenticate?token=x", "401"}, {"GET /authenticate", "401"},
        {"GET /authorize?id=abc123", "200 {'userId':'abc123','authorities':['get-meetings']}"},
        {"GET /authorize?id=guest456", "200 {'userId':'guest456','authorities':[]}"},
        {"GET /authorize?id=broken500", "500"}, {"GET /authorize?id=x", "404"},
        {"GET /meetings?x=y&id=abc123", MEETINGS},
        {"GET /%6deetings?id=abc%3123", MEETINGS},
        {"GET /meetings?id=user-42", MEETINGS.replace("'}", "','user':'user-42'}")},
        {"GET /meetings?id=x", "404"}, {"GET /meetings?id=%zz", "400"},
        {"GET /infox", "404"}, {"GET /info+", "404"}, {"POST /infox", "404"}, {"OPTIONS *", "404"},
        {"POST /info", "405"}, {"DELETE /meetings", "405"}, {"POST /stats", "405"}};

    private static final String GET = "GET /info HTTP/1.1|Host: two|";
    private static final String POST = "POST /info HTTP/1.1|Host: two|";

    private record Row(int status, boolean kept, String request) {
    }

    private static final List<Row> REQUESTS = List.of(
            new Row(200, true, GET + "|"), new Row(200, false, GET + "connection: x , Close||"),
            new Row(200, false, "GET /info HTTP/1.0||"),
            new Row(200, true, "GET /info HTTP/1.0|Connection: Keep-Alive||"),
            new Row(405, true, POST + "Content-Length: 3||abc"),
            new Row(413, false, POST + "Content-Length: 1048577||x"),
            new Row(200, true, GET + "Transfer-Encoding: chunked||2|ab|0||"),
            new Row(417, false, GET + "Expect: wonders||"),
            new Row(400, false, "GET /info HTTP/1.1||"), new Row(400, false, "hello||"),
            new Row(414, false, "GET /" + "x".repeat(8_192) + " HTTP/1.1|Host: two||"),
            new Row(431, false, GET + "X: " + "x".repeat(16_384) + "||"));

    private final ServiceTwo two = Caller.startTwo();
    private final RawClient caller = Caller.connect(two);

    RoutesTest() throws Exception {
    }

    @Override
    public void close() throws IOException {
        caller.close();
        two.close();
    }

    private static String lines(String text) {
        return text.replace("|", "\r\n");
    }

    private static Reply ask(RawClient caller, String text) throws Exception {
        return caller.send(lines(text)).receive();
    }

    @Test
    void eachPathHasItsAnswersAndHeadHasTheSameHeaders() throws Exception {
        StringJoiner sentences = new StringJoiner("\n");
        for (String[] row : ANSWERS) {
            Reply reply = ask(caller, row[0] + " HTTP/1.1|Host: two||");
            if (reply.status() == 200) {
                assertEquals(row[1].replace('\'', '"'), reply.status() + " " + reply.body(), row[0]);
            } else {
                assertEquals(row[1], "" + reply.status(), row[0]);
                sentences.add(row[0] + " -> " + (reply.status() == 400 ? "‹answer›" : reply.body()));
            }
            assertTrue(reply.head().contains("\r\nContent-Type: application/json\r\n"), row[0] + ": " + reply.head());
            assertEquals(reply.status() == 405, reply.head().contains("\r\nAllow: GET, HEAD\r\n"), row[0] + ": Allow");
            if (row[0].startsWith("GET ")) {
                String head = caller.send(lines(row[0].replace("GET", "HEAD") + " HTTP/1.1|Host: two||")).receiveHead();
                assertEquals(undated(reply.head()), undated(head), "HEAD of " + row[0]);
            }
        }
        Words.assertSame("service-two", "refused calls", sentences.toString());
    }

    private static String undated(String head) {
        return head.replaceFirst("\r\nDate: .*\r\n", "\r\n");
    }

    @Test
    void eachRequestIsAnsweredAndItsConnectionIsKeptOrEnds() throws Exception {
        for (Row row : REQUESTS) {
            String what = row.request.substring(0, Math.min(80, row.request.length()));
            try (RawClient client = Caller.connect(two)) {
                Reply reply = ask(client, row.request);
                assertEquals(row.status, reply.status(), what);
                assertEquals(!row.kept, reply.closes(), what + " gets Connection: close if its connection ends");
                assertEquals(row.kept && row.request.contains("HTTP/1.0"),
                        reply.head().contains("\r\nConnection: keep-alive\r\n"), what + ": Connection");
                assertTrue(row.kept ? ask(client, GET + "|").status() == 200 : client.isAtEnd(), what + ": afterwards");
            }
        }
    }

    @Test
    void aClientThatWaitsForA100GetsIt() throws Exception {
        caller.send(lines(POST + "Expect: 100-continue|Content-Length: 1||"));
        assertEquals("HTTP/1.1 100 Continue\r\n\r\n", caller.receiveHead());
        assertEquals(405, ask(caller, "x").status());
    }

    @Test
    void pipelinedRequestsAreAnsweredInTheirOrderWhereverTheirBytesAreSplit() throws Exception {
        String all = lines("GET /authenticate?token=user-1 HTTP/1.1|Host: two||" + POST + "Content-Length: 4||||"
                + "GET /nowhere HTTP/1.1|Host: two||GET /authorize?id=x HTTP/1.1|Host: two|Connection: close||");
        for (int split = 0; split <= all.length(); split += 19) {
            try (RawClient client = Caller.connect(two).send(all.substring(0, split)).send(all.substring(split))) {
                List<Integer> statuses = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    statuses.add(client.receive().status());
                }
                assertEquals(List.of(200, 405, 404, 404), statuses, "split at " + split);
                assertTrue(client.isAtEnd(), "the end, split at " + split);
            }
        }
    }

    /** Together, the requests are longer than the input that service two buffers. */
    @Test
    void requestsPipelinedBehindAFullInputAreAllRead() throws Exception {
        int count = 50;
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < count; i++) {
            all.append("GET /authenticate?token=user-").append(i).append(" HTTP/1.1|Host: two|X: ")
                    .append("x".repeat(2_000)).append("||GET /nowhere HTTP/1.1|Host: two||");
        }
        try (ServiceTwo slow = Caller.startTwo("--delay=20"); RawClient client = Caller.connect(slow)) {
            client.send(lines(GET + "|" + all + POST + "Content-Length: 50000||" + "x".repeat(50_000) + GET + "|"));
            assertEquals(200, client.receive().status());
            for (int i = 0; i < count; i++) {
                assertEquals("{\"userId\":\"user-" + i + "\"}", client.receive().body(), "answer " + i);
                assertEquals(404, client.receive().status(), "the 404 after answer " + i);
            }
            assertEquals(405, client.receive().status());
            assertEquals(200, client.receive().status());
        }
    }
}
