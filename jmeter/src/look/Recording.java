package look;

import module java.base;
import common.commandline.Tool;
import experiment.Percentiles;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import load.RunFolder;
import load.install.FileTree;
import process.Executables;
import process.RunningService;
import text.Numbers;

/** {@code jfr}: records a service. Prints its requests and calls, which {@code jfr view} can only list, and views. */
record Recording(List<Timed> requests, List<Timed> calls) {
    /** If this process is killed, service one's JVM ends the recording this long after its planned end. */
    private static final int GRACE_SECONDS = 10;
    private static final List<String> STAGES =
            List.of("info", "authenticate", "authorize", "meetings");
    private static final List<String> VIEWS =
            List.of("cpu-load", "gc-pauses", "pinned-threads", "hot-methods");
    private static final String QUANTILES = "%9s %9s %9s";
    private static final String HEAD = QUANTILES.formatted("p50", "p99", "max");

    /**
     * Times are in nanoseconds.
     *
     * @param name a route and a status, or a stage
     */
    record Timed(String name, long duration, long queueWait, boolean onReusedConnection) {
        long withQueue() {
            return duration + queueWait;
        }
    }

    Recording() {
        this(new ArrayList<>(), new ArrayList<>());
    }

    static void run(RunningService service, int seconds, PrintStream out)
            throws IOException, InterruptedException {
        String name = service.isServiceOne() ? service.mode() : "" + service.pid();
        Path folder = RunFolder.create(Tool.repository(), "jfr-" + name).path();
        Path file = folder.resolve("recording.jfr");
        try {
            record(service, seconds, file, out);
        } finally {
            if (isEmpty(file)) {
                FileTree.delete(folder);
            }
        }
        if (service.isServiceOne()) {
            out.print(read(file).report());
        }
        for (String view : VIEWS) {
            out.print(Executables.runOfJdk("jfr", "view", view, file.toString()).output());
        }
        out.printf("""
                %npinned-threads has pins of 20 ms or more, and no blocking native calls, as in /pinned
                kept: %s%nmore: %s view, VisualVM or JDK Mission Control%n""", file, Executables.ofJdk("jfr"));
    }

    private static boolean isEmpty(Path file) throws IOException {
        return !Files.exists(file) || Files.size(file) == 0;
    }

    private static void record(RunningService service, int seconds, Path file, PrintStream out)
            throws IOException, InterruptedException {
        String name = "name=observe-" + ProcessHandle.current().pid();
        // Without a filename, the JVM would write the recording into the service's working directory.
        command(service, "Started recording", "JFR.start", name, "settings=profile",
                "duration=" + (seconds + GRACE_SECONDS) + "s", "filename=" + file);
        out.printf("%s: recording %d s …%n", service, seconds);
        if (hasEndedAfter(service, seconds)) {
            out.println("the service has ended");
        } else {
            command(service, "Stopped recording", "JFR.stop", name);
        }
        if (isEmpty(file)) {
            throw new IOException(service + " could not write " + file
                    + "; its output may say why");
        }
    }

    /** A service that ends writes its recording first. */
    private static boolean hasEndedAfter(RunningService service, int seconds) {
        Optional<ProcessHandle> process = ProcessHandle.of(service.pid());
        process.ifPresent(alive -> alive.onExit()
                .completeOnTimeout(alive, seconds, TimeUnit.SECONDS).join());
        return !process.map(ProcessHandle::isAlive).orElse(false);
    }

    /** jcmd's exit code is 0 even if the recorder refuses. */
    private static void command(RunningService service, String done, String... command)
            throws IOException, InterruptedException {
        String reply = Jdk.jcmd(service.pid(), command);
        if (!reply.contains(done)) {
            throw new IOException(service + ": " + command[0] + ": " + reply.strip());
        }
    }

    static Recording read(Path recording) throws IOException {
        Recording report = new Recording();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                report.add(file.readEvent());
            }
        }
        return report;
    }

    private void add(RecordedEvent event) {
        long nanos = event.getDuration().toNanos();
        switch (event.getEventType().getName()) {
            case "serviceone.Request" -> {
                String name = event.getString("route") + ' ' + event.getInt("status");
                requests.add(new Timed(name, nanos, event.getLong("queueWait"), false));
            }
            case "serviceone.Call" -> calls.add(new Timed(event.getString("stage"),
                    nanos, 0, event.getBoolean("reused")));
            default -> { }
        }
    }

    String report() {
        if (requests.isEmpty()) {
            return String.format("%nno request was answered; to generate load: ./run.sh jmeter closed-loop%n");
        }
        String found = String.format("%n%39s%-32s%s%n", "", "in service one, ms", "including the queue, ms")
                + String.format("%-28s %7s %s   %s%n", "requests by route", "count", HEAD, HEAD)
                + rows(requests, all -> "  " + quantiles(all, Timed::withQueue)) + """
                in service one: from the last byte of the request to the end of its answer. including the queue: plus
                its connection's wait in the queue. -: too few for a p99. Only requests that began and ended during the
                recording are counted, so the slowest are underrepresented unless it is much longer than they are.
                """;
        return calls.isEmpty() ? found
                : found + String.format("%n%-28s %7s %s %9s%n", "calls by stage, ms", "count", HEAD, "reused")
                + rows(calls, Recording::reused);
    }

    private static String rows(List<Timed> timed, Function<List<Timed>, String> last) {
        Map<String, List<Timed>> named = timed.stream().collect(Collectors.groupingBy(Timed::name,
                () -> new TreeMap<>(Comparator.<String>comparingInt(STAGES::indexOf)
                        .thenComparing(Comparator.naturalOrder())),
                Collectors.toList()));
        return named.entrySet().stream().map(each -> String.format("%-28s %,7d %s %s%n", each.getKey(),
                each.getValue().size(), quantiles(each.getValue(), Timed::duration), last.apply(each.getValue())))
                .collect(Collectors.joining());
    }

    private static String reused(List<Timed> all) {
        double reused = all.stream().filter(Timed::onReusedConnection).count();
        return String.format("%9s", Numbers.percent(reused / all.size()));
    }

    /** In milliseconds. */
    static String quantiles(List<Timed> all, ToLongFunction<Timed> nanos) {
        long[] sorted = all.stream().mapToLong(nanos).sorted().toArray();
        boolean hasTail = sorted.length >= Percentiles.least(99);
        return QUANTILES.formatted(quantile(sorted, 50),
                hasTail ? quantile(sorted, 99) : "-", quantile(sorted, 100));
    }

    private static String quantile(long[] sorted, double percent) {
        return String.format("%.1f", Percentiles.of(sorted, percent) / 1e6);
    }
}
