package experiment;

import module java.base;
import experiment.Run.Latency;

/** A figure that each run has. What is said per request counts the requests of both loads, if there is a second. */
public enum Metric {
    THROUGHPUT("throughput", "requests/s", run -> run.measured().throughput()),
    GOODPUT("goodput", "requests/s", run -> Run.known(run.measured().requests().inTime()) / run.measured().seconds()),
    MEAN("mean latency", Double.NaN, Latency::mean),
    P50("p50 latency", 50, Latency::p50),
    P90("p90 latency", 90, Latency::p90),
    P95("p95 latency", 95, Latency::p95),
    P99("p99 latency", 99, Latency::p99),
    P999("p99.9 latency", 99.9, Latency::p999),
    MAX("longest latency", Double.NaN, Latency::max),
    CPU_PER_REQUEST("CPU time per request", "µs", run -> perRequest(run, 1e6 * run.measured().serviceSeconds())),
    /** Contenders that get the same load do the same work, and so does service two for them. */
    CPU_RELATIVE("CPU time relative to service two's", "", Metric::relativeCpu),
    USER_TIME("user time per request", "µs", run -> perRequest(run,
            1e6 * (run.measured().serviceSeconds() - run.measured().costs().kernelSeconds()))),
    KERNEL_TIME("kernel time per request", "µs", run -> perRequest(run, 1e6 * run.measured().costs().kernelSeconds())),
    CPU_OF_ALL("CPU time per request of all programs", "µs", run -> perRequest(run, 1e6 * run.measured().ownSeconds())),
    CORES("cores kept busy", "cores", run -> run.measured().serviceOne().cpuSeconds() / run.measured().seconds()),
    RSS("resident memory", "MiB", run -> mebibytes(run.measured().serviceOne().rss())),
    LIVE_HEAP("live heap", "MiB", run -> mebibytes(run.measured().jvm().heapLive())),
    HEAP_PER_CONNECTION("live heap per connection", "KiB", run -> run.load().isOpen() || run.beside().isPresent()
            ? Double.NaN
            : (Run.known(run.measured().jvm().heapLive()) - run.measured().costs().heapIdle()) / 1024
            / run.load().users()),
    ALLOCATED("allocated per request", "KiB", run -> perRequest(run, run.measured().costs().allocated() / 1024)),
    THREADS("operating system's threads", "", run -> Run.known(run.measured().serviceOne().threads())),
    VIRTUAL_THREADS("virtual threads", "", run -> Run.known(run.measured().jvm().virtualThreads())),
    CALLS("calls per request", "", run -> perRequest(run, run.measured().work().allCalls())),
    CONNECTIONS("connections per request", "", run -> perRequest(run, run.measured().work().connections())),
    ABANDONED("abandoned calls per request", "", run -> perRequest(run, run.measured().work().abandoned())),
    THROUGHPUT_BESIDE(THROUGHPUT), GOODPUT_BESIDE(GOODPUT), MEAN_BESIDE(MEAN), P50_BESIDE(P50), P99_BESIDE(P99);

    private static final double LEAST_CPU_SECONDS = 0.1;

    private final String label;
    private final String unit;
    private final long leastRequests;
    private final ToDoubleFunction<Run> value;
    private final boolean isBeside;

    Metric(String label, String unit, ToDoubleFunction<Run> value) {
        this(label, unit, 0, value, false);
    }

    Metric(String label, double percent, ToDoubleFunction<Latency> part) {
        this(label, "ms", Double.isNaN(percent) ? 1 : Percentiles.least(percent),
                run -> part.applyAsDouble(run.measured().requests().latency()), false);
    }

    /** The same figure of the second load. */
    Metric(Metric first) {
        this(first.label + " beside", first.unit, first.leastRequests, first.value, true);
    }

    Metric(String label, String unit, long leastRequests, ToDoubleFunction<Run> value, boolean isBeside) {
        this.label = label;
        this.unit = unit;
        this.leastRequests = leastRequests;
        this.value = value;
        this.isBeside = isBeside;
    }

    public static Optional<Metric> named(String label) {
        return Stream.of(values()).filter(metric -> metric.label.equalsIgnoreCase(label)).findFirst();
    }

    public String label() {
        return label;
    }

    public String unit() {
        return unit;
    }

    public boolean isLatency() {
        return leastRequests > 0;
    }

    public boolean isCpuTime() {
        return EnumSet.range(CPU_PER_REQUEST, CORES).contains(this);
    }

    /** The load that this figure is about. */
    public Optional<Run> load(Run run) {
        return isBeside ? run.beside() : Optional.of(run).filter(Run::isMeasured);
    }

    public boolean isBeside() {
        return isBeside;
    }

    public double of(Run run) {
        return hasEnoughAnswers(run) ? load(run).map(value::applyAsDouble).orElse(Double.NaN) : Double.NaN;
    }

    /** Also of a run with too few answers for this percentile. NaN if there is no answer. */
    public double roughlyOf(Run run) {
        return run.measured().requests().latency() == null ? Double.NaN : value.applyAsDouble(run);
    }

    public long leastRequests() {
        return leastRequests;
    }

    public boolean hasEnoughAnswers(Run run) {
        return missingAnswers(run) == 0;
    }

    public long missingAnswers(Run run) {
        return !isLatency() ? 0 : load(run).map(each -> Math.max(0, leastRequests
                - each.measured().requests().latencies())).orElse(0L);
    }

    /**
     * How far this figure may be from the true one, because JMeter counts whole milliseconds. The clock's errors are
     * independent from request to request, so that in a mean of n they nearly cancel out.
     */
    public double clockError(Run run) {
        if (!isLatency()) {
            return 0;
        }
        boolean isMean = this == MEAN || this == MEAN_BESIDE;
        return Percentiles.CLOCK_STEP_MILLIS / (!isMean ? 1
                : Math.sqrt(load(run).map(each -> each.measured().requests().latencies()).orElse(0L)));
    }

    private static double perRequest(Run run, double total) {
        return run.measured().allAnswered() == 0 ? Double.NaN : total / run.measured().allAnswered();
    }

    /** Unknown unless each request makes the same calls on this machine, and service two has work to do. */
    private static double relativeCpu(Run run) {
        double serviceTwo = run.measured().serviceTwo().cpuSeconds();
        boolean isComparable = serviceTwo >= LEAST_CPU_SECONDS && !run.measured().elsewhere().serviceTwo()
                && !run.predicted().expectsFailures() && run.beside().isEmpty();
        return isComparable ? run.measured().serviceSeconds() / serviceTwo : Double.NaN;
    }

    private static double mebibytes(long bytes) {
        return Run.known(bytes) / (1024 * 1024);
    }
}
