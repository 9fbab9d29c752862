package lab.judge;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import lab.results.Run;

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
     * @param limit {@code most} in words
     */
    public record Check(String limit, double most, ToDoubleFunction<Run> value, BiFunction<Run, Double, String> says) {
        private Optional<Finding> on(Run run, Rule rule) {
            double found = value.applyAsDouble(run);
            return found > most ? Optional.of(new Finding(rule, this, found, says.apply(run, found)))
                    : Optional.empty();
        }
    }

    public record Finding(Rule rule, Check check, double value, String text) {
    }

    Stream<Finding> judge(Run run) {
        return checks.stream().flatMap(check -> check.on(run, this).stream());
    }

    public boolean isKnown(Run run) {
        return checks.stream().anyMatch(check -> !Double.isNaN(check.value.applyAsDouble(run)));
    }
}
