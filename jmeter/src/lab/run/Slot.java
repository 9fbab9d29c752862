package lab.run;

import java.time.Duration;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.Load;
import lab.define.Prediction;

/**
 * One run to be made. Immutable.
 *
 * @param isLight    whether none of the experiment's contenders can answer more of this load than JMeter and service
 *                   two make at ease: the same for all of them, so that no difference comes from what stands beside
 * @param repetition counted from 1
 */
record Slot(Experiment experiment, Contender contender, Load load, boolean isLight, int repetition,
        Prediction predicted, Timing timing) {
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
        long after = load.isOpen() ? Timing.ARRIVALS_AFTER + 1_000L * experiment.drain() : 0;
        return Duration.ofMillis(Timing.OVERHEAD + timing.work() + timing.warmup() + timing.window() + after);
    }

    /** What its files begin with. */
    String fileName() {
        return (contender.name() + load.path() + "-" + load.label().replace(",", ""))
                .replaceAll("[^A-Za-z0-9._]+", "-") + "-" + repetition;
    }
}
