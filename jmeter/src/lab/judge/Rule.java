package lab.judge;

import module java.base;
import experiment.Metric;
import experiment.Run;
import text.Numbers;

/**
 * What may be wrong with a run.
 *
 * @param reason what a reader may conclude from a broken rule
 * @param remedy what makes the next run better
 */
public record Rule(String name, Blame blame, Severity severity, String reason, String remedy, List<Check> checks) {

    public enum Blame {
        /** The measured program. Whatever its code may have caused is its fault. */
        CONTENDER,
        /** The load generator. */
        GENERATOR,
        /** What the contender runs on: other programs, the hypervisor, the clock, a JVM that still compiles. */
        MACHINE,
        /** The experiment: its load needs more than this machine has, or its warm-up is too short. */
        DESIGN;

        /** Whether a contender that is too slow is excused. Nothing excuses one that is too fast. */
        public boolean excusesContender() {
            return this == GENERATOR || this == MACHINE;
        }
    }

    public enum Severity {
        /** A contender that is faster than possible does something else, also in the next run. */
        IMPOSSIBLE(_ -> true),
        /** Work or load was not as stated, so no figure counts. */
        INVALID(_ -> true),
        /** The longest waits are missing, so latencies are at least as measured. */
        LATENCIES(Metric::isLatency),
        CPU_TIME(Metric::isCpuTime),
        /** Says why figures may vary. Whether they do, the repetitions show. */
        EXPLANATION(_ -> true);

        private final Predicate<Metric> spoils;

        Severity(Predicate<Metric> spoils) {
            this.spoils = spoils;
        }

        public boolean spoils(Metric metric) {
            return spoils.test(metric);
        }

        public boolean invalidates() {
            return compareTo(INVALID) <= 0;
        }
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
            if (!isShare) {
                return Numbers.text(number);
            }
            return Numbers.percent(number, number < 0.1 ? 1 : 0);
        }

        private Optional<Finding> on(Run run, Rule rule) {
            double found = value.applyAsDouble(run);
            if (!(found > most)) {
                return Optional.empty();
            }
            String said = text.formatted(shown(found)) + detail.apply(run);
            return Optional.of(new Finding(rule, limit(), found, said));
        }
    }

    /** @param limit what the rule allows */
    public record Finding(Rule rule, String limit, double value, String text) {
        public boolean invalidates() {
            return rule.severity().invalidates();
        }

        public boolean isImpossible() {
            return rule.severity() == Severity.IMPOSSIBLE;
        }

        public boolean blamesContender() {
            return rule.blame() == Blame.CONTENDER;
        }

        public Finding saying(String other) {
            return new Finding(rule, limit, value, other);
        }
    }

    Stream<Finding> judge(Run run) {
        return checks.stream().flatMap(check -> check.on(run, this).stream());
    }

    public boolean isKnown(Run run) {
        return checks.stream().anyMatch(check -> check.isKnown(run));
    }
}
