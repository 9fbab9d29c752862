package serviceone.law;

import common.law.LittlesLaw.Station;
import common.law.LittlesLaw;
import common.mode.Mode.Limit;
import common.mode.Mode;
import java.util.List;

/**
 * What a service has of each thing that a waiting request may hold.
 *
 * @param threads     the pool's
 * @param connections that may be open
 * @param carriers    of virtual threads
 * @param workers     of the event loops, for what can only block
 */
public record Capacity(Mode mode, int threads, int connections, int carriers, int workers) {
    /** How many requests can be served at once, if they need what requests mostly need. */
    public int limit() {
        return mode.isBoundedByThreads() ? Math.min(threads, connections) : connections;
    }

    /**
     * What follows for requests with that demand. What service one itself lacks, a request waits for in the queue; for
     * service two's permits it waits while it is served.
     *
     * @param permits how many authorisations service two does at once; infinite where there is no limit
     */
    public LittlesLaw law(Demand demand, double permits) {
        Station open = new Station(Limit.CONNECTIONS.words(), connections, demand.total());
        Station limit = new Station(mode.limit().words(), many(mode.limit()), demand.in(mode.held()));
        return new LittlesLaw(demand.total(), List.of(open, limit),
                List.of(new Station("permits", permits, demand.permit())));
    }

    private int many(Limit limit) {
        return switch (limit) {
            case THREADS -> threads;
            case CARRIERS -> carriers;
            case WORKERS -> workers;
            case CONNECTIONS -> connections;
        };
    }
}
