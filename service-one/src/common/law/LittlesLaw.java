package common.law;

import module java.base;
import common.mode.Resource;
import common.mode.Wait;

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
    public record Station(Resource resource, double many, double held) {
        /** In requests a second. */
        public double throughput() {
            return held > 0 ? many / held : Double.POSITIVE_INFINITY;
        }
    }

    /**
     * The amount of each resource that a request may hold while it waits.
     *
     * @param held    the waits during which a request holds each resource, as its mode declares them
     * @param workers the maximum number of threads for the event loops' blocking work
     */
    public record Capacity(Map<Resource, Set<Wait>> held, int threads, int connections, int carriers, int workers) {
        /** The most requests in service at once. */
        public int limit() {
            return held.containsKey(Resource.THREADS) ? Math.min(threads, connections) : connections;
        }

        /**
         * Requests queue for these resources before their service.
         *
         * @param seconds the average request's time in each kind of wait
         * @param inside  what they queue for later
         */
        public LittlesLaw law(ToDoubleFunction<Wait> seconds, List<Station> inside) {
            double total = Stream.of(Wait.values()).mapToDouble(seconds).sum();
            List<Station> entry = new ArrayList<>(List.of(new Station(Resource.CONNECTIONS, connections, total)));
            Map<Resource, Integer> many = Map.of(Resource.THREADS, threads, Resource.CARRIERS, carriers,
                    Resource.WORKER_THREADS, workers);
            held.forEach((resource, waits) -> entry.add(
                    new Station(resource, many.get(resource), waits.stream().mapToDouble(seconds).sum())));
            return new LittlesLaw(total, entry, inside);
        }
    }

    /**
     * @param inFlight   requests in service at the same time
     * @param throughput responses a second; NaN if unknown
     * @param response   seconds from arrival to answer; NaN if unknown or growing
     * @param bound      what limits the throughput; empty if the load does
     */
    public record Flow(double inFlight, double throughput, double response, Optional<Resource> bound) {
        public static final Flow UNKNOWN = new Flow(Double.NaN, Double.NaN, Double.NaN, Optional.empty());
    }

    public Station bottleneck() {
        return Stream.concat(entry.stream(), inside.stream())
                .min(Comparator.comparingDouble(Station::throughput)).orElseThrow();
    }

    /** In requests a second. */
    public double mostThroughput() {
        return bottleneck().throughput();
    }

    private double mostInService() {
        return entry.stream().mapToDouble(each -> waiting > 0 ? each.throughput() * waiting : each.many).min()
                .orElseThrow();
    }

    /** @param wanted requests a second */
    private Optional<Resource> bound(double wanted) {
        return wanted > JUST_FULL * mostThroughput() ? Optional.of(bottleneck().resource()) : Optional.empty();
    }

    /** A closed loop: each user asks again after each answer. */
    public Flow closed(double users) {
        double inFlight = Math.min(users, mostInService());
        if (!(waiting > 0)) {
            return new Flow(inFlight, Double.NaN, Double.NaN, Optional.empty());
        }
        double throughput = Math.min(users / waiting, mostThroughput());
        return new Flow(inFlight, throughput, users > 0 ? users / throughput : waiting, bound(users / waiting));
    }

    /** An open loop: {@code arrivals} requests a second, which do not wait for earlier answers. */
    public Flow open(double arrivals) {
        Optional<Resource> bound = bound(arrivals);
        if (bound.isPresent()) {
            return new Flow(mostInService(), mostThroughput(), Double.NaN, bound);
        }
        return new Flow(arrivals * waiting, arrivals, waiting > 0 ? waiting : Double.NaN, bound);
    }

    /**
     * What holds for an open loop and for a closed one. If requests queue, their response time holds for a closed one
     * only.
     *
     * @param closed whether the loop is known to be closed, so that the load is the number of users
     * @param loads  the requests in the system, sampled at equal intervals
     */
    public Flow underLoad(boolean closed, double... loads) {
        Flow mean = closed(DoubleStream.of(loads).average().orElse(0));
        return new Flow(mean(loads, Flow::inFlight), mean(loads, Flow::throughput),
                closed || mean.bound.isEmpty() ? mean.response : Double.NaN, mean.bound);
    }

    private double mean(double[] loads, ToDoubleFunction<Flow> part) {
        return DoubleStream.of(loads).mapToObj(this::closed).mapToDouble(part).average().orElse(0);
    }
}
