package experiment.run;

import experiment.plan.Contender;
import experiment.plan.Experiment;
import experiment.plan.Load;
import java.util.ArrayList;
import java.util.List;

/**
 * The order of the runs: every contender once under a load before any meets it again, and each round begins with the
 * next contender (A B C, B C A, …), so that whatever changes on the machine meanwhile hits all of them alike.
 * Stateless.
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
        int round = 0;
        for (int repetition = 1; repetition <= experiment.repeat(); repetition++) {
            for (Load load : experiment.loads()) {
                for (int i = 0; i < count; i++) {
                    slots.add(new Slot(experiment.contenders().get((i + round) % count).under(load), load, repetition));
                }
                round++;
            }
        }
        return slots;
    }
}
