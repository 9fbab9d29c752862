package classroom.vote;

import static testing.Assertions.assertEquals;

import classroom.lesson.Asks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import testing.Program;
import testing.Test;

/**
 * Those who send half a request and wait, or ask and take no answer: others vote beside them, and they are given up.
 */
class SlowVotersTest implements AutoCloseable {
    private static final int SLOW = 200;
    private static final String HOST = " HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    private static final List<String> HALVES = List.of("PO", "POST /vote HTTP/1.1\r\nHost: 127.0",
            "POST /vote" + HOST + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"lesson\": ",
            "POST /vote" + HOST + "Content-Length: 1000000\r\n\r\n" + " ".repeat(300));
    private static final String TAKES_NO_ANSWER = ("GET /" + HOST + "\r\n").repeat(1_000);

    private final List<Socket> slow = new ArrayList<>();

    @Override
    public void close() throws IOException {
        for (Socket socket : slow) {
            socket.close();
        }
    }

    @Test
    void othersVoteBesideThem() throws Exception {
        Ballot ballot = new Ballot(() -> { });
        ballot.open(3, "A title", Asks.number("requests/s", 0, 100_000));
        try (VoteServer server = new VoteServer(InetAddress.getLoopbackAddress(), 0, ballot)) {
            int port = server.address().getPort();
            for (int i = 0; i < SLOW; i++) {
                slow.add(new Browser(port).send(i % 5 == 4 ? TAKES_NO_ANSWER : HALVES.get(i % 5)));
            }
            for (int i = 0; i < 40; i++) {
                assertEquals(200, Browser.status(Browser.joined(port, server.code()).vote(3, i)));
            }
            assertEquals(40, ballot.voters(3));
        }
    }

    /** In a process of its own: the JDK's server reads the limits once, and tests before may have been first. */
    private static Program room() throws IOException {
        return Program.test("service-one", "classroom.vote.Room");
    }

    private static int port(Program room) throws Exception {
        return Integer.parseInt(room.await("code ").output().replaceFirst("(?s).*:(\\d+)/.*", "$1"));
    }

    @Test
    void whoeverIsIdleEndsNobodysConnection() throws Exception {
        try (Program room = room()) {
            Browser idle = new Browser("127.0.0.2", port(room));
            for (int i = 0; i < 250; i++) {
                slow.add(idle.send(""));
                idle.askOn(slow.getLast(), "GET /question", "");
            }
            Browser honest = new Browser(port(room));
            try (Socket kept = honest.send("")) {
                for (int i = 0; i < 3; i++) {
                    assertEquals(200, Browser.status(honest.askOn(kept, "GET /question", "")));
                }
            }
        }
    }

    @Test
    void theyAreGivenUp() throws Exception {
        try (Program room = room()) {
            int port = port(room);
            for (String half : HALVES) {
                slow.add(new Browser(port).send(half));
            }
            slow.add(new Browser(port).send(""));
            for (Socket socket : slow) {
                Browser.awaitEnd(socket);
            }
        }
    }
}
