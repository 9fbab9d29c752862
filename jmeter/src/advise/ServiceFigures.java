package advise;

import common.commandline.CommandLine.UsageException;

/**
 * A service in figures: the reader's own, or those that a running one tells. Seconds; NaN for what is not known.
 *
 * @param rate    requests a second that arrive, or would, if none waited for its turn
 * @param users   who wait for their answers and ask again, where that is the load; else NaN
 * @param latency that a request takes without any queue: its computing, and its waiting for others
 * @param threads of its pool; 0 for none, as with virtual threads or event loops
 * @param cpu     CPU time of a request
 * @param permits of what a request must have for a while, as a connection to a database; 0 where there is no such thing
 * @param held    for how long a request has one
 * @param pinned  what of its waiting keeps the carrier of a virtual thread, as in a native call
 * @param p99     what one request in a hundred takes, or more
 */
record ServiceFigures(double rate, double users, double latency, int threads, int cores, double cpu, int permits,
        double held, double pinned, double p99) {
    /** CPU time is the process's, with its compiler and collector, so it may be more than the request's own time. */
    private static final double MOST_CPU = 10;

    /** @throws UsageException where they contradict each other */
    ServiceFigures checked() throws UsageException {
        atMost(MOST_CPU * latency, "--cpu", cpu, "computes");
        atMost(latency, "--held", held, "holds a permit");
        atMost(latency, "--pinned", pinned, "keeps its carrier");
        if (permits == 0 && !Double.isNaN(held)) {
            throw new UsageException("--held is for how long a request has one of --permits N");
        }
        return this;
    }

    private void atMost(double most, String option, double seconds, String does) throws UsageException {
        if (seconds > most) {
            throw new UsageException(option + " " + Quantity.time(seconds) + " is more than --latency "
                    + Quantity.time(latency) + ": a request " + does + " for a part of the time that it takes");
        }
    }

    boolean hasPool() {
        return threads > 0;
    }

    /** Whether the load is users who ask again when they have their answer. */
    boolean isClosed() {
        return users > 0;
    }

    /** How long what is pinned keeps its carrier, on which it computes as well; NaN where nothing is pinned. */
    double onCarrier() {
        return pinned > 0 && cpu > 0 ? pinned + cpu : pinned;
    }

    /** Whether its requests compute for most of their time. */
    boolean computes() {
        return cpu >= latency / 2;
    }
}
