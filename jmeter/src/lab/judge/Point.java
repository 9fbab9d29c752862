package lab.judge;

import module java.base;
import experiment.Limit;
import experiment.Load;
import experiment.Metric;
import experiment.Prediction;
import experiment.Run;
import lab.judge.Rule.Finding;
import text.Numbers;

/**
 * The repetitions of one contender under one load. An invalid figure is shown, but nothing follows from it.
 *
 * @param runs one for each repetition; of a repetition that was run again, the last
 * @param doubts why a figure is invalid; without an entry, it is valid
 */
public record Point(String contender, Load load, List<Run> runs, Map<Metric, String> doubts) {

    /** @param otherWork how its work differs from that of other contenders; null if it does not */
    static Point of(String contender, Load load, List<Run> runs, String otherWork) {
        Map<Metric, String> doubts = new EnumMap<>(Metric.class);
        Point point = new Point(contender, load, runs, doubts);
        Optional<String> ofAll = Optional.ofNullable(otherWork).or(point::invalid);
        for (Metric metric : Metric.values()) {
            ofAll.or(() -> point.scatter(metric)).ifPresent(doubt -> doubts.put(metric, doubt));
        }
        return point;
    }

    private Optional<String> invalid() {
        return runs.stream().flatMap(run -> Findings.of(run).reasons()).map(Finding::text).findFirst();
    }

    /** How its repetitions differ, if that is too much. What the machine adds to CPU time, it adds to service two's. */
    private Optional<String> scatter(Metric metric) {
        Metric figure = metric == Metric.CPU_PER_REQUEST && knowsServiceTwo() ? Metric.CPU_RELATIVE : metric;
        double most = Tolerances.REPETITIONS.getOrDefault(metric, Double.NaN);
        Repetitions repetitions = repetitions(figure);
        if (!(repetitions.greatest() - repetitions.least() - clockError(figure) > most * repetitions.median())) {
            return Optional.empty();
        }
        String compared = figure == metric ? "" : " (" + figure.label() + ")";
        return Optional.of("its repetitions differ by " + Numbers.percent(repetitions.variation()) + compared
                + ", more than " + Numbers.percent(most, 0));
    }

    /** Whether CPU time can be compared with service two's. */
    boolean knowsServiceTwo() {
        return repetitions(Metric.CPU_RELATIVE).count() == measured().size();
    }

    public boolean isValid(Metric metric) {
        return !doubts.containsKey(metric);
    }

    /** In an open loop, arrivals set the throughput, so the median latency is the main figure. */
    public Metric result() {
        return load.isOpen() ? Metric.P50 : Metric.THROUGHPUT;
    }

    public boolean isValid() {
        return isValid(result());
    }

    public boolean isMeasured() {
        return runs.stream().anyMatch(Run::isMeasured);
    }

    public List<Run> measured() {
        return runs.stream().filter(Run::isMeasured).toList();
    }

    /** More requests arrive than are answered. */
    public boolean grows(Metric metric) {
        return runs.stream().anyMatch(metric::grows);
    }

    /**
     * One value per run. Empty if any run has too few answers, so that all percentiles cover the same runs, and for
     * latencies that grow.
     */
    public double[] values(Metric metric) {
        return missingAnswers(metric) == 0 && !grows(metric)
                ? measured().stream().mapToDouble(metric::of).toArray()
                : new double[0];
    }

    /** The largest number of answers that a repetition lacks. */
    public long missingAnswers(Metric metric) {
        return measured().stream()
                .filter(run -> metric.load(run).filter(Run::hasLatency).isPresent())
                .mapToLong(metric::missingAnswers)
                .max()
                .orElse(0);
    }

    public Repetitions repetitions(Metric metric) {
        return Repetitions.of(values(metric));
    }

    public double median(Metric metric) {
        return repetitions(metric).median();
    }

    public double clockError(Metric metric) {
        return measured().stream().mapToDouble(metric::clockError).max().orElse(0);
    }

    /** The same as a share of the median. */
    public double relativeClockError(Metric metric) {
        double error = clockError(metric);
        return error == 0 ? 0 : error / median(metric);
    }

    public double failedShare() {
        double[] shares = measured().stream().mapToDouble(run -> run.measured().failedShare()).toArray();
        return Repetitions.of(shares).median();
    }

    public Prediction predicted() {
        return runs.getFirst().predicted();
    }

    /** The prediction, limited by what the cores allow at the measured CPU time, a second load's included. */
    public Prediction capped() {
        int cores = measured().stream()
                .mapToInt(run -> run.measured().machine().cores())
                .max()
                .orElse(0);
        double[] costs = measured().stream()
                .map(Run::measured)
                .mapToDouble(m -> m.ownSeconds() / m.requests().answered())
                .filter(Double::isFinite)
                .toArray();
        return predicted().withinCores(load, cores, Repetitions.of(costs).median());
    }

    /** NaN if unknown. */
    public double shareOfPredicted() {
        return median(Metric.THROUGHPUT) / capped().throughput();
    }

    public boolean isFarBelowTheory() {
        return shareOfPredicted() < Tolerances.FAR_BELOW_THEORY;
    }

    /** While this contender ran, other programs used the machine, and its throughput stayed below theory. */
    public boolean isHeldBack() {
        boolean isOverloaded = predicted().limit() == Limit.ARRIVALS && grows(Metric.P50);
        Stream<Finding> excuses = runs.stream().flatMap(run -> Findings.of(run).excuses(Metric.THROUGHPUT));
        return !isOverloaded
                && shareOfPredicted() < Tolerances.AS_PREDICTED
                && excuses.anyMatch(finding -> !finding.invalidates());
    }

    /** The waits of users without an answer are missing, so the true value is at least the measured one. */
    public boolean isAtLeast(Metric metric) {
        return metric.isLatency() && runs.stream()
                .flatMap(run -> metric.load(run).stream())
                .flatMap(Rule.STARVED::judgeFirst)
                .findAny()
                .isPresent();
    }

    /** Of all runs. */
    public List<Finding> findings() {
        return runs.stream().flatMap(run -> Findings.of(run).all().stream()).toList();
    }

    /** The run with the median throughput; null if there is none. */
    public Run representative() {
        double median = median(Metric.THROUGHPUT);
        return measured().stream()
                .min(Comparator.comparingDouble(run -> Math.abs(Metric.THROUGHPUT.of(run) - median)))
                .orElse(null);
    }
}
