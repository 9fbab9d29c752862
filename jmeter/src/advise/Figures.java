package advise;

import commandline.UsageException;

/**
 * A service in figures: the reader's own, or those that a running one tells. Seconds; NaN for what is not known.
 * Immutable.
 *
 * @param rate    requests a second that arrive, or are to be answered
 * @param latency that a request takes once it has a thread, its waiting for others included, the queue not
 * @param threads of its pool
 * @param cpu     CPU time of a request
 * @param permits of what a request must have for a while, as a connection to a database; 0 where there is no such thing
 * @param held    for how long a request has one
 * @param pinned  what of its waiting keeps the carrier of a virtual thread, as in a native call
 * @param p99     what one request in a hundred takes, or more
 */
record Figures(double rate, double latency, int threads, int cores, double cpu, int permits, double held,
        double pinned, double p99) {

    /** Those without anything scarce. */
    static Figures of(double rate, double latency, int threads, int cores, double cpu) {
        return new Figures(rate, latency, threads, cores, cpu, 0, Double.NaN, Double.NaN, Double.NaN);
    }

    /** @throws UsageException where they contradict each other */
    Figures checked() throws UsageException {
        atMostLatency("--cpu", cpu, "computes");
        atMostLatency("--held", held, "holds a permit");
        atMostLatency("--pinned", pinned, "keeps its carrier");
        if (p99 < latency) {
            throw new UsageException("--p99 " + Durations.text(p99) + " is less than --latency "
                    + Durations.text(latency) + ": of a hundred requests one takes longer than the mean");
        }
        if (permits == 0 && !Double.isNaN(held)) {
            throw new UsageException("--held is for how long a request has one of --permits N");
        }
        return this;
    }

    private void atMostLatency(String option, double seconds, String does) throws UsageException {
        if (seconds > latency) {
            throw new UsageException(option + " " + Durations.text(seconds) + " is more than --latency "
                    + Durations.text(latency) + ": a request " + does + " for a part of the time that it takes");
        }
    }

    /** In flight on average, by Little's law. */
    double inFlight() {
        return rate * latency;
    }
}
