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
import experiment.KnownRoute;
import experiment.Limit;
import experiment.Load;
import experiment.Prediction;

/**
 * {@link LittlesLaw} for one route of a contender. A request is in flight while it waits. If calls fail, that time is
 * the mean over good and failed requests, but only good answers count as throughput.
 *
 * @param contender under this load
 */
record LawOfRoute(
        KnownRoute route,
        Load load,
        Contender contender,
        ServiceTwoSettings two,
        int cores) {
    private static final String PARALLELISM = "-Djdk.virtualThreadScheduler.parallelism=";
    private static final String PROCESSORS = "-XX:ActiveProcessorCount=";

    Prediction predict() throws UsageException {
        return load.isBurst() ? burst() : steady();
    }

    /** Whether so many requests can be in flight at once. */
    boolean allows(double inFlight) throws UsageException {
        // a request that computes holds its thread, too
        double seconds = route.computes() ? 1 : route.waiting();
        return law(seconds, permits()).closed(inFlight).bound().isEmpty();
    }

    private Prediction steady() throws UsageException {
        int patience = contender.option("--answer-timeout", Defaults.ANSWER_MILLIS);
        MeanRequest mean = MeanRequest.of(route, two, patience / 1e3);
        LittlesLaw law = law(mean.seconds(), permits());
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
    private Prediction burst() throws UsageException {
        double waits = route.waiting();
        Flow entry = law(waits, List.of()).closed(load.users());
        double inFlight = entry.inFlight();
        double groups = Math.ceil(load.users() / inFlight);
        double latencies = 0;
        for (double waited = waits, left = load.users(); left > 0; left -= inFlight) {
            latencies += waited * Math.min(inFlight, left);
            waited += waits;
        }
        double throughput = load.users() / (groups * waits);
        double most = permits().stream()
                .mapToDouble(Station::throughput)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        if (throughput > most) {
            double served = Math.min(inFlight, most * waits);
            return new Prediction(most, Double.NaN, served, Limit.PERMITS);
        }
        double latency = latencies / load.users();
        return new Prediction(throughput, latency, inFlight, Limit.of(entry, load));
    }

    private List<Station> permits() {
        int permits = two.get(Setting.AUTHORIZE_PERMITS);
        if (!route.authorizes() || permits == 0) {
            return List.of();
        }
        return List.of(new Station(Resource.PERMITS, permits, route.calls().getLast()));
    }

    /** A user's own command has no known limit. */
    private LittlesLaw law(double seconds, List<Station> inside) throws UsageException {
        if (!contender.isServiceOne()) {
            Station unlimited =
                    new Station(Resource.CONNECTIONS, Double.POSITIVE_INFINITY, seconds);
            return new LittlesLaw(seconds, List.of(unlimited), inside);
        }
        Capacity capacity = new Capacity(
                contender.mode().held(),
                contender.option("--threads", Defaults.THREADS),
                contender.option("--max-connections", Defaults.CONNECTIONS),
                carriers(),
                Defaults.WORKERS);
        return capacity.law(wait -> wait == route.waitsIn() ? seconds : 0, inside);
    }

    private int carriers() throws UsageException {
        return lastOption(PARALLELISM, lastOption(PROCESSORS, cores));
    }

    private int lastOption(String prefix, int otherwise) throws UsageException {
        List<String> all = contender.serviceOne().orElseThrow().jvmOptions();
        List<String> given = all.stream()
                .filter(option -> option.startsWith(prefix))
                .map(option -> option.substring(prefix.length()))
                .toList();
        try {
            return given.isEmpty() ? otherwise : Integer.parseInt(given.getLast());
        } catch (NumberFormatException e) {
            throw new UsageException(prefix + given.getLast() + ": expected a number after " + prefix);
        }
    }
}
