package classroom.vote;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import classroom.lesson.Asks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import testing.Await;
import testing.Test;

/** How many connections one address may have: as many as a class behind it needs, and not all. */
class GateTest implements AutoCloseable {
    private static final String ATTACKER = "127.0.0.2";
    private static final String HALF = "GET / HTTP/1.1\r\nHost: 127.0";
    private static final int PHONES = 60;

    private final Ballot ballot = new Ballot(() -> { });
    private final VoteServer server = new VoteServer(InetAddress.getLoopbackAddress(), 0, ballot);
    private final int port = server.address().getPort();
    private final List<Socket> open = new ArrayList<>();

    GateTest() throws IOException {
        ballot.open(3, "A title", Asks.number("requests/s", 0, 100_000));
    }

    @Override
    public void close() throws IOException {
        for (Socket each : open) {
            each.close();
        }
        server.close();
    }

    @Test
    void halfRequestsOfOneAddressKeepNobodyElseOutAndWhoHasEndedLeavesRoom() throws Exception {
        for (int i = 0; i <= Gate.MOST_OF_ONE; i++) {
            open.add(new Browser(ATTACKER, port).send(HALF));
        }
        Browser.awaitEnd(open.getLast());
        assertEquals(200, Browser.joined(port, server.code()).vote(3, 190));
        open.getFirst().close();
        Await.until("there is room for one", this::isLetIn);
    }

    private boolean isLetIn() throws IOException {
        try {
            return new Browser(ATTACKER, port).get("/").startsWith("HTTP/1.1 200");
        } catch (SocketException e) {
            return false;      // reset: there is none yet
        }
    }

    /** Each has a page that waits for the next question, a connection that votes, and what two reloads left behind. */
    @Test
    void aClassBehindOneAddressComesInVotesAndReloads() throws Exception {
        for (int i = 0; i < PHONES; i++) {
            Browser phone = new Browser(port);
            Socket page = connect(phone);
            assertEquals(200, Browser.status(phone.askOn(page, "GET /", "")));
            phone.askOn(page, "POST /join", "{\"code\": \"" + server.code() + "\"}");
            awaitNextQuestion(phone, page);
            String vote = "{\"lesson\": 3, \"value\": " + i % 2 + "}";
            assertEquals(200, Browser.status(phone.askOn(connect(phone), "POST /vote", vote)));
            for (int reload = 0; reload < 2; reload++) {
                assertContains("\"vote\":" + i % 2, awaitNextQuestion(phone, connect(phone)));
            }
        }
        assertEquals(Map.of(0.0, PHONES / 2, 1.0, PHONES / 2), ballot.histogram(3));
    }

    private Socket connect(Browser phone) throws IOException {
        open.add(phone.send(""));
        return open.getLast();
    }

    private static String awaitNextQuestion(Browser phone, Socket page) throws IOException {
        String question = phone.askOn(page, "GET /question", "");
        String version = question.replaceFirst("(?s).*\"version\":(\\d+).*", "$1");
        page.getOutputStream().write(phone.request("GET /question?after=" + version, "", "").getBytes());
        return question;
    }
}
