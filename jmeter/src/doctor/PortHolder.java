package doctor;

import common.json.Json;
import common.process.ListeningProcesses;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Who listens at a port, as far as it can be told.
 *
 * @param who in words
 */
record PortHolder(String who) {
    private static final int SECONDS = 1;

    static PortHolder of(int port) throws InterruptedException {
        Optional<String> ours = service(stats(port));
        return new PortHolder(ours.isPresent() ? ours.get()
                : program(port).orElse("another program (as root, lsof -i :" + port + " tells which)"));
    }

    /** What it answers to {@code GET /stats}; nothing where that is no answer of HTTP, or none in time. */
    private static String stats(int port) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/stats")).build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            try {
                return client.sendAsync(request, BodyHandlers.ofString()).get(SECONDS, TimeUnit.SECONDS).body();
            } catch (ExecutionException | TimeoutException e) {
                return "";                   // some other kind of program: the operating system may know it
            } finally {
                client.shutdownNow();        // else closing waits for an answer that never ends
            }
        }
    }

    /** Which of our services that is the answer of. */
    static Optional<String> service(String stats) {
        try {
            return switch (Json.read(stats) instanceof Map<?, ?> map ? map.get("service") : null) {
                case Map<?, ?> one when one.get("mode") instanceof String mode
                        && one.get("pid") instanceof Double pid ->
                        Optional.of("a running service one (" + mode + ", pid " + pid.longValue() + ")");
                case String two when two.equals("two") -> Optional.of("a running service two");
                case null, default -> Optional.empty();
            };
        } catch (IOException e) {
            return Optional.empty();      // no JSON: not one of ours
        }
    }

    private static Optional<String> program(int port) throws InterruptedException {
        return ListeningProcesses.at(port).stream().findFirst().map(process -> process.info().command()
                .map(command -> Path.of(command).getFileName().toString()).orElse("a program")
                + " (pid " + process.pid() + ")");
    }

    @Override
    public String toString() {
        return who;
    }
}
