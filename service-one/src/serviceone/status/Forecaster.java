package serviceone.status;

import common.law.LittlesLaw.Flow;
import common.law.LittlesLaw.Station;
import common.law.LittlesLaw;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import serviceone.law.Demand.Announced;
import serviceone.law.Demand;
import serviceone.meter.Meter.Count;
import serviceone.status.Sampler.Reading;

/**
 * Predicts throughput and response time from the requests' waits, the load and the service's capacity, as far as these
 * are the same for open and closed loops. Asks service two for its delays again and again, because a restart may change them.
 */
final class Forecaster {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;
    static final int ASKS_EVERY_SECONDS = 3;

    interface ServiceTwo {
        /** Returns the answer to {@code GET /stats}, whatever its status. */
        String stats() throws IOException;
    }

    /**
     * What Little's law predicts for the last {@link Sampler#WINDOW} seconds. NaN means unknown.
     *
     * @param waitSeconds     the average request's wait, according to service two and the routes
     * @param workMillis      the rest of that request's time, from when it is read until it is answered
     * @param unansweredCalls failed, late or refused; no prediction covers their time
     * @param bottleneck      the resource that limits the throughput
     * @param other           the prediction for another mode under the same load
     */
    record Forecast(Optional<Announced> announced, double waitSeconds, double workMillis, long unansweredCalls,
            Station bottleneck, Flow here, Flow other) {
    }

    private final WatchedService service;
    private final ServiceTwo serviceTwo;
    private volatile Optional<Announced> announced = Optional.empty();

    Forecaster(WatchedService service, ServiceTwo serviceTwo) {
        this.service = service;
        this.serviceTwo = serviceTwo;
    }

    Optional<Announced> announced() {
        return announced;
    }

    void askServiceTwo() {
        try {
            announced = Announced.parse(serviceTwo.stats());
        } catch (IOException e) {
            // Service two is down, late or restarting. The last announcement holds until the next one.
        }
    }

    Forecast forecast(List<Reading> window) {
        Reading first = window.getFirst();
        Reading last = window.getLast();
        Optional<Announced> announced = this.announced;
        double measured =
                last.since(first, Count.SERVICE_NANOS) / NANOS_PER_SECOND / last.since(first, Count.ANSWERED);
        Demand demand = Demand.between(first.tally(), last.tally(), announced, measured);
        LittlesLaw here = demand.law(service.capacity());
        LittlesLaw other = demand.law(service.otherCapacity());
        double wait = demand.isKnown() ? demand.total() : Double.NaN;
        double work = demand.mayLineUpInService() ? Double.NaN : MILLIS_PER_SECOND * (measured - wait);
        double[] loads = loads(window, demand);
        Flow flow = here.underLoad(loads);
        long unanswered = last.since(first, Count.UNANSWERED_CALLS) + last.since(first, Count.REFUSED_CALLS);
        // If requests queue here, nobody knows how many would come to a faster service.
        boolean isOtherKnown = flow.bound().isEmpty() || other.mostThroughput() <= here.mostThroughput();
        return new Forecast(announced, wait, work, unanswered, here.bottleneck(), flow,
                isOtherKnown ? other.underLoad(loads) : Flow.UNKNOWN);
    }

    /**
     * The requests in the queue and in service, at each reading. While native calls occupy the carriers, virtual
     * threads cannot read requests, so the connections count instead.
     */
    private double[] loads(List<Reading> window, Demand demand) {
        boolean unread = service.mode().isOnVirtualThreads() && demand.makesNativeCalls();
        return window.stream().mapToDouble(each -> unread ? each.connections() : each.load()).toArray();
    }
}
