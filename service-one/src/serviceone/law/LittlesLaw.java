package serviceone.law;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import serviceone.law.Capacity.Station;

/**
 * Little's law, {@code L = X * W}: what is in a system is what leaves it per second, times the seconds it stays (J. D.
 * C. Little, "A Proof for the Queuing Formula L = λW", Operations Research 9, 1961). The seconds are those that a
 * request waits; what work adds to them is what a measurement shows. It knows nothing of CPU: where that runs out,
 * reality stays below. Immutable.
 */
public final class LittlesLaw {
    private static final String PERMITS = "permits";

    private final Capacity capacity;
    private final Demand demand;
    private final Station permits;
    private final Station narrowest;      // in service one: what it lacks, a request waits for before it is served
    private final double fits;            // requests that can be served at once

    /** @param permits how many authorisations service two does at once; infinite where there is no limit */
    public LittlesLaw(Capacity capacity, Demand demand, double permits) {
        this.capacity = capacity;
        this.demand = demand;
        this.permits = new Station(PERMITS, permits, demand.permit());
        List<Station> stations = capacity.stations(demand);
        narrowest = stations.stream().min(Comparator.comparingDouble(Station::throughput)).orElseThrow();
        fits = demand.total() > 0 ? narrowest.throughput() * demand.total() : capacity.limit();
    }

    /** Requests a second, at most; infinite where they wait for nothing. */
    public double mostThroughput() {
        return Math.min(narrowest.throughput(), permits.throughput());
    }

    /** Whether requests may have to wait for one another once they were read, for permits or for worker threads. */
    public boolean mayLineUpInService() {
        return Double.isFinite(permits.throughput()) || demand.natives() + demand.monitors() > 0;
    }

    /** How many times more requests want service than can be on their way without one waiting for another. */
    public double pressure(double load) {
        return demand.total() > 0 ? load / (mostThroughput() * demand.total()) : load / fits;
    }

    /**
     * Of a closed loop, in which whoever is answered asks again: so the load stays what it is.
     *
     * @param loads requests that wanted service at once, in the queue and in flight, at moments of equal distance
     */
    public Prediction closed(double... loads) {
        double inFlight = mean(loads, load -> Math.min(load, fits));
        double load = mean(loads, each -> each);
        if (!(demand.total() > 0)) {
            return new Prediction(capacity.limit(), inFlight, Double.NaN, Double.NaN, 0, "");
        }
        double throughput = mean(loads, each -> Math.min(Math.min(each, fits) / demand.total(), permits.throughput()));
        double response = load > 0 ? load / throughput : demand.total();
        return new Prediction(capacity.limit(), inFlight, throughput, response, 0, bound(pressure(load)));
    }

    /** Of an open loop: so many requests arrive a second, answered or not. */
    public Prediction open(double arrivals) {
        double most = mostThroughput();
        if (!(arrivals > most)) {
            boolean waits = demand.total() > 0;
            double inFlight = arrivals * demand.total();
            return new Prediction(capacity.limit(), inFlight, arrivals, waits ? demand.total() : Double.NaN, 0, "");
        }
        // Those answered at time t came at t * most / arrivals: so what they have waited grows by 1 - most / arrivals.
        return new Prediction(capacity.limit(), fits, most, Double.NaN, 1 - most / arrivals, bound(arrivals / most));
    }

    /** Of an open loop, where it is measured too: what has piled up is served first, and after the arrivals end. */
    public Prediction openHere(double arrivals, double... loads) {
        if (!(pressure(mean(loads, each -> each)) > 1)) {
            return open(arrivals);
        }
        Prediction now = closed(loads);
        double growth = Math.max(0, 1 - mostThroughput() / arrivals);
        return new Prediction(now.limit(), now.inFlight(), now.throughput(), growth > 0 ? Double.NaN : now.response(),
                growth, now.bound());
    }

    /** What sets that, as people call it. */
    public String bottleneck() {
        return permits.throughput() < narrowest.throughput() ? PERMITS : narrowest.name();
    }

    private String bound(double pressure) {
        return pressure <= 1 ? "" : bottleneck();
    }

    private static double mean(double[] values, DoubleUnaryOperator part) {
        return Arrays.stream(values).map(part).average().orElse(0);
    }
}
