package lab.judge;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Rule.Finding;
import lab.judge.SameWork.WorkDone;
import lab.results.Figure;
import lab.results.Metric;
import lab.results.Run;
import lab.results.Spread;

/**
 * All repetitions of one contender under one load. A figure has the best validity that more than half of the runs
 * reach, and is computed from those runs. A figure in doubt is computed from all runs, but leads to no conclusion.
 *
 * @param otherWork how the contender's work differs from the others'; empty if it does not
 * @param hasOtherMembers whether the contender's answers have other JSON members than the others'
 */
public record Point(String contender, Load load, List<Run> runs, Conditions conditions, WorkDone work,
        Optional<String> otherWork, boolean hasOtherMembers) {

    public Validity validity(Figure figure) {
        if (figure == Figure.CPU_TIME && conditions.slower().isPresent() || otherWork.isPresent()) {
            return Validity.NOT_VALID;
        }
        if (isMajority(runs(figure, Validity.VALID))) {
            return Validity.VALID;
        }
        return isMajority(runs(figure, Validity.WITH_CARE)) && conditions.disturbed().isEmpty() ? Validity.WITH_CARE
                : Validity.NOT_VALID;
    }

    public Validity validity(Metric metric) {
        return validity(metric.figure());
    }

    private boolean isMajority(List<Run> some) {
        return 2 * some.size() > runs.size();
    }

    private List<Run> runs(Figure figure, Validity least) {
        return runs.stream().filter(run -> ValidityRules.validity(run, figure).isAtLeast(least)).toList();
    }

    /** In an open loop, arrivals set the throughput, so the median latency is the main figure. */
    public Metric result() {
        return load.isOpen() ? Metric.P50 : Metric.THROUGHPUT;
    }

    public boolean isUsable() {
        return isUsable(result());
    }

    public boolean isUsable(Metric metric) {
        return validity(metric).isUsable();
    }

    public List<Figure> figures(Validity wanted) {
        return Arrays.stream(Figure.values()).filter(figure -> validity(figure) == wanted).toList();
    }

    public String reservation() {
        return Stream.of(Validity.NOT_VALID, Validity.WITH_CARE).filter(reached -> !figures(reached).isEmpty())
                .map(reached -> Figure.names(figures(reached)) + " " + reached.label())
                .collect(Collectors.joining("; "));
    }

    public List<String> reasons() {
        Map<Rule, List<Finding>> found = runs.stream().flatMap(run -> ValidityRules.judge(run).stream())
                .collect(Collectors.groupingBy(Finding::rule, LinkedHashMap::new, Collectors.toList()));
        Stream<Finding> worst = found.values().stream()
                .map(all -> Collections.max(all, Comparator.comparing(Finding::value)))
                .filter(finding -> finding.doubted().stream().anyMatch(figure -> validity(figure) != Validity.VALID))
                .filter(finding -> !finding.rule().name().equals(ValidityRules.DISTURBED)
                        || conditions.disturbed().isEmpty())
                .sorted(Finding.GRAVEST_FIRST);
        return Stream.of(otherWork.stream(), worst.map(Finding::text), conditions.disturbed().stream(),
                conditions.slower().stream()).flatMap(Function.identity()).toList();
    }

    public boolean isMeasured() {
        return runs.stream().anyMatch(Run::isMeasured);
    }

    public Optional<String> otherConditions() {
        return conditions.disturbed().or(conditions::slower);
    }

    public List<Run> shown() {
        return shown(result());
    }

    private List<Run> shown(Metric metric) {
        return isUsable(metric) ? runs(metric.figure(), validity(metric))
                : runs.stream().filter(Run::isMeasured).toList();
    }

    /** One value per run. Empty if any run has too few answers, so that all percentiles cover the same runs. */
    public double[] values(Metric metric) {
        return hasEnoughAnswers(metric) ? shown(metric).stream().mapToDouble(metric::of).toArray() : new double[0];
    }

    /**
     * One value for each run that is valid or usable with care. If the figure is in doubt, or the contender was
     * disturbed more than others, the same as {@link #values}.
     */
    double[] usable(Metric metric) {
        boolean withCare = isUsable(metric) && hasEnoughAnswers(metric) && conditions.disturbed().isEmpty();
        return withCare ? runs(metric.figure(), Validity.WITH_CARE).stream().mapToDouble(metric::of).toArray()
                : values(metric);
    }

    public boolean hasEnoughAnswers(Metric metric) {
        return missingAnswers(metric) == 0;
    }

    /** The largest number of answers that a repetition lacks. */
    public long missingAnswers(Metric metric) {
        return shown(metric).stream().filter(run -> run.measured().requests().latency() != null)
                .mapToLong(metric::missingAnswers).max().orElse(0);
    }

    public Spread spread(Metric metric) {
        return Spread.of(values(metric));
    }

    public Prediction predicted() {
        return runs.getFirst().predicted();
    }

    /** The prediction, limited by what the cores allow at the measured CPU time per request. */
    public Prediction capped() {
        int cores = shown().stream().mapToInt(run -> run.measured().machine().cores()).max().orElse(0);
        return predicted().withinCores(load, cores, spread(Metric.CPU_OF_ALL).median() / 1e6);
    }

    /** NaN if unknown. */
    public double shareOfPredicted() {
        return spread(Metric.THROUGHPUT).median() / capped().throughput();
    }

    public Run representative() {
        double median = spread(Metric.THROUGHPUT).median();
        return shown().stream().min(Comparator.comparingDouble(run -> Math.abs(Metric.THROUGHPUT.of(run) - median)))
                .orElse(null);
    }
}
