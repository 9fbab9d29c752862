package serviceone.observe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import serviceone.meter.Stage;

/** The requests and calls of a recording as two tables: {@code jfr view} has none for a program's own events. */
final class RecordingReport {
    private static final String REQUEST = "serviceone.Request";
    private static final String CALL = "serviceone.Call";

    /** What is kept of a request or call; times in nanoseconds, the CPU's below 0 where it is not known. */
    private record Timed(long duration, long queueWait, long cpu, boolean reused) {
        static Timed request(RecordedEvent event) {
            return new Timed(event.getDuration().toNanos(), event.getLong("queueWait"), event.getLong("cpuTime"),
                    false);
        }

        static Timed call(RecordedEvent event) {
            return new Timed(event.getDuration().toNanos(), 0, -1, event.getBoolean("reused"));
        }
    }

    private final Map<String, List<Timed>> requests = new TreeMap<>();           // by route and status
    private final Map<String, List<Timed>> calls = new LinkedHashMap<>();        // by stage, in a request's order

    private RecordingReport() {
        for (Stage stage : Stage.values()) {
            calls.put(stage.label(), new ArrayList<>());
        }
    }

    /** @throws IOException if the file cannot be read */
    static String of(Path recording) throws IOException {
        RecordingReport report = new RecordingReport();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                report.add(file.readEvent());
            }
        }
        return report.text();
    }

    private void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case REQUEST -> requests.computeIfAbsent(event.getString("route") + ' ' + event.getInt("status"),
                    _ -> new ArrayList<>()).add(Timed.request(event));
            case CALL -> calls.computeIfAbsent(event.getString("stage"), _ -> new ArrayList<>()).add(Timed.call(event));
            default -> { }
        }
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        text.append(String.format("%n%-28s %9s %11s %11s %11s %14s %12s%n", "requests by route", "count", "p50 ms",
                "p99 ms", "max ms", "mean queue ms", "mean CPU µs"));
        requests.forEach((name, all) -> text.append(String.format("%-28s %s %s%n", name, durations(all), costs(all))));
        calls.values().removeIf(List::isEmpty);
        text.append(String.format("%n%-28s %9s %11s %11s %11s %15s%n", "calls by stage", "count", "p50 ms", "p99 ms",
                "max ms", "reused"));
        calls.forEach((name, all) -> text.append(String.format("%-28s %s %13.1f %%%n", name, durations(all),
                100.0 * all.stream().filter(Timed::reused).count() / all.size())));
        return text.toString();
    }

    /** Count and the durations' median, 99th percentile (nearest rank) and maximum, in milliseconds. */
    private static String durations(List<Timed> all) {
        long[] sorted = all.stream().mapToLong(Timed::duration).sorted().toArray();
        return String.format("%,9d %11.1f %11.1f %11.1f", sorted.length, quantile(sorted, 0.5), quantile(sorted, 0.99),
                quantile(sorted, 1));
    }

    private static double quantile(long[] sorted, double part) {
        return sorted[Math.max(0, (int) Math.ceil(part * sorted.length) - 1)] / 1e6;
    }

    private static String costs(List<Timed> all) {
        double queueMillis = all.stream().mapToLong(Timed::queueWait).average().orElse(0) / 1e6;
        var cpuNanos = all.stream().mapToLong(Timed::cpu).filter(nanos -> nanos >= 0).average();
        String cpuMicros = cpuNanos.isPresent() ? String.format("%.0f", cpuNanos.getAsDouble() / 1e3) : "N/A";
        return String.format("%14.1f %12s", queueMillis, cpuMicros);
    }
}
