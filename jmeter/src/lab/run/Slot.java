package lab.run;

import module java.base;
import common.commandline.CommandLine.UsageException;
import experiment.Contender;
import experiment.Experiment;
import experiment.Load;
import experiment.Prediction;
import experiment.Run.Measurement;
import experiment.Run;
import experiment.SentArrivals.Schedule;
import experiment.Window;
import model.Predictor;

/**
 * A planned run.
 *
 * @param isLight whether JMeter and service two easily handle this load with every contender
 * @param repetition counted from 1
 * @param attempt above 1 if the repetition is run again
 * @param beside of the second load, if there is one
 */
record Slot(Experiment experiment, Contender contender, Load load, boolean isLight, int repetition, int attempt,
        Prediction predicted, Prediction beside, Timing timing) {
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
    record Timing(long work, long rampup, long warmup, long window) {
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
            Window asked = experiment.window();
            long work = !policy.warmsUpFirst ? 0
                    : WarmingUp.millis(asked.warmupCycles(), Math.max(LEAST_WORK, 1_000L * asked.warmup()));
            int users = load.users() + experiment.beside().map(Load::users).orElse(0);
            long rampup = 1_000L * Math.ceilDiv(users, policy.warmsUpFirst ? USERS_A_SECOND_WARM : USERS_A_SECOND);
            double latency = load.isClosed() && Double.isFinite(predicted.latency()) ? predicted.latency() : 0;
            long warmup = Math.max(1_000L * asked.warmup(), Math.round(3_000 * latency)) + rampup;
            double period = Steadiness.period(load, predicted);
            double window = period == 0 ? 1e3 * asked.seconds()
                    : LONGER * 2 * period * Math.ceil(500 * asked.seconds() / period);
            return new Timing(work, rampup, warmup, Math.round(window));
        }

        long patience() {
            return Math.max(30_000, 2 * warmup);
        }
    }

    /**
     * Contenders take turns: A B C, B C A and so on. Changes on the machine and after-effects of runs then affect all
     * contenders equally.
     */
    static List<Slot> all(Experiment experiment, Policy policy) throws UsageException {
        List<Slot> slots = new ArrayList<>();
        List<Contender> contenders = experiment.contenders();
        for (int repetition = 1; repetition <= experiment.window().repeat(); repetition++) {
            for (int l = 0; l < experiment.loads().size(); l++) {
                Load load = experiment.loads().get(l);
                List<Prediction> predicted = new ArrayList<>();
                List<Prediction> beside = new ArrayList<>();
                for (Contender each : contenders) {
                    predicted.add(ExperimentRunner.predict(experiment, each, load));
                    beside.add(Predictor.predictBeside(experiment, each, load,
                            Runtime.getRuntime().availableProcessors()));
                }
                // false for NaN (unknown)
                boolean isLight = Stream.of(predicted, experiment.beside().isEmpty() ? List.<Prediction>of() : beside)
                        .flatMap(List::stream).allMatch(each -> each.throughput() <= LIGHT_LOAD);
                for (int i = 0; i < contenders.size(); i++) {
                    int next = (i + l + repetition - 1) % contenders.size();
                    slots.add(new Slot(experiment, contenders.get(next).under(load), load, isLight, repetition,
                            1, predicted.get(next), beside.get(next),
                            Timing.of(experiment, load, predicted.get(next), policy)));
                }
            }
        }
        return slots;
    }

    static List<Slot> again(List<Slot> round, int attempt) {
        return round.stream().map(each -> new Slot(each.experiment, each.contender, each.load, each.isLight,
                each.repetition, attempt, each.predicted, each.beside, each.timing)).toList();
    }

    Run measured(Measurement measurement) {
        return new Run(contender.name(), load, repetition, predicted, "", measurement);
    }

    Run failed(String why) {
        return Run.failed(contender.name(), load, repetition, predicted, why);
    }

    Duration usualDuration() {
        long least = timing.rampup() + 2 * Steadiness.span(Steadiness.period(load, predicted), timing.work() > 0);
        long work = timing.work() == 0 ? 0 : WarmingUp.millis(experiment.window().warmupCycles(), Timing.USUAL_WORK);
        return longestDuration().minusMillis(timing.work() - work)
                .minusMillis(isOpen() ? 0 : Math.max(0, timing.warmup() - least));
    }

    Duration longestDuration() {
        return Duration.ofMillis(Timing.OVERHEAD + timing.work() + timing.warmup() + timing.window() + afterwards());
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

    String fileName() {
        return (contender.name() + load.path() + "-" + load.label().replace(",", ""))
                .replaceAll("[^A-Za-z0-9._]+", "-") + "-" + repetition + (attempt == 1 ? "" : "-attempt-" + attempt);
    }
}
