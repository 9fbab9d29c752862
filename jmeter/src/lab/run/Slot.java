package lab.run;

import module java.base;
import experiment.Contender;
import experiment.Experiment;
import experiment.Load;
import experiment.Prediction;
import experiment.Run;
import experiment.SentArrivals.Schedule;
import experiment.Window;
import model.Predictor;

/**
 * A planned run.
 *
 * @param isLight whether JMeter and service two easily handle this load with every contender
 * @param repetition counted from 1
 * @param beside of the second load, if there is one
 */
public record Slot(
        Experiment experiment,
        Contender contender,
        Load load,
        boolean isLight,
        int repetition,
        Prediction predicted,
        Prediction beside,
        Timing timing) {
    /** Up to this many requests per second, JMeter and service two need no optimized code. */
    private static final int LIGHT_LOAD = 1_000;
    /** Arbitrary but fixed, so that every contender gets the same arrivals. */
    private static final long SEED = 42;

    /**
     * A run's longest durations, in milliseconds.
     *
     * @param work the first warm-up, with short waits; 0 if there is none
     * @param rampup the time in which a closed loop's users start
     * @param warmup the warm-up under the load, ramp-up included; in a closed loop, at least three predicted latencies
     * @param window if answers come in waves, an even number of waves and a little more, which {@link Samples} cuts off
     */
    public record Timing(long work, long rampup, long warmup, long window) {
        /** On two cores, service one compiles for 4 to 7 s. Larger programs compile for longer. */
        private static final long LEAST_WORK = 10_000;
        private static final long USUAL_WORK = 4_000;
        /** A cold JMeter and a cold contender keep up with this many new users. */
        private static final int USERS_A_SECOND = 300;
        /** If only JMeter is cold. */
        private static final int USERS_A_SECOND_WARM = 500;
        /** Arrivals go on after the window, so that its last requests are answered under load. */
        static final long ARRIVALS_AFTER = 3_000;
        /** Requests may stay in flight this many times as long as predicted. */
        private static final double LONGER = 1.05;
        /** For starting three programs, and for questions to service one's JVM. */
        static final long OVERHEAD = 2_000;

        static Timing of(Experiment experiment, Load load, Prediction predicted, Policy policy) {
            int users = load.users() + experiment.beside().map(Load::users).orElse(0);
            int usersASecond = policy.warmsUpFirst ? USERS_A_SECOND_WARM : USERS_A_SECOND;
            long rampup = 1_000L * Math.ceilDiv(users, usersASecond);
            boolean isFinite = load.isClosed() && Double.isFinite(predicted.latency());
            long latencies = isFinite ? Math.round(3_000 * predicted.latency()) : 0;
            long warmup = Math.max(1_000L * experiment.window().warmup(), latencies) + rampup;
            long work = policy.warmsUpFirst ? work(experiment.window()) : 0;
            double window = window(experiment.window().seconds(), Steadiness.period(load, predicted));
            return new Timing(work, rampup, warmup, Math.round(window));
        }

        private static long work(Window asked) {
            long cycle = Math.max(LEAST_WORK, 1_000L * asked.warmup());
            return WarmingUp.millis(asked.warmupCycles(), cycle);
        }

        private static double window(int seconds, double period) {
            if (period == 0) {
                return 1e3 * seconds;
            }
            double pairs = Math.ceil(500 * seconds / period);
            return LONGER * 2 * period * pairs;
        }

        long patience() {
            return Math.max(30_000, 2 * warmup);
        }
    }

    /**
     * Contenders take turns: A B C, B C A and so on. Changes on the machine and after-effects of runs then affect all
     * contenders equally.
     */
    static List<Slot> all(Experiment experiment, Policy policy) {
        List<Slot> slots = new ArrayList<>();
        for (int repetition = 1; repetition <= experiment.window().repeat(); repetition++) {
            int turn = repetition - 1;
            for (Load load : experiment.loads()) {
                List<Slot> round = round(experiment, load, repetition, policy);
                Collections.rotate(round, -turn);
                slots.addAll(round);
                turn++;
            }
        }
        return slots;
    }

    private static List<Slot> round(Experiment experiment, Load load, int repetition, Policy policy) {
        boolean isLight = isLight(experiment, load);
        List<Slot> round = new ArrayList<>();
        for (Contender each : experiment.contenders()) {
            Prediction predicted = ExperimentRunner.predict(experiment, each, load);
            round.add(new Slot(
                    experiment,
                    each.under(load),
                    load,
                    isLight,
                    repetition,
                    predicted,
                    beside(experiment, each, load),
                    Timing.of(experiment, load, predicted, policy)));
        }
        return round;
    }

    private static Prediction beside(Experiment experiment, Contender contender, Load load) {
        return Predictor.predictBeside(experiment, contender, load, Runtime.getRuntime().availableProcessors());
    }

    private static boolean isLight(Experiment experiment, Load load) {
        // an unknown throughput is not light
        return experiment.contenders().stream()
                .allMatch(each -> ExperimentRunner.predict(experiment, each, load).throughput() <= LIGHT_LOAD
                        && (experiment.beside().isEmpty()
                        || beside(experiment, each, load).throughput() <= LIGHT_LOAD));
    }

    Run measured(Run.Measurement measurement) {
        return new Run(contender.name(), load, repetition, predicted, "", measurement);
    }

    Run failed(String why) {
        return Run.failed(contender.name(), load, repetition, predicted, why);
    }

    Duration usualDuration() {
        boolean warmsUpFirst = timing.work() > 0;
        int cycles = experiment.window().warmupCycles();
        long work = warmsUpFirst ? WarmingUp.millis(cycles, Timing.USUAL_WORK) : 0;
        double period = Steadiness.period(load, predicted);
        long least = timing.rampup() + 2 * Steadiness.span(period, warmsUpFirst);
        long spared = isOpen() ? 0 : Math.max(0, timing.warmup() - least);
        return longestDuration().minusMillis(timing.work() - work + spared);
    }

    Duration longestDuration() {
        return Duration.ofMillis(Timing.OVERHEAD
                + timing.work()
                + timing.warmup()
                + timing.window()
                + afterwards());
    }

    long afterwards() {
        return isOpen() ? Timing.ARRIVALS_AFTER + 1_000L * experiment.window().drain() : 0;
    }

    /** Then arrivals decide when the run ends, even if the other load is a closed loop. */
    boolean isOpen() {
        return load.isOpen() || experiment.beside().filter(Load::isOpen).isPresent();
    }

    /** Also those of the second load, which are independent of the first one's. */
    Schedule arrivals(Load of) {
        long millis = timing.warmup() + timing.window() + Timing.ARRIVALS_AFTER;
        return new Schedule(of.amount(), millis / 1_000, isBeside(of) ? SEED + 1 : SEED);
    }

    /** The two loads may be equal. */
    boolean isBeside(Load one) {
        return experiment.beside().filter(second -> second == one).isPresent();
    }

    /** @param attempt above 1 if the repetition is run again */
    String fileName(int attempt) {
        return (contender.name() + load.path() + "-" + load.label().replace(",", ""))
                .replaceAll("[^A-Za-z0-9._]+", "-") + "-" + repetition
                + (attempt == 1 ? "" : "-attempt-" + attempt);
    }
}
