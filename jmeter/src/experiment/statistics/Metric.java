package experiment.statistics;

import java.util.function.ToDoubleFunction;

/** One figure of a run that contenders are compared by: its name, its unit, and where it comes from. */
public enum Metric {
    THROUGHPUT("throughput", "requests/s", run -> run.measured().throughput()),
    MEAN("mean latency", "ms", run -> latency(run, 1, Latency::mean)),
    P50("p50 latency", "ms", run -> latency(run, 1, Latency::p50)),
    P90("p90 latency", "ms", run -> latency(run, 10, Latency::p90)),
    P95("p95 latency", "ms", run -> latency(run, 20, Latency::p95)),
    P99("p99 latency", "ms", run -> latency(run, 100, Latency::p99)),
    P999("p99.9 latency", "ms", run -> latency(run, 1000, Latency::p999)),
    MAX("longest latency", "ms", run -> latency(run, 1, Latency::max)),
    CPU_PER_REQUEST("CPU time per request", "µs",
            run -> 1e6 * perRequest(run, run.measured().serviceOne().cpuSeconds())),
    CPU_OF_ALL("CPU time per request, everything", "µs",
            run -> 1e6 * perRequest(run, run.measured().cpuOfAllPerRequest() * run.measured().requests().answered())),
    CORES("cores kept busy", "cores", run -> run.measured().serviceOne().cpuSeconds() / run.measured().seconds()),
    RSS("resident memory", "MiB", run -> mebibytes(run.measured().serviceOne().rss())),
    RSS_PER_CONNECTION("resident memory per connection", "KiB",
            run -> perConnection(run, run.measured().serviceOne().rss())),
    HEAP("heap after a collection", "MiB", run -> mebibytes(run.measured().jvm().heapLive())),
    HEAP_PER_CONNECTION("heap per connection", "KiB", run -> perConnection(run, run.measured().jvm().heapLive())),
    THREADS("operating system's threads", "", run -> Numbers.known(run.measured().serviceOne().threads())),
    VIRTUAL_THREADS("virtual threads", "", run -> Numbers.known(run.measured().jvm().virtualThreads()));

    private final String label;
    private final String unit;
    private final ToDoubleFunction<Run> value;

    Metric(String label, String unit, ToDoubleFunction<Run> value) {
        this.label = label;
        this.unit = unit;
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
        return run.isMeasured() ? value.applyAsDouble(run) : Double.NaN;
    }

    private static double latency(Run run, int leastRequests, ToDoubleFunction<Latency> part) {
        Latency latency = run.measured().requests().latency();
        return latency == null || run.measured().requests().answered() < leastRequests ? Double.NaN
                : part.applyAsDouble(latency);
    }

    private static double perRequest(Run run, double total) {
        return run.measured().requests().answered() == 0 ? Double.NaN : total / run.measured().requests().answered();
    }

    /** An open loop has no fixed number of connections. */
    private static double perConnection(Run run, long bytes) {
        return bytes < 0 || run.load().isOpen() ? Double.NaN : bytes / 1024.0 / run.load().users();
    }

    private static double mebibytes(long bytes) {
        return Numbers.known(bytes) / (1024 * 1024);
    }
}
