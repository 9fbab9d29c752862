package lab.judge;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import lab.judge.Rule.Finding;
import lab.results.Metric;
import lab.results.Run;
import lab.results.Spread;
import text.Numbers;

/** A figure is invalid if work or load was not as stated, or if its repetitions differ too much. */
final class Validity {
    private static final double MOST = 0.25;
    private static final double MOST_IF_THEORY_SETS_IT = 0.05;
    private static final Set<Metric> SET_BY_THEORY = Set.of(Metric.THROUGHPUT, Metric.MEAN, Metric.P50);

    private Validity() {
    }

    /**
     * @param runs the repetitions of a contender under a load
     * @param otherWork how its work differs from the others'
     * @return why a figure is invalid; nothing for a valid one
     */
    static Map<Metric, String> doubts(List<Run> runs, Optional<String> otherWork) {
        Optional<String> all = otherWork.or(() -> runs.stream().flatMap(run -> Rules.invalidating(run).stream())
                .map(Finding::text).findFirst());
        Map<Metric, String> doubts = new EnumMap<>(Metric.class);
        Stream.of(Metric.values()).forEach(metric -> all.or(() -> variation(runs, metric))
                .ifPresent(why -> doubts.put(metric, why)));
        return doubts;
    }

    private static Optional<String> variation(List<Run> runs, Metric metric) {
        double most = SET_BY_THEORY.contains(metric) ? MOST_IF_THEORY_SETS_IT : MOST;
        Spread spread = Spread.of(runs.stream().mapToDouble(metric::of).toArray());
        boolean grows = metric.isLatency() && runs.stream().anyMatch(Run::queueGrows);
        return grows || spread.variation() <= most || !spread.isKnown() ? Optional.empty()
                : Optional.of("its repetitions differ by " + Numbers.percent(spread.variation(), 0) + ", more than "
                + Numbers.percent(most, 0));
    }
}
