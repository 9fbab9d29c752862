package serviceone.trace;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * {@code ./run.sh trace}: starts each mode in turn, and prints side by side what a stack trace and what a thread dump
 * show of a request in it. Runs on the main thread; ends whatever it starts.
 */
public final class Trace {
    private static final List<String> MODES = List.of("pool", "loom", "async");
    private static final String USAGE = """
            usage: ./run.sh trace

            Starts each mode in turn on free ports, and prints side by side
              - the stack trace of a request that fails in the last of four nested calls (GET /trace),
              - what a thread dump shows of a request that waits (jcmd PID Thread.dump_to_file).
            """;

    private static final long IN_ITS_THIRD_CALL = 550;
    private static final Pattern FRAME =
            Pattern.compile(".*?\\bat (?:[^/ ]*/)*(?:[a-z0-9_]+\\.)*(?<name>[A-Z][^(]*)\\([^:)]*(?::(?<line>\\d+))?\\)");

    private final Path repository;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Columns traces = new Columns();
    private final Columns dumps = new Columns();

    private Trace(Path repository) {
        this.repository = repository;
    }

    public static void main(String[] arguments) throws Exception {
        boolean help = arguments.length == 1 && List.of("--help", "-h").contains(arguments[0]);
        if (arguments.length > 0) {
            (help ? System.out : System.err).print(help ? USAGE : "trace takes no arguments\n" + USAGE);
            System.exit(help ? 0 : 1);
        }
        new Trace(Path.of(System.getProperty("repository", "."))).run();
    }

    private void run() throws Exception {
        try (client; Program two = new Program(repository, "service-two", "servicetwo.ServiceTwo", "--port", "0")) {
            for (String mode : MODES) {
                try (Program one = new Program(repository, "service-one", "serviceone.ServiceOne", mode, "--port", "0",
                        "--service-two", two.address())) {
                    traces.add(mode, shortened(get(one, "/trace").get().body()));
                    dumps.add(mode, waitingStack(one));
                }
            }
        }
        print();
    }

    private CompletableFuture<HttpResponse<String>> get(Program one, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + one.address() + path)).header("Authorization", "token").build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    private void print() {
        System.out.println("A request fails in the last of four nested calls. The log shows (" + StackText.MARK.strip() + " the request's own code):\n");
        System.out.println(traces);
        System.out.println("Notice: on a thread of its own, pooled or virtual, the trace tells the whole way to the failure."
                + " In async it begins at the event loop: who asked for that call is not in it.\n");
        System.out.println("A request waits for its third call. A thread dump (jcmd PID Thread.dump_to_file FILE) shows:\n");
        System.out.println(dumps);
        System.out.println("Notice: the thread that waits tells what it waits for, also as a virtual thread."
                + " In async nothing waits but the loop: of the request, the dump shows nothing.");
    }

    /**
     * The stack of the thread that serves a waiting request: of the event loops, the one that sleeps, for want of any.
     * After {@link #IN_ITS_THIRD_CALL} the request waits for its authorisation, from 383 to 716 ms.
     */
    private List<String> waitingStack(Program one) throws Exception {
        var answer = get(one, "/meetings");
        Thread.sleep(IN_ITS_THIRD_CALL);
        Path file = Files.createTempFile("threads", ".txt");
        try {
            one.jcmd("Thread.dump_to_file", "-overwrite", file.toString());
            answer.get();
            return Stream.of(Files.readString(file).split("\n\n"))
                    .filter(thread -> thread.contains("BlockingMeetings.answer") || thread.contains("EventLoop.run"))
                    .findFirst().map(Trace::shortened).orElse(List.of("(its thread was not found)"));
        } finally {
            Files.delete(file);
        }
    }

    /** Frames as {@code Class.method:line}, without packages and modules: three of them fit beside each other. */
    private static List<String> shortened(String stack) {
        return stack.lines().filter(line -> !line.strip().startsWith("- ")).map(Trace::shortenedLine).toList();
    }

    private static String shortenedLine(String line) {
        Matcher frame = FRAME.matcher(line);
        if (frame.matches()) {
            String mark = line.startsWith(StackText.MARK) ? StackText.MARK : "    ";
            return mark + frame.group("name") + (frame.group("line") == null ? "" : ":" + frame.group("line"));
        }
        return line.replaceAll(" \\d{4}-\\d\\d-\\d\\dT.*", "");      // the time, in a dump's title of a thread
    }
}
