package serviceone.soak;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import serviceone.server.RawClient;
import serviceone.soak.Outcomes.Outcome;

/**
 * Asks for users' meetings, pipelined 1 to 5, a few pipelines on one connection, and says what became of each request.
 * Where service one ends the connection, it opens another and sends there what is unanswered, if the rules of HTTP say
 * so; else that is lost. Each request is of a user of its own, so that an answer tells whose it is.
 *
 * @param taken           how many users there have been
 * @param most            how many users there are
 * @param mostPauseMillis between two pipelines; 0 for none
 */
record HonestClient(AtomicLong taken, long most, Outcomes outcomes, int mostPauseMillis) implements Crowd.Client {
    private static final int MOST_PIPELINED = 5;
    private static final int MOST_PIPELINES = 4;
    /** Where service one ends a connection, others wait: who came again at once would be the next one in excess. */
    private static final int COMES_AGAIN_MILLIS = 20;

    HonestClient(long most, Outcomes outcomes, int mostPauseMillis) {
        this(new AtomicLong(), most, outcomes, mostPauseMillis);
    }

    /** So many users, or those that are left; empty when all are taken. */
    private List<String> take(int count) {
        long from = taken.getAndAdd(count);
        return LongStream.range(from, Math.min(from + count, most)).mapToObj(number -> "user-" + (number + 1)).toList();
    }

    boolean hasAskedAll() {
        return taken.get() >= most;
    }

    @Override
    public void visit(int port, Random random) throws IOException, InterruptedException {
        RawClient kept = null;
        try {
            for (int left = 1 + random.nextInt(MOST_PIPELINES); left > 0; left--) {
                kept = ask(new ArrayDeque<>(take(1 + random.nextInt(MOST_PIPELINED))), kept, port);
                Thread.sleep(random.nextInt(mostPauseMillis + 1));
            }
        } finally {
            if (kept != null) {
                kept.close();
            }
        }
    }

    /** Returns the connection, for the next pipeline; null where service one has ended it. */
    private RawClient ask(Queue<String> unanswered, RawClient kept, int port) throws IOException, InterruptedException {
        RawClient client = kept;
        while (!unanswered.isEmpty()) {
            boolean isNew = client == null;
            try {
                client = isNew ? new RawClient(port) : client;
            } catch (IOException e) {
                loseAll(unanswered, e);      // even in excess, a connection is taken and then refused in words
                return null;
            }
            if (!exchange(unanswered, client, !isNew)) {
                client.close();
                client = null;
                Thread.sleep(COMES_AGAIN_MILLIS);
            }
        }
        return client;
    }

    /** Sends what is unanswered, and receives; returns whether the connection can be used again. */
    private boolean exchange(Queue<String> unanswered, RawClient client, boolean kept) {
        int sent = unanswered.size();
        try {
            client.send(unanswered.stream().map(user -> "GET /meetings HTTP/1.1\r\nHost: a\r\nAuthorization: " + user
                    + "\r\n\r\n").collect(Collectors.joining()));
            while (!unanswered.isEmpty()) {
                RawClient.Reply reply = client.receive();
                outcomes.judge(reply, unanswered.remove(), unanswered);
                if (reply.closes()) {
                    outcomes.count(Outcome.SENT_AGAIN, unanswered.size(), "");
                    return false;
                }
            }
            return true;
        } catch (IOException | RuntimeException e) {      // no HTTP: RawClient cannot read the status or the length
            boolean metClose = kept && unanswered.size() == sent && e instanceof IOException
                    && !(e instanceof SocketTimeoutException);
            if (metClose) {
                outcomes.count(Outcome.MET_A_CLOSE, sent, "");
            } else {
                loseAll(unanswered, e);
            }
            return false;
        }
    }

    private void loseAll(Queue<String> unanswered, Exception reason) {
        outcomes.count(Outcome.LOST, unanswered.size(), unanswered + ", " + reason);
        unanswered.clear();
    }

    /** Asks in HTTP/1.0, one request a connection, whose end is that of the answer. */
    void visitInHttp10(int port, Random random) {
        for (String user : take(1)) {
            try (RawClient client = new RawClient(port)) {
                client.send("GET /meetings HTTP/1.0\r\nAuthorization: " + user + "\r\n\r\n");
                outcomes.judge(client.receive(), user, List.of());
                if (!client.isAtEnd()) {
                    outcomes.count(Outcome.WRONG, 1, user + " got more than an answer");
                }
            } catch (IOException | RuntimeException e) {
                outcomes.count(Outcome.LOST, 1, user + " in HTTP/1.0, " + e);
            }
        }
    }
}
