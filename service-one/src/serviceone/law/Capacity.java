package serviceone.law;

import java.util.List;
import serviceone.meter.Mode;

/**
 * What a service has of each thing that a waiting request may hold. Immutable.
 *
 * @param threads     the pool's
 * @param connections that may be open
 * @param carriers    of virtual threads
 * @param workers     of the event loops, for what can only block
 */
public record Capacity(Mode mode, int threads, int connections, int carriers, int workers) {
    /**
     * One kind of thing that requests hold while they wait.
     *
     * @param name what people call them
     * @param many how many there are
     * @param held how long the average request holds one, in seconds
     */
    record Station(String name, double many, double held) {
        /** Requests a second, at most: no throughput exceeds that of the narrowest station. */
        double throughput() {
            return held > 0 ? many / held : Double.POSITIVE_INFINITY;
        }
    }

    /** How many requests can be served at once, if they need what requests mostly need. */
    public int limit() {
        return mode.isBoundedByThreads() ? Math.min(threads, connections) : connections;
    }

    /** What bounds such requests here, in service one. */
    List<Station> stations(Demand demand) {
        Station connection = new Station("connections", connections, demand.total());
        return switch (mode) {
            case POOL -> List.of(connection, new Station("threads", threads, demand.onThread()));
            case LOOM -> List.of(connection, new Station("carriers", carriers, demand.natives()));
            case ASYNC -> List.of(connection,
                    new Station("worker threads", workers, demand.natives() + demand.monitors()));
        };
    }
}
