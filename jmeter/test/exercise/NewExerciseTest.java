package exercise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import module java.base;
import exercise.harness.Outcome;
import experiment.Experiment;
import learner.Compilation;
import learner.Exercise;
import model.Predictor;
import testing.Printed;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;

@Slow("compiles, and starts a JVM")
class NewExerciseTest extends TemporaryFolder {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    /** Like the third, under another number and another name. */
    private Exercise ninth() throws Exception {
        Files.createSymbolicLink(folder.resolve(".build"), REPOSITORY.resolve(".build"));
        Path third = Exercise.find(REPOSITORY, "3").folder();
        for (String file : List.of("task.md", "load", "template/ParallelMeetings.java",
                "solution/ParallelMeetings.java", "checks/ParallelChecks.java")) {
            write("service-one/exercises/9-ninth/" + file.replace("Parallel", "Ninth"), Files.readString(
                    third.resolve(file)).replace("Parallel", "Ninth").replace("exercise 3", "exercise 9"));
        }
        return Exercise.find(folder, "9");
    }

    @Test
    void aNewFolderIsListedCheckedAndPredicted() throws Exception {
        Exercise ninth = ninth();
        Printed out = new Printed();
        ExerciseCommand.list(folder, out);
        assertContains("  9  not yet  " + ninth.title(), out.toString());

        ExerciseCheck check = new ExerciseCheck(folder, ninth, ninth.solution(),
                Compilation.compiled(ninth, ninth.checks(), folder), out);
        check.compile(List.of());
        check.behave();
        assertEquals(Outcome.PASSED, check.outcome(), out.toString());

        Experiment experiment = ninth.experiment(folder);
        assertEquals(999L, Math.round(1e3 * Predictor.predict(experiment, experiment.contenders().getFirst(),
                experiment.loads().getFirst(), 2).latency()), "the call of info takes no extra time");
    }
}
