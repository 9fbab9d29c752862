package serviceone.status;

import common.http.HttpText;
import common.io.HostPort;
import common.law.LittlesLaw.Flow;
import common.law.LittlesLaw;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import serviceone.law.ArrivalsWatch.Arrivals;
import serviceone.law.ArrivalsWatch;
import serviceone.law.Demand.Announced;
import serviceone.law.Demand.Visits;
import serviceone.law.Demand;
import serviceone.meter.Meter.Count;
import serviceone.status.Sampler.Reading;

/**
 * Predicts throughput and response time from what requests have to wait, what a service has for those that wait, and
 * how requests come. For that it asks service two how long it waits, every few seconds: it may be restarted with
 * other delays. No request depends on it, and a service two that says nothing is not in need of a log line.
 */
final class Forecaster {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;
    static final int ASKS_EVERY_SECONDS = 3;
    private static final int PATIENCE_MILLIS = 2_000;
    /** Seconds by which the load of the moment is told. */
    private static final int RECENT = 3;

    /**
     * What Little's law makes of the last {@link Sampler#WINDOW} seconds. What is not known is NaN.
     *
     * @param waitSeconds       what the average request had to wait, by what service two and the routes announce
     * @param workMillis        what it took beyond that, from read to answered: work, and waiting for a core. Not known
     *                          where requests may line up for something else, which none can tell from work
     * @param unansweredCalls   calls that service two has not answered, or was not asked because of the limit on them:
     *                          no prediction knows what they have taken
     * @param arrivalsPerSecond requests that came, those of refused connections included
     * @param most              requests a second, at most, by what they hold while they wait
     * @param bottleneck        of what there is too little for more than that
     * @param other             of another mode, in the same place
     */
    record Forecast(Optional<Announced> announced, double waitSeconds, double workMillis, long unansweredCalls,
            Arrivals arrivals, double arrivalsPerSecond, double most, String bottleneck, Flow here,
            Flow other) {
    }

    private final WatchedService service;
    private final InetSocketAddress serviceTwo;
    private volatile Optional<Announced> announced = Optional.empty();      // what it said last
    private final ArrivalsWatch arrivals = new ArrivalsWatch();

    Forecaster(WatchedService service, InetSocketAddress serviceTwo) {
        this.service = service;
        this.serviceTwo = serviceTwo;
    }

    /** Nothing while service two has not said anything, or is another service. */
    Optional<Announced> announced() {
        return announced;
    }

    void askServiceTwo() {
        try {
            HostPort place = new HostPort(serviceTwo.getAddress().getHostAddress(), serviceTwo.getPort());
            URI stats = URI.create("http://" + place + "/stats");
            announced = Announced.parse(HttpText.getAny(stats, PATIENCE_MILLIS, Map.of()));
        } catch (IOException | RuntimeException e) {
            // It cannot be asked now. What it said last holds until another one says something else.
        }
    }

    /** @param window one reading a second, the oldest first; at least two */
    Forecast forecast(List<Reading> window) {
        Reading first = window.getFirst();
        Reading last = window.getLast();
        Optional<Announced> announced = this.announced;
        Visits visits = last.tally().since(first.tally());
        boolean known = announced.isPresent() || !visits.callServiceTwo();
        Announced said = announced.orElse(Announced.NOTHING);
        double measured =      // of the average request, from read to answered
                last.since(first, Count.SERVICE_NANOS) / NANOS_PER_SECOND / last.since(first, Count.ANSWERED);
        Demand demand = known ? Demand.announced(visits, said) : Demand.measured(visits, measured);
        LittlesLaw here = service.capacity().law(demand, said.permits());
        LittlesLaw other = service.otherCapacity().law(demand, said.permits());
        double wait = known ? demand.total() : Double.NaN;
        double work = demand.mayLineUpInService(said.permits()) ? Double.NaN : MILLIS_PER_SECOND * (measured - wait);
        double[] loads = loads(window, demand);
        Arrivals how = arrivals.see(seen(first, last, loads, here));
        double rate = arrivalsPerSecond(first, last);
        long unanswered = last.since(first, Count.UNANSWERED_CALLS) + last.since(first, Count.REFUSED_CALLS);
        return new Forecast(announced, wait, work, unanswered, how, rate,
                here.mostThroughput(), here.bottleneck(),
                how.areOpen() ? here.openSince(rate, loads) : here.closed(loads),
                how.areOpen() ? other.open(rate) : other.closed(loads));
    }

    /**
     * Requests that wanted service, at each reading. Where native calls hold the carriers, virtual threads cannot even
     * read theirs: such a request is known by its connection alone.
     */
    private double[] loads(List<Reading> window, Demand demand) {
        boolean unread = service.mode().isOnVirtualThreads() && demand.natives() > 0;
        return window.stream().mapToDouble(each -> unread ? each.connections() : each.load()).toArray();
    }

    private static ArrivalsWatch.Seen seen(Reading first, Reading last, double[] loads, LittlesLaw law) {
        double recent = Arrays.stream(loads).skip(Math.max(0, loads.length - RECENT)).average().orElse(0);
        return new ArrivalsWatch.Seen(last.since(first, Count.ANSWERED),
                last.since(first, Count.ON_KEPT_CONNECTIONS), loads[loads.length - 1], law.pressure(recent));
    }

    /** Each comes on a new connection, or on one that has brought one before. */
    private static double arrivalsPerSecond(Reading first, Reading last) {
        long came = last.since(first, Count.ACCEPTED) + last.since(first, Count.ON_KEPT_CONNECTIONS);
        return came * NANOS_PER_SECOND / (last.at() - first.at());
    }
}
