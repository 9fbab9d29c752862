package classroom.vote;

import static testing.Assertions.assertEquals;

import classroom.lesson.Asks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import testing.Program;
import testing.Slow;
import testing.Test;

/**
 * Those who send half a request and wait, or ask and take no answer: others vote beside them, and they are given up.
 */
class SlowVotersTest implements AutoCloseable {
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

    /** A room alone, until its standard input ends. */
    public static void main(String[] arguments) throws Exception {
        try (VoteServer server = new VoteServer(InetAddress.getLoopbackAddress(), 0, new Ballot(() -> { }))) {
            System.out.println(server.address() + " code " + server.code());
            System.in.readAllBytes();
        }
    }

    @Test
    void othersVoteBesideThem() throws Exception {
        Ballot ballot = new Ballot(() -> { });
        ballot.open(3, "A title", Asks.number("requests/s", 0, 100_000));
        try (VoteServer server = new VoteServer(InetAddress.getLoopbackAddress(), 0, ballot)) {
            int port = server.address().getPort();
            for (int i = 0; i < 100; i++) {
                slow.add(new Browser(port).send(i % 5 == 4 ? TAKES_NO_ANSWER : HALVES.get(i % 5)));
            }
            for (int i = 0; i < 20; i++) {
                assertEquals(200, Browser.joined(port, server.code()).vote(3, i));
            }
        }
    }

    /** In a process of its own: the JDK's server reads the limits once, and tests before may have been first. */
    @Test
    @Slow("waits for deadlines of seconds")
    void whoeverIsIdleEndsNobodysConnectionAndIsGivenUp() throws Exception {
        try (Program room = Program.test("service-one", SlowVotersTest.class.getName())) {
            int port = Integer.parseInt(room.await("code ").output().replaceFirst("(?s).*:(\\d+)/.*", "$1"));
            Browser idle = new Browser("127.0.0.2", port);
            for (int i = 0; i < 250; i++) {
                slow.add(idle.send(""));
                idle.askOn(slow.getLast(), "GET /question", "");
            }
            Browser honest = new Browser(port);
            try (Socket kept = honest.send("")) {
                for (int i = 0; i < 3; i++) {
                    assertEquals(200, Browser.status(honest.askOn(kept, "GET /question", "")));
                }
            }
            List<Socket> late = new ArrayList<>();
            for (String half : HALVES) {
                late.add(honest.send(half));
            }
            late.add(honest.send(""));
            slow.addAll(late);
            for (Socket socket : late) {
                Browser.awaitEnd(socket);
            }
        }
    }
}
