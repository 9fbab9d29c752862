package experiment.measure;

import experiment.define.Contender;
import experiment.define.Experiment;
import experiment.define.Load;
import java.util.ArrayList;
import java.util.List;

/**
 * The order of the runs: every contender once under a load before any meets it again. From one repetition of a load to the next
 * another contender begins (A B C, B C A, …), and so from load to load, so that whatever changes on the machine meanwhile, or
 * a run leaves behind for the one after it, hits all of them alike. Stateless.
 */
final class Order {
    private Order() {
    }

    /** One run to be made; repetitions are counted from 1. */
    record Slot(Contender contender, Load load, int repetition) {
    }

    static List<Slot> of(Experiment experiment) {
        List<Slot> slots = new ArrayList<>();
        int count = experiment.contenders().size();
        for (int repetition = 1; repetition <= experiment.repeat(); repetition++) {
            for (int l = 0; l < experiment.loads().size(); l++) {
                Load load = experiment.loads().get(l);
                for (int i = 0; i < count; i++) {
                    Contender next = experiment.contenders().get((i + l + repetition - 1) % count);
                    slots.add(new Slot(next.under(load), load, repetition));
                }
            }
        }
        return slots;
    }
}
