package model;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.settings.ServiceTwoSettings.Setting;
import common.settings.ServiceTwoSettings;
import experiment.Contender;
import experiment.Experiment;
import experiment.KnownRoute;
import experiment.Limit;
import experiment.Load;
import experiment.Prediction;

/**
 * Predicts what a contender does under a load, if theory says so: {@link LawOfRoute} for each load alone. A second
 * load changes nothing if both leave each other enough of what they hold.
 */
public record Predictor(
        Experiment experiment,
        Contender contender,
        Load load,
        int cores) {
    /** The number in flight almost never exceeds its mean by more standard deviations than this. */
    private static final double DEVIATIONS = 4;

    /** Ignores CPU time. {@link Prediction#withinCores} adds that limit after the measurement. */
    public static Prediction predict(Experiment experiment, Contender contender, Load load, int cores)
            throws UsageException {
        return new Predictor(experiment, contender, load, cores)
                .beside(experiment.beside());
    }

    /** Predicts the second load, beside this one. */
    public static Prediction predictBeside(Experiment experiment, Contender contender, Load load, int cores)
            throws UsageException {
        Optional<Load> second = experiment.beside();
        if (second.isEmpty()) {
            return Prediction.NONE;
        }
        return new Predictor(experiment, contender, second.get(), cores)
                .beside(Optional.of(load));
    }

    private Prediction beside(Optional<Load> other) throws UsageException {
        Prediction alone = alone();
        boolean isAlone = other.isEmpty() || leavesAlone(alone, other.get());
        Prediction predicted = isAlone ? alone : unknownTogether(alone);
        return experiment.claims().expectsFailures() ? predicted.withFailures() : predicted;
    }

    private static Prediction unknownTogether(Prediction alone) {
        return Prediction.none("both loads need the same threads, connections or permits",
                alone.expectsFailures()).waitingAtLeast(alone.least());
    }

    private boolean leavesAlone(Prediction alone, Load other) throws UsageException {
        if (!alone.isKnown() || alone.isCpuBound()) {
            return true;
        }
        Predictor second = new Predictor(experiment, contender, other, cores);
        double inFlight = mostInFlight() + second.mostInFlight();
        return allows(inFlight) && second.allows(inFlight);
    }

    private double mostInFlight() throws UsageException {
        double mean = alone().inFlight();
        return Double.isNaN(mean) ? load.amount() : most(mean);
    }

    private double most(double inFlight) {
        return load.isOpen() ? inFlight + DEVIATIONS * Math.sqrt(inFlight) : inFlight;
    }

    private boolean allows(double inFlight) throws UsageException {
        Optional<KnownRoute> route = route();
        return route.isEmpty() || law(route.get()).allows(inFlight);
    }

    private LawOfRoute law(KnownRoute route) throws UsageException {
        return new LawOfRoute(route, load, contender.under(load), two(), cores);
    }

    private ServiceTwoSettings two() {
        return experiment.conditions().serviceTwo();
    }

    private int two(Setting setting) {
        return two().get(setting);
    }

    private boolean mayFail() {
        return two().failingPercent() > 0;
    }

    private Optional<KnownRoute> route() {
        OptionalDouble waits = experiment.claims().waits();
        boolean isSecond = experiment.beside().equals(Optional.of(load));
        if (!contender.isServiceOne() && waits.isPresent() && !isSecond) {
            return Optional.of(KnownRoute.waiting(waits.getAsDouble()));
        }
        return KnownRoute.of(hidesFirstCall() ? "/capabilities" : load.path(), two());
    }

    /** In parallel with the three others, a short first call takes no extra time. */
    private boolean hidesFirstCall() {
        return contender.has(Contender.INFO_IN_PARALLEL) && load.path().equals("/meetings")
                && two(Setting.DELAY) <= 3 * two(Setting.STAGE_DELAY);
    }

    private Prediction alone() throws UsageException {
        Optional<KnownRoute> route = route();
        boolean callsNobody = contender.isServiceOne()
                && route.filter(known -> known.calls().isEmpty()).isPresent();
        if (!experiment.conditions().changes().isEmpty() && !callsNobody) {
            return Prediction.changing(mayFail());
        }
        if (experiment.workload().plan().isPresent()) {
            double waits = experiment.claims().waits().orElse(0);
            return Prediction.OF_OWN_PLAN.waitingAtLeast(contender.isServiceOne() ? 0 : waits);
        }
        if (route.isEmpty()) {
            return Prediction.NONE;
        }
        return of(route.get()).waitingAtLeast(route.get().waitingAtLeast(two()));
    }

    private Prediction of(KnownRoute route) throws UsageException {
        if (route.computes()) {
            Prediction arrivals =
                    new Prediction(load.amount(), Double.NaN, Double.NaN, Limit.ARRIVALS);
            return load.isOpen() ? arrivals : Prediction.CPU_BOUND;
        }
        LawOfRoute law = law(route);
        if (route.calls().isEmpty()) {
            return law.predict();
        }
        if (two(Setting.SLOW_START) > 0) {
            return Prediction.changing(mayFail());
        }
        Optional<String> obstacle = obstacle();
        if (obstacle.isPresent()) {
            return Prediction.none(obstacle.get(), mayFail());
        }
        Prediction prediction = law.predict();
        return mayBeRefused(prediction)
                ? Prediction.none("--max-calls: it is unknown whether a refused client retries", true)
                : prediction;
    }

    /** Why Little's law does not apply in its simple form to a route that calls service two. */
    private Optional<String> obstacle() {
        if (!contender.isServiceOne() && two(Setting.RESET_PERCENT) > 0) {
            return Optional.of("resets: it is unknown whether the program repeats a call");
        }
        if (load.isBurst() && (mayFail() || two(Setting.JITTER) > 0)) {
            return Optional.of("bursts: each lasts as long as its slowest request");
        }
        if (mayFail() && two(Setting.AUTHORIZE_PERMITS) > 0) {
            return Optional.of("faults and permits together");
        }
        if (!contender.isServiceOne() && two(Setting.HANG_PERCENT) > 0) {
            return Optional.of("hanging calls: it is unknown when the program gives up");
        }
        return Optional.empty();
    }

    private boolean mayBeRefused(Prediction unlimited) throws UsageException {
        int maxCalls = contender.under(load).option("--max-calls", 0);
        return maxCalls > 0
                && (experiment.beside().isPresent() || most(unlimited.inFlight()) > maxCalls);
    }
}
