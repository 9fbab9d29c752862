package experiment.measure;

import static testing.Assertions.assertEquals;

import experiment.define.Experiment;
import experiment.define.ExperimentFile;
import java.util.List;
import java.util.Map;
import testing.Test;

/** Contenders take turns, each round another first. */
class OrderTest {
    @Test
    void roundsRotate() throws Exception {
        Experiment experiment =
                ExperimentFile.parse("e",
                "users = 20\nrepeat = 4\ncontender.a = pool\ncontender.b = loom\ncontender.c = async", Map.of());
        assertEquals(List.of("a1", "b1", "c1", "b2", "c2", "a2", "c3", "a3", "b3", "a4", "b4", "c4"),
                names(experiment));
    }

    @Test
    void everyLoadIsMetBeforeAnyIsRepeated() throws Exception {
        Experiment experiment =
                ExperimentFile.parse("e", "users = 20, 40\nrepeat = 2\ncontender.a = pool\ncontender.b = loom",
                Map.of());
        assertEquals(List.of("a1", "b1", "b1", "a1", "b2", "a2", "a2", "b2"), names(experiment));
        assertEquals(List.of(20, 20, 40, 40, 20, 20, 40, 40),
                Order.of(experiment, false).stream().map(slot -> slot.load().users()).toList(), "users");
    }

    private static List<String> names(Experiment experiment) throws Exception {
        return Order.of(experiment, false).stream().map(slot -> slot.contender().name() + slot.repetition()).toList();
    }
}
