package common.law;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/**
 * Little's law, {@code L = X * W}: the number of requests in a system is its throughput times the seconds that each
 * request stays (J. D. C. Little, "A Proof for the Queuing Formula L = λW", Operations Research 9, 1961). Two more laws
 * are from P. J. Denning and J. P. Buzen, "The Operational Analysis of Queueing Network Models", ACM Computing Surveys
 * 10, 1978: no system exceeds the throughput of its bottleneck, and in a closed loop without think time, the response
 * time is {@code users / throughput}.
 *
 * @param waiting the seconds that the average request waits; NaN if unknown
 * @param entry   the stations that a request queues for before its service; at least one
 * @param inside  the stations that a request needs only during its service
 */
public record LittlesLaw(double waiting, List<Station> entry, List<Station> inside) {
    /** Tolerates rounding. */
    private static final double JUST_FULL = 1 + 1e-9;

    /**
     * A resource that requests hold while they wait.
     *
     * @param many the number of units, such as a pool's size
     * @param held the seconds for which the average request holds a unit
     */
    public record Station(String name, double many, double held) {
        /** In requests a second. */
        public double throughput() {
            return held > 0 ? many / held : Double.POSITIVE_INFINITY;
        }

        private double mostInService(double wait) {
            return wait > 0 ? throughput() * wait : many;
        }
    }

    /**
     * @param inFlight   requests in service at the same time
     * @param throughput responses a second; NaN if unknown
     * @param response   seconds from arrival to answer; NaN if unknown or growing
     * @param growth     seconds by which the response time grows each second
     * @param bound      the station that limits the throughput; empty if the load does
     */
    public record Flow(double inFlight, double throughput, double response, double growth, String bound) {
    }

    private static Station narrowest(Stream<Station> stations) {
        return stations.min(Comparator.comparingDouble(Station::throughput)).orElseThrow();
    }

    private Station narrowest() {
        return narrowest(Stream.concat(entry.stream(), inside.stream()));
    }

    private double mostInService() {
        return entry.stream().mapToDouble(station -> station.mostInService(waiting)).min().orElseThrow();
    }

    /** In requests a second. */
    public double mostThroughput() {
        return narrowest().throughput();
    }

    public String bottleneck() {
        return narrowest().name();
    }

    /** Returns 1 for the greatest number of requests in the system at which none queues. */
    public double pressure(double load) {
        return waiting > 0 ? load / (mostThroughput() * waiting) : load / mostInService();
    }

    /**
     * A closed loop: each user asks again after each answer.
     *
     * @param loads the requests in the system, sampled at equal intervals
     */
    public Flow closed(double... loads) {
        double inFlight = mean(loads, load -> Math.min(load, mostInService()));
        if (!(waiting > 0)) {
            return new Flow(inFlight, Double.NaN, Double.NaN, 0, "");
        }
        double load = mean(loads, each -> each);
        double throughput = mean(loads, each -> Math.min(each / waiting, mostThroughput()));
        return new Flow(inFlight, throughput, load > 0 ? load / throughput : waiting, 0,
                pressure(load) > JUST_FULL ? bottleneck() : "");
    }

    /** An open loop: {@code arrivals} requests a second, which do not wait for earlier answers. */
    public Flow open(double arrivals) {
        double most = mostThroughput();
        if (!(arrivals > JUST_FULL * most)) {
            return new Flow(arrivals * waiting, arrivals, waiting > 0 ? waiting : Double.NaN, 0, "");
        }
        // A request that is answered at time t arrived at t * most / arrivals.
        return new Flow(mostInService(), most, Double.NaN, 1 - most / arrivals, bottleneck());
    }

    /**
     * An open loop whose backlog is served before new requests.
     *
     * @param loads the requests in the system, sampled at equal intervals
     */
    public Flow openWithBacklog(double arrivals, double... loads) {
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
