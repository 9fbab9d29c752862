package lab.run;

import static testing.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import lab.define.Experiment;
import lab.define.ExperimentFile;
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

    /** A difference between contenders must not come from what stands beside them. */
    @Test
    void whatALoadAsksOfJmeterIsTheSameForAllContenders() throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = 100, 4000\nrepeat = 1\n"
                + "contender.a = pool --threads 20\ncontender.b = loom", Map.of());
        List<String> light = Order.of(experiment, false).stream()
                .map(slot -> slot.load().users() + " " + slot.isLight()).toList();
        assertEquals(List.of("100 true", "100 true", "4000 false", "4000 false"), light,
                "the pool makes 19 a second of both");
    }

    @Test
    void ofALoadWithoutAPredictionNothingIsAssumed() throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = 10\npath = /elsewhere\ncontender.a = loom",
                Map.of());
        assertEquals(false, Order.of(experiment, false).getFirst().isLight());
    }

    private static List<String> names(Experiment experiment) throws Exception {
        return Order.of(experiment, false).stream().map(slot -> slot.contender().name() + slot.repetition()).toList();
    }
}
