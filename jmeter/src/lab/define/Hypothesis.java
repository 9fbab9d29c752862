package lab.define;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What is expected of the ratio of two contenders' figures, and what would refute it; said before anything is measured.
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

    /** What a ratio is held against, such as {@code >= 4.5}. Immutable. */
    public record Bound(Relation relation, double value) {
        /** How a ratio may stand to a number. */
        public enum Relation {
            AT_LEAST(">="), AT_MOST("<="), MORE(">"), LESS("<");

            private final String symbol;

            Relation(String symbol) {
                this.symbol = symbol;
            }

            static Relation of(String symbol) {
                return Arrays.stream(values()).filter(each -> each.symbol.equals(symbol)).findFirst().orElseThrow();
            }

            private boolean isUpwards() {
                return this == AT_LEAST || this == MORE;
            }
        }

        public boolean holds(double ratio) {
            return switch (relation) {
                case AT_LEAST -> ratio >= value;
                case AT_MOST -> ratio <= value;
                case MORE -> ratio > value;
                case LESS -> ratio < value;
            };
        }

        /** Whether some ratio could keep both. */
        boolean meets(Bound other) {
            if (relation.isUpwards() == other.relation.isUpwards()) {
                return true;
            }
            double low = relation.isUpwards() ? value : other.value;
            double high = relation.isUpwards() ? other.value : value;
            return low < high || holds(low) && other.holds(low) && low == high;
        }

        @Override
        public String toString() {
            String number = value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value)
                    : Double.toString(value);
            return relation.symbol + " " + number;
        }
    }
}
