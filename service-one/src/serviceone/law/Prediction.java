package serviceone.law;

/**
 * What Little's law says of a service under a load. Immutable.
 *
 * @param limit      requests that it can serve at once
 * @param inFlight   requests served at once
 * @param throughput responses a second; NaN where the waits set no bound, as when there are none
 * @param response   from a request's arrival to its answer, in seconds; NaN where it grows, or the waits do not tell
 * @param growth     by how many seconds the response grows each second; 0 where it does not
 * @param bound      what sets the throughput: connections, threads, carriers, worker threads, permits; empty where it
 *                   is the load
 */
public record Prediction(int limit, double inFlight, double throughput, double response, double growth, String bound) {
}
