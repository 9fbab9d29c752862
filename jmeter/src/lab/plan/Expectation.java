package lab.plan;

import common.figures.Figures.Law;
import common.law.LittlesLaw.Flow;
import common.law.LittlesLaw.Station;
import common.law.LittlesLaw;
import common.mode.Resource;
import experiment.Limit;
import experiment.Load;
import experiment.Prediction;
import java.util.List;

/**
 * What Little's law predicts for a run.
 *
 * @param limit how many requests service one serves at once; NaN if unknown
 * @param law   service one's report during the load; null if it gave none
 */
record Expectation(Load load, double limit, Law law) {
    static final String NONE = "no prediction by Little's law: ";
    private static final double MOST_ERRORS = 0.01;
    private static final double ROUNDED = 0.999;         // a throughput that is less than 0.1 % lower counts as equal

    private String obstacle() {
        if (law == null) {
            return "service one did not answer /stats during the load";
        }
        if (Double.isNaN(limit) || Double.isNaN(law.waitSeconds())) {
            return "service one does not know how long its requests had to wait, or how many it serves at once "
                    + "(its figures cover the last ten seconds, and may include a previous load)";
        }
        return law.waitSeconds() > 0 ? "" : "the requests do not wait, and their CPU time is not known in advance";
    }

    Prediction predicted() {
        if (!obstacle().isEmpty()) {
            return Prediction.NONE;
        }
        Flow flow = flow();
        return new Prediction(flow.throughput(), flow.response(),
                Math.min(flow.inFlight(), flow.throughput() * law.waitSeconds()),
                Limit.of(flow, load));
    }

    /** @param errorShare from 0 to 1 */
    List<String> lines(double throughput, double meanSeconds, double errorShare) {
        String obstacle = obstacle();
        if (obstacle.isEmpty() && errorShare > MOST_ERRORS) {
            obstacle = "%.1f %% of the requests failed".formatted(100 * errorShare);
        }
        return obstacle.isEmpty() ? lines(throughput, meanSeconds) : List.of(NONE + obstacle);
    }

    private List<String> lines(double throughput, double meanSeconds) {
        Flow flow = flow();
        String permits = isHeldUp() ? ", but the %s allow only %,.1f/s".formatted(law.bottleneck(), flow.throughput())
                : "";
        return List.of("Little's law: %s%,.1f/s%s; measured %,.1f/s (%.1f %%)".formatted(
                load.isOpen() ? openInWords() : closedInWords(), byLimit().throughput(), permits, throughput,
                100 * throughput / flow.throughput()),
                "response time: %s; measured %,.3f s on average".formatted(responseInWords(flow), meanSeconds));
    }

    private Flow byLimit() {
        return flow(List.of());
    }

    private boolean isHeldUp() {
        return law.mostThroughput() < ROUNDED * byLimit().throughput();
    }

    private Flow flow() {
        return isHeldUp() ? flow(List.of(new Station(Resource.CONNECTIONS, law.mostThroughput(), 1))) : byLimit();
    }

    private Flow flow(List<Station> inside) {
        Station inFlight = new Station(Resource.CONNECTIONS, limit, law.waitSeconds());
        LittlesLaw littles = new LittlesLaw(law.waitSeconds(), List.of(inFlight), inside);
        return load.isOpen() ? littles.open(load.amount()) : littles.closed(load.amount());
    }

    private String closedInWords() {
        String users = "%,.0f users".formatted(load.amount());
        return (load.amount() > limit ? "%,.0f of %s at once".formatted(limit, users) : users)
                + " / %.3f s = ".formatted(law.waitSeconds());
    }

    private String openInWords() {
        double wanted = load.amount() * law.waitSeconds();
        return "%,.1f/s x %.3f s = %,.1f requests at once".formatted(load.amount(), law.waitSeconds(), wanted)
                + (wanted > limit ? ", more than the limit: %,.0f / %.3f s = ".formatted(limit, law.waitSeconds())
                : ", within the limit of %,.0f, so all are answered: ".formatted(limit));
    }

    private String responseInWords(Flow flow) {
        if (load.isOpen() && !flow.bound().isEmpty()) {
            return "the queue grows by %,.1f requests a second, and the response time grows with it"
                    .formatted(load.amount() - flow.throughput());
        }
        return load.isOpen() || flow.bound().isEmpty() ? "%,.3f s of waiting".formatted(flow.response())
                : "%,.0f users / %,.1f/s = %,.3f s".formatted(load.amount(), flow.throughput(), flow.response());
    }
}
