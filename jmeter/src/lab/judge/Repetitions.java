package lab.judge;

import module java.base;
import experiment.Metric;
import experiment.Run;
import experiment.Spread;
import text.Numbers;

/** Whether the repetitions of a contender under a load agree. */
record Repetitions(List<Run> runs) {
    /** @param most how far they may be apart, as a share of their median */
    Optional<String> difference(Metric metric, double most) {
        Metric figure = compared(metric);
        Spread spread = Spread.of(runs.stream().mapToDouble(figure::of).toArray());
        boolean grows = metric.isLatency()
                && runs.stream().flatMap(run -> metric.load(run).stream()).anyMatch(Run::queueGrows);
        double clockStep = runs.stream().mapToDouble(figure::clockError).max().orElse(0);
        if (grows || !(spread.greatest() - spread.least() - clockStep > most * spread.median())) {
            return Optional.empty();
        }
        String compared = figure == metric ? "" : " (" + figure.label() + ")";
        return Optional.of("its repetitions differ by " + Numbers.percent(spread.variation()) + compared
                + ", more than " + Numbers.percent(most, 0));
    }

    /** What the machine adds to CPU time, it adds to service two's, too. */
    private Metric compared(Metric metric) {
        boolean knowsServiceTwo = runs.stream()
                .noneMatch(run -> run.isMeasured() && Double.isNaN(Metric.CPU_RELATIVE.of(run)));
        return metric == Metric.CPU_PER_REQUEST && knowsServiceTwo ? Metric.CPU_RELATIVE : metric;
    }
}
