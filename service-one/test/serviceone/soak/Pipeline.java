package serviceone.soak;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.stream.Collectors;
import serviceone.server.RawClient;

/**
 * Requests of one client that are sent behind each other, without waiting for an answer. What is left of them when a
 * connection ends goes onto the next one, if the rules of HTTP say so; else it is lost. Owned by its client's thread.
 */
final class Pipeline {
    private final Queue<String> unanswered;      // whose requests
    private final Outcomes outcomes;

    Pipeline(List<String> users, Outcomes outcomes) {
        this.unanswered = new ArrayDeque<>(users);
        this.outcomes = outcomes;
    }

    boolean isDone() {
        return unanswered.isEmpty();
    }

    /**
     * Sends what is unanswered, and receives; returns whether the connection can be used again.
     *
     * @param kept whether the connection has served another pipeline before
     */
    boolean exchange(RawClient client, boolean kept) {
        int sent = unanswered.size();
        try {
            client.send(unanswered.stream().map(Pipeline::request).collect(Collectors.joining()));
            return receive(client);
        } catch (IOException | RuntimeException e) {      // no HTTP: RawClient cannot read the status or the length
            boolean metClose = kept && unanswered.size() == sent && e instanceof IOException
                    && !(e instanceof SocketTimeoutException);
            if (metClose) {
                outcomes.count(Outcome.MET_A_CLOSE, sent);
            } else {
                loseAll(e);
            }
            return false;
        }
    }

    /** None of them has an answer, nor will have one. */
    void loseAll(Exception reason) {
        outcomes.count(Outcome.LOST, unanswered.size(), unanswered + ", " + reason);
        unanswered.clear();
    }

    private boolean receive(RawClient client) throws IOException {
        while (!unanswered.isEmpty()) {
            RawClient.Reply reply = client.receive();
            Judge.count(reply, unanswered.remove(), unanswered, outcomes);
            if (reply.closes()) {
                outcomes.count(Outcome.SENT_AGAIN, unanswered.size());
                return false;
            }
        }
        return true;
    }

    private static String request(String user) {
        return "GET /meetings HTTP/1.1\r\nHost: a\r\nAuthorization: " + user + "\r\n\r\n";
    }
}
