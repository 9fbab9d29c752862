package readme;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import testing.Assertions;
import testing.Await;
import testing.Program;

/**
 * Both services as {@code ./run.sh loom} starts them, and a client that asks again and again, on a thread of its own:
 * some commands have nothing to say of a service that does nothing. The fields are final; the client's failure is in an
 * atomic reference.
 */
final class AskedService implements AutoCloseable {
    private static final Pattern PAGE = Pattern.compile("status page http://[^:]*:(\\d+)");
    /** Not 0, which is also what it is in its first second. */
    private static final Pattern THROUGHPUT =
            Pattern.compile("\"now\".*\"throughput\":\\s*0*[.0]*[1-9]", Pattern.DOTALL);

    private final Program program;
    private final HttpClient http = HttpClient.newHttpClient();
    private final int port;
    private final int serviceTwo;
    private final int statusPage;
    private final AtomicReference<String> failure = new AtomicReference<>("");
    private final Thread client;

    private AskedService(Program program) throws Exception {
        this.program = program;
        this.port = program.awaitPort("one");
        this.serviceTwo = program.awaitPort("two");
        program.await("status page ");
        Matcher page = PAGE.matcher(program.output());
        Assertions.assertTrue(page.find(), program.output());
        this.statusPage = Integer.parseInt(page.group(1));
        this.client = Thread.ofPlatform().daemon().name("client").start(this::askAgainAndAgain);
    }

    /** Returns when the service says how much it has answered. */
    static AskedService start() throws Exception {
        AskedService service = new AskedService(Program.script("run.sh", "loom", "--port", "0", "--service-two-port",
                "0", "--admin-port", "0"));
        Await.until("the service says how much it answers",
                () -> !service.failure.get().isEmpty() || THROUGHPUT.matcher(service.answer("/stats")).find());
        Assertions.assertEquals("", service.failure.get(), "the client");
        return service;
    }

    int port() {
        return port;
    }

    int statusPage() {
        return statusPage;
    }

    String serviceTwo() {
        return "127.0.0.1:" + serviceTwo;
    }

    HttpClient http() {
        return http;
    }

    private String answer(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + port + path);
        return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
    }

    private void askAgainAndAgain() {
        try {
            while (true) {
                answer("/rpc");
            }
        } catch (IOException e) {
            failure.set(e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // by close: nobody is to be asked any more
        }
    }

    /** Both services end by themselves, and so leave nothing. */
    @Override
    public void close() {
        client.interrupt();
        http.shutdownNow();
        try (program) {
            client.join();
            program.terminate().exitCode();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the program is killed, then
        }
    }
}
