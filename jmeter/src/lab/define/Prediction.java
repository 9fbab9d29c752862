package lab.define;

/**
 * What theory predicts for one contender under one load.
 *
 * @param throughput requests per second; infinite if waits set no bound (a route that only computes), NaN if the route
 *                   is unknown
 * @param latency    mean latency, in seconds; NaN if unknown, or if it keeps growing in an overloaded open loop
 * @param inFlight   how many requests are in service at the same time; NaN if unknown
 * @param limit      what sets the throughput: users, arrivals, threads, carriers, permits, connections, CPU; empty if
 *                   unknown. If there is no prediction, the reason why
 * @param failing    the share of requests that fail, from 0 to 1; negative if an unknown number will fail
 * @param least      the shortest possible time of a good answer, in seconds; 0 if it waits for nothing, or the route is
 *                   unknown
 */
public record Prediction(double throughput, double latency, double inFlight, String limit, double failing,
        double least) {
    private static final double UNKNOWN_SHARE = -1;
    public static final Prediction NONE = new Prediction(Double.NaN, Double.NaN, Double.NaN, "");
    /** For a route that only computes: as fast as the cores allow, which only a measurement can tell. */
    public static final Prediction CPU_BOUND = new Prediction(Double.POSITIVE_INFINITY, Double.NaN, Double.NaN, "CPU");

    public Prediction(double throughput, double latency, double inFlight, String limit, double failing) {
        this(throughput, latency, inFlight, limit, failing, 0);
    }

    public Prediction(double throughput, double latency, double inFlight, String limit) {
        this(throughput, latency, inFlight, limit, 0);
    }

    /** For a case that the simple theory does not cover. */
    static Prediction none(String why, boolean fails) {
        return new Prediction(Double.NaN, Double.NaN, Double.NaN, why, fails ? UNKNOWN_SHARE : 0);
    }

    /** This prediction, for requests that wait at least this long. */
    public Prediction waitingAtLeast(double seconds) {
        return new Prediction(throughput, latency, inFlight, limit, failing, seconds);
    }

    /** Whether requests will fail. */
    public boolean expectsFailures() {
        return failing != 0;
    }

    public boolean knowsFailing() {
        return failing >= 0;
    }

    public boolean isKnown() {
        return !Double.isNaN(throughput);
    }

    /** Whether the requests only compute, so that the machine should be busy. */
    public boolean isCpuBound() {
        return Double.isInfinite(throughput);
    }

    /**
     * This prediction, capped by what the cores can do at this cost per request. The cost was measured in the same run,
     * so the result is not a prediction: it tells whether the cores limit the throughput instead of the threads.
     *
     * @param cpuSecondsPerRequest the CPU time of all programs on the machine; NaN sets no ceiling
     */
    public Prediction withinCores(Load load, int cores, double cpuSecondsPerRequest) {
        double ceiling = cores / cpuSecondsPerRequest;
        return !isKnown() || !(ceiling < throughput) ? this : new Prediction(ceiling,
                load.isClosed() ? load.users() / ceiling : Double.NaN, inFlight, "CPU", failing, least);
    }
}
