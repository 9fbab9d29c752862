package serviceone.watch;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import serviceone.law.Announced;
import serviceone.law.Arrivals;
import serviceone.law.ArrivalsWatch;
import serviceone.law.Capacity;
import serviceone.law.Demand;
import serviceone.law.LittlesLaw;
import serviceone.law.Prediction;
import serviceone.law.Visits;

/**
 * Foretells throughput and response time from what requests have to wait, what a service has for those that wait, and
 * how requests come. Used by the sampler's thread alone.
 */
final class Forecaster {
    private static final double NANOS_PER_SECOND = 1e9;
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
        double measured = (last.service() - first.service()) / NANOS_PER_SECOND / (last.answered() - first.answered());
        Visits visits = last.tally().since(first.tally());
        Optional<Announced> announced = delays.announced();
        boolean isKnown = announced.isPresent() || !visits.callServiceTwo();
        Demand demand = isKnown ? Demand.announced(visits, announced.orElse(Announced.NOTHING))
                : Demand.measured(visits, measured);
        double permits = announced.orElse(Announced.NOTHING).permits();
        LittlesLaw law = law(setup.capacity(platform), demand, permits);
        double[] loads = loads(window, demand);
        Arrivals seen = arrivals.see(seen(window, loads, law));
        double rate = arrivalsPerSecond(first, last);
        Prediction here = seen.areOpen() ? law.openHere(rate, loads) : law.closed(loads);
        LittlesLaw otherLaw = law(setup.otherCapacity(platform), demand, permits);
        Prediction other = seen.areOpen() ? otherLaw.open(rate) : otherLaw.closed(loads);
        double work = isKnown && !law.mayLineUpInService() ? 1e3 * (measured - demand.total()) : Double.NaN;
        return new Forecast(announced, isKnown ? demand.total() : Double.NaN, work,
                last.unanswered() - first.unanswered(), seen, rate, here, other);
    }

    private static LittlesLaw law(Capacity capacity, Demand demand, double permits) {
        return new LittlesLaw(capacity, demand, permits);
    }

    /**
     * Requests that wanted service, at each reading. Where native calls hold the carriers, the virtual threads without
     * one cannot even read theirs: such a request is known by its thread alone.
     */
    private static double[] loads(List<Reading> window, Demand demand) {
        boolean unread = demand.natives() > 0;
        return window.stream().mapToDouble(each -> each.load() + (unread ? each.runnable() : 0)).toArray();
    }

    private static ArrivalsWatch.Seen seen(List<Reading> window, double[] loads, LittlesLaw law) {
        Reading first = window.getFirst();
        Reading last = window.getLast();
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
