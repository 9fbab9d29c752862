package experiment.statistics;

/** How one point compares with another under the same load, by one metric. Both points are usable. */
public record Comparison(Point point, Point base, Metric metric, ConfidenceInterval ratio) {
    /** A difference of medians that a reader would take for one. */
    private static final double NOTICEABLE = 0.05;

    public static Comparison of(Point point, Point base, Metric metric) {
        return new Comparison(point, base, metric, ConfidenceInterval.ofRatio(point.values(metric),
                base.values(metric)));
    }

    /** Whether one of the two is usable with care only. */
    public boolean isWithCare() {
        return point.validity(metric).orWorse(base.validity(metric)) != Validity.VALID;
    }

    /** The medians look different, but the repetitions lie too far apart for their number to show that they are. */
    public boolean needsMoreRepetitions() {
        return ratio.isKnown() && Math.abs(Math.log(ratio.estimate())) > Math.log(1 + NOTICEABLE)
                && !ratio.leavesOneOut();
    }
}
