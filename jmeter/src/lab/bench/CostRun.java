package lab.bench;

import lab.judge.Metric;
import lab.judge.Run;

/**
 * One mode under one load, once: what every experiment measures of it, and what only this one does. Its figures per
 * request are a rate divided by the throughput, because the window of the throughput ends with a whole number of
 * requests for each user, a little before the readings do. NaN where a figure could not be taken. Immutable.
 *
 * @param idleHeap bytes alive on the heap before the load, after one request; -1 where not known
 * @param before   when the measured window began
 * @param after    when it ended
 */
public record CostRun(Run run, long idleHeap, Reading before, Reading after) {
    private static final double KIBIBYTE = 1024;

    /** Microseconds per request, in user mode and in the kernel together. */
    double cpu() {
        return Metric.CPU_PER_REQUEST.of(run);
    }

    double user() {
        return cpu() * after.userShareSince(before);
    }

    double kernel() {
        return cpu() - user();
    }

    /** KiB per request. */
    double allocated() {
        return !run.isMeasured() ? Double.NaN
                : after.allocatedPerSecondSince(before) / run.measured().throughput() / KIBIBYTE;
    }

    /** KiB that each user's request in flight adds to what a full collection leaves on the heap. */
    double heapPerConnection() {
        boolean known = run.isMeasured() && idleHeap >= 0 && run.measured().jvm().heapLive() >= 0;
        return !known ? Double.NaN : (run.measured().jvm().heapLive() - idleHeap) / KIBIBYTE / run.load().users();
    }

    /** MiB. */
    double resident() {
        return Metric.RSS.of(run);
    }

    double throughput() {
        return Metric.THROUGHPUT.of(run);
    }

    SteadyCost steady() {
        return run.isMeasured() ? SteadyCost.of(run.measured().ticks()) : SteadyCost.UNKNOWN;
    }
}
