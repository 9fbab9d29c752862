package lab.judge;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.ToDoubleFunction;
import lab.judge.Run.Measurement;

/**
 * In which way the machine was unlike for one contender under one load and for the one that met it at its best, in
 * words. Contenders take turns, so others usually disturb all of them alike, and ratios hold; here is told where they
 * did not. What is not known is no difference.
 *
 * @param disturbed others took so much more from it than from another contender that ratios with it say nothing
 * @param slower    the machine was so much slower for it that its CPU time says nothing beside another contender's
 */
public record Conditions(Optional<String> disturbed, Optional<String> slower) {
    /** As much more of the machine as a run may lose to others and still be valid. */
    private static final double MORE = 0.10;
    /** As much slower as the machine may be at one time than at another without a remark. */
    public static final double SLOWER = 1.2;
    /** The same of round trips over loopback, which vary by a quarter on a quiet machine. */
    public static final double DEARER = 1.5;

    /** @param all the runs under one load, of each contender a list */
    static Conditions of(List<Run> runs, Collection<List<Run>> all) {
        return new Conditions(
                unlike(runs, all, Measurement::othersShare, (own, least) -> own - least > MORE, 100,
                        "others used %.0f %% of the machine's CPU time, beside another contender %.0f %%"),
                unlike(runs, all, m -> m.yardsticks().roundTrip(), (own, least) -> own >= DEARER * least, 1e6,
                        "CPU time alone: a round trip over loopback took %.0f µs, before another contender %.0f µs")
                        .or(() -> unlike(runs, all, m -> m.yardsticks().arithmetic(),
                                (own, least) -> own >= SLOWER * least, 1e3, "CPU time alone: a fixed piece of "
                                + "arithmetic took %.1f ms, before another contender %.1f ms")));
    }

    /** @param scale by which both figures are multiplied for the words */
    private static Optional<String> unlike(List<Run> runs, Collection<List<Run>> all,
            ToDoubleFunction<Measurement> value, BiPredicate<Double, Double> isUnlike, double scale, String words) {
        double own = median(runs, value);
        double least = all.stream().mapToDouble(each -> median(each, value)).filter(Double::isFinite).min()
                .orElse(Double.NaN);
        return Optional.of(String.format(words, scale * own, scale * least)).filter(_ -> isUnlike.test(own, least));
    }

    /** Of the runs that are not already out for a reason of their own. */
    private static double median(List<Run> runs, ToDoubleFunction<Measurement> value) {
        return Spread.of(runs.stream().filter(run -> ValidityRules.validity(run, Figure.THROUGHPUT).isUsable())
                .mapToDouble(run -> value.applyAsDouble(run.measured())).toArray()).median();
    }
}
