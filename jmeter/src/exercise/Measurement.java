package exercise;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.json.JsonObject;
import exercise.harness.Outcome;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Hypothesis.Bound;
import lab.define.Hypothesis;
import lab.judge.Analysis;
import lab.judge.Judgement;
import lab.judge.Rule.Finding;
import lab.judge.Rule.Kind;
import lab.judge.Rules;
import lab.results.Results;
import lab.results.Run;
import lab.run.ExperimentRunner;
import lab.run.Installation;
import lab.run.Places;
import lab.run.RunObserver;
import lab.run.Sitting;
import load.install.JmeterSearch;
import process.Measuring;
import text.Numbers;

/**
 * A measurement of a learner's class, with the experiment in the exercise's folder. Its hypotheses are the goals.
 *
 * @param why the expected and the actual result, or why this run proves nothing. Empty if passed
 * @param advice what to do next
 */
record Measurement(Outcome outcome, List<Goal> goals, String why, String advice, Map<String, String> environment) {
    private static final String YOURS = "yours";
    private static final String QUIET = "Close other programs, connect a laptop to power, and run the check again.";
    /** A figure that misses its goal by this factor does so in another run, too, if nothing disturbs it. */
    private static final double CHANCE = 1.1;
    /** No disturbance that leaves the machine usable explains this factor. */
    private static final double ANY_DISTURBANCE = 3;

    /** @param found NaN if unknown */
    record Goal(String name, String goal, double found, Outcome outcome) {
        String text() {
            return name + ": " + (Double.isNaN(found) ? "unknown here" : Numbers.text(found)) + "; goal: " + goal;
        }

        JsonObject json() {
            return new JsonObject().put("figure", name).put("goal", goal).put("found", found).put("from", found)
                    .put("to", found).put("verdict", outcome.words);
        }
    }

    static Measurement of(Exercise exercise, Path repository, Path classes, Measuring measuring, PrintStream out)
            throws IOException, UsageException, InterruptedException {
        Experiment experiment = ExperimentFile.parse("exercise-" + exercise.number(), exercise.load(), Map.of());
        Judgement.check(experiment);
        Installation installation = new Installation(repository, new JmeterSearch(repository, System.err).find(),
                Places.onThisMachine(repository), Map.of(exercise.number(), classes));
        List<String> notes = new ArrayList<>();
        try (Sitting sitting = Sitting.begin(experiment.name(), installation)) {
            out.println("measuring with JMeter: " + experiment.loads().getFirst().name() + "; about "
                    + RunObserver.text(ExperimentRunner.usualDuration(experiment, true)));
            Map<String, String> environment = sitting.environment(experiment);
            ExperimentRunner runner = sitting.runner(experiment, new RunObserver());
            if (!sitting.measure(measuring, runner::run, notes)) {
                notes.add("the measurement was stopped before its end");
            }
            environment.put("validity", runner.runs().stream().flatMap(run -> Rules.judge(run).stream()
                    .map(finding -> run.contender() + ": " + finding.text())).collect(Collectors.joining("; ")));
            Measurement measurement = of(exercise, new Results(experiment, runner.runs(), environment, notes,
                    runner.isComplete(), List.of()));
            measurement.goals.forEach(goal -> new ExerciseOutput(out).line(goal.outcome, goal.text()));
            return measurement;
        } finally {
            BehaviourRun.killOrphans();
        }
    }

    static Measurement of(Exercise exercise, Results results) throws IOException {
        List<Judgement> judgements = Judgement.of(Analysis.of(results));
        String disturbed = Stream.concat(results.notes().stream(), results.runs().stream()
                .flatMap(run -> Rules.judge(run).stream()).filter(finding -> isDisturbance(finding, judgements))
                .map(Finding::text)).distinct().collect(Collectors.joining("; "));
        List<Goal> goals = judgements.stream().map(each -> goal(each, !disturbed.isEmpty())).toList();
        Optional<Finding> otherWork = results.runs().stream().filter(run -> run.contender().equals(YOURS))
                .flatMap(run -> Rules.judge(run).stream()).filter(each -> each.rule().kind() == Kind.WORK).findFirst();
        if (otherWork.isPresent() && (disturbed.isEmpty() || isOfFasterWork(otherWork.get()))) {
            return new Measurement(Outcome.NOT_YET, goals, "your service did not do the work under load: "
                    + otherWork.get().text() + '.', isOfFasterWork(otherWork.get()) ? "Make all four calls for each "
                    + "request, and wait for them." : "The checks of behaviour make few requests at once. With "
                    + "hundreds of requests, do threads wait for one another, or reach a limit?",
                    results.environment());
        }
        boolean complete = results.complete() && !goals.isEmpty();
        if (complete && goals.stream().allMatch(goal -> goal.outcome == Outcome.PASSED)) {
            return new Measurement(Outcome.PASSED, goals, "", exercise.line("Afterwards"), results.environment());
        }
        List<Integer> missed = IntStream.range(0, goals.size()).boxed()
                .sorted(Comparator.comparing(i -> goals.get(i).outcome != Outcome.NOT_YET))
                .filter(i -> goals.get(i).outcome != Outcome.PASSED).toList();
        String why = missed.stream().map(i -> goals.get(i).name + ": expected " + goals.get(i).goal + ", but got "
                + (Double.isNaN(goals.get(i).found) ? judgements.get(i).reason() : Numbers.text(goals.get(i).found)))
                .collect(Collectors.joining("; "));
        if (complete && goals.get(missed.getFirst()).outcome == Outcome.NOT_YET) {
            String hint = "goal " + (missed.getFirst() + 1);
            String advice = exercise.mistake(hint);
            return new Measurement(Outcome.NOT_YET, goals, why + '.', advice.equals(hint) ? "" : advice,
                    results.environment());
        }
        return new Measurement(Outcome.CANNOT_JUDGE, goals, why + (disturbed.isEmpty()
                ? ". One run cannot tell whether that is chance." : ". But " + disturbed + '.'), QUIET,
                results.environment());
    }

    private static boolean isOfFasterWork(Finding finding) {
        return finding.rule() == Rules.EARLY || finding.rule() == Rules.BEYOND_THEORY;
    }

    /** Whether the machine or JMeter explains a missed goal, and not the learner's code. */
    private static boolean isDisturbance(Finding finding, List<Judgement> goals) {
        boolean ofCpuTime = goals.stream().anyMatch(each -> each.hypothesis().metric().startsWith("CPU"));
        return finding.rule() == Rules.MACHINE && finding.check() != Rules.SATURATED
                || finding.rule().kind() == Kind.LOAD && finding.rule() != Rules.CONCURRENCY
                || ofCpuTime && (finding.check() == Rules.COST || finding.check() == Rules.COMPILING);
    }

    private static Goal goal(Judgement judgement, boolean disturbed) {
        Bound bound = Stream.concat(judgement.hypothesis().expected().stream(), judgement.hypothesis().refuting()
                .stream()).findFirst().orElseThrow();
        double found = judgement.ratio() == null || !judgement.ratio().isKnown() ? Double.NaN
                : judgement.ratio().estimate();
        double factor = Math.max(found / bound.value(), bound.value() / found);
        boolean missed = !Double.isNaN(found) && !bound.holds(found)
                && factor > (disturbed ? ANY_DISTURBANCE : CHANCE);
        String base = judgement.hypothesis().base();
        // other programs can only worsen a figure of the learner's own
        boolean isMet = bound.holds(found) && (base.isEmpty() || base.equals(Hypothesis.THEORY)
                || judgement.outcome() == Judgement.Outcome.SUPPORTED);
        return new Goal(judgement.hypothesis().metric() + (base.isEmpty() ? "" : ", relative to " + base),
                bound.toString().replace(">=", "at least").replace("<=", "at most"), found,
                isMet ? Outcome.PASSED : missed ? Outcome.NOT_YET : Outcome.CANNOT_JUDGE);
    }
}
