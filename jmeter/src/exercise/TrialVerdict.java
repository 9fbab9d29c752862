package exercise;

import module java.base;
import exercise.Measurement.Goal;
import lab.judge.Rule.Check;
import lab.judge.Rule.Finding;
import lab.judge.Rule;
import lab.judge.Rules;
import lab.results.Run;
import text.Numbers;

/**
 * What the figures prove. A run passes if all goals are met. It fails if only the learner's code can explain a missed
 * goal. Otherwise it proves nothing.
 */
record TrialVerdict(Outcome outcome, List<Goal> goals, String why, String advice) {
    /** Rules that find problems of the machine or JMeter, but for the checks below. */
    private static final Set<Rule> NOT_THE_LEARNERS = Set.of(Rules.ARRIVALS, Rules.GENERATOR, Rules.MACHINE,
            Rules.LIMIT);
    /** Checks that do so if the goals are about CPU time. */
    private static final Set<Check> IF_CPU_TIME_COUNTS = Set.of(Rules.COST, Rules.COMPILING);
    /** Checks that do so if service one did not keep the cores busy. */
    private static final Set<Check> IF_CORES_WERE_FREE = Set.of(Rules.SATURATED, Rules.COMPILER_STARVED);
    private static final String CAUSED_BY_YOURS =
            "(?s)(no request was answered|stopped: none of its first).*|(while [^,]*, )?" + Trial.YOURS + " .*";
    private static final double MOST_OF_THE_CORES = 0.5;
    private static final double FEW_OF_THE_CORES = 0.1;
    private static final String LOGS =
            "The output of the programs is in the newest folder of jmeter/results, subfolder logs.";
    private static final String QUIET = "Close other programs, connect a laptop to power, and run the check again.";

    static TrialVerdict of(Trial trial, Map<String, TrialRun> runs, double othersShare, List<String> notes) {
        Optional<Run> unmeasured = runs.values().stream().map(TrialRun::run)
                .filter(run -> !run.isMeasured() && !run.contender().equals(Trial.WITHOUT)).findFirst();
        if (unmeasured.isPresent()) {
            return ofUnmeasured(unmeasured.get(), othersShare);
        }
        return notes.isEmpty() ? of(trial, trial.targets().apply(runs), excuses(trial, runs.values().stream()
                .filter(each -> each.run().isMeasured()).toList(), othersShare))
                : new TrialVerdict(Outcome.CANNOT_JUDGE, List.of(), String.join("; ", notes) + '.', QUIET);
    }

    private static TrialVerdict ofUnmeasured(Run run, double othersShare) {
        boolean causedByYours = run.contender().equals(Trial.YOURS) && run.failure().matches(CAUSED_BY_YOURS);
        if (causedByYours && othersShare < FEW_OF_THE_CORES) {
            return new TrialVerdict(Outcome.NOT_YET, List.of(), "your service could not be measured under load; "
                    + run.failure() + '.', "The checks of behaviour make few requests at once. With hundreds of "
                    + "requests, do threads wait for one another, or reach a limit?");
        }
        String load = othersShare >= FEW_OF_THE_CORES
                ? "; other programs use " + Numbers.percent(othersShare, 0) + " of the machine's CPU time" : "";
        return new TrialVerdict(Outcome.CANNOT_JUDGE, List.of(), "nothing could be measured; " + run.contender() + ": "
                + run.failure() + load + '.', othersShare < FEW_OF_THE_CORES ? LOGS : QUIET);
    }

    static TrialVerdict of(Trial trial, List<Target> targets, Set<String> excuses) {
        List<Goal> goals = targets.stream().map(target -> target.judged(excuses.isEmpty())).toList();
        List<Target> missed = targets.stream().filter(target -> !target.isMet()).toList();
        List<Target> surely = missed.stream().filter(Target::isSurelyMissed).toList();
        if (missed.isEmpty()) {
            return new TrialVerdict(Outcome.PASSED, goals, "", trial.afterwards());
        }
        if (!excuses.isEmpty() || surely.isEmpty()) {
            return new TrialVerdict(Outcome.CANNOT_JUDGE, goals, describe(missed) + (excuses.isEmpty()
                    ? ". One run cannot tell whether that is chance." : ". But " + String.join("; ", excuses) + '.'),
                    QUIET);
        }
        return new TrialVerdict(Outcome.NOT_YET, goals, describe(surely) + '.', surely.getFirst().hint());
    }

    private static String describe(List<Target> missed) {
        return missed.stream().map(Target::expectedAndFound).collect(Collectors.joining("; "));
    }

    static Set<String> excuses(Trial trial, Collection<TrialRun> runs, double othersShare) {
        Set<String> found = new LinkedHashSet<>();
        for (TrialRun each : runs) {
            Run.Measurement measured = each.run().measured();
            boolean takesTheCores = measured.othersShare() < FEW_OF_THE_CORES
                    && measured.serviceOne().cpuSeconds() > MOST_OF_THE_CORES * measured.capacity();
            Rules.judge(each.run()).stream().filter(finding -> isExcuse(finding, takesTheCores, trial.isOfCpuTime()))
                    .forEach(finding -> found.add(finding.text()));
            if (Double.isNaN(measured.othersShare()) && othersShare >= FEW_OF_THE_CORES) {
                found.add("before the run, other programs used " + Numbers.percent(othersShare, 0)
                        + " of the machine's CPU time");
            }
        }
        return found;
    }

    static boolean isExcuse(Finding finding, boolean takesTheCores, boolean isOfCpuTime) {
        return IF_CPU_TIME_COUNTS.contains(finding.check()) ? isOfCpuTime
                : IF_CORES_WERE_FREE.contains(finding.check()) ? !takesTheCores
                : NOT_THE_LEARNERS.contains(finding.rule()) && finding.check() != Rules.HEAP;
    }

    Measurement measurement(Map<String, String> environment) {
        return new Measurement(outcome, goals, why, advice, environment);
    }
}
