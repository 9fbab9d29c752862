package serviceone.law;

import common.law.LittlesLaw.Station;
import common.law.LittlesLaw;
import common.mode.Mode.Limit;
import common.mode.Mode;
import java.util.List;

/**
 * The amount of each resource that a request may hold while it waits.
 *
 * @param workers the maximum number of threads for the event loops' blocking work
 */
public record Capacity(Mode mode, int threads, int connections, int carriers, int workers) {
    public int limit() {
        return mode.isBoundedByThreads() ? Math.min(threads, connections) : connections;
    }

    /**
     * Requests queue for service one's resources before they are served, and for service two's permits later.
     *
     * @param permits infinite if there is no limit
     */
    public LittlesLaw law(Demand demand, double permits) {
        Station open = new Station(Limit.CONNECTIONS.words(), connections, demand.total());
        Station limit = new Station(mode.limit().words(), count(mode.limit()), demand.secondsIn(mode.held()));
        return new LittlesLaw(demand.total(), List.of(open, limit),
                List.of(new Station("permits", permits, demand.permit())));
    }

    private int count(Limit limit) {
        return switch (limit) {
            case THREADS -> threads;
            case CARRIERS -> carriers;
            case WORKERS -> workers;
            case CONNECTIONS -> connections;
        };
    }
}
