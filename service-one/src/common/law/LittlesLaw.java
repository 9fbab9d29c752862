package common.law;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/**
 * Little's law, {@code L = X * W}: what is in a system is what leaves it per second, times the seconds it stays (J. D.
 * C. Little, "A Proof for the Queuing Formula L = λW", Operations Research 9, 1961). Two bounds of operational analysis
 * go with it: no throughput exceeds that of the narrowest station, and in a closed loop without think time the response
 * time is users / throughput (P. J. Denning, J. P. Buzen, "The Operational Analysis of Queueing Network Models", ACM
 * Computing Surveys 10, 1978). It knows nothing of CPU time: where that runs out, reality stays below.
 *
 * @param waiting seconds that the average request waits; 0 where it waits for nothing, NaN where that is not known
 * @param entry   stations that a request needs before it is served: whoever finds none free waits in the queue; at
 *                least one
 * @param inside  stations that it needs while it is served
 */
public record LittlesLaw(double waiting, List<Station> entry, List<Station> inside) {
    /** As many users as threads are not too many, whatever rounding makes of it. */
    private static final double JUST_FULL = 1 + 1e-9;

    /**
     * One kind of thing that requests hold while they wait.
     *
     * @param name what people call them, as {@code threads}
     * @param many how many there are
     * @param held how long the average request holds one, in seconds
     */
    public record Station(String name, double many, double held) {
        /** Requests a second, at most. */
        public double throughput() {
            return held > 0 ? many / held : Double.POSITIVE_INFINITY;
        }

        /** Requests that can be served at once, if each waits so many seconds. */
        private double fits(double wait) {
            return wait > 0 ? throughput() * wait : many;
        }
    }

    /**
     * What a load comes to.
     *
     * @param inFlight   requests served at once
     * @param throughput responses a second; NaN where the waits set no bound, as when there are none
     * @param response   seconds from a request's arrival to its answer; NaN where it grows, or the waits do not tell
     * @param growth     by how many seconds the response grows each second; 0 where it does not
     * @param bound      the name of the station that sets the throughput; empty where it is the load
     */
    public record Flow(double inFlight, double throughput, double response, double growth, String bound) {
    }

    private static Station narrowest(Stream<Station> stations) {
        return stations.min(Comparator.comparingDouble(Station::throughput)).orElseThrow();
    }

    private Station narrowest() {
        return narrowest(Stream.concat(entry.stream(), inside.stream()));
    }

    /** Requests that can be served at once. */
    private double fits() {
        return entry.stream().mapToDouble(station -> station.fits(waiting)).min().orElseThrow();
    }

    /** Requests a second, at most; infinite where they wait for nothing. */
    public double mostThroughput() {
        return narrowest().throughput();
    }

    /** What sets that, as people call it. */
    public String bottleneck() {
        return narrowest().name();
    }

    /** How many times more requests want service than can be on their way without one waiting for another. */
    public double pressure(double load) {
        return waiting > 0 ? load / (mostThroughput() * waiting) : load / fits();
    }

    /**
     * Of a closed loop, in which whoever is answered asks again: so the load stays what it is.
     *
     * @param loads requests that wanted service at once, in the queue and in flight, at moments of equal distance
     */
    public Flow closed(double... loads) {
        double inFlight = mean(loads, load -> Math.min(load, fits()));
        if (!(waiting > 0)) {
            return new Flow(inFlight, Double.NaN, Double.NaN, 0, "");
        }
        double load = mean(loads, each -> each);
        double throughput = mean(loads, each -> Math.min(each / waiting, mostThroughput()));
        return new Flow(inFlight, throughput, load > 0 ? load / throughput : waiting, 0,
                pressure(load) > JUST_FULL ? bottleneck() : "");
    }

    /** Of an open loop: so many requests arrive a second, answered or not. */
    public Flow open(double arrivals) {
        double most = mostThroughput();
        if (!(arrivals > JUST_FULL * most)) {
            return new Flow(arrivals * waiting, arrivals, waiting > 0 ? waiting : Double.NaN, 0, "");
        }
        // Those answered at time t came at t * most / arrivals: so what they have waited grows by 1 - most / arrivals.
        return new Flow(fits(), most, Double.NaN, 1 - most / arrivals, bottleneck());
    }

    /** Of an open loop that has lasted for a while: what has piled up is served first, and after the arrivals end. */
    public Flow openSince(double arrivals, double... loads) {
        if (!(pressure(mean(loads, each -> each)) > 1)) {
            return open(arrivals);
        }
        Flow now = closed(loads);
        double growth = Math.max(0, 1 - mostThroughput() / arrivals);
        return new Flow(now.inFlight, now.throughput, growth > 0 ? Double.NaN : now.response, growth, now.bound);
    }

    private static double mean(double[] values, DoubleUnaryOperator part) {
        return Arrays.stream(values).map(part).average().orElse(0);
    }
}
