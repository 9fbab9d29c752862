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
     * How long the parts of a run take, all in milliseconds.
     *
     * @param work   the longest warm-up by work, before the load; 0 where there is none
     * @param rampup over which a closed loop's users start
     * @param warmup its longest: as the experiment says, or three times the predicted latency where that is longer,
     *               because no load is steady before the first users have had their turn
     * @param window what is measured: as the experiment says, rounded up to an even number of times in flight and a
     *               little more; {@link Samples} keeps an even number of the measured ones, so that each half holds as
     *               many groups of answers
     */
    record Timing(long work, long rampup, long warmup, long window) {
        /** On two cores service one has compiled what it needs after 4 to 7 s; larger programs need longer. */
        private static final long LEAST_WORK = 10_000;
        /** What a warm-up by work takes where all goes well. */
        private static final long USUAL_WORK = 5_000;
        /** A cold JMeter and a cold contender keep up with so many; faster ones wait and then send together. */
        private static final int USERS_A_SECOND = 300;
        /** The same where only JMeter is cold. */
        private static final int USERS_A_SECOND_WARM = 500;
        /** For so long an open loop's arrivals go on after the window: its last ones are answered under load, too. */
        static final long ARRIVALS_AFTER = 3_000;
        /** Measured times in flight are longer than predicted ones; up to this factor, as many still fit in. */
        private static final double LONGER = 1.05;
        /** Starting the three programs, and asking service one's JVM at the end, as seen on two cores. */
        static final long OVERHEAD = 4_000;

        /** @param byWork whether the contender is warmed by work first */
        static Timing of(Experiment experiment, Load load, Prediction predicted, boolean byWork) {
            long work = !byWork ? 0
                    : WarmingUp.millis(experiment.warmupCycles(), Math.max(LEAST_WORK, 1_000L * experiment.warmup()));
            long rampup = load.isOpen() ? 0
                    : 1_000L * Math.max(1, Math.ceilDiv(load.users(), byWork ? USERS_A_SECOND_WARM : USERS_A_SECOND));
            double latency = load.isClosed() && Double.isFinite(predicted.latency()) ? predicted.latency() : 0;
            long warmup = Math.max(1_000L * experiment.warmup(), Math.round(3_000 * latency)) + rampup;
            double period = Steadiness.period(load, predicted);
            double window = period == 0 ? 1e3 * experiment.seconds()
                    : LONGER * 2 * period * Math.ceil(500 * experiment.seconds() / period);
            return new Timing(work, rampup, warmup, Math.round(window));
        }

        /** So long JMeter waits for an answer before it counts as an error: more where a long queue is expected. */
        long patience() {
            return Math.max(30_000, 2 * warmup);
        }
    }

    /**
     * All runs in their order: under a load, every contender has its turn before any has its next. Each round begins
     * with another contender (A B C, B C A, …), from repetition to repetition and from load to load, so that whatever
     * changes on the machine meanwhile, or a run leaves behind for the next, hits all of them alike.
     *
     * @param byWork whether each contender is warmed by work before its load
     */
    static List<Slot> all(Experiment experiment, boolean byWork) throws UsageException {
        List<Slot> slots = new ArrayList<>();
        List<Contender> contenders = experiment.contenders();
        for (int repetition = 1; repetition <= experiment.repeat(); repetition++) {
            for (int l = 0; l < experiment.loads().size(); l++) {
                Load load = experiment.loads().get(l);
                List<Prediction> predicted = new ArrayList<>();
                for (Contender each : contenders) {
                    predicted.add(ExperimentRunner.predict(experiment, each, load));
                }
                boolean isLight = predicted.stream().allMatch(each -> each.throughput() <= LIGHT_LOAD);      // not NaN
                for (int i = 0; i < contenders.size(); i++) {
                    int next = (i + l + repetition - 1) % contenders.size();
                    slots.add(new Slot(experiment, contenders.get(next).under(load), load, isLight, repetition,
                            predicted.get(next), Timing.of(experiment, load, predicted.get(next), byWork)));
                }
            }
        }
        return slots;
    }

    /** How long it takes where all goes well: two spans of a steady load are enough for the warm-up. */
    Duration usual() {
        double latency = Double.isFinite(predicted.latency()) ? 1e3 * predicted.latency() : 0;
        long span = Steadiness.span(Steadiness.period(load, predicted), timing.work() > 0);
        long least = timing.rampup() + 2 * span + Math.round(latency) + 1_000;
        long work = timing.work() == 0 ? 0 : WarmingUp.millis(experiment.warmupCycles(), Timing.USUAL_WORK);
        return longest().minusMillis(timing.work() - work)
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
