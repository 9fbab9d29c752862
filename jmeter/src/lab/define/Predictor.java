package lab.define;

import common.commandline.UsageException;
import java.util.Optional;

/**
 * Little's law, throughput = requests in flight / time in flight (J. D. C. Little, "A Proof for the Queuing Formula
 * L = λW", Operations Research 9, 1961), with the time that a request waits for service two as the time in flight:
 * what CPU time adds to it is what the measurement shows.
 *
 * <p>Two more laws of operational analysis (P. J. Denning, J. P. Buzen, "The Operational Analysis of Queueing Network
 * Models", ACM Computing Surveys 10, 1978): no throughput exceeds that of the narrowest station (permits / time that
 * one is held), and in a closed loop without think time the mean latency is users / throughput.
 *
 * <p>Where calls fail, the time in flight is that of the average request, however it ends, of which an {@link Outcome}
 * tells; the throughput is that of good answers. {@link Unpredicted} says where theory ends.
 */
public final class Predictor {
    /** Service one's {@code --answer-timeout}, repeated here as {@link Capacity} repeats others of its options. */
    static final int DEFAULT_ANSWER_MILLIS = 10_000;

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
        return predict(experiment, contender, load, cores, route)
                .waitingAtLeast(route.waitingAtLeast(experiment.faults()));
    }

    private static Prediction predict(Experiment experiment, Contender contender, Load load, int cores,
            KnownRoute route) throws UsageException {
        Capacity capacity = Capacity.of(contender.under(load), route.holds(), cores);
        if (route.waiting() == 0) {
            return load.isOpen() ? new Prediction(load.amount(), Double.NaN, Double.NaN, "arrivals")
                    : Prediction.CPU_BOUND;
        }
        Optional<Prediction> none = Unpredicted.because(experiment, contender, load, route);
        if (none.isPresent()) {
            return none.get();
        }
        Outcome outcome = Outcome.of(route, experiment.faults(),
                contender.option("--answer-timeout", DEFAULT_ANSWER_MILLIS) / 1e3);
        Prediction free = load.isOpen() ? open(load, outcome, capacity) : closed(load, route, outcome, capacity);
        Prediction narrow = route.authorizes() ? narrowed(free, experiment, load, route) : free;
        return Unpredicted.refused(narrow, contender, load, outcome).orElse(narrow);
    }

    private static Prediction closed(Load load, KnownRoute route, Outcome outcome, Capacity capacity) {
        double inFlight = Math.min(load.users(), capacity.requests());
        String limit = inFlight < load.users() ? capacity.limit() : "users";
        if (load.isBurst()) {
            double groups = Math.ceil(load.users() / inFlight);
            return new Prediction(load.users() / (groups * route.waiting()),
                    burstLatency(load.users(), inFlight, route.waiting()), inFlight, limit);
        }
        double ended = inFlight / outcome.seconds();      // requests a second, well or not
        double queued = load.users() / ended - outcome.seconds();
        return new Prediction(ended * (1 - outcome.failing()), queued + outcome.answered(), inFlight, limit,
                outcome.failing());
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

    private static Prediction open(Load load, Outcome outcome, Capacity capacity) {
        double most = capacity.requests() / outcome.seconds();
        double good = 1 - outcome.failing();
        return most < load.amount()
                ? new Prediction(good * most, Double.NaN, capacity.requests(), capacity.limit(), outcome.failing())
                : new Prediction(good * load.amount(), outcome.answered(), load.amount() * outcome.seconds(),
                "arrivals", outcome.failing());
    }

    private static Prediction narrowed(Prediction free, Experiment experiment, Load load, KnownRoute route) {
        double held = route.calls().getLast();      // all stages wait alike
        double most = experiment.authorizePermits() == 0 || held == 0 ? Double.POSITIVE_INFINITY
                : experiment.authorizePermits() / held;
        if (free.throughput() <= most) {
            return free;
        }
        double latency = load.isClosed() ? load.users() / most : Double.NaN;
        return new Prediction(most, latency, Math.min(free.inFlight(), most * route.waiting()), "permits");
    }
}
