package serviceone.watch;

/**
 * Little's law, {@code L = X * W}: what is in a system is what leaves it per second, times the seconds it stays. From
 * how many requests want service, how long each takes to be served and how many can be served at once follow the
 * throughput and the response time. It knows nothing of CPU: where that runs out, reality stays below. Immutable.
 *
 * @param load           requests that want service at once, in the queue and in flight
 * @param serviceSeconds from a request's being read to its being answered, on average; NaN if that is not known yet
 * @param limit          requests that can be served at once
 */
record LittlesLaw(double load, double serviceSeconds, int limit) {

    /** Requests served at once. */
    double inFlight() {
        return Math.min(load, limit);
    }

    /** Responses a second. */
    double throughput() {
        return inFlight() / serviceSeconds;
    }

    /** Response time, in seconds: the wait in the queue and the service. */
    double responseSeconds() {
        return load <= limit ? serviceSeconds : load / throughput();
    }
}
