package serviceone.soak;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import serviceone.server.RawClient;

/** Asks for a user's meetings in HTTP/1.0, one request a connection, whose end is that of the answer. As honest. */
public final class Http10Client implements Client {
    private final Users users;
    private final Outcomes outcomes;

    public Http10Client(Users users, Outcomes outcomes) {
        this.users = users;
        this.outcomes = outcomes;
    }

    @Override
    public void visit(int port, Random random) {
        for (String user : users.take(1)) {
            try (RawClient client = new RawClient(port)) {
                client.send("GET /meetings HTTP/1.0\r\nAuthorization: " + user + "\r\n\r\n");
                Judge.count(client.receive(), user, List.of(), outcomes);
                if (!client.isAtEnd()) {
                    outcomes.count(Outcome.WRONG, 1, user + " got more than an answer");
                }
            } catch (IOException | RuntimeException e) {
                outcomes.count(Outcome.LOST, 1, user + " in HTTP/1.0, " + e);
            }
        }
    }
}
