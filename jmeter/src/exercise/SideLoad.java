package exercise;

import common.io.HostPort;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Requests in addition to JMeter's. They are sent on a schedule of their own, even if earlier requests have no answer
 * yet. One thread sends them; the client's threads receive the answers.
 */
final class SideLoad implements AutoCloseable {
    /** An answer that takes longer counts as missing. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /**
     * @param path        the path of each request
     * @param atOnce      how many requests are sent together
     * @param everyMillis the time between two such groups
     */
    record Plan(String path, int atOnce, double everyMillis) {
    }

    /**
     * The outcome of a request.
     *
     * @param startMillis when the request was sent, in milliseconds since 1970
     * @param endMillis   when its answer came, in milliseconds since 1970
     * @param status      the answer's HTTP status; 0 if there is none (yet)
     */
    record Answer(long startMillis, long endMillis, int status) {
        boolean isGood() {
            return status == HttpURLConnection.HTTP_OK;
        }
    }

    private record Sent(long startMillis, CompletableFuture<Answer> answer) {
    }

    private final Plan plan;
    private final HttpRequest request;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY).build();
    private final Queue<Sent> all = new ConcurrentLinkedQueue<>();
    private final Thread sender;

    SideLoad(Plan plan, HostPort address) {
        this.plan = plan;
        this.request = HttpRequest.newBuilder(URI.create("http://" + address + plan.path())).timeout(TIMEOUT)
                .header("Authorization", "token").build();
        this.sender = Thread.ofPlatform().daemon().name("side load").start(this::send);
    }

    private void send() {
        long begun = System.nanoTime();
        for (long round = 0; !Thread.currentThread().isInterrupted(); round++) {
            for (int i = 0; i < plan.atOnce(); i++) {
                long start = System.currentTimeMillis();
                all.add(new Sent(start, client.sendAsync(request, BodyHandlers.discarding()).handle((response, _) ->
                        new Answer(start, System.currentTimeMillis(), response == null ? 0 : response.statusCode()))));
            }
            long next = begun + Math.round((round + 1) * plan.everyMillis() * 1e6);
            while (System.nanoTime() - next < 0 && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(next - System.nanoTime());
            }
        }
    }

    /** The outcomes of all requests sent so far. */
    List<Answer> answers() {
        return all.stream().map(each -> each.answer().getNow(new Answer(each.startMillis(), Long.MAX_VALUE, 0)))
                .toList();
    }

    /** Does not wait for answers. */
    @Override
    public void close() {
        sender.interrupt();
        client.shutdownNow();
    }
}
