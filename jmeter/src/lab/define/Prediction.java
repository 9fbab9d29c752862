package lab.define;

/**
 * What theory expects of one contender under one load.
 *
 * @param throughput requests per second; infinite where waiting sets no bound (a route that only computes), NaN where
 *                   nothing is known of the route
 * @param latency    mean, in seconds; NaN where it is not known or, in an overloaded open loop, grows without end
 * @param inFlight   requests that are worked on at once; NaN where not known
 * @param limit      what sets the throughput: users, arrivals, threads, carriers, permits, connections, CPU; empty
 *                   where nothing is known; where nothing is predicted, why not
 * @param failing    the share of requests that fails, from 0 to 1; negative where some will and it is not known
 *                   how many
 * @param least      seconds before which no request can be answered well; 0 where it waits for nothing, or nothing is
 *                   known of the route
 */
public record Prediction(double throughput, double latency, double inFlight, String limit, double failing,
        double least) {
    private static final double UNKNOWN_SHARE = -1;
    public static final Prediction NONE = new Prediction(Double.NaN, Double.NaN, Double.NaN, "");
    /** For a route that only computes: as fast as the cores allow, and that is only known once it was measured. */
    public static final Prediction CPU_BOUND = new Prediction(Double.POSITIVE_INFINITY, Double.NaN, Double.NaN, "CPU");

    /** Where the least wait is not told. */
    public Prediction(double throughput, double latency, double inFlight, String limit, double failing) {
        this(throughput, latency, inFlight, limit, failing, 0);
    }

    /** Where no request fails. */
    public Prediction(double throughput, double latency, double inFlight, String limit) {
        this(throughput, latency, inFlight, limit, 0);
    }

    /** Where theory would be more than a line, or not true. */
    static Prediction none(String why, boolean fails) {
        return new Prediction(Double.NaN, Double.NaN, Double.NaN, why, fails ? UNKNOWN_SHARE : 0);
    }

    /** The same, of requests that wait for so many seconds at least. */
    public Prediction waitingAtLeast(double seconds) {
        return new Prediction(throughput, latency, inFlight, limit, failing, seconds);
    }

    /** Whether failures are what is to be seen. */
    public boolean expectsFailures() {
        return failing != 0;
    }

    public boolean knowsFailing() {
        return failing >= 0;
    }

    public boolean isKnown() {
        return !Double.isNaN(throughput);
    }

    /** Whether the requests wait for nothing, so that a busy machine is what is wanted. */
    public boolean isCpuBound() {
        return Double.isInfinite(throughput);
    }

    /**
     * The same, or what a machine's cores can do if that is less, where a request costs so much CPU time in everything
     * that runs on them. The cost is measured in the run that it is applied to. So this predicts nothing: it tells
     * whether the cores set the throughput, and not the way of getting threads.
     *
     * @param cpuSecondsPerRequest NaN where it is not known, which sets no ceiling
     */
    public Prediction withinCores(Load load, int cores, double cpuSecondsPerRequest) {
        double ceiling = cores / cpuSecondsPerRequest;
        return !isKnown() || !(ceiling < throughput) ? this : new Prediction(ceiling,
                load.isClosed() ? load.users() / ceiling : Double.NaN, inFlight, "CPU", failing, least);
    }
}
