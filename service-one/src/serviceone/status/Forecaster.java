package serviceone.status;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import serviceone.law.Announced;
import serviceone.law.Arrivals;
import serviceone.law.ArrivalsWatch;
import serviceone.law.Demand;
import serviceone.law.LittlesLaw;
import serviceone.law.Visits;

/**
 * Predicts throughput and response time from what requests have to wait, what a service has for those that wait, and
 * how requests come. Used by the sampler's thread alone.
 */
final class Forecaster {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;
    /** Seconds by which the load of the moment is told. */
    private static final int RECENT = 3;

    private final ServiceSetup setup;
    private final PlatformBeans platform;
    private final ServiceTwoDelays delays;
    private final ArrivalsWatch arrivals = new ArrivalsWatch();

    Forecaster(ServiceSetup setup, PlatformBeans platform, ServiceTwoDelays delays) {
        this.setup = setup;
        this.platform = platform;
        this.delays = delays;
    }

    /** @param window one reading a second, the oldest first; at least two */
    Forecast forecast(List<Reading> window) {
        Reading first = window.getFirst();
        Reading last = window.getLast();
        Optional<Announced> announced = delays.announced();
        Visits visits = last.tally().since(first.tally());
        boolean known = announced.isPresent() || !visits.callServiceTwo();
        Announced said = announced.orElse(Announced.NOTHING);
        double measured = measuredSeconds(first, last);
        Demand demand = known ? Demand.announced(visits, said) : Demand.measured(visits, measured);
        LittlesLaw here = new LittlesLaw(setup.capacity(), demand, said.permits());
        LittlesLaw other = new LittlesLaw(setup.otherCapacity(), demand, said.permits());
        double wait = known ? demand.total() : Double.NaN;
        double work = here.mayLineUpInService() ? Double.NaN : MILLIS_PER_SECOND * (measured - wait);
        double[] loads = loads(window, demand);
        Arrivals how = arrivals.see(seen(first, last, loads, here));
        double rate = arrivalsPerSecond(first, last);
        return new Forecast(announced, wait, work, last.unanswered() - first.unanswered(), how, rate,
                here.mostThroughput(), here.bottleneck(),
                how.areOpen() ? here.openHere(rate, loads) : here.closed(loads),
                how.areOpen() ? other.open(rate) : other.closed(loads));
    }

    /** Of the average request, from read to answered. */
    private static double measuredSeconds(Reading first, Reading last) {
        return (last.service() - first.service()) / NANOS_PER_SECOND / (last.answered() - first.answered());
    }

    /**
     * Requests that wanted service, at each reading. Where native calls hold the carriers, virtual threads cannot even
     * read theirs: such a request is known by its connection alone.
     */
    private double[] loads(List<Reading> window, Demand demand) {
        boolean unread = setup.mode().isOnVirtualThreads() && demand.natives() > 0;
        return window.stream().mapToDouble(each -> unread ? each.connections() : each.load()).toArray();
    }

    private static ArrivalsWatch.Seen seen(Reading first, Reading last, double[] loads, LittlesLaw law) {
        double recent = Arrays.stream(loads).skip(Math.max(0, loads.length - RECENT)).average().orElse(0);
        return new ArrivalsWatch.Seen(last.answered() - first.answered(), last.kept() - first.kept(),
                loads[loads.length - 1], law.pressure(recent));
    }

    /** Each comes on a new connection, or on one that has brought one before. */
    private static double arrivalsPerSecond(Reading first, Reading last) {
        long came = last.accepted() - first.accepted() + last.kept() - first.kept();
        return came * NANOS_PER_SECOND / (last.at() - first.at());
    }
}
