package experiment;

import module java.base;

/**
 * A claim about a contender's figure, or about its ratio to another contender's or to theory's, stated before the
 * measurement.
 *
 * @param base the contender whose figure is the divisor, or {@link #THEORY}; empty for a bound in the metric's unit
 * @param metric the name of a {@link Metric}, which the command checks
 * @param expected bounds that must all hold; may be empty if there are refuting bounds
 * @param refuting any of these bounds refutes the hypothesis if it holds; if empty, a failed expected bound does
 */
public record Hypothesis(String contender, String base, String metric, Load load, List<Bound> expected,
        List<Bound> refuting) {
    public static final String THEORY = "theory";

    public record Bound(Relation relation, double value) {
        public enum Relation {
            AT_LEAST(">=", (ratio, value) -> ratio >= value),
            AT_MOST("<=", (ratio, value) -> ratio <= value),
            MORE(">", (ratio, value) -> ratio > value),
            LESS("<", (ratio, value) -> ratio < value);

            private final String symbol;
            private final BiPredicate<Double, Double> holds;

            Relation(String symbol, BiPredicate<Double, Double> holds) {
                this.symbol = symbol;
                this.holds = holds;
            }
        }

        static Bound of(String symbol, double value) {
            return Stream.of(Relation.values())
                    .filter(each -> each.symbol.equals(symbol))
                    .map(relation -> new Bound(relation, value))
                    .findFirst().orElseThrow();
        }

        public boolean holds(double ratio) {
            return relation.holds.test(ratio, value);
        }

        @Override
        public String toString() {
            boolean isWhole = value == Math.rint(value);
            return relation.symbol + " " + (isWhole ? Long.toString((long) value) : "" + value);
        }
    }

    public String subject() {
        return names() + ", " + metric + " at " + load.name();
    }

    /** {@code expected >= 4.5, refuted by < 3}. */
    public String claim() {
        return Stream.concat(
                expected.stream().map(bound -> "expected " + bound),
                refuting.stream().map(bound -> "refuted by " + bound)).collect(Collectors.joining(", "));
    }

    public String names() {
        return base.isEmpty() ? contender : contender + " / " + base;
    }

    Hypothesis and(Hypothesis more) {
        return new Hypothesis(contender, base, metric, load,
                concat(expected, more.expected), concat(refuting, more.refuting));
    }

    private static List<Bound> concat(List<Bound> some, List<Bound> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /** It suffices to try each bound's value and the numbers next to it: in between, nothing changes. */
    boolean isConsistent() {
        return expected.isEmpty() || concat(expected, refuting).stream()
                .map(Bound::value)
                .flatMap(value -> Stream.of(Math.nextDown(value), value, Math.nextUp(value)))
                .noneMatch(this::bothMeetsAndRefutes);
    }

    private boolean bothMeetsAndRefutes(double ratio) {
        return expected.stream().allMatch(bound -> bound.holds(ratio))
                && refuting.stream().anyMatch(bound -> bound.holds(ratio));
    }
}
