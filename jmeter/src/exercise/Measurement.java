package exercise;

import module java.base;
import common.commandline.CommandLine.UsageException;
import exercise.harness.Check.Result;
import exercise.harness.Outcome;
import experiment.Experiment;
import experiment.ExperimentFile;
import experiment.Hypothesis.Bound;
import experiment.Hypothesis;
import experiment.Results;
import experiment.Run;
import lab.judge.Analysis;
import lab.judge.Judgement;
import lab.judge.Rule.Finding;
import lab.judge.Rule.Kind;
import lab.judge.Rule;
import lab.judge.Rules;
import lab.run.ExperimentRunner;
import lab.run.Places;
import lab.run.Policy;
import lab.run.RunObserver;
import load.install.JmeterHome;
import load.install.JmeterSearch;
import process.Measuring;
import text.Numbers;

/** A measurement of a learner's class, with the experiment in the exercise's folder. Its hypotheses are the goals. */
record Measurement(List<Result> results, Map<String, String> environment) {
    private static final String YOURS = "yours";
    private static final String QUIET = "Close other programs, connect a laptop to power, and run the check again.";
    private static final String WORK = "the service does the work under load";
    /** A figure that misses its goal by this factor does so in another run, too, if nothing disturbs it. */
    private static final double CHANCE = 1.1;
    /** No disturbance that leaves the machine usable explains this factor. */
    private static final double ANY_DISTURBANCE = 3;

    static Measurement of(Exercise exercise, Path repository, Path classes, Measuring measuring, PrintStream out)
            throws IOException, UsageException, InterruptedException {
        Experiment experiment = ExperimentFile.parse("exercise-" + exercise.number(), exercise.load(), Map.of());
        Judgement.check(experiment);
        ExperimentRunner runner =
                new ExperimentRunner(experiment, Policy.EXERCISE, Places.onThisMachine(repository));
        JmeterHome jmeter = new JmeterSearch(repository, System.err).find();
        out.println("measuring with JMeter: " + experiment.loads().getFirst().name() + "; about "
                + RunObserver.text(ExperimentRunner.usualDuration(experiment, Policy.EXERCISE)));
        try {
            Results results = runner.run(jmeter, Map.of(exercise.number(), classes), new RunObserver(), measuring)
                    .results();
            results.environment().put("validity", results.runs().stream().flatMap(run -> Rules.judge(run).stream()
                    .map(finding -> run.contender() + ": " + finding.text())).collect(Collectors.joining("; ")));
            return of(exercise, new Results(experiment, results.runs(), results.environment(),
                    disturbances(results, runner.notes()), results.complete(), List.of()));
        } finally {
            BehaviourRun.killOrphans();
        }
    }

    /** What was known before the measurement has not disturbed it. */
    private static List<String> disturbances(Results results, List<String> before) {
        List<String> notes = new ArrayList<>(results.notes());
        notes.removeAll(before);
        if (!results.complete() && notes.isEmpty()) {
            notes.add("the measurement was stopped before its end");
        }
        return notes;
    }

    /** What decides comes first. */
    static Measurement of(Exercise exercise, Results results) throws IOException {
        List<Judgement> judgements = Judgement.of(Analysis.of(results));
        String disturbed = Stream.concat(results.notes().stream(), results.runs().stream()
                .flatMap(run -> Rules.judge(run).stream()).filter(finding -> isDisturbance(finding, judgements))
                .map(Finding::text)).distinct().collect(Collectors.joining("; "));
        List<Result> all = new ArrayList<>();
        for (int i = 0; i < judgements.size(); i++) {
            all.add(goal(judgements.get(i), disturbed, exercise.mistake("goal " + (i + 1))));
        }
        all.sort(Comparator.comparing(each -> each.outcome() != Outcome.NOT_YET));
        results.runs().stream().filter(run -> run.contender().equals(YOURS)).flatMap(run -> Rules.judge(run).stream())
                .filter(each -> each.rule().kind() == Kind.WORK && (disturbed.isEmpty() || isOfFasterWork(each)))
                .findFirst().ifPresent(found -> all.addFirst(new Result(WORK, Outcome.NOT_YET, found.text(),
                        isOfFasterWork(found) ? "Make all four calls for each request, and wait for them."
                        : "The checks of behaviour make few requests at once. With hundreds of requests, do threads "
                        + "wait for one another, or reach a limit?", 0)));
        if (!results.complete()) {
            all.addFirst(new Result("all runs are complete", Outcome.CANNOT_JUDGE, disturbed, QUIET, 0));
        }
        return new Measurement(all, results.environment());
    }

    private static boolean isOfFasterWork(Finding finding) {
        return finding.rule() == Rules.EARLY || finding.rule() == Rules.BEYOND_THEORY;
    }

    /** Whether the machine or JMeter explains a missed goal, and not the learner's code. */
    private static boolean isDisturbance(Finding finding, List<Judgement> goals) {
        return isDisturbance(finding.rule(), finding.check(),
                goals.stream().anyMatch(each -> each.hypothesis().metric().startsWith("CPU")));
    }

    static boolean isDisturbance(Rule rule, Rule.Check check, boolean ofCpuTime) {
        return rule == Rules.MACHINE && check != Rules.SATURATED
                || rule.kind() == Kind.LOAD && rule != Rules.CONCURRENCY
                || ofCpuTime && (check == Rules.COST || check == Rules.COMPILING);
    }

    private static Result goal(Judgement judgement, String disturbed, String hint) {
        Bound bound = Stream.concat(judgement.hypothesis().expected().stream(), judgement.hypothesis().refuting()
                .stream()).findFirst().orElseThrow();
        double found = judgement.ratio() == null || !judgement.ratio().isKnown() ? Double.NaN
                : judgement.ratio().estimate();
        double factor = Math.max(found / bound.value(), bound.value() / found);
        boolean missed = !Double.isNaN(found) && !bound.holds(found)
                && factor > (disturbed.isEmpty() ? CHANCE : ANY_DISTURBANCE);
        String base = judgement.hypothesis().base();
        // other programs can only worsen a figure of the learner's own
        boolean isMet = bound.holds(found) && (base.isEmpty() || base.equals(Hypothesis.THEORY)
                || judgement.outcome() == Judgement.Outcome.SUPPORTED);
        String name = judgement.hypothesis().metric() + (base.isEmpty() ? "" : ", relative to " + base) + ": "
                + bound.toString().replace(">=", "at least").replace("<=", "at most");
        String got = "got " + (Double.isNaN(found) ? judgement.reason() : Numbers.text(found));
        return isMet ? new Result(name, Outcome.PASSED, got, "", 0)
                : missed ? new Result(name, Outcome.NOT_YET, got, hint, 0)
                : new Result(name, Outcome.CANNOT_JUDGE, got + (disturbed.isEmpty()
                ? ". One run cannot tell whether that is chance." : ". But " + disturbed + '.'), QUIET, 0);
    }
}
