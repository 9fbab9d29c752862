package experiment.statistics;

import java.util.function.ToDoubleFunction;

/** One figure of a run that contenders are compared by: its name, its unit, and where it comes from. */
public enum Metric {
    THROUGHPUT("throughput", "requests/s", run -> run.measured().throughput()),
    MEAN("mean latency", 1, Latency::mean),
    P50("p50 latency", 1, Latency::p50),
    P90("p90 latency", 10, Latency::p90),
    P95("p95 latency", 20, Latency::p95),
    P99("p99 latency", 100, Latency::p99),
    P999("p99.9 latency", 1000, Latency::p999),
    MAX("longest latency", 1, Latency::max),
    CPU_PER_REQUEST("CPU time per request", "µs",
            run -> 1e6 * perRequest(run, run.measured().serviceOne().cpuSeconds())),
    CPU_OF_ALL("CPU time per request of all programs", "µs",
            run -> 1e6 * perRequest(run, run.measured().cpuOfAllPerRequest() * run.measured().requests().answered())),
    CORES("cores kept busy", "cores", run -> run.measured().serviceOne().cpuSeconds() / run.measured().seconds()),
    RSS("resident memory", "MiB", run -> mebibytes(run.measured().serviceOne().rss())),
    LIVE_HEAP("live heap", "MiB", run -> mebibytes(run.measured().jvm().heapLive())),
    THREADS("operating system's threads", "", run -> Numbers.known(run.measured().serviceOne().threads())),
    VIRTUAL_THREADS("virtual threads", "", run -> Numbers.known(run.measured().jvm().virtualThreads()));

    private final String label;
    private final String unit;
    private final long leastRequests;
    private final ToDoubleFunction<Run> value;

    Metric(String label, String unit, ToDoubleFunction<Run> value) {
        this(label, unit, 0, value);
    }

    /** A latency, in milliseconds, that fewer requests do not have: the 99th of 50 is the longest. */
    Metric(String label, long leastRequests, ToDoubleFunction<Latency> part) {
        this(label, "ms", leastRequests, run -> part.applyAsDouble(run.measured().requests().latency()));
    }

    Metric(String label, String unit, long leastRequests, ToDoubleFunction<Run> value) {
        this.label = label;
        this.unit = unit;
        this.leastRequests = leastRequests;
        this.value = value;
    }

    public String label() {
        return label;
    }

    /** Empty for a plain number. */
    public String unit() {
        return unit;
    }

    /** Whether it is a figure of CPU time, to which the rules of that scope apply. */
    public boolean isCpuTime() {
        return this == CPU_PER_REQUEST || this == CPU_OF_ALL || this == CORES;
    }

    /** NaN where it was not measured or, for a percentile, where there were too few requests to have one. */
    public double of(Run run) {
        return run.isMeasured() && isCarriedBy(run) ? value.applyAsDouble(run) : Double.NaN;
    }

    /** How many requests must have been answered; 0 for what is no latency. */
    public long leastRequests() {
        return leastRequests;
    }

    /** Whether a run that was measured has answers enough for it. */
    public boolean isCarriedBy(Run run) {
        return leastRequests == 0 || run.measured().requests().latencies() >= leastRequests;
    }

    private static double perRequest(Run run, double total) {
        return run.measured().requests().answered() == 0 ? Double.NaN : total / run.measured().requests().answered();
    }

    private static double mebibytes(long bytes) {
        return Numbers.known(bytes) / (1024 * 1024);
    }
}
