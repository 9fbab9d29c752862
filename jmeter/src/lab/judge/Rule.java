package lab.judge;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;

/**
 * A condition under which a run's figures are not what they seem. It is broken where its value exceeds its limit; a
 * value that this machine can't tell is NaN and breaks nothing, and the report says that it was not checked.
 *
 * @param limit  in words, for the report
 * @param leaves what a run that breaks it can still be
 * @param scope  the figures that it speaks of
 * @param reason why a run beyond the limit is not to be trusted
 * @param says   what was found, from the run and the value
 */
public record Rule(String name, String limit, String reason, Validity leaves, Scope scope, double most,
                   ToDoubleFunction<Run> value, BiFunction<Run, Double, String> says) {

    /** Whether a broken rule spoils all of a run's figures, or those of CPU time alone. */
    public enum Scope { ALL, CPU_TIME }

    /** A rule that a run broke, by which value, and how. */
    public record Finding(Rule rule, double value, String text) {
        boolean concerns(Metric metric) {
            return rule.scope() == Scope.ALL || metric.isCpuTime();
        }

        /** {@code others used 31 % of the machine's CPU time (usable with care)}. */
        String withVerdict() {
            return text + " (" + rule.otherwise() + ")";
        }
    }

    /** What a run is that breaks it, in words; its CPU time where that is all that the rule speaks of. */
    public String otherwise() {
        return (scope == Scope.ALL ? "" : "CPU time ") + leaves.label();
    }

    public Optional<Finding> judge(Run run) {
        double found = value.applyAsDouble(run);
        return found > most ? Optional.of(new Finding(this, found, says.apply(run, found))) : Optional.empty();
    }

    public boolean isChecked(Run run) {
        return !Double.isNaN(value.applyAsDouble(run));
    }
}
