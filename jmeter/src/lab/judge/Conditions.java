package lab.judge;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.ToDoubleFunction;
import lab.results.Figure;
import lab.results.Run.Measurement;
import lab.results.Run;
import lab.results.Spread;

/**
 * How one contender's conditions differed from the best conditions under the same load. An unknown value counts
 * as no difference.
 *
 * @param disturbed if present, figures that were usable with care are in doubt
 * @param slower if present, the CPU time is in doubt
 */
public record Conditions(Optional<String> disturbed, Optional<String> slower) {
    /** The limit of the rule "machine disturbed": a share of the machine's CPU time. */
    private static final double MORE_DISTURBED = 0.10;
    /** The machine's speed may vary by this factor without a remark. */
    public static final double SLOWER_ARITHMETIC = 1.2;
    /** Round trips over loopback vary by a quarter even on a quiet machine. */
    public static final double SLOWER_ROUND_TRIP = 1.5;

    static Conditions of(List<Run> runs, Collection<List<Run>> all) {
        return new Conditions(
                difference(runs, all, Measurement::othersShare, (own, least) -> own - least > MORE_DISTURBED, 100,
                        "other programs used %.0f %% of the machine's CPU time, but only %.0f %% while another "
                        + "contender ran"),
                difference(runs, all, m -> m.yardsticks().roundTrip(), (own, least) -> own >= SLOWER_ROUND_TRIP * least,
                        1e6, "a round trip over loopback took %.0f µs of CPU time, but %.0f µs while "
                        + "another contender ran")
                        .or(() -> difference(runs, all, m -> m.yardsticks().arithmetic(),
                                (own, least) -> own >= SLOWER_ARITHMETIC * least, 1e3, "a fixed piece of "
                                + "arithmetic took %.1f ms of CPU time, but %.1f ms while another contender ran")));
    }

    private static Optional<String> difference(List<Run> runs, Collection<List<Run>> all,
            ToDoubleFunction<Measurement> value, BiPredicate<Double, Double> isUnlike, double scale, String words) {
        double own = median(runs, value);
        double least = all.stream().mapToDouble(each -> median(each, value)).filter(Double::isFinite).min()
                .orElse(Double.NaN);
        return Optional.of(String.format(words, scale * own, scale * least)).filter(_ -> isUnlike.test(own, least));
    }

    /** Leaves out runs whose throughput is in doubt. */
    private static double median(List<Run> runs, ToDoubleFunction<Measurement> value) {
        return Spread.of(runs.stream().filter(run -> ValidityRules.validity(run, Figure.THROUGHPUT).isUsable())
                .mapToDouble(run -> value.applyAsDouble(run.measured())).toArray()).median();
    }
}
