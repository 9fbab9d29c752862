package load;

import common.figures.Figures.Law;
import common.law.LittlesLaw.Flow;
import common.law.LittlesLaw.Station;
import common.law.LittlesLaw;
import common.mode.Resource;
import java.util.List;

/**
 * What Little's law predicts for a run.
 *
 * @param limit how many requests service one serves at once; NaN if unknown
 * @param law   service one's report during the load; null if it gave none
 */
record Expectation(PlannedLoad load, double limit, Law law) {
    static final String NONE = "no prediction by Little's law: ";
    private static final double MOST_ERRORS = 0.01;
    private static final double ROUNDED = 0.999;         // a throughput that is less than 0.1 % lower counts as equal

    /** @param errorShare from 0 to 1 */
    List<String> lines(double throughput, double meanSeconds, double errorShare) {
        String obstacle = obstacle(errorShare);
        return obstacle.isEmpty() ? lines(throughput, meanSeconds) : List.of(NONE + obstacle);
    }

    private String obstacle(double errorShare) {
        if (law == null) {
            return "service one did not answer /stats during the load";
        }
        if (Double.isNaN(limit) || Double.isNaN(law.waitSeconds())) {
            return "service one does not know how long its requests had to wait, or how many it serves at once "
                    + "(its figures cover the last ten seconds, and may include a previous load)";
        }
        if (law.waitSeconds() <= 0) {
            return "the requests do not wait, and their CPU time is not known in advance";
        }
        return errorShare <= MOST_ERRORS ? "" : "%.1f %% of the requests failed".formatted(100 * errorShare);
    }

    private List<String> lines(double throughput, double meanSeconds) {
        Flow byLimit = flow(List.of());
        boolean heldUp = law.mostThroughput() < ROUNDED * byLimit.throughput();
        Flow flow = heldUp ? flow(List.of(new Station(Resource.CONNECTIONS, law.mostThroughput(), 1))) : byLimit;
        String permits = heldUp ? ", but the %s allow only %,.1f/s".formatted(law.bottleneck(), flow.throughput()) : "";
        return List.of("Little's law: %s%,.1f/s%s; measured %,.1f/s (%.1f %%)".formatted(
                load.isOpen() ? openInWords() : closedInWords(), byLimit.throughput(), permits, throughput,
                100 * throughput / flow.throughput()),
                "response time: %s; measured %,.3f s on average".formatted(responseInWords(flow), meanSeconds));
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
