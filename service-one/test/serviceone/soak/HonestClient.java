package serviceone.soak;

import module java.base;
import serviceone.server.RawClient;
import serviceone.soak.Outcomes.Outcome;

/**
 * Counts the outcome of each request. Each request has its own user, whom the answer must name. The client repeats an
 * unanswered request only if HTTP allows it.
 */
record HonestClient(AtomicLong asked, Outcomes outcomes, int mostPauseMillis) {
    private static final int MOST_PIPELINED = 5;
    private static final int MOST_PIPELINES = 4;
    /** A client that reconnects sooner may find the limit on connections still reached. */
    private static final int RECONNECT_MILLIS = 20;

    void visit(int port, Random random) throws IOException, InterruptedException {
        boolean isHttp10 = random.nextInt(10) == 0;
        String line = "GET /meetings HTTP/1." + (isHttp10 ? "0" : "1\r\nHost: a") + "\r\nAuthorization: ";
        RawClient kept = null;
        for (int left = 1 + random.nextInt(MOST_PIPELINES); left > 0; left--) {
            Queue<String> users = new ArrayDeque<>();
            for (int i = isHttp10 ? 0 : random.nextInt(MOST_PIPELINED); i >= 0; i--) {
                users.add("user-" + asked.incrementAndGet());
            }
            kept = ask(line, users, kept, port);
            Thread.sleep(random.nextInt(mostPauseMillis + 1));
        }
        if (kept != null) {
            kept.close();
        }
    }

    /** @return null if the connection cannot be used again */
    private RawClient ask(String line, Queue<String> unanswered, RawClient kept, int port)
            throws IOException, InterruptedException {
        RawClient client = kept;
        while (!unanswered.isEmpty()) {
            boolean isNew = client == null;
            int sent = unanswered.size();
            boolean isReusable = false;
            try {
                client = isNew ? new RawClient(port) : client;      // a connection over the limit gets a 503
                isReusable = exchange(line, unanswered, client);
            } catch (IOException | RuntimeException e) {      // RuntimeException: the answer is not HTTP
                boolean mayRepeat = !isNew && unanswered.size() == sent && e instanceof IOException
                        && !(e instanceof SocketTimeoutException);
                outcomes.count(mayRepeat ? Outcome.MET_A_CLOSE : Outcome.LOST, unanswered.size(),
                        unanswered + ", " + e);
                if (!mayRepeat) {
                    unanswered.clear();
                }
            }
            if (!isReusable && client != null) {
                client.close();
                client = null;
                Thread.sleep(RECONNECT_MILLIS);
            }
        }
        return client;
    }

    private boolean exchange(String line, Queue<String> unanswered, RawClient client) throws IOException {
        client.send(String.join("", unanswered.stream().map(user -> line + user + "\r\n\r\n").toList()));
        while (!unanswered.isEmpty()) {
            RawClient.Reply reply = client.receive();
            String user = unanswered.remove();
            outcomes.judge(reply, user, unanswered);
            if (reply.closes()) {
                outcomes.count(Outcome.SENT_AGAIN, unanswered.size(), "");
                if (!client.isAtEnd()) {
                    outcomes.count(Outcome.WRONG, 1, user + " got more than one answer");
                }
                return false;
            }
        }
        return true;
    }
}
