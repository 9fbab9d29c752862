package look;

import module java.base;
import common.commandline.Tool;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import load.RunFolder;
import process.RunningService;
import load.install.FileTree;
import process.Executables;
import text.Numbers;

/** {@code jfr}: records a service, and prints a summary. */
final class Recording {
    /** If this process is killed, service one's JVM ends the recording this long after its planned end. */
    private static final int GRACE_SECONDS = 10;
    private static final List<String> STAGES = List.of("info", "authenticate", "authorize", "meetings");
    private static final String QUANTILES = String.format("%9s %9s %9s", "p50", "p99", "max");
    /** With fewer values, the 99th percentile is the maximum. */
    private static final int FEWEST_FOR_P99 = 100;
    /** With fewer samples, a method's share is uncertain by more than a third. */
    private static final long FEWEST_SAMPLES = 10;
    private static final int METHODS_SHOWN = 5;
    private static final String NONE = "-";
    private static final String JVM_LINE = "%-16s %s%n";

    /** Times are in nanoseconds. The CPU time is negative if unknown. */
    record Timed(long duration, long queueWait, long cpu, boolean onReusedConnection) {
    }

    final Map<String, List<Timed>> requests = new TreeMap<>();           // by route and status
    final Map<String, List<Timed>> calls = new LinkedHashMap<>();        // by stage
    final DoubleSummaryStatistics cpu = new DoubleSummaryStatistics();
    final DoubleSummaryStatistics machine = new DoubleSummaryStatistics();
    final LongSummaryStatistics pauseNanos = new LongSummaryStatistics();
    final LongSummaryStatistics pinnedNanos = new LongSummaryStatistics();
    final Map<String, Long> samples = new TreeMap<>();   // by method
    final Map<String, Long> pins = new TreeMap<>();      // by method

    Recording() {
        STAGES.forEach(stage -> calls.put(stage, new ArrayList<>()));
    }

    static void run(RunningService service, int seconds, PrintStream out) throws IOException, InterruptedException {
        String name = "jfr-" + (service.isServiceOne() ? service.mode() : service.pid());
        Path folder = RunFolder.create(Tool.repository(), name).path();
        Path file = folder.resolve("recording.jfr");
        try {
            record(service, seconds, file, out);
        } finally {
            if (!Files.exists(file) || Files.size(file) == 0) {
                FileTree.delete(folder);
            }
        }
        out.print(read(file).report(service.isServiceOne()));
        out.printf("%nkept: %s%nmore: %s view hot-methods FILE, other views, VisualVM or JDK Mission Control%n", file,
                Executables.ofJdk("jfr"));
    }

    private static void record(RunningService service, int seconds, Path file, PrintStream out)
            throws IOException, InterruptedException {
        String name = "observe-" + ProcessHandle.current().pid();
        // Without a filename, the JVM would write the recording into the service's working directory.
        command(service, "Started recording", "JFR.start", "name=" + name, "settings=profile",
                "duration=" + (seconds + GRACE_SECONDS) + "s", "filename=" + file);
        out.printf("%s: recording %d s …%n", service, seconds);
        if (hasEndedAfter(service, seconds)) {
            out.println("the service has ended");
        } else {
            command(service, "Stopped recording", "JFR.stop", "name=" + name);
        }
        if (!Files.exists(file) || Files.size(file) == 0) {
            throw new IOException(service + " could not write " + file + "; its output may say why");
        }
    }

    /** A service that ends writes its recording first. */
    private static boolean hasEndedAfter(RunningService service, int seconds) {
        Optional<ProcessHandle> process = ProcessHandle.of(service.pid());
        process.ifPresent(alive -> alive.onExit().completeOnTimeout(alive, seconds, TimeUnit.SECONDS).join());
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

    String report(boolean isServiceOne) {
        return isServiceOne ? text() : jvm();
    }

    private void add(RecordedEvent event) {
        long nanos = event.getDuration().toNanos();
        switch (event.getEventType().getName()) {
            case "serviceone.Request" -> requests.computeIfAbsent(event.getString("route") + ' '
                    + event.getInt("status"), _ -> new ArrayList<>())
                    .add(new Timed(nanos, event.getLong("queueWait"), event.getLong("cpuTime"), false));
            case "serviceone.Call" -> calls.computeIfAbsent(event.getString("stage"), _ -> new ArrayList<>())
                    .add(new Timed(nanos, 0, -1, event.getBoolean("reused")));
            case "jdk.CPULoad" -> {
                cpu.accept(event.getDouble("jvmUser") + event.getDouble("jvmSystem"));
                machine.accept(event.getDouble("machineTotal"));
            }
            case "jdk.GCPhasePause" -> pauseNanos.accept(nanos);
            case "jdk.VirtualThreadPinned" -> {
                pinnedNanos.accept(nanos);
                count(event, Jdk::isOfApplication, pins);
            }
            case "jdk.ExecutionSample" -> count(event, _ -> true, samples);
            default -> { }
        }
    }

    private static void count(RecordedEvent event, Predicate<String> type, Map<String, Long> counts) {
        if (event.getStackTrace() != null) {
            event.getStackTrace().getFrames().stream().map(RecordedFrame::getMethod)
                    .filter(method -> type.test(method.getType().getName())).findFirst().ifPresent(top ->
                    counts.merge(top.getType().getName() + '.' + top.getName(), 1L, Long::sum));
        }
    }

    private String text() {
        calls.values().removeIf(List::isEmpty);
        if (requests.isEmpty()) {
            return String.format("%nno request was answered; to generate load: ./run.sh jmeter closed-loop%n%n%s",
                    jvm());
        }
        return requests() + (calls.isEmpty() ? "" : calls()) + System.lineSeparator() + jvm();
    }

    private String requests() {
        StringBuilder text = new StringBuilder();
        text.append(String.format("%n%39s%-32s%s%n", "", "in service one, ms", "including the queue, ms"));
        text.append(String.format("%-28s %7s %s   %s %8s%n", "requests by route", "count", QUANTILES, QUANTILES,
                "CPU µs"));
        requests.forEach((name, all) -> text.append(String.format("%-28s %,7d %s   %s %8s%n", name, all.size(),
                quantiles(nanos(all, Timed::duration)), quantiles(nanos(all, each -> each.duration + each.queueWait)),
                meanMicros(nanos(all, Timed::cpu)))));
        return text.append(String.format("""
                in service one: from the last byte of the request to the end of its answer. including the queue: plus
                its connection's wait in the queue. -: too few for a p99. CPU is the mean, known only in
                pool. Only requests that began and ended during the recording are counted, so the slowest are
                underrepresented unless it is much longer than they are.%n""")).toString();
    }

    private String calls() {
        StringBuilder text = new StringBuilder();
        text.append(String.format("%n%-28s %7s %s %9s%n", "calls by stage, ms", "count", QUANTILES, "reused"));
        calls.forEach((name, all) -> text.append(String.format("%-28s %,7d %s %9s%n", name, all.size(),
                quantiles(nanos(all, Timed::duration)),
                Numbers.percent((double) all.stream().filter(Timed::onReusedConnection).count() / all.size()))));
        return text.toString();
    }

    private static long[] nanos(List<Timed> all, ToLongFunction<Timed> nanos) {
        return all.stream().mapToLong(nanos).toArray();
    }

    /** The text is in milliseconds. */
    static String quantiles(long... nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return String.format("%9s %9s %9s", quantile(0.5, sorted),
                sorted.length < FEWEST_FOR_P99 ? NONE : quantile(0.99, sorted), quantile(1, sorted));
    }

    private static String quantile(double part, long... sorted) {
        return sorted.length == 0 ? NONE
                : String.format("%.1f", sorted[Math.max(0, (int) Math.ceil(part * sorted.length) - 1)] / 1e6);
    }

    /** Ignores negative values: they stand for unknown. */
    static String meanMicros(long... nanos) {
        var mean = Arrays.stream(nanos).filter(each -> each >= 0).average();
        return mean.isPresent() ? String.format("%.0f", mean.getAsDouble() / 1e3) : NONE;
    }

    private String jvm() {
        String used = cpu.getCount() == 0 ? "not in the recording: it is sampled once a second" : String.format(
                "it used %s of all cores on average, %s at most; the whole machine %s",
                Numbers.percent(cpu.getAverage()), Numbers.percent(cpu.getMax()),
                Numbers.percent(machine.getAverage()));
        return String.format(JVM_LINE, "CPU", used) + String.format(JVM_LINE, "GC pauses", sum(pauseNanos, "none"))
                + String.format(JVM_LINE, "pinned threads", sum(pinnedNanos, "none for 20 ms or more (the JDK does not "
                + "see blocking native calls, as in /pinned)"))
                + pins.entrySet().stream().map(each -> String.format("%,26d  %s%n", each.getValue(), each.getKey()))
                .collect(Collectors.joining())
                + String.format("%-16s %s", "hot methods", hot(samples));
    }

    private static String sum(LongSummaryStatistics nanos, String none) {
        return nanos.getCount() == 0 ? none : String.format("%,d, %.1f ms in all, the longest %.1f ms",
                nanos.getCount(), nanos.getSum() / 1e6, nanos.getMax() / 1e6);
    }

    static String hot(Map<String, Long> samples) {
        long all = samples.values().stream().mapToLong(each -> each).sum();
        long most = samples.values().stream().mapToLong(each -> each).max().orElse(0);
        if (most < FEWEST_SAMPLES) {
            return String.format("too few samples to say: %,d, and no method has more than %,d of them%n", all, most);
        }
        StringBuilder text = new StringBuilder(String.format("the most frequent of %,d samples%n", all));
        samples.entrySet().stream().filter(each -> each.getValue() >= FEWEST_SAMPLES)
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())).limit(METHODS_SHOWN)
                .forEach(each -> text.append(String.format("  %,9d %7s  %s%n", each.getValue(),
                        Numbers.percent((double) each.getValue() / all), each.getKey())));
        return text.toString();
    }
}
