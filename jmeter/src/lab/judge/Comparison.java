package lab.judge;

/**
 * How one point compares with another under the same load, by one metric. Both points are usable.
 *
 * @param isWithCare whether the ratio is usable with care only
 */
public record Comparison(Point point, Point base, Metric metric, ConfidenceInterval ratio, boolean isWithCare) {
    /** A difference of medians that a reader would take for one. */
    private static final double NOTICEABLE = 0.05;

    public static Comparison of(Point point, Point base, Metric metric) {
        boolean withCare = point.validity(metric).orWorse(base.validity(metric)) != Validity.VALID;
        return new Comparison(point, base, metric, ConfidenceInterval.ofRatio(point.values(metric),
                base.values(metric)), withCare);
    }

    /** Where the valid runs are too few to conclude from: the same with those that are usable with care. */
    public Comparison withEnough() {
        ConfidenceInterval all = ConfidenceInterval.ofRatio(point.usable(metric), base.usable(metric));
        return ratio.hasConfidence() || !all.hasConfidence() ? this : new Comparison(point, base, metric, all, true);
    }

    /** The medians look different, but the repetitions lie too far apart for their number to show that they are. */
    public boolean needsMoreRepetitions() {
        return ratio.isKnown() && Math.abs(Math.log(ratio.estimate())) > Math.log(1 + NOTICEABLE)
                && !ratio.leavesOneOut();
    }
}
