package exercise;

import common.text.Numbers;
import exercise.Measurement.Goal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import lab.judge.Run;
import lab.judge.ValidityRules;

/**
 * What the figures prove: passed, if all goals are met; not yet only if a figure misses its goal throughout its
 * interval, and nothing else than the learner's code can be the reason; else nothing is proved.
 *
 * @param why    what was expected and what came, or why this run proves nothing
 * @param advice a hint, or what to do so that the next run can be judged; if it is passed, what can be done with it
 */
record TrialVerdict(Outcome outcome, List<Goal> goals, String why, String advice) {
    /** What these rules find is the machine's, or JMeter's, whatever the learner has written. */
    static final Set<String> NOT_THE_LEARNERS = Set.of("listen queue", "generator saturated", "machine disturbed",
            "cores shared", "file limit reached", "control group throttled", "memory short", "time stolen",
            "clocks apart", "arrivals missing", "arrivals late", "arrivals held up");
    /** And these of CPU time, where a goal is about that. */
    static final Set<String> OF_CPU_TIME = Set.of("cost not steady", "still compiling");
    /** These too, unless service one itself takes the cores, as code does that waits in a busy loop. */
    static final Set<String> WHOSE_CORES = Set.of("machine saturated", "compiler starved");
    /** Of why nothing was measured: what service one itself has done, or not done. */
    private static final String ITSELF = "(?s)(no request was answered|stopped: none of its first).*|(while [^,]*, )?"
            + Trial.YOURS + " .*";
    private static final double MOST_OF_THE_CORES = 0.5;
    private static final double FEW_OF_THE_CORES = 0.1;
    private static final String LOGS =
            "What the programs themselves have said is in the newest folder of jmeter/results, below logs.";
    private static final String QUIET = "Close other programs, plug a laptop in, and run the check again.";

    /**
     * @param others the share of all cores that others used when nothing was measured; NaN where nothing tells
     * @param notes  why it could not go on; none where it was measured to the end
     */
    static TrialVerdict of(Trial trial, Map<String, TrialRun> runs, double others, List<String> notes) {
        Optional<Run> unmeasured = runs.values().stream().map(TrialRun::run)
                .filter(run -> !run.isMeasured() && !run.contender().equals(Trial.WITHOUT)).findFirst();
        if (unmeasured.isPresent()) {
            return ofUnmeasured(unmeasured.get(), others);
        }
        return notes.isEmpty() ? of(trial, trial.targets().apply(runs), excuses(trial, runs.values().stream()
                .filter(each -> each.run().isMeasured()).toList(), others))
                : new TrialVerdict(Outcome.CANNOT_JUDGE, List.of(), String.join("; ", notes) + '.', QUIET);
    }

    private static TrialVerdict ofUnmeasured(Run run, double others) {
        boolean itself = run.contender().equals(Trial.YOURS) && run.failure().matches(ITSELF);
        return itself && others < FEW_OF_THE_CORES
                ? new TrialVerdict(Outcome.NOT_YET, List.of(), "under load it could not be measured; " + run.failure()
                + '.', "The checks of behaviour have few requests at once. What happens with hundreds: do threads wait"
                + " for one another, does something run full?")
                : new TrialVerdict(Outcome.CANNOT_JUDGE, List.of(), "nothing could be measured; " + run.contender()
                + ": " + run.failure() + (others >= FEW_OF_THE_CORES ? "; others use " + Numbers.percent(others, 0)
                + " of the machine's CPU time" : "") + '.', others < FEW_OF_THE_CORES ? LOGS : QUIET);
    }

    static TrialVerdict of(Trial trial, List<Target> targets, Set<String> excuses) {
        List<Goal> goals = targets.stream().map(target -> target.judged(excuses.isEmpty())).toList();
        List<Target> missed = targets.stream().filter(target -> !target.isMet()).toList();
        List<Target> surely = missed.stream().filter(Target::isSurelyMissed).toList();
        if (missed.isEmpty()) {
            return new TrialVerdict(Outcome.PASSED, goals, "", trial.afterwards());
        }
        if (!excuses.isEmpty() || surely.isEmpty()) {
            return new TrialVerdict(Outcome.CANNOT_JUDGE, goals, said(missed) + (excuses.isEmpty()
                    ? ". One run cannot tell whether that is chance." : ". But " + String.join("; ", excuses) + '.'),
                    QUIET);
        }
        return new TrialVerdict(Outcome.NOT_YET, goals, said(surely) + '.', surely.getFirst().hint());
    }

    private static String said(List<Target> missed) {
        return missed.stream().map(Target::said).collect(Collectors.joining("; "));
    }

    /** What was found wrong that is not the learner's; the same of several runs once. */
    static Set<String> excuses(Trial trial, Collection<TrialRun> runs, double others) {
        Set<String> found = new LinkedHashSet<>();
        for (TrialRun each : runs) {
            Run.Measurement measured = each.run().measured();
            boolean takesTheCores = measured.othersShare() < FEW_OF_THE_CORES
                    && measured.serviceOne().cpuSeconds() > MOST_OF_THE_CORES * measured.capacity();
            List<String> excusing = new ArrayList<>(NOT_THE_LEARNERS);
            excusing.addAll(takesTheCores ? Set.of() : WHOSE_CORES);
            excusing.addAll(trial.isOfCpuTime() ? OF_CPU_TIME : Set.of());
            ValidityRules.judge(each.run()).stream().filter(finding -> excusing.contains(finding.rule().name()))
                    .forEach(finding -> found.add(finding.text()));
            if (Double.isNaN(measured.othersShare()) && others >= FEW_OF_THE_CORES) {
                found.add("before it began, others used " + Numbers.percent(others, 0) + " of the machine's CPU time");
            }
        }
        return found;
    }

    Measurement measurement(Map<String, String> environment) {
        return new Measurement(outcome, goals, why, advice, environment);
    }
}
