package classroom.run;

import java.util.Map;

/**
 * What a service one says of itself at {@code GET /stats}, as far as a live picture shows it. Immutable. Null is not
 * known.
 */
public record LiveStats(Service service, Total total, Now now) {

    /** @param limit requests that it serves at once */
    public record Service(String mode, Double limit) {
    }

    /** Since its start. */
    public record Total(long completed, long failed) {
    }

    /** @param waiting requests in each of the four calls, by the call's name */
    public record Now(long queued, long inFlight, Map<String, Double> waiting, Double threadsTotal, Double p50Millis,
            Double cpuPercent, Double platformThreads, Double virtualThreads, Double carriersMounted,
            Double virtualThreadsQueued) {
    }
}
