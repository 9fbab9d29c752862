package exercise;

import exercise.Measurement.Goal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import lab.judge.Run;
import lab.judge.ValidityRules;

/**
 * What the figures prove: passed, if all goals are met; not yet only if a figure misses its goal throughout its
 * interval, and nothing else than the learner's code can be the reason; else nothing is proved.
 *
 * @param why    what was expected and what came, or why this run proves nothing
 * @param advice a hint, or what to do so that the next run can be judged
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
    private static final double MOST_OF_THE_CORES = 0.5;
    private static final double FEW_OF_THE_CORES = 0.1;
    private static final String QUIET = "Close other programs, plug a laptop in, and run the check again.";

    static TrialVerdict of(Trial trial, Map<String, TrialRun> runs, boolean complete) {
        List<String> unmeasured = runs.values().stream().map(TrialRun::run).filter(run -> !run.isMeasured())
                .map(run -> run.contender() + ": " + run.failure()).toList();
        if (!complete || !unmeasured.isEmpty()) {
            return new TrialVerdict(Outcome.CANNOT_JUDGE, List.of(), unmeasured.isEmpty()
                    ? "the measurement was stopped before its end." : "nothing could be measured; "
                    + String.join("; ", unmeasured) + ".", QUIET);
        }
        return of(trial.targets().apply(runs), trial.isOfCpuTime(), runs.values().stream().map(TrialRun::run).toList());
    }

    static TrialVerdict of(List<Target> targets, boolean ofCpuTime, List<Run> runs) {
        Set<String> excuses = excuses(ofCpuTime, runs);
        List<Goal> goals = targets.stream().map(target -> target.judged(excuses.isEmpty())).toList();
        List<Target> missed = targets.stream().filter(target -> !target.isMet()).toList();
        if (missed.isEmpty()) {
            return new TrialVerdict(Outcome.PASSED, goals, "", "");
        }
        if (!excuses.isEmpty()) {
            return new TrialVerdict(Outcome.CANNOT_JUDGE, goals, said(missed) + ". But "
                    + String.join("; ", excuses) + ".", QUIET);
        }
        List<Target> surely = missed.stream().filter(Target::isSurelyMissed).toList();
        if (surely.isEmpty()) {
            return new TrialVerdict(Outcome.CANNOT_JUDGE, goals, said(missed) + ". That is too close to tell by one"
                    + " run.", QUIET);
        }
        return new TrialVerdict(Outcome.NOT_YET, goals, said(surely) + '.', surely.getFirst().hint());
    }

    private static String said(List<Target> missed) {
        return missed.stream().map(Target::said).collect(Collectors.joining("; "));
    }

    /** What was found wrong that is not the learner's; the same of several runs once. */
    private static Set<String> excuses(boolean ofCpuTime, List<Run> runs) {
        Set<String> found = new LinkedHashSet<>();
        for (Run run : runs) {
            boolean takesTheCores = run.measured().othersShare() < FEW_OF_THE_CORES
                    && run.measured().serviceOne().cpuSeconds() > MOST_OF_THE_CORES * run.measured().capacity();
            List<String> excusing = new ArrayList<>(NOT_THE_LEARNERS);
            excusing.addAll(takesTheCores ? Set.of() : WHOSE_CORES);
            excusing.addAll(ofCpuTime ? OF_CPU_TIME : Set.of());
            ValidityRules.judge(run).stream().filter(finding -> excusing.contains(finding.rule().name()))
                    .forEach(finding -> found.add(finding.text()));
        }
        return found;
    }

    Measurement measurement(Map<String, String> environment) {
        return new Measurement(outcome, goals, why, advice, environment);
    }
}
