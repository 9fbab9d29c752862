package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.commandline.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import testing.Test;

/** Users are divided among generators that all run the same plan. */
class DividedLoadTest {
    private final List<String> notes = new ArrayList<>();

    private static Experiment experiment(Map<String, String> keys) throws Exception {
        return ExperimentFile.parse("e", "contender.a = loom", keys);
    }

    private List<String> divided(int machines, Map<String, String> keys) throws Exception {
        return DividedLoad.of(experiment(keys), machines, notes).loads().stream().map(Load::label).toList();
    }

    @Test
    void whatCannotBeDividedIsRoundedUpAndSaid() throws Exception {
        assertEquals(List.of("3 users", "102 users", "999 users"), divided(3, Map.of("users", "1, 100, 999")));
        assertEquals(List.of("1 user became 3 users, 100 users became 102 users: each of 3 generators plays as many."),
                notes);
    }

    @Test
    void loadsThatBecomeTheSameAreOne() throws Exception {
        assertEquals(List.of("100 users"), divided(2, Map.of("users", "99, 100")));
    }

    @Test
    void oneGeneratorAndArrivalsNeedNoRounding() throws Exception {
        assertEquals(List.of("101 users"), divided(1, Map.of("users", "101")));
        assertEquals(List.of("101 arrivals/s"), divided(2, Map.of("rate", "101")));
        assertEquals(List.of(), notes);
    }

    @Test
    void refusesWhatSeveralGeneratorsCannotDo() throws Exception {
        assertContains("several generators cannot send at the same moment",
                assertThrows(UsageException.class, () -> divided(2, Map.of("burst", "100"))).getMessage());
        assertEquals(List.of("100 at once"), divided(1, Map.of("burst", "100")), "one can");
    }
}
