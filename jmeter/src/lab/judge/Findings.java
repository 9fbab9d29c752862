package lab.judge;

import module java.base;
import experiment.Metric;
import experiment.Run;
import lab.judge.Rule.Blame;
import lab.judge.Rule.Finding;
import lab.judge.Rule.Severity;
import text.Numbers;

/**
 * What the rules find in a run: whether it can be used, for which figures, and if not, whose fault that is. A
 * {@link Point} says the same of several runs.
 *
 * @param all what invalidates comes first
 */
public record Findings(Run run, List<Finding> all) {
    public static Findings of(Run run) {
        return new Findings(run, Rule.ALL.stream().flatMap(rule -> rule.judge(run)).toList());
    }

    /** Why no figure counts: work or load was not as stated. */
    public Stream<Finding> reasons() {
        return all.stream().filter(Finding::invalidates);
    }

    public boolean isValid() {
        return reasons().findAny().isEmpty();
    }

    /** Whether the run is valid, and nothing is wrong with figures of this kind. */
    public boolean isValid(Metric metric) {
        return spoiling(metric).allMatch(finding -> finding.rule().severity() == Severity.EXPLANATION);
    }

    private Stream<Finding> spoiling(Metric metric) {
        return all.stream().filter(finding -> finding.rule().severity().spoils(metric));
    }

    /** What excuses the contender if a figure is not good enough. */
    public Stream<Finding> excuses(Metric metric) {
        return spoiling(metric).filter(finding -> finding.rule().blame().excusesContender());
    }

    /** A run that was faster than possible measured something else. */
    public Optional<String> impossible() {
        return all.stream()
                .filter(Finding::isImpossible)
                .map(Finding::text)
                .findFirst()
                .or(this::beyondChance);
    }

    private Optional<String> beyondChance() {
        double possible = run.predicted().throughput();
        if (!run.isMeasured() || !(run.measured().throughput() > (1 + Tolerances.POSSIBLE) * possible)) {
            return Optional.empty();
        }
        return Optional.of(Numbers.text(run.measured().throughput()) + "/s were measured, and only "
                + Numbers.text(possible) + "/s are possible");
    }

    /** Why a single run's figures are in doubt. A disturbance makes only those doubtful that are far from theory. */
    public Optional<String> doubt() {
        Optional<String> reason = reasons().map(Finding::text).findFirst();
        boolean isFar = run.isMeasured()
                && Tolerances.isFar(run.measured().throughput(), run.predicted().throughput());
        return isFar ? reason.or(this::disturbance) : reason;
    }

    /** What else than the contender may have changed the throughput. */
    public Optional<String> disturbance() {
        return spoiling(Metric.THROUGHPUT).filter(finding -> finding.rule().blame() != Blame.CONTENDER)
                .map(Finding::text)
                .findFirst();
    }
}
