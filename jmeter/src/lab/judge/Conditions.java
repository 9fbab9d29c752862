package lab.judge;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What the machine was like for one contender under one load, beside the contender that met it at its best. Contenders
 * take turns, so others usually disturb all of them alike, and ratios hold; these are the figures that show whether
 * they did. NaN where not known, which is no difference.
 *
 * @param others          share of the machine's CPU time that others used, median of the runs
 * @param leastOthers     the least of all contenders' medians
 * @param arithmetic      CPU seconds that a fixed piece of arithmetic took before the runs, median
 * @param leastArithmetic the least of all contenders' medians
 * @param roundTrip       CPU seconds that a round trip over loopback took before the runs, median
 * @param leastRoundTrip  the least of all contenders' medians
 */
public record Conditions(double others, double leastOthers, double arithmetic, double leastArithmetic,
        double roundTrip, double leastRoundTrip) {
    /** As much more of the machine as a run may lose to others and still be valid. */
    private static final double MORE = 0.10;
    /** As much slower as the machine may be at one time than at another without a remark: see report.Unevenness. */
    private static final double SLOWER = 1.2;
    /** The same of round trips, which vary by a quarter on a quiet machine: see report.Unevenness. */
    private static final double DEARER = 1.5;

    /** @param all the runs under one load, of each contender a list */
    static Conditions of(List<Run> runs, Collection<List<Run>> all) {
        return new Conditions(others(runs), least(all, Conditions::others), arithmetic(runs),
                least(all, Conditions::arithmetic), roundTrip(runs), least(all, Conditions::roundTrip));
    }

    private static double others(List<Run> runs) {
        return median(runs, ValidityRules::othersShare);
    }

    private static double arithmetic(List<Run> runs) {
        return median(runs, run -> run.measured().yardsticks().arithmetic());
    }

    private static double roundTrip(List<Run> runs) {
        return median(runs, run -> run.measured().yardsticks().roundTrip());
    }

    /** Of the runs that are not already out for a reason of their own. */
    private static double median(List<Run> runs, ToDoubleFunction<Run> value) {
        return Spread.of(runs.stream().filter(run -> ValidityRules.validity(run, Metric.THROUGHPUT).isUsable())
                .mapToDouble(value).toArray()).median();
    }

    private static double least(Collection<List<Run>> all, ToDoubleFunction<List<Run>> value) {
        return all.stream().mapToDouble(value).filter(Double::isFinite).min().orElse(Double.NaN);
    }

    /** Whether others took so much more from it than from another contender that ratios with it say nothing. */
    boolean isMoreDisturbed() {
        return others - leastOthers > MORE;
    }

    /** Whether the machine was so much slower for it that its CPU time says nothing beside another contender's. */
    boolean isSlower() {
        return arithmetic >= SLOWER * leastArithmetic || isDearer();
    }

    private boolean isDearer() {
        return roundTrip >= DEARER * leastRoundTrip;
    }

    /** What is unlike, in words; empty where nothing is. */
    Optional<String> unlike() {
        if (isMoreDisturbed()) {
            return Optional.of(String.format(Locale.ROOT,
                    "others used %.0f %% of the machine's CPU time, beside another contender %.0f %%", 100 * others,
                    100 * leastOthers));
        }
        if (isDearer()) {
            return Optional.of(String.format(Locale.ROOT,
                    "CPU time alone: a round trip over loopback took %.0f µs, before another contender %.0f µs",
                    1e6 * roundTrip, 1e6 * leastRoundTrip));
        }
        return !isSlower() ? Optional.empty() : Optional.of(String.format(Locale.ROOT,
                "CPU time alone: a fixed piece of arithmetic took %.1f ms, before another contender %.1f ms",
                1e3 * arithmetic, 1e3 * leastArithmetic));
    }
}
