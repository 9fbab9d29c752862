package exercise;

import module java.base;
import exercise.harness.Check.Result;
import exercise.harness.Outcome;
import experiment.Experiment;
import experiment.Hypothesis;
import experiment.Metric;
import experiment.Results;
import lab.judge.Analysis;
import lab.judge.Findings;
import lab.judge.Tolerances;
import lab.judge.Verdict;
import lab.run.ExperimentRunner;
import lab.run.Places;
import lab.run.Policy;
import lab.run.RunObserver;
import learner.Exercise;
import load.install.JmeterSearch;
import process.Measuring;
import text.Numbers;

/** A measurement of a learner's class, with the experiment in the exercise's folder. Its hypotheses are the goals. */
final class Measurement {
    private static final String QUIET = "Close other programs, connect a laptop to power, and run the check again.";

    private Measurement() {
    }

    static Results make(
            Exercise exercise, Path repository, Path classes, Measuring measuring, PrintStream out)
            throws IOException, InterruptedException {
        Experiment experiment = exercise.experiment(repository);
        Verdict.check(experiment);
        ExperimentRunner runner =
                new ExperimentRunner(experiment, Policy.EXERCISE, Places.onThisMachine(repository));
        out.println("measuring with JMeter: " + experiment.loads().getFirst().name() + "; about "
                + RunObserver.text(ExperimentRunner.usualDuration(experiment, Policy.EXERCISE)));
        try {
            Results results = runner.run(new JmeterSearch(repository, System.err).find(),
                    Map.of(exercise.number(), classes), new RunObserver(), measuring).results();
            results.notes().removeAll(runner.notes());      // known before, so it has not disturbed the measurement
            results.environment().put("validity", results.runs().stream()
                    .flatMap(run -> Findings.of(run).all().stream()
                            .map(finding -> run.contender() + ": " + finding.text()))
                    .collect(Collectors.joining("; ")));
            return results;
        } finally {
            BehaviourRun.killOrphans();
        }
    }

    /** What decides comes first. */
    static List<Result> judge(Exercise exercise, Results results) throws IOException {
        String excuses = excuses(results);
        List<Result> all = new ArrayList<>();
        for (Verdict each : Verdict.of(Analysis.of(results))) {
            all.add(goal(each, excuses, exercise.mistake("goal " + (all.size() + 1))));
        }
        all.sort(Comparator.comparing(each -> each.outcome() != Outcome.NOT_YET));
        work(results, excuses).ifPresent(all::addFirst);
        if (!results.complete()) {
            all.addFirst(new Result("all runs are complete", Outcome.CANNOT_JUDGE, excuses, QUIET, 0));
        }
        return all;
    }

    /** What may have worsened a figure that has a goal, except for the learner's code. */
    private static String excuses(Results results) {
        Stream<String> found = results.runs().stream()
                .map(Findings::of)
                .flatMap(run -> results.experiment().claims().hypotheses().stream()
                        .flatMap(goal -> run.excuses(Metric.named(goal.metric()).orElseThrow())))
                .map(finding -> finding.text());
        String excuses = Stream.concat(results.notes().stream(), found)
                .distinct()
                .collect(Collectors.joining("; "));
        return excuses.isEmpty() && !results.complete() ? "the measurement was stopped before its end" : excuses;
    }

    /** Whether the learner's service does not do its work under load. Nothing excuses one that is too fast. */
    private static Optional<Result> work(Results results, String excuses) {
        return results.runs().stream()
                .filter(run -> run.contender().equals("yours"))
                .flatMap(run -> Findings.of(run).reasons())
                .filter(each -> each.blamesContender() && (excuses.isEmpty() || each.isImpossible()))
                .findFirst()
                .map(each -> new Result(
                        "the service does the work under load",
                        Outcome.NOT_YET,
                        each.text(),
                        each.isImpossible() ? "Make all four calls for each request, and wait for them."
                                : "The checks of behaviour make few requests at once. With hundreds of requests, "
                                + "do threads wait for one another, or reach a limit?",
                        0));
    }

    private static Result goal(Verdict verdict, String excuses, String hint) {
        Hypothesis goal = verdict.hypothesis();
        Hypothesis.Bound bound = goal.expected().getFirst();
        String relative = goal.base().isEmpty() ? "" : ", relative to " + goal.base();
        String wanted = bound.toString().replace(">=", "at least").replace("<=", "at most");
        String name = goal.metric() + relative + ": " + wanted;
        double found = verdict.ratio().estimate();
        String got = "got " + (Double.isNaN(found) ? verdict.reason() : Numbers.text(found));
        // other programs can only worsen a figure of the learner's own
        boolean isOwn = goal.base().isEmpty() || goal.base().equals(Hypothesis.THEORY);
        if (bound.holds(found) && (isOwn || verdict.outcome() == Verdict.Outcome.SUPPORTED)) {
            return new Result(name, Outcome.PASSED, got, "", 0);
        }
        double factor = Math.max(found / bound.value(), bound.value() / found);
        double limit = excuses.isEmpty() ? Tolerances.ONE_RUN : Tolerances.ANY_DISTURBANCE;
        if (!bound.holds(found) && factor > limit) {
            return new Result(name, Outcome.NOT_YET, got, hint, 0);
        }
        String why = excuses.isEmpty()
                ? ". One run cannot tell whether that is chance."
                : ". But " + excuses + '.';
        return new Result(name, Outcome.CANNOT_JUDGE, got + why, QUIET, 0);
    }
}
