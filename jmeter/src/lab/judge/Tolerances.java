package lab.judge;

import module java.base;
import experiment.Metric;

/** How far apart two figures may be until it means something. What a single run may do is in {@link Rule}. */
public final class Tolerances {
    /** Sockets, parsing and timers take so much of a request's time that is all waits. */
    public static final double AS_PREDICTED = 0.97;
    /** No CPU time of a request explains less than this share of the prediction. */
    static final double FAR_BELOW_THEORY = 0.8;
    /** Relative to theory. A single run of a few seconds is no closer. */
    private static final double CLOSE_TO_THEORY = 0.1;
    /** The same where chance decides how many requests arrive or fail. */
    static final double POSSIBLE = 0.15;

    /** How far the repetitions may be apart, as a share of their median. What the machine slows down varies more. */
    public static final Map<Metric, Double> REPETITIONS = Map.of(
            Metric.THROUGHPUT, 0.05,
            Metric.P50, 0.05,
            Metric.P99, 0.25,
            Metric.CPU_PER_REQUEST, 0.25,
            Metric.RSS, 0.25,
            Metric.LIVE_HEAP, 0.25,
            Metric.THROUGHPUT_BESIDE, 0.05,
            Metric.P50_BESIDE, 0.05,
            Metric.P99_BESIDE, 0.25);

    /** Two contenders that differ by less do not differ, whatever their interval says. */
    static final double NO_DIFFERENCE = 0.01;
    /** Ratios this close to 1 count as equal in words, and this close to a whole number as that number. */
    public static final double SAME_WORD = 0.03;
    /** A reader would notice two medians that differ by this. */
    static final double NOTICEABLE = 0.05;
    /** Under a higher load, service two needs less CPU time for a call. */
    static final double SAME_THROUGHPUT = 0.05;

    /** Calls per request. A smaller difference may come from retries. */
    static final double CALLS = 0.1;
    /** New connections per request. A client that opens more than this does not pool them. */
    static final double CONNECTIONS = 0.5;
    /** Answers that differ by less than this factor cost about the same. */
    static final double TIMES_AS_LARGE = 1.5;
    static final long BYTES = 256;

    /** A figure that misses a goal by this factor does so in another run, too, if nothing disturbs it. */
    public static final double ONE_RUN = 1.1;
    /** No disturbance that leaves the machine usable explains this factor. */
    public static final double ANY_DISTURBANCE = 3;

    private Tolerances() {
    }

    public static boolean isFar(double value, double theory) {
        return Double.isFinite(theory) && Math.abs(value - theory) > CLOSE_TO_THEORY * theory;
    }
}
