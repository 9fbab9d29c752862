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
 * Predicts throughput and response time from the waits of requests, the capacity of the service, and the kind of
 * arrivals. Every few seconds it asks service two for its delays, because service two may restart with other delays.
 * No request depends on the answer, so a silent service two is not worth a log line.
 */
final class Forecaster {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;
    static final int ASKS_EVERY_SECONDS = 3;
    private static final int PATIENCE_MILLIS = 2_000;
    /** The present pressure follows from the mean load of this many seconds. */
    private static final int RECENT = 3;

    /**
     * What Little's law predicts for the last {@link Sampler#WINDOW} seconds. NaN means unknown.
     *
     * @param announced         service two's last announcement
     * @param waitSeconds       the time that the average request had to wait, according to service two and the routes
     * @param workMillis        the rest of its time from read to answered, for work and for waiting for a core. Unknown
     *                          if requests may queue for something else, because that would look like work
     * @param unansweredCalls   the number of calls that service two has not answered, or that were not made because of
     *                          the limit; no prediction covers their time
     * @param arrivals          the kind of arrivals
     * @param arrivalsPerSecond the requests that arrived each second, including those of refused connections
     * @param most              the most requests a second, given what they hold while they wait
     * @param bottleneck        the resource that sets this limit
     * @param here              the prediction for this service
     * @param other             the prediction for another mode under the same load
     */
    record Forecast(Optional<Announced> announced, double waitSeconds, double workMillis, long unansweredCalls,
            Arrivals arrivals, double arrivalsPerSecond, double most, String bottleneck, Flow here,
            Flow other) {
    }

    private final WatchedService service;
    private final InetSocketAddress serviceTwo;
    private volatile Optional<Announced> announced = Optional.empty();      // service two's last announcement
    private final ArrivalsWatch arrivals = new ArrivalsWatch();

    Forecaster(WatchedService service, InetSocketAddress serviceTwo) {
        this.service = service;
        this.serviceTwo = serviceTwo;
    }

    /** Empty until service two has announced something, or if another program listens there. */
    Optional<Announced> announced() {
        return announced;
    }

    void askServiceTwo() {
        try {
            HostPort place = new HostPort(serviceTwo.getAddress().getHostAddress(), serviceTwo.getPort());
            URI stats = URI.create("http://" + place + "/stats");
            announced = Announced.parse(HttpText.getAny(stats, PATIENCE_MILLIS, Map.of()));
        } catch (IOException | RuntimeException e) {
            // Service two does not answer now. Its last announcement holds until the next one.
        }
    }

    /** @param window the readings of the last seconds, one a second, the oldest first; at least two */
    Forecast forecast(List<Reading> window) {
        Reading first = window.getFirst();
        Reading last = window.getLast();
        Optional<Announced> announced = this.announced;
        Visits visits = last.tally().since(first.tally());
        boolean known = announced.isPresent() || !visits.callServiceTwo();
        Announced assumed = announced.orElse(Announced.NOTHING);
        double measured =      // the average request's seconds from read to answered
                last.since(first, Count.SERVICE_NANOS) / NANOS_PER_SECOND / last.since(first, Count.ANSWERED);
        Demand demand = known ? Demand.announced(visits, assumed) : Demand.measured(visits, measured);
        LittlesLaw here = service.capacity().law(demand, assumed.permits());
        LittlesLaw other = service.otherCapacity().law(demand, assumed.permits());
        double wait = known ? demand.total() : Double.NaN;
        double work = demand.mayLineUpInService(assumed.permits()) ? Double.NaN : MILLIS_PER_SECOND * (measured - wait);
        double[] loads = loads(window, demand);
        Arrivals how = arrivals.add(seen(first, last, loads, here));
        double rate = arrivalsPerSecond(first, last);
        long unanswered = last.since(first, Count.UNANSWERED_CALLS) + last.since(first, Count.REFUSED_CALLS);
        return new Forecast(announced, wait, work, unanswered, how, rate,
                here.mostThroughput(), here.bottleneck(),
                how.areOpen() ? here.openWithBacklog(rate, loads) : here.closed(loads),
                how.areOpen() ? other.open(rate) : other.closed(loads));
    }

    /**
     * The number of requests in the queue and in service, at each reading. If native calls occupy the carriers, virtual
     * threads cannot even read requests; then the number of connections stands for them.
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

    /** Each request comes on a new connection, or on a connection that has brought a request before. */
    private static double arrivalsPerSecond(Reading first, Reading last) {
        long came = last.since(first, Count.ACCEPTED) + last.since(first, Count.ON_KEPT_CONNECTIONS);
        return came * NANOS_PER_SECOND / (last.at() - first.at());
    }
}
