package look;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import serviceone.meter.Stage;

/**
 * What is worth reading in a recording: the requests and calls as two tables, because {@code jfr view} has none for a
 * program's own events, and some lines about the JVM. Used by one thread.
 */
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

    private final JvmReport jvm = new JvmReport();

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
            default -> jvm.add(event);
        }
    }

    private String text() {
        calls.values().removeIf(List::isEmpty);
        if (requests.isEmpty()) {
            return String.format("%nno request was answered meanwhile; for a load: ./run.sh jmeter closed-loop%n%n%s",
                    jvm);
        }
        return requests() + (calls.isEmpty() ? "" : calls()) + System.lineSeparator() + jvm;
    }

    private String requests() {
        StringBuilder text = new StringBuilder();
        text.append(String.format("%n%39s%-32s%s%n", "", "in service one, ms", "with the queue before it, ms"));
        text.append(String.format("%-28s %7s %s   %s %8s%n", "requests by route", "count", Durations.HEADER,
                Durations.HEADER, "CPU µs"));
        requests.forEach((name, all) -> text.append(String.format("%-28s %,7d %s   %s %8s%n", name, all.size(),
                durations(all, Timed::duration), durations(all, each -> each.duration + each.queueWait),
                durations(all, Timed::cpu).meanMicros())));
        return text.append(String.format("""
                in service one: from the request's last byte until its answer is sent; with the queue: and what its
                connection had waited there with it. -: too few for a p99; CPU is the mean, which only pool can
                tell.%n""")).toString();
    }

    private String calls() {
        StringBuilder text = new StringBuilder();
        text.append(String.format("%n%-28s %7s %s %9s%n", "calls by stage, ms", "count", Durations.HEADER, "reused"));
        calls.forEach((name, all) -> text.append(String.format("%-28s %,7d %s %7.1f %%%n", name, all.size(),
                durations(all, Timed::duration), 100.0 * all.stream().filter(Timed::reused).count() / all.size())));
        return text.toString();
    }

    private static Durations durations(List<Timed> all, ToLongFunction<Timed> nanos) {
        return new Durations(all.stream().mapToLong(nanos));
    }
}
