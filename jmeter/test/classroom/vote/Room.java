package classroom.vote;

import classroom.lesson.Asks;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;

/**
 * A vote server alone, to try its page: says where it is and the room's code, and does what it reads: {@code number},
 * {@code choice}, {@code close}, {@code show}. Ends with its standard input.
 */
final class Room {
    private static final Asks NUMBER = Asks.number("requests/s", 0, 100_000);
    private static final Asks CHOICE = Asks.choice("ten times as many requests per second",
            "about as many: the permits decide, not the threads", "fewer");

    private Room() {
    }

    public static void main(String[] arguments) throws Exception {
        Ballot ballot = new Ballot(() -> { });
        try (VoteServer server = new VoteServer(InetAddress.getLoopbackAddress(), 0, ballot);
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println(server.address() + " code " + server.code());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                obey(ballot, line);
            }
        }
    }

    private static void obey(Ballot ballot, String line) {
        switch (line) {
            case "number" -> ballot.open(3, "A virtual thread each", NUMBER);
            case "choice" -> ballot.open(7, "Ten permits", CHOICE);
            case "close" -> ballot.close();
            default -> System.out.println(ballot.histogram(3) + " " + ballot.histogram(7));
        }
    }
}
