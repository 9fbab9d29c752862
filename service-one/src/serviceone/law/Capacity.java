package serviceone.law;

import common.law.LittlesLaw;
import common.law.LittlesLaw.Station;
import java.util.ArrayList;
import java.util.List;
import serviceone.meter.Mode;

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
        List<Station> entry = new ArrayList<>(List.of(new Station("connections", connections, demand.total())));
        double blocking = demand.natives() + demand.monitors();
        if (mode == Mode.POOL) {
            entry.add(new Station("threads", threads, demand.onThread()));
        } else if (mode == Mode.LOOM && demand.natives() > 0) {
            entry.add(new Station("carriers", carriers, demand.natives()));
        } else if (mode == Mode.ASYNC && blocking > 0) {
            entry.add(new Station("worker threads", workers, blocking));
        }
        return new LittlesLaw(demand.total(), entry, List.of(new Station("permits", permits, demand.permit())));
    }
}
