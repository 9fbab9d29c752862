package serviceone.soak;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import serviceone.server.RawClient;

/**
 * Asks for users' meetings, pipelined 1 to 5, a few pipelines on one connection, and says what became of each request.
 * Where service one ends the connection, it opens another and sends there what is unanswered.
 */
public final class HonestClient implements Client {
    private static final int MOST_PIPELINED = 5;
    private static final int MOST_PIPELINES = 4;
    /** Where service one ends a connection, others wait: who came again at once would be the next one in excess. */
    private static final int COMES_AGAIN_MILLIS = 20;

    private final Users users;
    private final Outcomes outcomes;
    private final int mostPauseMillis;

    /** @param mostPauseMillis between two pipelines; 0 for none */
    public HonestClient(Users users, Outcomes outcomes, int mostPauseMillis) {
        this.users = users;
        this.outcomes = outcomes;
        this.mostPauseMillis = mostPauseMillis;
    }

    @Override
    public void visit(int port, Random random) throws IOException, InterruptedException {
        RawClient kept = null;
        try {
            for (int left = 1 + random.nextInt(MOST_PIPELINES); left > 0; left--) {
                List<String> taken = users.take(1 + random.nextInt(MOST_PIPELINED));
                kept = askAll(new Pipeline(taken, outcomes), kept, port);
                Thread.sleep(random.nextInt(mostPauseMillis + 1));
            }
        } finally {
            if (kept != null) {
                kept.close();
            }
        }
    }

    /** Returns the connection, for the next pipeline; null where service one has ended it. */
    private static RawClient askAll(Pipeline pipeline, RawClient kept, int port)
            throws IOException, InterruptedException {
        RawClient client = kept;
        while (!pipeline.isDone()) {
            boolean isNew = client == null;
            client = isNew ? connect(pipeline, port) : client;
            if (client != null && !pipeline.exchange(client, !isNew)) {
                client.close();
                client = null;
                Thread.sleep(COMES_AGAIN_MILLIS);
            }
        }
        return client;
    }

    private static RawClient connect(Pipeline pipeline, int port) {
        try {
            return new RawClient(port);
        } catch (IOException e) {
            pipeline.loseAll(e);      // even in excess, a connection is taken and then refused in words
            return null;
        }
    }
}
