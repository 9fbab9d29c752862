package lab.run;

import lab.define.Experiment;
import lab.define.Load;
import lab.define.Prediction;

/**
 * How long the parts of a run take, all in milliseconds.
 *
 * @param work   the longest warm-up by work, before the load; 0 where there is none
 * @param rampup over which a closed loop's users start
 * @param warmup its longest: as the experiment says, or three times the predicted latency where that is longer, because
 *               no load is steady before the first users have had their turn
 * @param window what is measured: as the experiment says, rounded up to an even number of times in flight and a little
 *               more; {@link Samples} keeps an even number of the measured ones, so that each half holds as many groups
 *               of answers
 */
record Timing(long work, long rampup, long warmup, long window) {
    /** On two cores service one has compiled what it needs after 4 to 7 s; larger programs need longer. */
    private static final long LEAST_WORK = 10_000;
    /** What a warm-up by work takes where all goes well. */
    private static final long USUAL_WORK = 5_000;
    /** A cold JMeter and a cold contender keep up with so many; users who start faster wait and then send together. */
    private static final int USERS_PER_SECOND = 300;
    /** The same where only JMeter is cold. */
    private static final int USERS_PER_SECOND_WARM = 500;
    /**
     * How long requests of an open loop go on arriving after the window, so that its last ones are answered under load.
     */
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
                : 1_000L * Math.max(1, Math.ceilDiv(load.users(), byWork ? USERS_PER_SECOND_WARM : USERS_PER_SECOND));
        double latency = load.isClosed() && Double.isFinite(predicted.latency()) ? predicted.latency() : 0;
        long warmup = Math.max(1_000L * experiment.warmup(), Math.round(3_000 * latency)) + rampup;
        double period = Steadiness.period(load, predicted);
        double window = period == 0 ? 1e3 * experiment.seconds()
                : LONGER * 2 * period * Math.ceil(500 * experiment.seconds() / period);
        return new Timing(work, rampup, warmup, Math.round(window));
    }

    /** @param cycles of warm-up by work */
    long usualWork(int cycles) {
        return work == 0 ? 0 : WarmingUp.millis(cycles, USUAL_WORK);
    }

    /**
     * How long JMeter waits for an answer before it counts as an error: 30 s, or more where a long queue is expected.
     */
    long patience() {
        return Math.max(30_000, 2 * warmup);
    }
}
