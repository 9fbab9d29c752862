package lab.judge;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;

/**
 * A condition under which some of a run's figures are not what they seem. It is broken where its value exceeds its
 * limit; a value that this machine can't tell is NaN and breaks nothing, and the report says that it was not checked.
 *
 * @param limit  in words, for the report
 * @param reason why a run beyond the limit is not to be trusted
 * @param effect what it does to which figures
 * @param helps  what to do so that the next run is sound
 * @param says   what was found, from the run and the value
 */
public record Rule(String name, String limit, String reason, Effect effect, String helps, double most,
        ToDoubleFunction<Run> value, BiFunction<Run, Double, String> says) {

    /**
     * What a broken rule does to figures.
     *
     * @param leaves    what they can still be
     * @param figures   those that it concerns
     * @param onlySlows whether it can only delay answers. Nothing that delays lifts a run to what theory allows; so
     *                  where a run is there all the same, its throughput and p50 have not suffered
     */
    public record Effect(Validity leaves, Set<Figure> figures, boolean onlySlows) {
        /** The run did other work than it should have, or none. */
        public static final Effect SPOILS = new Effect(Validity.NOT_VALID, EnumSet.allOf(Figure.class), false);
        /** It kept the run from its load: not even the memory is that of so many users. */
        static final Effect HOLDS_BACK = new Effect(Validity.NOT_VALID, EnumSet.allOf(Figure.class), true);
        static final Effect SLOWS = new Effect(Validity.NOT_VALID,
                EnumSet.complementOf(EnumSet.of(Figure.MEMORY)), true);
        /** What slows contenders that take turns about alike. */
        static final Effect DISTURBS = new Effect(Validity.WITH_CARE, SLOWS.figures, true);
        static final Effect DELAYS = new Effect(Validity.NOT_VALID, EnumSet.of(Figure.P50, Figure.P99), true);
        /** Latencies that are missing are the long ones: those that are left look better than all. */
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

        /** In words. */
        public String text() {
            return consequence(leaves, figures)
                    + (onlySlows ? ", except for throughput and p50 where they are all that theory allows" : "");
        }
    }

    /**
     * A rule that a run broke.
     *
     * @param value   by which it did
     * @param text    how, in words
     * @param doubted the figures that suffer from it
     */
    public record Finding(Rule rule, double value, String text, Set<Figure> doubted) {
        /** What spoils most comes first; of the same, causes before what follows from them, as the rules stand. */
        public static final Comparator<Finding> GRAVEST_FIRST = Comparator
                .comparing((Finding each) -> !each.doubted.contains(Figure.THROUGHPUT))
                .thenComparing(each -> !each.doubted.contains(Figure.P50))
                .thenComparing(Finding::leaves, Comparator.reverseOrder())
                .thenComparing(each -> -each.doubted.size());

        public Validity leaves() {
            return rule.effect.leaves;
        }

        /** {@code p99 and CPU time are in doubt}. */
        public String consequence() {
            return Rule.consequence(leaves(), doubted);
        }
    }

    private static String consequence(Validity leaves, Set<Figure> figures) {
        return Figure.named(figures) + " " + Figure.are(figures) + " "
                + leaves.label();
    }

    /** What it finds wrong with a run; nothing where no figure suffers from it. */
    public Optional<Finding> judge(Run run) {
        double found = value.applyAsDouble(run);
        return found > most ? Optional.of(new Finding(this, found, says.apply(run, found), effect.on(run)))
                .filter(finding -> !finding.doubted.isEmpty()) : Optional.empty();
    }

    public boolean isChecked(Run run) {
        return !Double.isNaN(value.applyAsDouble(run));
    }
}
