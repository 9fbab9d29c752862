package experiment;

/**
 * What theory predicts for one contender under one load. NaN means unknown.
 *
 * @param throughput good answers per second; infinite if requests only compute
 * @param latency mean, in seconds; infinite if it keeps growing, in an overloaded open loop
 * @param inFlight requests in service at the same time
 * @param limit what limits the throughput
 * @param failing the share of requests that fail; negative if an unknown share fails
 * @param least the shortest possible latency of a good answer, in seconds; 0 if unknown
 * @param obstacle why there is no prediction; may be empty
 */
public record Prediction(double throughput, double latency, double inFlight, Limit limit,
        double failing, double least, String obstacle) {
    private static final double UNKNOWN_SHARE = -1;
    public static final Prediction NONE = none("", false);
    public static final Prediction CPU_BOUND =
            new Prediction(Double.POSITIVE_INFINITY, Double.NaN, Double.NaN, Limit.CORES);
    public static final Prediction OF_OWN_PLAN =
            unknown(Limit.PLAN, false, "your own plan: its users may pause");

    public Prediction(double throughput, double latency, double inFlight, Limit limit,
            double failing) {
        this(throughput, latency, inFlight, limit, failing, 0, "");
    }

    public Prediction(double throughput, double latency, double inFlight, Limit limit) {
        this(throughput, latency, inFlight, limit, 0);
    }

    private static Prediction unknown(Limit limit, boolean fails, String obstacle) {
        return new Prediction(Double.NaN, Double.NaN, Double.NaN, limit,
                fails ? UNKNOWN_SHARE : 0, 0, obstacle);
    }

    public static Prediction none(String why, boolean fails) {
        return unknown(Limit.UNKNOWN, fails, why);
    }

    public static Prediction changing(boolean fails) {
        return unknown(Limit.CHANGES, fails, "waits change during the measurement");
    }

    public Prediction waitingAtLeast(double seconds) {
        return new Prediction(throughput, latency, inFlight, limit, failing, seconds, obstacle);
    }

    public Prediction withFailures() {
        return new Prediction(throughput, latency, inFlight, limit, UNKNOWN_SHARE, least, obstacle);
    }

    public boolean expectsFailures() {
        return failing != 0;
    }

    /** Then nothing is steady, and a queue may grow and shrink. */
    public boolean isOfChangingWaits() {
        return limit == Limit.CHANGES;
    }

    public boolean knowsFailing() {
        return failing >= 0;
    }

    public boolean isKnown() {
        return !Double.isNaN(throughput);
    }

    public boolean isCpuBound() {
        return Double.isInfinite(throughput);
    }

    /**
     * Limits the prediction to what the cores can do at the measured CPU time per request.
     *
     * @param cpuSecondsPerRequest CPU time of all programs on the machine; NaN sets no limit
     */
    public Prediction withinCores(Load load, int cores, double cpuSecondsPerRequest) {
        double ceiling = cores / cpuSecondsPerRequest;
        boolean isLimited = isKnown() && ceiling < throughput;      // false for NaN
        return !isLimited ? this : new Prediction(ceiling, latency(load, ceiling), inFlight,
                Limit.CORES, failing, least, obstacle);
    }

    private static double latency(Load load, double throughput) {
        return switch (load.kind()) {
            case CLOSED -> load.users() / throughput;
            case OPEN -> Double.POSITIVE_INFINITY;
            case BURST -> Double.NaN;
        };
    }
}
