package experiment.statistics;

import experiment.define.Load;
import experiment.predict.CpuCeiling;
import experiment.predict.Prediction;
import java.util.Comparator;
import java.util.List;

/**
 * All repetitions of one contender under one load. It is valid where more than half of them are; its figures are then
 * those of the valid ones. An invalid point shows the figures of whatever was measured, and nothing is concluded from
 * them.
 */
public record Point(String contender, Load load, List<Run> runs) {

    /** Whether the figures that have nothing to do with CPU time can be trusted. */
    public boolean isValid() {
        return isValid(Metric.THROUGHPUT);
    }

    public boolean isValid(Metric metric) {
        return 2 * validRuns(metric).size() > runs.size();
    }

    public List<Run> validRuns() {
        return validRuns(Metric.THROUGHPUT);
    }

    private List<Run> validRuns(Metric metric) {
        return runs.stream().filter(run -> Rules.judge(run).stream().noneMatch(finding -> finding.concerns(metric)))
                .toList();
    }

    public boolean isMeasured() {
        return runs.stream().anyMatch(Run::isMeasured);
    }

    /** The runs that a figure is from. */
    private List<Run> shown(Metric metric) {
        return isValid(metric) ? validRuns(metric) : runs.stream().filter(Run::isMeasured).toList();
    }

    public List<Run> shown() {
        return shown(Metric.THROUGHPUT);
    }

    public double[] values(Metric metric) {
        return shown(metric).stream().mapToDouble(metric::of).toArray();
    }

    public Spread spread(Metric metric) {
        return Spread.of(values(metric));
    }

    /** By Little's law alone, as printed before the run. */
    public Prediction predicted() {
        return runs.getFirst().predicted();
    }

    /** The same, capped by what the cores allow at the CPU time per request that was measured. */
    public Prediction ceiled() {
        double cores = shown().stream().mapToInt(run -> run.measured().machine().cores()).max().orElse(0);
        return CpuCeiling.cap(predicted(), load, (int) cores, spread(Metric.CPU_OF_ALL).median() / 1e6);
    }

    /** Throughput as a share of the prediction under the CPU ceiling; NaN where one of them is not known. */
    public double grade() {
        return spread(Metric.THROUGHPUT).median() / ceiled().throughput();
    }

    /** The run that stands for the point in pictures of one run: that of median throughput, else the first measured. */
    public Run representative() {
        double median = spread(Metric.THROUGHPUT).median();
        return shown().stream().min(Comparator.comparingDouble(run -> Math.abs(Metric.THROUGHPUT.of(run) - median)))
                .orElse(null);
    }
}
