package lab.judge;

import module java.base;
import experiment.Run;
import text.Numbers;

/**
 * @param reason what a reader may conclude from a broken rule
 * @param remedy what makes the next run better
 */
public record Rule(String name, Kind kind, String reason, String remedy, List<Check> checks) {

    public enum Kind {
        /** A run that breaks the rule did other work than stated, so its figures are invalid. */
        WORK,
        /** The same for its load. */
        LOAD,
        /** Says why figures may vary. Whether they do, the repetitions show. */
        EXPLANATION
    }

    /**
     * A run fails if its value exceeds {@code most}. NaN means unknown.
     *
     * @param text says what was found, with %s for the value
     * @param isShare whether the value is shown in percent
     * @param detail what the text adds for a run
     */
    public record Check(String text, double most, boolean isShare, ToDoubleFunction<Run> value,
            Function<Run, String> detail) {
        public String limit() {
            return text.formatted("at most " + shown(most));
        }

        public boolean isKnown(Run run) {
            return !Double.isNaN(value.applyAsDouble(run));
        }

        private String shown(double number) {
            return !isShare ? Numbers.text(number) : Numbers.percent(number, number < 0.1 ? 1 : 0);
        }

        private Optional<Finding> on(Run run, Rule rule) {
            double found = value.applyAsDouble(run);
            return !(found > most) ? Optional.empty()
                    : Optional.of(new Finding(rule, this, found, text.formatted(shown(found)) + detail.apply(run)));
        }
    }

    public record Finding(Rule rule, Check check, double value, String text) {
    }

    public Stream<Finding> judge(Run run) {
        return checks.stream().flatMap(check -> check.on(run, this).stream());
    }

    public boolean isKnown(Run run) {
        return checks.stream().anyMatch(check -> check.isKnown(run));
    }
}
