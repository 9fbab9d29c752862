package experiment;

import module java.base;
import experiment.Run.Latency;
import experiment.Run.Measurement;

/** A figure that each run has. What is said per request counts the requests of both loads, if there is a second. */
public enum Metric {
    THROUGHPUT("throughput", "requests/s", Measurement::throughput),
    GOODPUT("goodput", "requests/s", all -> Run.known(all.requests().inTime()) / all.seconds()),
    MEAN("mean latency", Double.NaN, Latency::mean),
    P50("p50 latency", 50, Latency::p50),
    P90("p90 latency", 90, Latency::p90),
    P95("p95 latency", 95, Latency::p95),
    P99("p99 latency", 99, Latency::p99),
    P999("p99.9 latency", 99.9, Latency::p999),
    MAX("longest latency", Double.NaN, Latency::max),
    CPU_PER_REQUEST("CPU time per request", "µs",
            all -> perRequest(all, 1e6 * all.serviceSeconds())),
    /** Contenders that get the same load do the same work, and so does service two for them. */
    CPU_RELATIVE("CPU time relative to service two's", "", 0, Metric::relativeCpu, false),
    USER_TIME("user time per request", "µs",
            all -> perRequest(all, 1e6 * (all.serviceSeconds() - all.costs().kernelSeconds()))),
    KERNEL_TIME("kernel time per request", "µs",
            all -> perRequest(all, 1e6 * all.costs().kernelSeconds())),
    CPU_OF_ALL("CPU time per request of all programs", "µs",
            all -> perRequest(all, 1e6 * all.ownSeconds())),
    CORES("cores kept busy", "cores", all -> all.serviceOne().cpuSeconds() / all.seconds()),
    RSS("resident memory", "MiB", all -> mebibytes(all.serviceOne().rss())),
    LIVE_HEAP("live heap", "MiB", all -> mebibytes(all.jvm().heapLive())),
    HEAP_PER_CONNECTION("live heap per connection", "KiB", 0, Metric::heapPerConnection, false),
    ALLOCATED("allocated per request", "KiB",
            all -> perRequest(all, all.costs().allocated() / 1024)),
    THREADS("operating system's threads", "", all -> Run.known(all.serviceOne().threads())),
    VIRTUAL_THREADS("virtual threads", "", all -> Run.known(all.jvm().virtualThreads())),
    CALLS("calls per request", "", all -> perRequest(all, all.work().allCalls())),
    CONNECTIONS("connections per request", "", all -> perRequest(all, all.work().connections())),
    ABANDONED("abandoned calls per request", "", all -> perRequest(all, all.work().abandoned())),
    THROUGHPUT_BESIDE(THROUGHPUT),
    GOODPUT_BESIDE(GOODPUT),
    MEAN_BESIDE(MEAN),
    P50_BESIDE(P50),
    P99_BESIDE(P99);

    private static final double LEAST_CPU_SECONDS = 0.1;

    private final String label;
    private final String unit;
    private final long leastRequests;
    private final ToDoubleFunction<Run> value;
    private final boolean isBeside;

    Metric(String label, String unit, ToDoubleFunction<Measurement> value) {
        this(label, unit, 0, run -> value.applyAsDouble(run.measured()), false);
    }

    Metric(String label, double percent, ToDoubleFunction<Latency> part) {
        this(label, "ms", Double.isNaN(percent) ? 1 : Percentiles.least(percent),
                run -> part.applyAsDouble(run.measured().requests().latency()), false);
    }

    /** The same figure of the second load. */
    Metric(Metric first) {
        this(first.label + " beside", first.unit, first.leastRequests, first.value, true);
    }

    Metric(String label, String unit, long leastRequests, ToDoubleFunction<Run> value,
            boolean isBeside) {
        this.label = label;
        this.unit = unit;
        this.leastRequests = leastRequests;
        this.value = value;
        this.isBeside = isBeside;
    }

    public static Optional<Metric> named(String label) {
        return Stream.of(values())
                .filter(metric -> metric.label.equalsIgnoreCase(label))
                .findFirst();
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

    /** Then this latency has no value. */
    public boolean grows(Run run) {
        return isLatency() && load(run).filter(Run::queueGrows).isPresent();
    }

    public boolean isBeside() {
        return isBeside;
    }

    public double of(Run run) {
        return missingAnswers(run) == 0 ? load(run).map(value::applyAsDouble).orElse(Double.NaN)
                : Double.NaN;
    }

    /** Also of a run with too few answers for this percentile. NaN if there is no answer. */
    public double roughlyOf(Run run) {
        return run.hasLatency() ? value.applyAsDouble(run) : Double.NaN;
    }

    public long leastRequests() {
        return leastRequests;
    }

    public long missingAnswers(Run run) {
        return !isLatency() ? 0 : load(run)
                .map(each -> Math.max(0, leastRequests - each.measured().requests().latencies()))
                .orElse(0L);
    }

    /**
     * How far this figure may be from the true one, because JMeter counts whole milliseconds. The clock's errors are
     * independent from request to request, so that in a mean of n they nearly cancel out.
     */
    public double clockError(Run run) {
        if (!isLatency()) {
            return 0;
        }
        if (this != MEAN && this != MEAN_BESIDE) {
            return Percentiles.CLOCK_STEP_MILLIS;
        }
        long answers = load(run).map(each -> each.measured().requests().latencies()).orElse(0L);
        return Percentiles.CLOCK_STEP_MILLIS / Math.sqrt(answers);
    }

    private static double perRequest(Measurement all, double total) {
        return all.allAnswered() == 0 ? Double.NaN : total / all.allAnswered();
    }

    /** Unknown unless each request makes the same calls on this machine, and service two has work to do. */
    private static double relativeCpu(Run run) {
        Measurement all = run.measured();
        double serviceTwo = all.serviceTwo().cpuSeconds();
        boolean isComparable = serviceTwo >= LEAST_CPU_SECONDS && !all.elsewhere().serviceTwo()
                && !run.predicted().expectsFailures() && run.beside().isEmpty();
        return isComparable ? all.serviceSeconds() / serviceTwo : Double.NaN;
    }

    private static double heapPerConnection(Run run) {
        if (run.load().isOpen() || run.beside().isPresent()) {
            return Double.NaN;
        }
        double live = Run.known(run.measured().jvm().heapLive());
        return (live - run.measured().costs().heapIdle()) / 1024 / run.load().users();
    }

    private static double mebibytes(long bytes) {
        return Run.known(bytes) / (1024 * 1024);
    }
}
