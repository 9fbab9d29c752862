package lab.define;

import java.util.List;

/**
 * What a file may call the figures of a report. Repeated here because a file is read where nothing is known of
 * measurements: JudgementTest compares them with {@code experiment.statistics.Metric}.
 */
public final class MetricNames {
    public static final List<String> ALL = List.of("throughput", "mean latency", "p50 latency", "p90 latency",
            "p95 latency", "p99 latency", "p99.9 latency", "longest latency", "CPU time per request",
            "CPU time per request of all programs", "cores kept busy", "resident memory", "live heap",
            "operating system's threads", "virtual threads");

    private MetricNames() {
    }
}
