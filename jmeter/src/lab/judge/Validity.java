package lab.judge;

import module java.base;
import experiment.Metric;
import experiment.Run;
import experiment.Spread;
import lab.judge.Rule.Finding;
import text.Numbers;

/** A figure is invalid if work or load was not as stated, or if its repetitions differ too much. */
final class Validity {
    /** How far the repetitions may be apart, as a share of their median. */
    private static final Map<Metric, Double> MOST = Map.of(Metric.THROUGHPUT, 0.05, Metric.P50, 0.05, Metric.P99, 0.25,
            Metric.CPU_PER_REQUEST, 0.25, Metric.RSS, 0.25, Metric.LIVE_HEAP, 0.25,
            Metric.THROUGHPUT_BESIDE, 0.05, Metric.P50_BESIDE, 0.05, Metric.P99_BESIDE, 0.25);

    private Validity() {
    }

    /**
     * @param runs the repetitions of a contender under a load
     * @param otherWork how its work differs from the others'
     * @return why a figure is invalid; nothing for a valid one
     */
    static Map<Metric, String> doubts(List<Run> runs, Optional<String> otherWork) {
        Optional<String> ofAll = otherWork.or(() -> runs.stream().flatMap(run -> Rules.invalidating(run).stream())
                .map(Finding::text).findFirst());
        Map<Metric, String> doubts = new EnumMap<>(Metric.class);
        ofAll.ifPresent(why -> Stream.of(Metric.values()).forEach(metric -> doubts.put(metric, why)));
        MOST.forEach((metric, most) -> {
            Metric figure = figure(metric, runs);
            Spread spread = Spread.of(runs.stream().mapToDouble(figure::of).toArray());
            boolean grows = metric.isLatency() && runs.stream().flatMap(run -> metric.load(run).stream())
                    .anyMatch(Run::queueGrows);
            double clockStep = runs.stream().mapToDouble(figure::clockError).max().orElse(0);
            if (spread.greatest() - spread.least() - clockStep > most * spread.median() && !grows) {
                doubts.putIfAbsent(metric, "its repetitions differ by " + Numbers.percent(spread.variation())
                        + (figure == metric ? "" : " (" + figure.label() + ")") + ", more than "
                        + Numbers.percent(most, 0));
            }
        });
        return doubts;
    }

    /** What the machine adds to CPU time, it adds to service two's, too. */
    private static Metric figure(Metric metric, List<Run> runs) {
        return metric == Metric.CPU_PER_REQUEST && runs.stream()
                .noneMatch(run -> run.isMeasured() && Double.isNaN(Metric.CPU_RELATIVE.of(run)))
                ? Metric.CPU_RELATIVE : metric;
    }
}
