package lab.judge;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import lab.results.Figure;
import lab.results.Run;

/**
 * A run breaks the rule if its value exceeds {@code most}. NaN means that this machine cannot measure the value. The
 * report then says that the rule was not checked.
 *
 * @param limit {@code most} in words
 * @param reason why a run beyond the limit cannot be trusted
 * @param remedy what makes the next run better
 */
public record Rule(String name, String limit, String reason, Effect effect, String remedy, double most,
        ToDoubleFunction<Run> value, BiFunction<Run, Double, String> message) {

    /**
     * @param validity the best validity that the figures can still have
     * @param onlySlows whether the cause can only delay answers; throughput and p50 are not doubted if they reach what
     *                  theory allows
     */
    public record Effect(Validity validity, Set<Figure> figures, boolean onlySlows) {
        /** The run did no work, or the wrong work. */
        public static final Effect SPOILS = new Effect(Validity.NOT_VALID, EnumSet.allOf(Figure.class), false);
        /** The run did not get its full load. */
        static final Effect HOLDS_BACK = new Effect(Validity.NOT_VALID, EnumSet.allOf(Figure.class), true);
        static final Effect SLOWS = new Effect(Validity.NOT_VALID,
                EnumSet.complementOf(EnumSet.of(Figure.MEMORY)), true);
        /** Contenders take turns, so all slow down about equally. */
        static final Effect DISTURBS = new Effect(Validity.WITH_CARE, SLOWS.figures, true);
        static final Effect DELAYS = new Effect(Validity.NOT_VALID, EnumSet.of(Figure.P50, Figure.P99), true);
        /** The missing latencies are the long ones. */
        static final Effect HIDES_WAITS = new Effect(Validity.NOT_VALID, DELAYS.figures, false);
        static final Effect COSTS = new Effect(Validity.NOT_VALID, EnumSet.of(Figure.CPU_TIME), false);

        Effect withCare() {
            return new Effect(Validity.WITH_CARE, figures, onlySlows);
        }

        private Set<Figure> on(Run run) {
            Set<Figure> doubted = EnumSet.copyOf(figures);
            if (onlySlows) {
                doubted.removeAll(ValidityRules.atTheirBound(run));
            }
            return doubted;
        }

        public String text() {
            if (!onlySlows) {
                return consequence(validity, figures);
            }
            Set<Figure> bounded = EnumSet.copyOf(figures);
            bounded.retainAll(EnumSet.of(Figure.THROUGHPUT, Figure.P50));
            Set<Figure> others = EnumSet.copyOf(figures);
            others.removeAll(bounded);
            return consequence(validity, others) + "; " + Figure.names(bounded) + ", too, unless "
                    + (bounded.size() == 1 ? "it reaches" : "they reach") + " what theory allows";
        }
    }

    public record Finding(Rule rule, double value, String text, Set<Figure> doubted) {
        /** Equally grave findings keep the order of the rules, where causes precede their effects. */
        public static final Comparator<Finding> GRAVEST_FIRST = Comparator
                .comparing((Finding each) -> !each.doubted.contains(Figure.THROUGHPUT))
                .thenComparing(each -> !each.doubted.contains(Figure.P50))
                .thenComparing(Finding::validity, Comparator.reverseOrder())
                .thenComparing(each -> -each.doubted.size());

        public Validity validity() {
            return rule.effect.validity;
        }

        public String consequence() {
            return Rule.consequence(validity(), doubted);
        }
    }

    private static String consequence(Validity validity, Set<Figure> figures) {
        return Figure.names(figures) + " " + Figure.verb(figures) + " " + validity.label();
    }

    public Optional<Finding> judge(Run run) {
        double found = value.applyAsDouble(run);
        return found > most ? Optional.of(new Finding(this, found, message.apply(run, found), effect.on(run)))
                .filter(finding -> !finding.doubted.isEmpty()) : Optional.empty();
    }

    public boolean isChecked(Run run) {
        return !Double.isNaN(value.applyAsDouble(run));
    }
}
