package exercise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import exercise.harness.Check.Result;
import exercise.harness.Outcome;
import lab.Doctored;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Judgement;
import lab.results.Results;
import lab.results.Run;
import lab.run.ExperimentRunner;
import testing.Test;

class MeasurementTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final int OTHERS_USE_MOST = 19;      // of the 20 CPU seconds

    private static Experiment experiment(Exercise exercise) throws Exception {
        return ExperimentFile.parse("exercise-" + exercise.number(), exercise.load(), Map.of());
    }

    /** @param yours changes the learner's run, which would otherwise be as predicted */
    private static Measurement measured(int number, UnaryOperator<Doctored> yours) throws Exception {
        Exercise exercise = Exercise.find(REPOSITORY, "" + number);
        Experiment experiment = experiment(exercise);
        Load load = experiment.loads().getFirst();
        List<Run> runs = new ArrayList<>();
        for (Contender each : experiment.contenders()) {
            Prediction predicted = ExperimentRunner.predict(experiment, each, load);
            Doctored run = Doctored.run(each.name(), load, 1, predicted.throughput()).with(predicted)
                    .latency(1e3 * predicted.latency());
            runs.add((each.name().equals("yours") ? yours.apply(run) : run).run());
        }
        return Measurement.of(exercise, new Results(experiment, runs, Map.of(), List.of(), true, List.of()));
    }

    /** @param why the first result that did not pass */
    private static void assertOutcome(Outcome outcome, String why, Measurement measurement) {
        Optional<Result> first = measurement.results().stream().filter(each -> !each.passed()).findFirst();
        assertEquals(outcome, first.map(Result::outcome).orElse(Outcome.PASSED), measurement.toString());
        assertContains(why, "" + first);
    }

    @Test
    void eachExercisesGoalsAreThoseOfItsExperiment() throws Exception {
        for (Exercise each : Exercise.all(REPOSITORY)) {
            Experiment experiment = experiment(each);
            Judgement.check(experiment);
            Contender yours = experiment.contenders().getFirst();
            assertEquals(List.of("yours", each.number()), List.of(yours.name(), yours.exercise()));
            assertTrue(!experiment.hypotheses().isEmpty(), each.name() + " has no goal");
            for (int goal = 1; goal <= experiment.hypotheses().size(); goal++) {
                String name = "goal " + goal;
                assertTrue(!each.mistake(name).equals(name), each.name() + " explains no miss of " + name);
            }
            long seconds = ExperimentRunner.usualDuration(experiment, true).toSeconds();
            assertTrue(seconds <= 40L * experiment.contenders().size(), each.name() + " takes " + seconds + " s");
        }
    }

    @Test
    void aRunAsPredictedPasses() throws Exception {
        for (int number : List.of(1, 2, 3, 8)) {
            assertOutcome(Outcome.PASSED, "", measured(number, run -> run));
        }
        assertOutcome(Outcome.PASSED, "", measured(7, run -> run.cpu(1)));
    }

    @Test
    void aClearMissIsNotYetAndASmallOneCannotBeJudged() throws Exception {
        Measurement clear = measured(1, run -> run.throughput(125).latency(2_000));
        assertOutcome(Outcome.NOT_YET, "throughput, relative to theory: at least 0.95", clear);
        assertOutcome(Outcome.NOT_YET, "found=got 0.50, hint=n threads answer n", clear);
        assertOutcome(Outcome.CANNOT_JUDGE, "One run cannot tell whether that is chance",
                measured(1, run -> run.throughput(230).latency(1_087)));
    }

    @Test
    void onABusyMachineOnlyASureMissIsNotYet() throws Exception {
        assertOutcome(Outcome.CANNOT_JUDGE, "other programs used", measured(7, run -> run.cpu(3)
                .machine(OTHERS_USE_MOST, 0, 0)));
        assertOutcome(Outcome.NOT_YET, "CPU time per request, relative to threads: at most 0.8",
                measured(7, run -> run.cpu(12).machine(OTHERS_USE_MOST, 0, 0)));
    }

    @Test
    void anAnswerBeforeItsWaitsIsNotYetOnAnyMachine() throws Exception {
        for (int busySeconds : List.of(9, OTHERS_USE_MOST)) {
            assertOutcome(Outcome.NOT_YET, "came sooner than the waits allow",
                    measured(3, run -> run.latency(2).throughput(100).machine(busySeconds, 0, 0)));
        }
    }

    @Test
    void anUnknownFigureDoesNotPass() throws Exception {
        assertOutcome(Outcome.CANNOT_JUDGE, "abandoned calls per request", measured(5, run -> run.with(
                new Run.Work(Map.of(), Double.NaN, Double.NaN, null))));
        Exercise one = Exercise.find(REPOSITORY, "1");
        assertOutcome(Outcome.CANNOT_JUDGE, "the disk is full", Measurement.of(one, new Results(experiment(one),
                List.of(), Map.of(), List.of("the disk is full"), false, List.of())));
    }

    @Test
    void aServiceThatDoesNotAnswerIsNotYetUnlessOtherProgramsExplainIt() throws Exception {
        Exercise three = Exercise.find(REPOSITORY, "3");
        Run silent = Run.failed("yours", experiment(three).loads().getFirst(), 1, Prediction.NONE, "no answer in 30 s");
        for (boolean quiet : List.of(true, false)) {
            List<String> notes = quiet ? List.of() : List.of("other programs use 80 % of the machine's CPU time");
            assertOutcome(quiet ? Outcome.NOT_YET : Outcome.CANNOT_JUDGE, quiet ? "no answer in 30 s" : "80 %",
                    Measurement.of(three, new Results(experiment(three), List.of(silent), Map.of(), notes, true,
                            List.of())));
        }
    }
}
