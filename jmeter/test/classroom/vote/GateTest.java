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
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
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
    private final List<Socket> halves = new ArrayList<>();

    GateTest() throws IOException {
        ballot.open(3, "A title", Asks.number("requests/s", 0, 100_000));
    }

    @Override
    public void close() throws IOException {
        for (Socket half : halves) {
            half.close();
        }
        server.close();
    }

    private void sendHalves(String from, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            halves.add(new Browser(from, port).send(HALF));
        }
    }

    @Test
    void halfRequestsOfOneAddressKeepNobodyElseOut() throws Exception {
        sendHalves(ATTACKER, VoteServer.LIMITS.connections() + 1);
        for (int i = 0; i < 20; i++) {
            assertEquals(200, Browser.status(new Browser(port).get("/")));
            assertEquals(200, Browser.status(Browser.joined(port, server.code()).vote(3, i)));
        }
        Browser.awaitEnd(halves.getLast());
    }

    @Test
    void whoHasEndedLeavesRoom() throws Exception {
        sendHalves(ATTACKER, Gate.MOST_OF_ONE + 1);
        Browser.awaitEnd(halves.getLast());
        halves.getFirst().close();
        Await.until("there is room for one", this::isLetIn);
    }

    private boolean isLetIn() throws IOException {
        try {
            return new Browser(ATTACKER, port).get("/").startsWith("HTTP/1.1 200");
        } catch (SocketException e) {
            return false;      // reset: there is none yet
        }
    }

    @Test
    void aClassBehindOneAddressComesInVotesAndReloads() throws Exception {
        CyclicBarrier together = new CyclicBarrier(PHONES);
        List<Future<Void>> phones = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(PHONES)) {
            IntStream.range(0, PHONES).forEach(i -> phones.add(threads.submit(phone(i % 2, together))));
        }
        for (Future<Void> phone : phones) {
            phone.get();
        }
        assertEquals(Map.of(0.0, PHONES / 2, 1.0, PHONES / 2), ballot.histogram(3));
    }

    private Callable<Void> phone(int value, CyclicBarrier together) {
        return () -> {
            Browser phone = new Browser(port);
            try (Socket page = phone.send(""); Socket other = phone.send("")) {
                assertEquals(200, Browser.status(phone.askOn(page, "GET /", "")));
                phone.askOn(page, "POST /join", "{\"code\": \"slip\"}");
                phone.askOn(page, "POST /join", "{\"code\": \"" + server.code() + "\"}");
                awaitQuestion(phone, page);
                assertEquals(200, vote(phone, other, 1 - value));
                assertEquals(200, vote(phone, other, value));
                together.await();      // all of them have two connections now
                reload(phone, value);
                together.await();
                reload(phone, value);
            }
            return null;
        };
    }

    private static int vote(Browser phone, Socket socket, int value) throws IOException {
        return Browser.status(phone.askOn(socket, "POST /vote", "{\"lesson\": 3, \"value\": " + value + "}"));
    }

    /** Leaves a request behind that waits for the next question, as one does whose browser is reloaded. */
    private static void reload(Browser phone, int value) throws IOException {
        try (Socket page = phone.send("")) {
            assertEquals(200, Browser.status(phone.askOn(page, "GET /", "")));
            assertContains("\"vote\":" + value, awaitQuestion(phone, page));
        }
    }

    private static String awaitQuestion(Browser phone, Socket page) throws IOException {
        String question = phone.askOn(page, "GET /question", "");
        String version = question.replaceFirst("(?s).*\"version\":(\\d+).*", "$1");
        phone.sendOn(page, "GET /question?after=" + version, "");
        return question;
    }
}
