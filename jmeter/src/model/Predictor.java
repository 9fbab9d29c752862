package model;

import module java.base;
import common.commandline.CommandLine.UsageException;
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
 * Predicts by {@link LittlesLaw}. A request is in flight while it waits. If calls fail, that time is the mean over
 * good and failed requests, but only good answers count as throughput.
 */
public record Predictor(Experiment experiment, Contender contender, Load load, KnownRoute route) {
    /** The number in flight almost never exceeds its mean by more standard deviations than this. */
    private static final double DEVIATIONS = 4;
    private static final String PARALLELISM = "-Djdk.virtualThreadScheduler.parallelism=";
    private static final String PROCESSORS = "-XX:ActiveProcessorCount=";

    /** Ignores CPU time. {@link Prediction#withinCores} adds that limit after the measurement. */
    public static Prediction predict(Experiment experiment, Contender contender, Load load, int cores)
            throws UsageException {
        return predict(experiment, contender, load, experiment.beside(), cores);
    }

    /** Predicts the second load, beside this one. */
    public static Prediction predictBeside(Experiment experiment, Contender contender, Load load, int cores)
            throws UsageException {
        Optional<Load> beside = experiment.beside();
        return beside.isEmpty() ? Prediction.NONE
                : predict(experiment, contender, beside.get(), Optional.of(load), cores);
    }

    private static Prediction predict(Experiment experiment, Contender contender, Load load, Optional<Load> other,
            int cores) throws UsageException {
        Prediction alone = alone(experiment, contender, load, cores);
        boolean staysAlone = other.isEmpty() || !alone.isKnown() || alone.isCpuBound()
                || sufficesFor(experiment, contender, load, other.get(), cores);
        Prediction predicted = staysAlone ? alone
                : Prediction.none("both loads need the same threads, connections or permits", alone.expectsFailures())
                .waitingAtLeast(alone.least());
        return experiment.claims().expectsFailures() ? predicted.withFailures() : predicted;
    }

    /** Whether the contender's limits allow both loads' requests to be in flight at once, and so leave them alone. */
    private static boolean sufficesFor(Experiment experiment, Contender contender, Load one, Load other, int cores)
            throws UsageException {
        double inFlight = 0;
        for (Load each : List.of(one, other)) {
            double mean = alone(experiment, contender, each, cores).inFlight();
            inFlight += Double.isNaN(mean) ? each.amount() : mean + varying(each, mean);
        }
        for (Load each : List.of(one, other)) {
            Optional<KnownRoute> route = route(experiment, contender, each);
            if (route.isPresent() && !new Predictor(experiment, contender, each, route.get()).allows(inFlight, cores)) {
                return false;
            }
        }
        return true;
    }

    private boolean allows(double inFlight, int cores) throws UsageException {
        double seconds = route.computes() ? 1 : route.waiting();      // a request that computes holds its thread, too
        return law(cores, seconds, permits()).closed(inFlight).bound().isEmpty();
    }

    private static double varying(Load load, double inFlight) {
        return load.isOpen() ? DEVIATIONS * Math.sqrt(inFlight) : 0;
    }

    private static Optional<KnownRoute> route(Experiment experiment, Contender contender, Load load) {
        OptionalDouble waits = experiment.claims().waits();
        if (!contender.isServiceOne() && waits.isPresent() && !experiment.beside().equals(Optional.of(load))) {
            return Optional.of(KnownRoute.waiting(waits.getAsDouble()));
        }
        String path = hidesFirstCall(experiment, contender, load) ? "/capabilities" : load.path();
        return KnownRoute.of(path, experiment.conditions().serviceTwo());
    }

    private static Prediction alone(Experiment experiment, Contender contender, Load load, int cores)
            throws UsageException {
        ServiceTwoSettings two = experiment.conditions().serviceTwo();
        Optional<KnownRoute> route = route(experiment, contender, load);
        boolean waitsAlone = contender.isServiceOne() && route.filter(known -> known.calls().isEmpty()).isPresent();
        if (!experiment.conditions().changes().isEmpty() && !waitsAlone) {
            return Prediction.changing(two.failingPercent() > 0);
        }
        if (experiment.workload().plan().isPresent()) {
            double waits = !contender.isServiceOne() ? experiment.claims().waits().orElse(0) : 0;
            return Prediction.OF_OWN_PLAN.waitingAtLeast(waits);
        }
        if (route.isEmpty()) {
            return Prediction.NONE;
        }
        return new Predictor(experiment, contender, load, route.get()).predict(cores)
                .waitingAtLeast(route.get().waitingAtLeast(two));
    }

    /** In parallel with the three others, a short first call takes no extra time. */
    private static boolean hidesFirstCall(Experiment experiment, Contender contender, Load load) {
        ServiceTwoSettings two = experiment.conditions().serviceTwo();
        return contender.has(Contender.INFO_IN_PARALLEL) && load.path().equals("/meetings")
                && two.get(Setting.DELAY) <= 3 * two.get(Setting.STAGE_DELAY);
    }

    private Prediction predict(int cores) throws UsageException {
        boolean fails = two().failingPercent() > 0;
        if (route.computes()) {
            return load.isOpen() ? new Prediction(load.amount(), Double.NaN, Double.NaN, Limit.ARRIVALS)
                    : Prediction.CPU_BOUND;
        }
        if (two().get(Setting.SLOW_START) > 0 && !route.calls().isEmpty()) {
            return Prediction.changing(fails);
        }
        String obstacle = obstacle();
        if (!obstacle.isEmpty()) {
            return Prediction.none(obstacle, fails);
        }
        Prediction prediction = load.isBurst() ? burst(cores) : steady(cores);
        return mayBeRefused(prediction)
                ? Prediction.none("--max-calls: it is unknown whether a refused client retries", true) : prediction;
    }

    private ServiceTwoSettings two() {
        return experiment.conditions().serviceTwo();
    }

    /** Why Little's law does not apply in its simple form. Empty if it applies. */
    private String obstacle() {
        boolean fails = two().failingPercent() > 0;
        if (route.calls().isEmpty()) {
            return "";
        }
        if (!contender.isServiceOne() && two().get(Setting.RESET_PERCENT) > 0) {
            return "resets: it is unknown whether the program repeats a call";
        }
        if (load.isBurst() && (fails || two().get(Setting.JITTER) > 0)) {
            return "bursts: each lasts as long as its slowest request";
        }
        if (fails && two().get(Setting.AUTHORIZE_PERMITS) > 0) {
            return "faults and permits together";
        }
        return !contender.isServiceOne() && two().get(Setting.HANG_PERCENT) > 0
                ? "hanging calls: it is unknown when the program gives up" : "";
    }

    private boolean mayBeRefused(Prediction unlimited) throws UsageException {
        int maxCalls = contender.under(load).option("--max-calls", 0);
        return maxCalls > 0 && !route.calls().isEmpty() && (experiment.beside().isPresent()
                || unlimited.inFlight() + varying(load, unlimited.inFlight()) > maxCalls);
    }

    /**
     * How many attempts service one needs for a call, on average. If a kept connection is reset, it repeats the call
     * once, on a new connection. It does not repeat a call on a new connection.
     *
     * <p>In the long run, service one opens as many connections as it loses. So the share of calls that find no kept
     * connection equals the share of calls that end without one.
     */
    private double attempts() {
        double hangs = share(Setting.HANG_PERCENT);
        double resets = share(Setting.RESET_PERCENT);
        double newIsLost = hangs + resets;
        double keptIsLost = hangs + resets * newIsLost;
        // onNew = onNew * newIsLost + (1 - onNew) * keptIsLost
        double onNew = keptIsLost / (1 - newIsLost + keptIsLost);
        return 1 + (1 - onNew) * resets;
    }

    private double share(Setting percent) {
        return two().get(percent) / 100.0;
    }

    /** A request ends with its first failed call, so faults change how long the average request takes. */
    private Prediction steady(int cores) throws UsageException {
        double patience = contender.option("--answer-timeout", Defaults.ANSWER_MILLIS) / 1e3;
        double hangs = share(Setting.HANG_PERCENT);
        double attempts = attempts();
        double succeeds = attempts * (1 - two().failingPercent() / 100.0);      // only the last attempt can
        double seconds = route.own();
        double good = 1;
        for (double call : route.calls()) {
            seconds += good * attempts * ((1 - hangs) * call + hangs * patience);
            good *= succeeds;
        }
        LittlesLaw law = law(cores, seconds, permits());
        Flow flow = load.isOpen() ? law.open(load.amount()) : law.closed(load.users());
        // requests that wait for a permit do not count as in flight here
        double inFlight = Math.min(flow.inFlight(), flow.throughput() * seconds);
        Limit limit = Limit.of(flow, load);
        // a good call had two attempts in (attempts - 1) of (attempts) cases
        double waiting = route.own() + (route.waiting() - route.own()) * (2 - 1 / attempts);
        double latency = load.isOpen() && flow.bound().isPresent() ? Double.POSITIVE_INFINITY
                : flow.response() - seconds + waiting;
        return new Prediction(flow.throughput() * good, latency, inFlight, limit, 1 - good);
    }

    /** A burst is answered in groups of as many requests as can be in flight. */
    private Prediction burst(int cores) throws UsageException {
        Flow entry = law(cores, route.waiting(), List.of()).closed(load.users());
        double inFlight = entry.inFlight();
        double groups = Math.ceil(load.users() / inFlight);
        double latencies = 0;
        for (double waited = route.waiting(), left = load.users(); left > 0; left -= inFlight) {
            latencies += waited * Math.min(inFlight, left);
            waited += route.waiting();
        }
        Prediction prediction = new Prediction(load.users() / (groups * route.waiting()), latencies / load.users(),
                inFlight, Limit.of(entry, load));
        double most = permits().stream().mapToDouble(Station::throughput).min().orElse(Double.POSITIVE_INFINITY);
        return prediction.throughput() <= most ? prediction
                : new Prediction(most, Double.NaN, Math.min(inFlight, most * route.waiting()), Limit.PERMITS);
    }

    private List<Station> permits() {
        int permits = two().get(Setting.AUTHORIZE_PERMITS);
        return !route.authorizes() || permits == 0 ? List.of()
                : List.of(new Station(Resource.PERMITS, permits, route.calls().getLast()));
    }

    /** Only service one's limits are known. */
    private LittlesLaw law(int cores, double seconds, List<Station> inside) throws UsageException {
        if (!contender.isServiceOne()) {
            return new LittlesLaw(seconds,
                    List.of(new Station(Resource.CONNECTIONS, Double.POSITIVE_INFINITY, seconds)), inside);
        }
        Contender loaded = contender.under(load);
        return new Capacity(contender.mode().held(), loaded.option("--threads", Defaults.THREADS),
                loaded.option("--max-connections", Defaults.CONNECTIONS), carriers(loaded, cores), Defaults.WORKERS)
                .law(wait -> wait == route.waitsIn() ? seconds : 0, inside);
    }

    private static int carriers(Contender contender, int cores) throws UsageException {
        List<String> options = contender.serviceOne().orElseThrow().jvmOptions();
        return lastOption(options, PARALLELISM, lastOption(options, PROCESSORS, cores));
    }

    private static int lastOption(List<String> options, String prefix, int otherwise) throws UsageException {
        int value = otherwise;
        for (String option : options) {
            if (option.startsWith(prefix)) {
                try {
                    value = Integer.parseInt(option.substring(prefix.length()));
                } catch (NumberFormatException e) {
                    throw new UsageException(option + ": expected a number after " + prefix);
                }
            }
        }
        return value;
    }
}
