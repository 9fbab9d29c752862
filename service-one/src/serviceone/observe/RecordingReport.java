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
import serviceone.calls.Stage;

/** The requests and calls of a recording as two tables: {@code jfr view} has none for a program's own events. */
final class RecordingReport {
    private static final String REQUEST = "serviceone.Request";
    private static final String CALL = "serviceone.Call";

    /** Requests of one route and status, or calls of one stage. */
    private static final class Group {
        private final List<Long> durations = new ArrayList<>();
        private long queueWait;
        private long cpu;
        private long withCpu;
        private long reused;

        void addRequest(RecordedEvent event) {
            durations.add(event.getDuration().toNanos());
            queueWait += event.getLong("queueWait");
            if (event.getLong("cpuTime") >= 0) {
                cpu += event.getLong("cpuTime");
                withCpu++;
            }
        }

        void addCall(RecordedEvent event) {
            durations.add(event.getDuration().toNanos());
            reused += event.getBoolean("reused") ? 1 : 0;
        }

        /** Count and the durations' median, 99th percentile (nearest rank) and maximum, in milliseconds. */
        String durations() {
            long[] sorted = durations.stream().mapToLong(Long::longValue).sorted().toArray();
            return String.format("%,9d %11.1f %11.1f %11.1f", sorted.length, quantile(sorted, 0.5),
                    quantile(sorted, 0.99), quantile(sorted, 1));
        }

        private static double quantile(long[] sorted, double part) {
            return sorted[Math.max(0, (int) Math.ceil(part * sorted.length) - 1)] / 1e6;
        }

        String requestLine() {
            String cpuMicros = withCpu == 0 ? "N/A" : String.format("%.0f", cpu / 1e3 / withCpu);
            return durations() + String.format(" %14.1f %12s", queueWait / 1e6 / durations.size(), cpuMicros);
        }

        String callLine() {
            return durations() + String.format(" %13.1f %%", 100.0 * reused / durations.size());
        }
    }

    private final Map<String, Group> requests = new TreeMap<>();
    private final Map<String, Group> calls = new LinkedHashMap<>();      // in the order in which a request makes them

    private RecordingReport() {
        for (Stage stage : Stage.values()) {
            calls.put(stage.label(), new Group());
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
            case REQUEST -> group(requests, event.getString("route") + ' ' + event.getInt("status")).addRequest(event);
            case CALL -> group(calls, event.getString("stage")).addCall(event);
            default -> { }
        }
    }

    private static Group group(Map<String, Group> groups, String name) {
        return groups.computeIfAbsent(name, unused -> new Group());
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        text.append(String.format("%n%-28s %9s %11s %11s %11s %14s %12s%n", "requests by route", "count", "p50 ms",
                "p99 ms", "max ms", "mean queue ms", "mean CPU µs"));
        requests.forEach((name, group) -> text.append(String.format("%-28s %s%n", name, group.requestLine())));
        calls.values().removeIf(group -> group.durations.isEmpty());
        text.append(String.format("%n%-28s %9s %11s %11s %11s %15s%n", "calls by stage", "count", "p50 ms",
                "p99 ms", "max ms", "reused"));
        calls.forEach((name, group) -> text.append(String.format("%-28s %s%n", name, group.callLine())));
        return text.toString();
    }
}
