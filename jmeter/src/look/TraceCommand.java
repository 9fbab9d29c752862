package look;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import serviceone.meter.Mode;
import serviceone.meter.ServiceThread;
import serviceone.routes.StackText;

/**
 * {@code trace}: starts each mode in turn, and prints side by side what a stack trace and what a thread dump show of a
 * request in it. Runs on the main thread; ends whatever it starts.
 */
final class TraceCommand {
    /** Service two keeps this user's request waiting in the last call, until service one gives it up after 10 s. */
    private static final String WAITS = "late";
    private static final String IN_THE_LAST_CALL = "\"meetings\":1";      // in /stats
    private static final long POLL_MILLIS = 20;

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Columns traces = new Columns();
    private final Columns dumps = new Columns();

    private static final String LOOP = '"' + ServiceThread.EVENT_LOOP.prefix();

    static void run(PrintStream out) throws IOException, InterruptedException {
        new TraceCommand().show(out);
    }

    private void show(PrintStream out) throws IOException, InterruptedException {
        try (client; StartedService two = new StartedService("service-two", "servicetwo.ServiceTwo",
                "--delay", "0", "--stage-delay", "0")) {
            for (Mode mode : Mode.values()) {
                try (StartedService one = new StartedService("service-one", "serviceone.ServiceOne", mode.label(),
                        "--service-two", two.address(), "--drain-timeout", "0")) {
                    traces.add(mode.label(), shortened(get(one, "/trace", "token").join().body()));
                    dumps.add(mode.label(), waitingStack(one));
                }
            }
        }
        print(out);
    }

    private CompletableFuture<HttpResponse<String>> get(StartedService one, String path, String token) {
        URI uri = URI.create("http://" + one.address() + path);
        HttpRequest request = HttpRequest.newBuilder(uri).header("Authorization", token).build();
        return client.sendAsync(request, BodyHandlers.ofString());
    }

    /** The stack of the thread that serves a waiting request; in {@code async}, which has none, an event loop's. */
    private List<String> waitingStack(StartedService one) throws IOException, InterruptedException {
        var answer = get(one, "/meetings", WAITS);
        while (!answer.isDone() && !get(one, "/stats", WAITS).join().body().contains(IN_THE_LAST_CALL)) {
            Thread.sleep(POLL_MILLIS);
        }
        Path file = Files.createTempFile("threads", ".txt");
        try {
            Jdk.jcmd(one.pid(), "Thread.dump_to_file", "-overwrite", file.toString());
            return Stream.of(Files.readString(file).split("\n\n"))
                    .filter(thread -> thread.contains("BlockingMeetings.answer") || thread.contains(LOOP))
                    .findFirst().map(TraceCommand::shortened).orElse(List.of("(its thread was not found)"));
        } finally {
            Files.delete(file);
        }
    }

    /** Without the lines about locks. */
    private static List<String> shortened(String stack) {
        return stack.lines().filter(line -> !line.strip().startsWith("- ")).map(TraceCommand::shortenedLine).toList();
    }

    private static String shortenedLine(String line) {
        String mark = line.startsWith(StackText.MARK) ? StackText.MARK : " ".repeat(StackText.MARK.length());
        return Frame.of(line).map(frame -> mark + frame.inShort())
                .orElseGet(() -> line.replaceAll(" \\d{4}-\\d\\d-\\d\\dT.*", ""));      // the time, in a thread's title
    }

    private void print(PrintStream out) {
        out.println("A request fails in the last of four nested calls. The log shows (" + StackText.MARK.strip()
                + " the request's own code):\n\n" + traces);
        out.println("Notice: on a thread of its own, pooled or virtual, the trace tells the whole way to the failure."
                + " In async it begins at the event loop: who asked for that call is not in it.\n");
        out.println("A request waits for its last call. A dump (jcmd PID Thread.dump_to_file FILE) shows:\n\n" + dumps);
        out.println("Notice: the thread that waits tells what it waits for, also as a virtual thread."
                + " In async nothing waits but the loop: of the request, the dump shows nothing.");
    }
}
