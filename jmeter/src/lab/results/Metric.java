package lab.results;

import java.util.Optional;
import java.util.function.ToDoubleFunction;
import lab.results.Run.Latency;
import load.jtl.Percentiles;

public enum Metric {
    THROUGHPUT("throughput", Figure.THROUGHPUT, "requests/s", run -> run.measured().throughput()),
    MEAN("mean latency", Double.NaN, Latency::mean),
    P50("p50 latency", 50, Latency::p50),
    P90("p90 latency", 90, Latency::p90),
    P95("p95 latency", 95, Latency::p95),
    P99("p99 latency", 99, Latency::p99),
    P999("p99.9 latency", 99.9, Latency::p999),
    MAX("longest latency", Double.NaN, Latency::max),
    CPU_PER_REQUEST("CPU time per request", Figure.CPU_TIME, "µs",
            run -> perRequest(run, 1e6 * run.measured().serviceSeconds())),
    CPU_OF_ALL("CPU time per request of all programs", Figure.CPU_TIME, "µs",
            run -> perRequest(run, 1e6 * run.measured().ownSeconds())),
    CORES("cores kept busy", Figure.CPU_TIME, "cores",
            run -> run.measured().serviceOne().cpuSeconds() / run.measured().seconds()),
    RSS("resident memory", Figure.MEMORY, "MiB", run -> mebibytes(run.measured().serviceOne().rss())),
    LIVE_HEAP("live heap", Figure.MEMORY, "MiB", run -> mebibytes(run.measured().jvm().heapLive())),
    THREADS("operating system's threads", Figure.MEMORY, "",
            run -> Run.known(run.measured().serviceOne().threads())),
    VIRTUAL_THREADS("virtual threads", Figure.MEMORY, "",
            run -> Run.known(run.measured().jvm().virtualThreads()));

    private final String label;
    private final Figure figure;
    private final String unit;
    private final double percent;
    private final long leastRequests;
    private final ToDoubleFunction<Run> value;

    Metric(String label, Figure figure, String unit, ToDoubleFunction<Run> value) {
        this.label = label;
        this.figure = figure;
        this.unit = unit;
        this.percent = Double.NaN;
        this.leastRequests = 0;
        this.value = value;
    }

    Metric(String label, double percent, ToDoubleFunction<Latency> part) {
        this.label = label;
        this.figure = percent == 50 ? Figure.P50 : Figure.P99;
        this.unit = "ms";
        this.percent = percent;
        this.leastRequests = Double.isNaN(percent) ? 1 : Percentiles.least(percent);
        this.value = run -> part.applyAsDouble(run.measured().requests().latency());
    }

    public String label() {
        return label;
    }

    public String unit() {
        return unit;
    }

    public Optional<Percentiles.Interval> interval(Run run) {
        return run.measured().requests().latency().intervals().stream().filter(each -> each.percent() == percent)
                .findFirst();
    }

    /** The mean latency has the validity of p99, because slow answers change both. */
    public Figure figure() {
        return figure;
    }

    public double of(Run run) {
        return run.isMeasured() && hasEnoughAnswers(run) ? value.applyAsDouble(run) : Double.NaN;
    }

    public long leastRequests() {
        return leastRequests;
    }

    public boolean hasEnoughAnswers(Run run) {
        return missingAnswers(run) == 0;
    }

    public long missingAnswers(Run run) {
        return Math.max(0, leastRequests - (leastRequests == 0 ? 0 : run.measured().requests().latencies()));
    }

    private static double perRequest(Run run, double total) {
        return run.measured().requests().answered() == 0 ? Double.NaN : total / run.measured().requests().answered();
    }

    private static double mebibytes(long bytes) {
        return Run.known(bytes) / (1024 * 1024);
    }
}
