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
import classroom.vote.VoteServer.Place;
import common.http.PageServer.PageLimits;
import common.json.Json;
import testing.Await;
import testing.CheckPool;
import testing.Test;
import testing.Words;

class VoteServerTest implements AutoCloseable {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final Question THREE =
            new Question(3, "A title", "How many?", "A note.", new Asks("requests/s", 0, 100_000, List.of()));
    private static final Question FOUR = new Question(4, "Another", "Which?", "",
            new Asks("", 0, 1, List.of("more", "fewer")));
    private static final long SECOND = 1_000_000_000;
    private static final String VOTE = "POST /vote";
    private static final String GOOD = "{\"lesson\": 3, \"value\": 190}";
    private static final String HALF = "POST /vote HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    private static final List<String> SLOW = List.of("PO", HALF + JSON + "Content-Length: 100\r\n\r\n{\"lesson\": ",
            HALF + "Content-Length: 1000000\r\n\r\n" + " ".repeat(300),
            "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(1_000));

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger told = new AtomicInteger();
    private final Ballot ballot = new Ballot(told::incrementAndGet);
    private final VoteServer server = server(20_000);
    private final int port = server.address().getPort();
    private final Browser browser = new Browser(port);
    private final List<Socket> open = new ArrayList<>();

    VoteServerTest() throws IOException {
        ballot.show(THREE);
        told.set(0);
    }

    private VoteServer server(long waitMillis) throws IOException {
        return new VoteServer(LOOPBACK, 0, ballot, new RoomAddresses(LOOPBACK)::places, nanos::get, waitMillis);
    }

    @Override
    public void close() throws IOException {
        for (Socket each : open) {
            each.close();
        }
        server.close();
    }

    private static void assertRefused(int status, String what, String answer) throws IOException {
        assertEquals(status, Browser.status(answer), what);
        Words.assertSame("class", "refused: " + what, (String) Json.members(Browser.body(answer)).get("error"));
    }

    private Browser joined() throws IOException {
        return new Browser(port).joined(server.code());
    }

    @Test
    void eachVoterWithTheCodeHasOneVote() throws Exception {
        assertContains("{\"joined\":false}", browser.get("/question"));
        assertEquals(0, server.joined());
        assertRefused(403, "a wrong code", browser.join("AAAA"));
        String name = "voter" + port + "=";
        for (String cookie : List.of("", name + "0".repeat(36), name + "x; " + name + "a".repeat(36))) {
            assertRefused(401, "a vote without a code",
                    browser.identified("Cookie: " + cookie).post("/vote", GOOD));
        }
        browser.joined(server.code());
        assertContains("\"id\":3,\"title\":\"A title\",\"question\":\"How many?\",\"note\":\"A note.\"",
                browser.get("/question"));
        assertEquals(200, browser.vote(3, 190));
        assertContains("\"prediction\":190", browser.get("/question"));
        joined().vote(3, 953);
        browser.join(server.code());      // the same voter after a reload
        assertEquals(200, browser.vote(3, 200));
        assertEquals(2, server.joined());
        assertEquals(List.of(new Bar(200, 1), new Bar(953, 1)), ballot.histogram(3));
        ballot.close(THREE);
        assertEquals(409, browser.vote(3, 953));
        assertContains("\"open\":false,\"prediction\":200", browser.get("/question"));
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
        Words.assertSame("class", "what the phones' server refuses",
                browser.joined(server.code()).assertRefused(NONSENSE));
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
        Browser voter = joined();
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
    void wrongCodesShareABucketThatNeverRefusesTheRightOne() throws Exception {
        for (int i = 1; i <= 300; i++) {
            assertEquals(403, server.wrongCode().status(), "wrong code " + i);
            assertEquals(i == 50 || i == 100 || i == 200 ? 1 : 0, told.getAndSet(0), "told after wrong code " + i);
        }
        assertRefused(429, "more than 300 wrong codes", browser.join("AAAA"));
        assertEquals(301, server.wrongCodes());
        joined();
        assertEquals(1, server.joined());
        nanos.addAndGet(SECOND);
        assertEquals(403, Browser.status(browser.join("AAAA")), "a second later");
        assertEquals(429, Browser.status(browser.join("AAAA")), "again within that second");
    }

    @Test
    void anEmptiedRoomForgetsVotersWrongCodesAndOpenVotes() throws Exception {
        Browser voter = joined();
        voter.vote(3, 190);
        browser.join("AAAA");
        String before = server.code();
        try (Socket phone = voter.send("")) {
            requestNextQuestion(voter, phone);
            server.empty();
            assertContains("{\"joined\":false}", voter.answer(phone));
        }
        assertEquals(List.of(), ballot.histogram(3));
        assertEquals(List.of(0, 0), List.of(server.joined(), server.wrongCodes()));
        assertEquals(401, voter.vote(3, 190));
        assertEquals(403, Browser.status(voter.join(before)));
        assertEquals(200, voter.joined(server.code()).vote(3, 190));
    }

    @Test
    void aVoterVotesThirtyTimesAtOnceAndThenOnceASecond() throws Exception {
        Browser voter = joined();
        for (int i = 0; i < 30; i++) {
            assertEquals(200, voter.vote(3, i), "vote " + i);
        }
        assertRefused(429, "more than 30 votes", voter.post("/vote", GOOD));
        assertEquals(200, joined().vote(3, 190), "another voter");
        nanos.addAndGet(SECOND);
        assertEquals(200, voter.vote(3, 190), "a second later");
        assertEquals(429, voter.vote(3, 190), "again within that second");
    }

    @Test
    void aFullRoomTakesNobody() throws Exception {
        Browser first = joined();
        told.set(0);
        for (int i = 1; i < Voters.MOST_PLACES; i++) {
            server.voters.newCookie(port);
        }
        assertRefused(503, "the room is full", browser.join(server.code()));
        assertEquals(200, Browser.status(first.join(server.code())), "who is in may come again");
        assertEquals(0, told.get(), "the teacher hears of nothing new");
        nanos.addAndGet(Voters.KEPT.toNanos());
        assertEquals(200, Browser.status(browser.join(server.code())), "who was silent for long loses the place");
        assertEquals(1, told.get());
    }

    @Test
    void theTeacherChoosesAmongTheAddresses() throws Exception {
        Place first = new Place(URI.create("http://192.168.1.20/"), "wlan0");
        Place second = new Place(URI.create("http://10.8.0.2/"), "tun0");
        AtomicReference<List<Place>> reachable = new AtomicReference<>(List.of(first, second));
        try (VoteServer several = new VoteServer(LOOPBACK, 0, ballot, _ -> reachable.get())) {
            assertEquals(first.url(), several.address());
            several.choose("http://10.8.0.2/");
            assertEquals(1, told.get());
            assertEquals(List.of(second, first), several.places());
            assertEquals(second.url(), several.address());
            reachable.set(List.of(first));
            assertEquals(first.url(), several.address(), "the chosen one has gone");
        }
        assertEquals("http://127.0.0.1:" + port + "/", server.address().toString());
    }

    /** The code leads to the page, with the class's code behind the hash. */
    @Test
    void theQrCodeLeadsToThePage() throws Exception {
        assertEquals("http://127.0.0.1:" + port + "/#" + server.code(), QrCodeTest.read(server.qrCode()));
        assertEquals("", server.problem());
        Words.assertSame("class", "phones cannot reach this machine", VoteServer.problem(List.of()));
    }

    @Test
    void theServerHasTheLimitsThatAreDocumented() {
        assertEquals(new PageLimits(4_096, 5, 60), VoteServer.LIMITS);
    }

    /** As in {@link CrowdTest}, but with a few phones, and in this JVM. */
    @Test
    void phonesVoteAtTheSameTimeAmongSlowConnections() throws Exception {
        int phones = 12;
        for (int i = 0; i < 8; i++) {
            connect(browser, SLOW.get(i % SLOW.size()));
        }
        for (int i = 0; i < phones; i++) {
            Browser phone = joined();
            requestNextQuestion(phone, connect(phone, ""));
        }
        CheckPool.run(IntStream.range(0, phones).mapToObj(i -> () ->
                assertEquals(200, joined().vote(3, 190), "a vote")));
        assertEquals(phones, ballot.voters(3));
        assertEquals(2 * phones, server.joined());
    }

    @Test
    void aPollEndsAndAVoteClosesItsConnection() throws Exception {
        try (VoteServer quick = server(50)) {
            Browser voter = new Browser(quick.address().getPort()).joined(quick.code());
            try (Socket phone = voter.send(""); Socket voting = voter.send("")) {
                requestNextQuestion(voter, phone);
                assertContains("\"joined\":true", voter.answer(phone));
                assertContains("\"vote\":190", voter.askOn(voting, VOTE, GOOD));
                Browser.awaitEnd(voting);
                assertContains("\"prediction\":190", voter.askOn(phone, "GET /question", ""));
            }
        }
    }

    @Test
    void aVotersFourthPollIsAnsweredAtOnce() throws Exception {
        Browser voter = joined();
        String question = "";
        for (int i = 0; i < 3; i++) {
            question = requestNextQuestion(voter, connect(voter, ""));
        }
        Await.until("three polls wait", () -> server.waiting.values().contains(3));
        Socket fourth = connect(voter, "");
        String waiting = question.replaceFirst("(?s).*\"version\":(\\d+).*", "GET /question?after=$1");
        assertContains("\"id\":3", voter.askOn(fourth, waiting, ""));
        ballot.show(FOUR);
        assertContains("\"id\":4", voter.answer(open.getFirst()));
        Await.until("no poll waits", server.waiting::isEmpty);
    }

    private Socket connect(Browser phone, String first) throws IOException {
        open.add(phone.send(first));
        return open.getLast();
    }
}
