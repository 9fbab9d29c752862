package model;

import module java.base;
import common.law.LittlesLaw.Capacity;
import common.law.LittlesLaw.Flow;
import common.law.LittlesLaw.Station;
import common.law.LittlesLaw;
import common.mode.Resource;
import common.settings.Defaults;
import common.settings.ServiceTwoSettings.Setting;
import common.settings.ServiceTwoSettings;
import experiment.Contender;
import experiment.Experiment;
import experiment.KnownRoute;
import experiment.Limit;
import experiment.Load;
import experiment.Prediction;

/**
 * Predicts what a contender does under a load, if theory says so: {@link LittlesLaw} for each load alone. A second load
 * changes nothing if both leave each other enough of what they hold. A request is in flight while it waits. If calls
 * fail, that time is the mean over good and failed requests, but only good answers count as throughput.
 *
 * @param contender under this load
 */
public record Predictor(
        Experiment experiment,
        Contender contender,
        Load load,
        int cores) {
    /** The number in flight almost never exceeds its mean by more standard deviations than this. */
    private static final double DEVIATIONS = 4;
    private static final String PARALLELISM = "-Djdk.virtualThreadScheduler.parallelism";
    private static final String PROCESSORS = "-XX:ActiveProcessorCount";

    /** Ignores CPU time. {@link Prediction#withinCores} adds that limit after the measurement. */
    public static Prediction predict(Experiment experiment, Contender contender, Load load, int cores) {
        return new Predictor(experiment, contender.under(load), load, cores)
                .beside(experiment.beside());
    }

    /** Predicts the second load, beside this one. */
    public static Prediction predictBeside(Experiment experiment, Contender contender, Load load, int cores) {
        Optional<Load> second = experiment.beside();
        if (second.isEmpty()) {
            return Prediction.NONE;
        }
        return new Predictor(experiment, contender.under(second.get()), second.get(), cores)
                .beside(Optional.of(load));
    }

    private Prediction beside(Optional<Load> other) {
        Prediction alone = alone();
        boolean isAlone = other.isEmpty() || leavesAlone(alone, other.get());
        Prediction predicted = isAlone ? alone : unknownTogether(alone);
        return experiment.claims().expectsFailures() ? predicted.withFailures() : predicted;
    }

    private static Prediction unknownTogether(Prediction alone) {
        return Prediction.none("both loads need the same threads, connections or permits",
                alone.expectsFailures()).waitingAtLeast(alone.least());
    }

    private boolean leavesAlone(Prediction alone, Load other) {
        if (!alone.isKnown() || alone.isCpuBound()) {
            return true;
        }
        Predictor second = new Predictor(experiment, contender.under(other), other, cores);
        double inFlight = mostInFlight() + second.mostInFlight();
        return allows(inFlight) && second.allows(inFlight);
    }

    private double mostInFlight() {
        double mean = alone().inFlight();
        return Double.isNaN(mean) ? load.amount() : most(mean);
    }

    private double most(double inFlight) {
        return load.isOpen() ? inFlight + DEVIATIONS * Math.sqrt(inFlight) : inFlight;
    }

    /** Whether so many requests can be in flight at once. */
    private boolean allows(double inFlight) {
        Optional<KnownRoute> route = route();
        if (route.isEmpty()) {
            return true;
        }
        // a request that computes holds its thread, too
        double seconds = route.get().computes() ? 1 : route.get().waiting();
        return law(route.get(), seconds, permits(route.get())).closed(inFlight).bound().isEmpty();
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

    private Prediction alone() {
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

    private Prediction of(KnownRoute route) {
        if (route.computes()) {
            Prediction arrivals =
                    new Prediction(load.amount(), Double.NaN, Double.NaN, Limit.ARRIVALS);
            return load.isOpen() ? arrivals : Prediction.CPU_BOUND;
        }
        if (route.calls().isEmpty()) {
            return lawful(route);
        }
        if (two(Setting.SLOW_START) > 0) {
            return Prediction.changing(mayFail());
        }
        Optional<String> obstacle = obstacle();
        if (obstacle.isPresent()) {
            return Prediction.none(obstacle.get(), mayFail());
        }
        Prediction prediction = lawful(route);
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

    private boolean mayBeRefused(Prediction unlimited) {
        int maxCalls = contender.option("--max-calls", 0);
        return maxCalls > 0
                && (experiment.beside().isPresent() || most(unlimited.inFlight()) > maxCalls);
    }

    private Prediction lawful(KnownRoute route) {
        return load.isBurst() ? burst(route) : steady(route);
    }

    private Prediction steady(KnownRoute route) {
        int patience = contender.option("--answer-timeout", Defaults.ANSWER_MILLIS);
        MeanRequest mean = MeanRequest.of(route, two(), patience / 1e3);
        LittlesLaw law = law(route, mean.seconds(), permits(route));
        Flow flow = load.isOpen() ? law.open(load.amount()) : law.closed(load.users());
        // requests that wait for a permit do not count as in flight here
        double inFlight = Math.min(flow.inFlight(), flow.throughput() * mean.seconds());
        boolean grows = load.isOpen() && flow.bound().isPresent();
        double latency = flow.response() - mean.seconds() + mean.untilGoodAnswer();
        return new Prediction(
                flow.throughput() * mean.good(),
                grows ? Double.POSITIVE_INFINITY : latency,
                inFlight,
                Limit.of(flow, load),
                1 - mean.good());
    }

    /** A burst is answered in groups of as many requests as can be in flight. */
    private Prediction burst(KnownRoute route) {
        double waits = route.waiting();
        Flow entry = law(route, waits, List.of()).closed(load.users());
        double inFlight = entry.inFlight();
        double groups = Math.ceil(load.users() / inFlight);
        double throughput = load.users() / (groups * waits);
        double most = permits(route).stream()
                .mapToDouble(Station::throughput)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        if (throughput > most) {
            double served = Math.min(inFlight, most * waits);
            return new Prediction(most, Double.NaN, served, Limit.PERMITS);
        }
        double inLast = load.users() - (groups - 1) * inFlight;
        double latency = waits * groups * ((groups - 1) * inFlight / 2 + inLast) / load.users();
        return new Prediction(throughput, latency, inFlight, Limit.of(entry, load));
    }

    private List<Station> permits(KnownRoute route) {
        int permits = two(Setting.AUTHORIZE_PERMITS);
        if (!route.authorizes() || permits == 0) {
            return List.of();
        }
        return List.of(new Station(Resource.PERMITS, permits, route.calls().getLast()));
    }

    /** A user's own command has no known limit. */
    private LittlesLaw law(KnownRoute route, double seconds, List<Station> inside) {
        if (!contender.isServiceOne()) {
            Station unlimited =
                    new Station(Resource.CONNECTIONS, Double.POSITIVE_INFINITY, seconds);
            return new LittlesLaw(seconds, List.of(unlimited), inside);
        }
        Capacity capacity = new Capacity(
                contender.mode().held(),
                contender.option("--threads", Defaults.THREADS),
                contender.option("--max-connections", Defaults.CONNECTIONS),
                contender.option(PARALLELISM, contender.option(PROCESSORS, cores)),
                Defaults.WORKERS);
        return capacity.law(wait -> wait == route.waitsIn() ? seconds : 0, inside);
    }
}
