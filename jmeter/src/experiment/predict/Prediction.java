package experiment.predict;

/**
 * What theory expects of one contender under one load.
 *
 * @param throughput requests per second; infinite where waiting sets no bound (a route that only computes), NaN where
 *                   nothing is known of the route
 * @param latency    mean, in seconds; NaN where it is not known or, in an overloaded open loop, grows without end
 * @param inFlight   requests that are worked on at once; NaN where not known
 * @param limit      what sets the throughput: users, arrivals, threads, carriers, permits, connections, CPU; empty
 *                   where nothing is known
 */
public record Prediction(double throughput, double latency, double inFlight, String limit) {
    public static final Prediction NONE = new Prediction(Double.NaN, Double.NaN, Double.NaN, "");
    /** For a route that only computes: as fast as the cores allow, and that is only known once it was measured. */
    public static final Prediction CPU_BOUND = new Prediction(Double.POSITIVE_INFINITY, Double.NaN, Double.NaN, "CPU");

    public boolean isKnown() {
        return !Double.isNaN(throughput);
    }

    /** Whether the requests wait for nothing, so that a busy machine is what is wanted. */
    public boolean isCpuBound() {
        return Double.isInfinite(throughput);
    }
}
