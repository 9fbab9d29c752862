package exercise;

import module java.base;
import common.io.HostPort;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** Requests in addition to JMeter's. One thread sends them, and the HttpClient's threads receive answers. */
final class SideLoad implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /**
     * @param atOnce requests in a burst
     * @param everyMillis the time from one burst to the next
     */
    record Plan(String path, int atOnce, double everyMillis) {
    }

    /**
     * Times are in milliseconds since 1970.
     *
     * @param endMillis {@link Long#MAX_VALUE} if there is no answer yet
     * @param status 0 if there is no answer
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

    List<Answer> answers() {
        return all.stream().map(each -> each.answer().getNow(new Answer(each.startMillis(), Long.MAX_VALUE, 0)))
                .toList();
    }

    @Override
    public void close() {
        sender.interrupt();
        client.shutdownNow();
    }
}
