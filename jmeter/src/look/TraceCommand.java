package look;

import module java.base;
import common.commandline.Tool;
import common.http.HttpText;
import common.mode.Mode;
import common.mode.ServiceThread;
import look.Jdk.Frame;
import process.Child;
import process.Executables;

/** {@code trace}: shows a request's stack traces and thread dumps in all modes side by side. */
final class TraceCommand {
    /** Marks the request's own code. */
    private static final String MARK = "--> ";
    /** Service two never answers the last call for this token's user. */
    private static final String LATE_TOKEN = "late";
    private static final String IN_THE_LAST_CALL = "\"meetings\":1";      // in /stats
    private static final long POLL_MILLIS = 20;
    private static final int TIMEOUT_MILLIS = 20_000;
    private static final int SECONDS_TO_START = 30;
    private static final int COLUMN_WIDTH = 140 / Mode.values().length;

    private TraceCommand() {
    }

    static void run(PrintStream out) throws IOException, InterruptedException {
        Map<String, List<String>> traces = new LinkedHashMap<>();      // by mode
        Map<String, List<String>> dumps = new LinkedHashMap<>();
        Path log = Files.createTempFile("trace", ".log");
        try (Child two = start("service-two", "servicetwo.ServiceTwo", log,
                "--delay", "0", "--stage-delay", "0")) {
            String serviceTwo = two.awaitAddress(SECONDS_TO_START);
            for (String mode : Mode.labels()) {
                try (Child one = start("service-one", "serviceone.ServiceOne", log, mode,
                        "--service-two", serviceTwo, "--shutdown-timeout", "0")) {
                    String address = one.awaitAddress(SECONDS_TO_START);
                    traces.put(mode, shortened(get(address, "/trace", "token")));
                    dumps.put(mode, waitingStack(one.pid(), address));
                }
            }
        } finally {
            Files.delete(log);
        }
        out.print(text(traces, dumps));
    }

    private static Child start(String module, String mainClass, Path log, String... arguments)
            throws IOException {
        Path repository = Tool.repository();
        List<String> command = Executables.javaCommand(
                "@" + repository.resolve(module + "/jvm-options"),
                "-cp", repository.resolve(".build/" + module + ".jar").toString(), mainClass);
        command.addAll(List.of(arguments));
        command.addAll(List.of("--port", "0", "--until-stdin-closes"));
        return Child.start(module, command, log);
    }

    private static String get(String address, String path, String token) throws IOException {
        return HttpText.getAny(URI.create("http://" + address + path), TIMEOUT_MILLIS,
                Map.of("Authorization", token));
    }

    /** A waiting request's stack, or in {@code async} an event loop's. */
    private static List<String> waitingStack(long pid, String address)
            throws IOException, InterruptedException {
        FutureTask<String> answer = new FutureTask<>(() -> get(address, "/meetings", LATE_TOKEN));
        Thread.startVirtualThread(answer);
        while (!answer.isDone() && !get(address, "/stats", LATE_TOKEN).contains(IN_THE_LAST_CALL)) {
            Thread.sleep(POLL_MILLIS);
        }
        return waitingStack(Jdk.threadDump(pid, "plain"));
    }

    static List<String> waitingStack(String dump) {
        return Stream.of(dump.split("\n\n"))
                .filter(thread -> thread.contains("BlockingMeetings.answer")
                        || thread.contains('"' + ServiceThread.EVENT_LOOP.prefix()))
                .findFirst().map(TraceCommand::shortened)
                .orElse(List.of("(the request's thread was not found)"));
    }

    static List<String> shortened(String stack) {
        return stack.lines().filter(line -> !line.strip().startsWith("- "))
                .map(TraceCommand::shortenedLine).toList();
    }

    private static String shortenedLine(String line) {
        String mark = line.startsWith(MARK) ? MARK : " ".repeat(MARK.length());
        return Frame.of(line).map(frame -> mark + frame.shortened())
                .orElseGet(() -> line.replaceAll(" \\d{4}-\\d\\d-\\d\\dT.*", ""));
    }

    /** @param traces by mode, like the dumps */
    static String text(Map<String, List<String>> traces, Map<String, List<String>> dumps) {
        return """
                A request fails in the last of four nested calls. The log shows (%s marks the request's own code):

                %s
                Notice: if the request has its own thread, the trace shows the whole path to the failure. In \
                async, the trace begins at the event loop, and does not show where the call came from.

                A request waits for its last call. A dump (jcmd PID Thread.dump_to_file FILE) shows:

                %s
                Notice: the stack of a waiting thread shows what it waits for, even if the thread is virtual. \
                In async, only the event loop waits, and the dump shows nothing of the request.
                """.formatted(MARK.strip(), sideBySide(traces), sideBySide(dumps));
    }

    private static String sideBySide(Map<String, List<String>> columns) {
        List<List<String>> all = columns.entrySet().stream()
                .map(column -> column(column.getKey(), column.getValue()))
                .toList();
        int height = all.stream().mapToInt(List::size).max().orElse(0);
        return IntStream.range(0, height).mapToObj(row -> row(all, row))
                .collect(Collectors.joining());
    }

    private static List<String> column(String title, List<String> lines) {
        return Stream.concat(Stream.of(title, "-".repeat(title.length())), lines.stream()).toList();
    }

    private static String row(List<List<String>> columns, int row) {
        return columns.stream()
                .map(column -> row < column.size() ? column.get(row) : "")
                .map(TraceCommand::fitting)
                .collect(Collectors.joining("   ")).stripTrailing() + '\n';
    }

    private static String fitting(String line) {
        return line.length() > COLUMN_WIDTH ? line.substring(0, COLUMN_WIDTH - 1) + '…'
                : line + " ".repeat(COLUMN_WIDTH - line.length());
    }
}
