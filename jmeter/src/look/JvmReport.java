package look;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;

/**
 * What a recording tells of the JVM, in a few lines: {@code jfr view} prints a page for each. Used by the thread that
 * reads a recording.
 */
final class JvmReport {
    private static final String LINE = "%-16s %s%n";

    private final List<Double> cpu = new ArrayList<>();          // of all cores, from 0 to 1: service one's
    private final List<Double> machine = new ArrayList<>();      // and everybody's
    private final List<Duration> pauses = new ArrayList<>();
    private final List<Duration> pinned = new ArrayList<>();
    private final HotMethods methods = new HotMethods();

    void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.CPULoad" -> {
                cpu.add(event.getDouble("jvmUser") + event.getDouble("jvmSystem"));
                machine.add(event.getDouble("machineTotal"));
            }
            case "jdk.GCPhasePause" -> pauses.add(event.getDuration());
            case "jdk.VirtualThreadPinned" -> pinned.add(event.getDuration());
            case "jdk.ExecutionSample" -> addSample(event);
            default -> { }
        }
    }

    private void addSample(RecordedEvent event) {
        if (event.getStackTrace() != null && !event.getStackTrace().getFrames().isEmpty()) {
            RecordedFrame top = event.getStackTrace().getFrames().getFirst();
            methods.add(top.getMethod().getType().getName() + '.' + top.getMethod().getName());
        }
    }

    @Override
    public String toString() {
        String used = cpu.isEmpty() ? "not in the recording: it is looked at once a second" : String.format(
                "service one used %.1f %% of all cores on average, %.1f %% at most; the whole machine %.1f %%",
                100 * average(cpu), 100 * cpu.stream().mapToDouble(Double::doubleValue).max().orElse(0),
                100 * average(machine));
        return String.format(LINE, "CPU", used) + String.format(LINE, "GC pauses", text(pauses, "none"))
                + String.format(LINE, "pinned threads", text(pinned, "none of 20 ms or more (in native calls, as in "
                + "/pinned, the JDK does not see them)")) + String.format("%-16s %s", "hot methods", methods);
    }

    private static double average(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    private static String text(List<Duration> all, String none) {
        double millis = all.stream().mapToLong(Duration::toNanos).sum() / 1e6;
        double longest = all.stream().mapToLong(Duration::toNanos).max().orElse(0) / 1e6;
        return all.isEmpty() ? none
                : String.format("%,d, %.1f ms in all, the longest %.1f ms", all.size(), millis, longest);
    }
}
