package lab.run;

import module java.base;
import experiment.Load;
import experiment.Run;
import lab.judge.Findings;
import lab.judge.Rule.Finding;
import lab.judge.Rule;

/**
 * Decides whether a round is run again: if work or load was not as stated, but never because of a value. A rerun helps
 * no contender that is faster than possible, and none that has broken the same rule in a rerun.
 */
final class Reruns {
    private record Broken(String contender, Load load, Rule rule) {
    }

    private final Predicate<Run> isHopeless;
    private final Set<Broken> again = new HashSet<>();
    private Set<Broken> before = Set.of();
    private int left;

    /**
     * @param most how many more rounds there may be
     * @param isHopeless whether a run would fail again for certain
     */
    Reruns(int most, Predicate<Run> isHopeless) {
        this.left = most;
        this.isHopeless = isHopeless.or(run -> Findings.of(run).all().stream().anyMatch(Finding::isImpossible));
    }

    /** @param isRerun whether these runs are a rerun of those of the last question */
    boolean isNeeded(List<Run> round, boolean isRerun) {
        Set<Broken> broken = round.stream().filter(isHopeless.negate())
                .flatMap(run -> Findings.of(run).reasons()
                        .map(reason -> new Broken(run.contender(), run.load(), reason.rule())))
                .collect(Collectors.toSet());
        if (isRerun) {
            broken.stream().filter(before::contains).forEach(again::add);
        }
        broken.removeAll(again);
        before = broken;
        return !broken.isEmpty() && left-- > 0;
    }
}
