package experiment.predict;

import commandline.UsageException;
import experiment.define.Contender;
import experiment.define.Experiment;
import experiment.define.Load;
import java.util.Optional;

/**
 * Little's law, throughput = requests in flight / time in flight (J. D. C. Little, "A Proof for the Queuing Formula
 * L = λW", Operations Research 9, 1961), with the time that a request waits for service two as the time in flight:
 * what CPU time adds to it is what the measurement shows.
 *
 * <p>Two more laws of operational analysis (P. J. Denning, J. P. Buzen, "The Operational Analysis of Queueing Network
 * Models", ACM Computing Surveys 10, 1978): no throughput exceeds that of the narrowest station (permits / time that
 * one is held), and in a closed loop without think time the mean latency is users / throughput. Stateless.
 */
public final class Predictor {
    private Predictor() {
    }

    /** The prediction without regard to CPU time; {@link CpuCeiling} adds that once it was measured. */
    public static Prediction predict(Experiment experiment, Contender contender, Load load, int cores)
            throws UsageException {
        Optional<KnownRoute> found = KnownRoute.of(load.path(), experiment);
        if (found.isEmpty()) {
            return Prediction.NONE;
        }
        KnownRoute route = found.get();
        Capacity capacity = Capacity.of(contender.under(load), route.holds(), cores);
        if (route.waiting() == 0) {
            return load.isOpen() ? new Prediction(load.amount(), Double.NaN, Double.NaN, "arrivals")
                    : Prediction.CPU_BOUND;
        }
        Prediction free = load.isOpen() ? open(load, route, capacity) : closed(load, route, capacity);
        return route.authorizes() ? narrowed(free, experiment, load, route) : free;
    }

    private static Prediction closed(Load load, KnownRoute route, Capacity capacity) {
        double inFlight = Math.min(load.users(), capacity.requests());
        String limit = inFlight < load.users() ? capacity.limit() : "users";
        if (load.isBurst()) {
            double groups = Math.ceil(load.users() / inFlight);
            return new Prediction(load.users() / (groups * route.waiting()),
                    burstLatency(load.users(), inFlight, route.waiting()), inFlight, limit);
        }
        double throughput = inFlight / route.waiting();
        return new Prediction(throughput, load.users() / throughput, inFlight, limit);
    }

    /**
     * A burst is answered in groups, the first after one time in flight, the last after as many as there are groups.
     */
    private static double burstLatency(int users, double inFlight, double waiting) {
        double sum = 0;
        for (double waited = waiting, left = users; left > 0; waited += waiting, left -= inFlight) {
            sum += waited * Math.min(inFlight, left);
        }
        return sum / users;
    }

    private static Prediction open(Load load, KnownRoute route, Capacity capacity) {
        double most = capacity.requests() / route.waiting();
        return most < load.amount() ? new Prediction(most, Double.NaN, capacity.requests(), capacity.limit())
                : new Prediction(load.amount(), route.waiting(), load.amount() * route.waiting(), "arrivals");
    }

    private static Prediction narrowed(Prediction free, Experiment experiment, Load load, KnownRoute route) {
        double most = experiment.authorizePermits() == 0 || experiment.stageDelay() == 0 ? Double.POSITIVE_INFINITY
                : experiment.authorizePermits() / (experiment.stageDelay() / 1e3);
        if (free.throughput() <= most) {
            return free;
        }
        double latency = load.isClosed() ? load.users() / most : Double.NaN;
        return new Prediction(most, latency, Math.min(free.inFlight(), most * route.waiting()), "permits");
    }
}
