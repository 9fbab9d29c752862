package lab.run;

import common.commandline.CommandLine.UsageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.Load;
import lab.define.Prediction;
import load.SentArrivals.Schedule;

/**
 * One run to be made.
 *
 * @param isLight    whether none of the experiment's contenders can answer more of this load than JMeter and service
 *                   two make at ease: the same for all of them, so that no difference comes from what stands beside
 * @param repetition counted from 1
 */
record Slot(Experiment experiment, Contender contender, Load load, boolean isLight, int repetition,
        Prediction predicted, Timing timing) {
    /** Requests per second that JMeter and service two make at ease, whatever compiled them. */
    private static final int LIGHT_LOAD = 1_000;
    /** Any would do; the same one gives every contender the same arrivals. */
    private static final long SEED = 42;

    /**
     * All runs in their order: under a load, every contender has its turn before any has its next. Each round begins
     * with another contender (A B C, B C A, …), from repetition to repetition and from load to load, so that whatever
     * changes on the machine meanwhile, or a run leaves behind for the next, hits all of them alike.
     *
     * @param byWork whether each contender is warmed by work before its load
     */
    static List<Slot> all(Experiment experiment, boolean byWork) throws UsageException {
        List<Slot> slots = new ArrayList<>();
        int count = experiment.contenders().size();
        for (int repetition = 1; repetition <= experiment.repeat(); repetition++) {
            for (int l = 0; l < experiment.loads().size(); l++) {
                Load load = experiment.loads().get(l);
                for (int i = 0; i < count; i++) {
                    Contender next = experiment.contenders().get((i + l + repetition - 1) % count);
                    Prediction predicted = ExperimentRunner.predict(experiment, next, load);
                    slots.add(new Slot(experiment, next.under(load), load, isLight(experiment, load), repetition,
                            predicted, Timing.of(experiment, load, predicted, byWork)));
                }
            }
        }
        return slots;
    }

    private static boolean isLight(Experiment experiment, Load load) throws UsageException {
        for (Contender each : experiment.contenders()) {
            if (!(ExperimentRunner.predict(experiment, each, load).throughput() <= LIGHT_LOAD)) {      // NaN: not known
                return false;
            }
        }
        return true;
    }

    /** How long it takes where all goes well: two spans of a steady load are enough for the warm-up. */
    Duration usual() {
        double latency = Double.isFinite(predicted.latency()) ? 1e3 * predicted.latency() : 0;
        long span = Steadiness.span(Steadiness.period(load, predicted), timing.work() > 0);
        long least = timing.rampup() + 2 * span + Math.round(latency) + 1_000;
        return longest().minusMillis(timing.work() - timing.usualWork(experiment.warmupCycles()))
                .minusMillis(load.isOpen() ? 0 : Math.max(0, timing.warmup() - least));
    }

    /** How long it takes at most, the last answers of an open loop included. */
    Duration longest() {
        return Duration.ofMillis(Timing.OVERHEAD + timing.work() + timing.warmup() + timing.window() + afterwards());
    }

    /** Milliseconds that an open loop takes after its window. */
    long afterwards() {
        return load.isOpen() ? Timing.ARRIVALS_AFTER + 1_000L * experiment.drain() : 0;
    }

    /** The arrivals that JMeter is asked for in an open loop, and among which its requests are found again. */
    Schedule arrivals() {
        long millis = timing.warmup() + timing.window() + Timing.ARRIVALS_AFTER;
        return new Schedule(load.amount(), millis / 1_000, SEED);
    }

    /** What its files begin with. */
    String fileName() {
        return (contender.name() + load.path() + "-" + load.label().replace(",", ""))
                .replaceAll("[^A-Za-z0-9._]+", "-") + "-" + repetition;
    }
}
