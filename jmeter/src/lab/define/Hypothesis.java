package lab.define;

import java.util.List;

/**
 * What is expected of the ratio of two contenders' figures, and what would refute it; said before anything is measured.
 * Immutable.
 *
 * @param contender whose figure is divided by that of {@code base}
 * @param metric    its name in the report
 * @param expected  all of them are to hold; there may be none, if something is refuting
 * @param refuting  any of them is enough; where there is none, the opposite of what is expected
 */
public record Hypothesis(String contender, String base, String metric, Load load, List<Bound> expected,
                         List<Bound> refuting) {

    /** {@code loom / pool-200, throughput at /meetings, 1,000 users}. */
    public String subject() {
        return contender + " / " + base + ", " + metric + " at " + load.path() + ", " + load.label();
    }

    boolean hasSubjectOf(Hypothesis other) {
        return contender.equals(other.contender) && base.equals(other.base) && metric.equals(other.metric)
                && load.equals(other.load);
    }

    /** Whether no ratio could both be expected and refute it. */
    boolean isConsistent() {
        return expected.isEmpty()
                || refuting.stream().noneMatch(refuted -> expected.stream().allMatch(refuted::meets));
    }
}
