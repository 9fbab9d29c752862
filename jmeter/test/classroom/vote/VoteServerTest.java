package classroom.vote;

import static classroom.Browser.JSON;
import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import classroom.Browser;
import classroom.lesson.Asks;
import classroom.vote.Ballot.Bar;
import classroom.vote.Ballot.Question;
import testing.Await;
import testing.Test;

class VoteServerTest implements AutoCloseable {
    private static final Question THREE =
            new Question(3, "A title", "How many?", "A note.", Asks.number("requests/s", 0, 100_000));
    private static final Question FOUR = new Question(4, "Another", "Which?", "", Asks.choice("more", "fewer"));
    private static final String VOTE = "POST /vote";
    private static final String GOOD = "{\"lesson\": 3, \"value\": 190}";
    private static final String OTHER_NETWORK = "127.0.0.2";
    private static final String HALF = "POST /vote HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    private static final List<String> SLOW = List.of("PO", HALF + JSON + "Content-Length: 100\r\n\r\n{\"lesson\": ",
            HALF + "Content-Length: 1000000\r\n\r\n" + " ".repeat(300),
            "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(1_000));

    private final AtomicLong nanos = new AtomicLong();
    private final Ballot ballot = new Ballot(() -> { });
    private final VoteServer server = new VoteServer(InetAddress.getLoopbackAddress(), 0, ballot, nanos::get);
    private final int port = server.address().getPort();
    private final Browser browser = new Browser(port);
    private final List<Socket> open = new ArrayList<>();

    VoteServerTest() throws IOException {
        ballot.show(THREE);
    }

    @Override
    public void close() throws IOException {
        for (Socket each : open) {
            each.close();
        }
        server.close();
    }

    private Browser joined(String from) throws IOException {
        return new Browser(from, port).joined(server.code());
    }

    @Test
    void eachVoterWithTheCodeHasOneVote() throws Exception {
        assertContains("{\"joined\":false}", browser.get("/question"));
        assertEquals(0, server.joined());
        assertEquals(403, Browser.status(browser.join("AAAA")));
        for (String cookie : List.of("", "voter=" + "0".repeat(32), "voter=x; voter=" + "a".repeat(32))) {
            assertEquals(401, browser.identified("Cookie: " + cookie).vote(3, 190), cookie);
        }
        browser.joined(server.code());
        assertContains("\"id\":3,\"title\":\"A title\",\"question\":\"How many?\",\"note\":\"A note.\"",
                browser.get("/question"));
        assertEquals(200, browser.vote(3, 190));
        assertContains("\"prediction\":190.0", browser.get("/question"));
        joined("127.0.0.1").vote(3, 953);
        browser.join(server.code());      // the same voter after a reload
        assertEquals(200, browser.vote(3, 200));
        assertEquals(2, server.joined());
        assertEquals(List.of(new Bar(200, 1), new Bar(953, 1)), ballot.histogram(3));
        ballot.close(THREE);
        assertEquals(409, browser.vote(3, 953));
        assertContains("\"open\":false,\"prediction\":200.0", browser.get("/question"));
        ballot.show(FOUR);
        assertEquals(409, browser.vote(3, 953), "a vote for the previous lesson");
        assertEquals(List.of(), ballot.histogram(4));
    }

    private static final String[][] NONSENSE = {
        {"400", VOTE, JSON, "{\"lesson\": 3, \"value\": \"NaN\"}"},
        {"400", VOTE, JSON, "{\"lesson\": 3, \"value\": null}"},
        {"400", VOTE, JSON, "{\"lesson\": 3, \"value\": 1e999}"},
        {"400", VOTE, JSON, "{\"lesson\": 3}"},
        {"400", VOTE, JSON, "{\"lesson\": 3, \"value\": 190"},
        {"400", VOTE, JSON, "[3, 190]"},
        {"400", VOTE, JSON, ""},
        {"400", VOTE, JSON, "{\"lesson\": 3.5, \"value\": 190}"},
        {"409", VOTE, JSON, "{\"lesson\": -3, \"value\": 190}"},
        {"413", VOTE, JSON, GOOD + " ".repeat(201 - GOOD.length())},
        {"415", VOTE, "", GOOD},
        {"415", VOTE, "Content-Type: text/plain\r\n", GOOD},
        {"403", VOTE, JSON + "Origin: http://evil.example\r\n", GOOD},
        {"403", VOTE, JSON + "Origin: http://127.0.0.1:1\r\n", GOOD},
        {"403", "POST /join", JSON, "{\"code\": 7}"},
        {"403", "POST /join", JSON, "{}"},
        {"405", "GET /vote", "", ""},
        {"405", "OPTIONS /vote", "Access-Control-Request-Method: POST\r\n", ""},
        {"405", "TRACE /", "", ""},
        {"404", "POST /run", JSON, "{\"lesson\": 3}"},
        {"404", "GET /../page.html", "", ""}};

    @Test
    void nonsenseIsRefusedWithAReason() throws Exception {
        browser.joined(server.code()).assertRefused(NONSENSE);
        assertEquals(List.of(), ballot.histogram(3));
        assertContains("HTTP/1.1 200", browser.post("/vote", GOOD + " ".repeat(200 - GOOD.length())));
    }

    @Test
    void theBodyLimitHoldsForChunkedAndForUnfinishedBodies() throws Exception {
        String chunked = browser.request(VOTE, JSON + Browser.CLOSE + "Transfer-Encoding: chunked\r\n", "");
        String huge = "400\r\n" + " ".repeat(0x400) + "\r\n0\r\n\r\n";
        assertEquals(413, Browser.status(browser.raw(chunked + huge)));
        String length = chunked.replace("Transfer-Encoding: chunked", "Content-Length: 9999999999");
        try (Socket socket = browser.send(length + " ".repeat(300))) {
            assertEquals(413, Browser.status(browser.answer(socket)), "before the whole body has arrived");
        }
    }

    @Test
    void thePageMayVoteUnderAnyHostName() throws Exception {
        for (String host : List.of("127.0.0.1:" + port, "Teacher.local:" + port, "[::1]:" + port)) {
            String fields = "Host: " + host + "\r\nOrigin: http://" + host.toLowerCase() + "\r\n"
                    + JSON.replace("json", "json; charset=utf-8");
            String answer = browser.ask("POST /join", fields, "{\"code\": \"" + server.code() + "\"}");
            assertEquals(200, Browser.status(answer), host);
        }
    }

    @Test
    void thePageIsOneFile() throws Exception {
        String page = browser.get("/");
        for (String part : List.of("<!doctype html>", "\r\nContent-security-policy: default-src 'none'",
                "frame-ancestors 'none'", "\r\nX-content-type-options: nosniff\r\n")) {
            assertContains(part, page);
        }
        assertTrue(!page.contains("/* vote.css */") && !page.contains("/* vote.js */"), "a placeholder is left");
        String head = browser.request("HEAD /", "", "");
        String answers = browser.raw(head + browser.request("GET /question", Browser.CLOSE, ""));
        assertTrue(answers.matches("(?s)HTTP/1.1 200.*\r\n\r\nHTTP/1.1 200 .*"), "HEAD gets no body: " + answers);
    }

    @Test
    void theNextQuestionArrivesWithoutAReload() throws Exception {
        Browser voter = joined("127.0.0.1");
        try (Socket phone = voter.send("")) {
            requestNextQuestion(voter, phone);
            ballot.show(FOUR);
            assertContains("\"id\":4,\"title\":\"Another\"", voter.answer(phone));
            requestNextQuestion(voter, phone);
            server.close();
            Browser.awaitEnd(phone);
        }
    }

    /** Returns the current question. The request for the next question stays unanswered. */
    private static String requestNextQuestion(Browser voter, Socket phone) throws IOException {
        String question = voter.askOn(phone, "GET /question", "");
        String waiting = question.replaceFirst("(?s).*\"version\":(\\d+).*", "GET /question?after=$1");
        phone.getOutputStream().write(voter.request(waiting, "", "").getBytes(StandardCharsets.UTF_8));
        return question;
    }

    @Test
    void codesAndVotesAreLimited() throws Exception {
        Gate.Network here = Gate.Network.of(InetAddress.getByName("127.0.0.1"));
        Browser voter = joined("127.0.0.1");
        IntStream.range(1, 299).forEach(_ -> server.joins.take(here));
        assertEquals(403, Browser.status(browser.join("AAAA")), "the 300th code");
        String answer = browser.join(server.code());
        assertEquals(429, Browser.status(answer), "beyond the limit, even the right code is refused");
        assertContains("wait a few seconds", answer);
        Browser other = joined(OTHER_NETWORK);
        for (int i = 0; i < 30; i++) {
            assertEquals(200, other.vote(3, i), "vote " + i);
        }
        assertEquals(429, other.vote(3, 190), "a voter's 31st vote");
        assertEquals(200, joined(OTHER_NETWORK).vote(3, 190));
        IntStream.range(0, 1_999).forEach(_ -> server.votes.take(here));
        assertEquals(200, voter.vote(3, 190), "a network's 2,000th vote");
        assertEquals(429, voter.vote(3, 190), "a network's 2,001st vote");
        nanos.addAndGet(1_000_000_000);
        assertEquals(200, voter.vote(3, 190));
        assertEquals(200, other.vote(3, 190));
        assertEquals(200, Browser.status(browser.join(server.code())));
    }

    private Socket connect(Browser phone, String first) throws IOException {
        open.add(phone.send(first));
        return open.getLast();
    }

    /** Each phone has four connections: one votes, one waits for the next question, two are left from reloads. */
    @Test
    void slowConnectionsDisturbNobody() throws Exception {
        int phones = 5;
        for (int i = 4 * phones; i < Gate.MOST_PER_NETWORK; i++) {
            connect(browser, i % 10 > 0 ? "" : SLOW.get(i / 10 % SLOW.size()));
        }
        for (int i = 0; i < phones; i++) {
            Browser phone = new Browser(port);
            Socket page = connect(phone, "");
            assertEquals(200, Browser.status(phone.askOn(page, "GET /", "")));
            phone.askOn(page, "POST /join", "{\"code\": \"" + server.code() + "\"}");
            requestNextQuestion(phone, page);
            assertEquals(200, Browser.status(phone.askOn(connect(phone, ""), VOTE, GOOD)));
            for (int reload = 0; reload < 2; reload++) {
                assertContains("\"prediction\":190.0", requestNextQuestion(phone, connect(phone, "")));
            }
        }
        assertEquals(List.of(new Bar(190, phones)), ballot.histogram(3));
        Browser.awaitEnd(connect(browser, ""));
        assertEquals(200, joined(OTHER_NETWORK).vote(3, 190));
        open.getFirst().close();
        Await.until("a connection is free again", this::isAccepted);
    }

    private boolean isAccepted() throws IOException {
        try {
            return browser.get("/").startsWith("HTTP/1.1 200");
        } catch (SocketException e) {
            return false;      // a reset: no connection is free yet
        }
    }
}
