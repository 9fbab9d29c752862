package exercise;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;
import static testing.Words.assertSame;

import module java.base;
import exercise.harness.Check.Result;
import exercise.harness.Outcome;
import experiment.Contender;
import experiment.Experiment;
import experiment.Load;
import experiment.Prediction;
import experiment.Results;
import experiment.Run;
import lab.Doctored;
import lab.Recorded;
import lab.judge.Analysis;
import lab.judge.Findings;
import lab.judge.Rule.Finding;
import lab.judge.Verdict;
import lab.run.ExperimentRunner;
import lab.run.Policy;
import learner.Exercise;
import testing.Test;

class MeasurementTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final int OTHERS_USE_MOST = 19;      // of the 20 CPU seconds

    private final List<Exercise> exercises = Exercise.all(REPOSITORY);

    MeasurementTest() throws IOException {
    }

    private Exercise exercise(int number) {
        return exercises.get(number - 1);
    }

    private static Experiment experiment(Exercise exercise) throws Exception {
        return exercise.experiment(REPOSITORY);
    }

    /** @param yours changes the learner's run, which would otherwise be as predicted */
    private Results results(int number, UnaryOperator<Doctored> yours) throws Exception {
        Experiment experiment = experiment(exercise(number));
        Load load = experiment.loads().getFirst();
        List<Run> runs = new ArrayList<>();
        for (Contender each : experiment.contenders()) {
            Prediction predicted = ExperimentRunner.predict(experiment, each, load);
            Doctored run = Doctored.run(each.name(), load, 1, predicted.throughput()).with(predicted)
                    .latency(1e3 * predicted.latency());
            runs.add((each.name().equals("yours") ? yours.apply(run) : run).run());
        }
        return new Results(experiment, runs, Map.of(), List.of(), true);
    }

    private Results results(int number, List<Run> runs, String note, boolean complete) throws Exception {
        List<String> notes = Stream.of(note).filter(each -> !each.isEmpty()).toList();
        return new Results(experiment(exercise(number)), runs, Map.of(), notes, complete);
    }

    /** The first result that did not pass decides. */
    private void assertOutcome(Outcome outcome, String situation, int number, Results results)
            throws Exception {
        Exercise exercise = exercise(number);
        List<Result> found = Measurement.judge(exercise, results);
        assertEquals(outcome, found.stream().filter(each -> !each.passed()).findFirst()
                .map(Result::outcome).orElse(Outcome.PASSED), situation + ": " + found);
        if (!situation.isEmpty()) {
            assertSame("exercise", "measured: " + situation, masked(exercise, results, found));
        }
    }

    /** Others say what a rule has found and why a figure is unknown. The exercise says what its goals mean. */
    private static String masked(Exercise exercise, Results results, List<Result> found) throws Exception {
        String text = found.stream().map(each -> each.outcome() + " | " + each.check() + " | "
                + each.found() + " | " + each.hint()).collect(Collectors.joining("\n"));
        for (Verdict each : Verdict.of(Analysis.of(results))) {
            text = each.reason().isEmpty() ? text : text.replace(each.reason(), "‹reason›");
        }
        for (Run run : results.runs()) {
            for (Finding each : Findings.of(run).all()) {
                text = text.replace(each.text(), "‹" + each.rule().blame() + " of " + run.contender() + "›");
            }
        }
        for (int goal = 1; goal <= results.experiment().claims().hypotheses().size(); goal++) {
            text = text.replace("| " + exercise.mistake("goal " + goal), "| ‹hint: goal " + goal + "›");
        }
        return text;
    }

    @Test
    void theRecordedMeasurementIsJudgedAsBefore() throws Exception {
        assertSame("recorded", "exercise: goals", String.join("\n", Measurement.judge(exercise(1),
                Recorded.results("exercise")).stream().map(Result::toString).toList()));
    }

    @Test
    void eachExercisesGoalsAreThoseOfItsExperiment() throws Exception {
        for (Exercise each : exercises) {
            Experiment experiment = experiment(each);
            Verdict.check(experiment);
            Contender yours = experiment.contenders().getFirst();
            assertEquals(List.of("yours", Optional.of(each.number())), List.of(yours.name(), yours.exercise()));
            assertTrue(!experiment.claims().hypotheses().isEmpty(), each.name() + " has no goal");
            for (int goal = 1; goal <= experiment.claims().hypotheses().size(); goal++) {
                String name = "goal " + goal;
                assertTrue(!each.mistake(name).equals(name), each.name() + " explains no miss of " + name);
            }
            long seconds = ExperimentRunner.usualDuration(experiment, Policy.EXERCISE).toSeconds();
            assertTrue(seconds <= 40L * experiment.contenders().size(), each.name() + " takes " + seconds + " s");
        }
    }

    @Test
    void aRunAsPredictedPasses() throws Exception {
        for (int number : List.of(2, 3, 8)) {
            assertOutcome(Outcome.PASSED, "", number, results(number, run -> run));
        }
        assertOutcome(Outcome.PASSED, "as predicted", 1, results(1, run -> run));
        assertOutcome(Outcome.PASSED, "at less CPU time than the others", 7, results(7, run -> run.cpu(1)));
    }

    @Test
    void aClearMissIsNotYetAndASmallOneCannotBeJudged() throws Exception {
        assertOutcome(Outcome.NOT_YET, "half of the goal", 1, results(1, run -> run.throughput(125).latency(2_000)));
        assertOutcome(Outcome.CANNOT_JUDGE, "just below the goal", 1,
                results(1, run -> run.throughput(230).latency(1_087)));
    }

    /** A goal of 237.5 and the factor 1.1 make a limit of 215.9. */
    @Test
    void chanceExplainsTenPercent() throws Exception {
        assertOutcome(Outcome.CANNOT_JUDGE, "", 1, results(1, run -> run.throughput(216.2).latency(1_156)));
        assertOutcome(Outcome.NOT_YET, "", 1, results(1, run -> run.throughput(215.6).latency(1_160)));
    }

    @Test
    void onABusyMachineOnlyASureMissIsNotYet() throws Exception {
        assertOutcome(Outcome.CANNOT_JUDGE, "more CPU time, and other programs were busy", 7,
                results(7, run -> run.cpu(3).machine(OTHERS_USE_MOST, 0, 0)));
        assertOutcome(Outcome.NOT_YET, "far more CPU time, and other programs were busy", 7,
                results(7, run -> run.cpu(12).machine(OTHERS_USE_MOST, 0, 0)));
    }

    @Test
    void anAnswerBeforeItsWaitsIsNotYetOnAnyMachine() throws Exception {
        for (int busySeconds : List.of(9, OTHERS_USE_MOST)) {
            assertOutcome(Outcome.NOT_YET, "answers before their waits, " + busySeconds + " s busy", 3,
                    results(3, run -> run.latency(2).throughput(100).machine(busySeconds, 0, 0)));
        }
    }

    @Test
    void anUnknownFigureDoesNotPass() throws Exception {
        assertOutcome(Outcome.CANNOT_JUDGE, "an unknown figure", 5, results(5, run -> run.with(
                new Run.Work(Map.of(), Double.NaN, Double.NaN, null))));
        assertOutcome(Outcome.CANNOT_JUDGE, "no run", 1, results(1, List.of(), "the disk is full", false));
    }

    @Test
    void aServiceThatDoesNotAnswerIsNotYetUnlessOtherProgramsExplainIt() throws Exception {
        Run silent = Run.failed("yours", experiment(exercise(3)).loads().getFirst(), 1,
                Prediction.NONE, "no answer in 30 s");
        assertOutcome(Outcome.NOT_YET, "no answer", 3, results(3, List.of(silent), "", true));
        assertOutcome(Outcome.CANNOT_JUDGE, "no answer, and other programs are busy", 3,
                results(3, List.of(silent), "others are busy", true));
    }

    @Test
    void aClockThatWasSetIsNotTheLearnersFault() throws Exception {
        Run run = Run.failed("yours", experiment(exercise(3)).loads().getFirst(), 1, Prediction.NONE,
                Run.CLOCK_WAS_SET + " by +3,600.0 s");
        assertOutcome(Outcome.CANNOT_JUDGE, "a clock that was set", 3, results(3, List.of(run), "", true));
    }

    @Test
    void moreThanTheoryAllowsIsNotYet() throws Exception {
        assertOutcome(Outcome.NOT_YET, "more than theory allows", 1, results(1, run -> run.throughput(400)));
    }

    @Test
    void whatDecidesComesFirst() throws Exception {
        assertOutcome(Outcome.NOT_YET, "only the last goal is missed", 5, results(5, run -> run.throughput(20)));
    }
}
