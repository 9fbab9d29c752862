package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import common.commandline.UsageException;
import experiment.Experiment;
import experiment.Load;
import lab.Doctored;
import machine.FileLimit;
import testing.Test;
import testing.Words;

class ExperimentRunnerTest {
    private static List<String> within(long descriptors, List<String> notes, String load) throws Exception {
        Experiment experiment = Doctored.experiment(load + "\ncontender.a = loom");
        return ExperimentRunner.withinLimit(experiment, notes, descriptors).loads().stream().map(Load::label).toList();
    }

    @Test
    void aUserNeedsTwoDescriptorsAndTheProgramTwoHundred() throws Exception {
        List<String> notes = new ArrayList<>();
        assertEquals(List.of("100 users", "101 users"), within(402, notes, "users = 100, 101"));
        assertEquals(List.of("1,000,000 users"), within(-1, notes, "users = 1000000"), "an unknown limit");
        assertEquals(List.of(), notes);
        assertEquals(List.of("100 users", "9 arrivals/s"), within(401, notes, "users = 100, 101, 102\nrate = 9"));
        String refused = assertThrows(UsageException.class, () -> within(300, notes, "users = 51")).getMessage();
        Words.assertSame("running", "users above the limit on file descriptors", notes.getFirst() + "\n" + refused);
        assertEquals(List.of(0L, 0L, 1L, Long.MAX_VALUE), LongStream.of(0, 201, 202, -1)
                .map(FileLimit::connections).boxed().toList());
    }
}
