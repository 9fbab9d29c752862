package classroom.web;

import classroom.run.Course;
import classroom.run.FakeExperiments;
import classroom.run.MadeUp;
import classroom.run.Worker;
import common.http.Changes;
import common.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import testing.Await;

/** A server with two lessons that start no program, and the page's side of it. Closed with its test. */
final class TeacherPage implements AutoCloseable {
    final FakeExperiments experiments = new FakeExperiments();
    final Changes changes = new Changes();
    final Worker worker = new Worker(changes);
    final Session session = Session.of(List.of(MadeUp.lesson(1), MadeUp.lesson(2)), 7, experiments, worker,
            changes, Optional.empty());
    final Course course = session.course();
    private final TeacherServer server = new TeacherServer(0, session);
    private final HttpClient client = HttpClient.newHttpClient();
    final String token;

    TeacherPage() throws Exception {
        token = get("/").body().replaceFirst("(?s).*<meta name=\"token\" content=\"([^\"]*)\".*", "$1");
    }

    URI at(String path) {
        return server.address().resolve(path);
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(at(path)).build(), BodyHandlers.ofString());
    }

    CompletableFuture<HttpResponse<String>> getLater(String path) {
        return client.sendAsync(HttpRequest.newBuilder(at(path)).build(), BodyHandlers.ofString());
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    /** As the page sends it. */
    HttpRequest.Builder order(String path, String body) {
        return HttpRequest.newBuilder(at(path)).POST(HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", "application/json").header("X-Token", token);
    }

    HttpResponse<String> tell(String path, String body) throws IOException, InterruptedException {
        return send(order(path, body));
    }

    Map<?, ?> state() throws IOException, InterruptedException {
        return (Map<?, ?>) Json.read(get("/state").body());
    }

    /** The first. */
    Map<?, ?> lesson() throws IOException, InterruptedException {
        return (Map<?, ?>) ((List<?>) state().get("lessons")).getFirst();
    }

    void awaitIdle() throws Exception {
        Await.until("nothing is done any more", () -> worker.busy().isEmpty());
    }

    @Override
    public void close() {
        worker.stop();
        server.close();
        client.shutdownNow();
    }
}
