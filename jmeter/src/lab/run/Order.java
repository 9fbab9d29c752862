package lab.run;

import common.commandline.UsageException;
import java.util.ArrayList;
import java.util.List;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.Load;
import lab.define.Prediction;

/**
 * The order of the runs: under a load, every contender has its turn before any has its next. Each round begins with
 * another contender (A B C, B C A, …), from repetition to repetition and from load to load, so that whatever
 * changes on the machine meanwhile, or a run leaves behind for the next, hits all of them alike. Stateless.
 */
final class Order {
    /** Requests per second that JMeter and service two make at ease, whatever compiled them. */
    private static final int LIGHT_LOAD = 1_000;

    /** @param byWork whether each contender is warmed by work before its load */
    static List<Slot> of(Experiment experiment, boolean byWork) throws UsageException {
        List<Slot> slots = new ArrayList<>();
        int count = experiment.contenders().size();
        for (int repetition = 1; repetition <= experiment.repeat(); repetition++) {
            for (int l = 0; l < experiment.loads().size(); l++) {
                for (int i = 0; i < count; i++) {
                    Contender next = experiment.contenders().get((i + l + repetition - 1) % count);
                    slots.add(slot(experiment, next, experiment.loads().get(l), repetition, byWork));
                }
            }
        }
        return slots;
    }

    private static Slot slot(Experiment experiment, Contender contender, Load load, int repetition,
            boolean byWork) throws UsageException {
        Prediction predicted = ExperimentRunner.predict(experiment, contender, load);
        return new Slot(experiment, contender.under(load), load, isLight(experiment, load), repetition, predicted,
                Timing.of(experiment, load, predicted, byWork));
    }

    private static boolean isLight(Experiment experiment, Load load) throws UsageException {
        for (Contender each : experiment.contenders()) {
            if (!(ExperimentRunner.predict(experiment, each, load).throughput() <= LIGHT_LOAD)) {      // NaN: not known
                return false;
            }
        }
        return true;
    }
}
