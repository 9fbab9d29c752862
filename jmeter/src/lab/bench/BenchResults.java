package lab.bench;

import java.util.List;
import java.util.Map;
import lab.define.Experiment;
import lab.judge.Metric;
import lab.judge.Run;

/**
 * All results, as in results.json, and the figures computed from them. A figure that could not be measured is NaN.
 *
 * @param experiment  the loads, the modes and the durations of the runs
 * @param counter     the program that counted system calls, strace or perf; empty if none did
 * @param environment facts about the machine and the programs, by name
 * @param notes       what could not be measured, and why
 */
public record BenchResults(Experiment experiment, Map<String, String> environment, List<Start> starts,
        List<CostRun> costs, String counter, List<CallsRun> counts, List<String> notes) {

    /**
     * One start of both services by {@code ./run.sh MODE}.
     *
     * @param seconds the time from the script's start to service one's ready line
     */
    public record Start(String mode, double seconds) {
    }

    /**
     * What a program has used since its start, at one moment.
     *
     * @param seconds   the moment, in seconds since an arbitrary one
     * @param user      CPU seconds in user mode
     * @param kernel    CPU seconds in the kernel
     * @param allocated bytes that all threads have allocated
     */
    public record Reading(double seconds, double user, double kernel, double allocated) {
        static final Reading NONE = new Reading(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }

    /**
     * One run of a mode under a load: the figures of every experiment, and those that only bench measures. A figure per
     * request is a rate divided by the throughput, because the two cover slightly different times: the throughput's
     * window ends with a whole number of requests for each user, shortly before the last reading.
     *
     * @param idleHeap live bytes on the heap before the load, after one request; -1 if unknown
     * @param before   the reading at the beginning of the measured window
     * @param after    the reading at the end of the measured window
     */
    public record CostRun(Run run, long idleHeap, Reading before, Reading after) {
        private static final double KIBIBYTE = 1024;

        static CostRun failed(Run run) {
            return new CostRun(run, -1, Reading.NONE, Reading.NONE);
        }

        /** CPU time per request in user mode and in the kernel, in microseconds. */
        double cpu() {
            return Metric.CPU_PER_REQUEST.of(run);
        }

        /** The part of {@link #cpu} in user mode, estimated from the kernel's coarse ticks; NaN if there were none. */
        double user() {
            double inUser = after.user - before.user;
            return cpu() * inUser / (inUser + after.kernel - before.kernel);
        }

        /** The part of {@link #cpu} in the kernel. */
        double kernel() {
            return cpu() - user();
        }

        /** Allocated KiB per request. */
        double allocated() {
            return !run.isMeasured() ? Double.NaN : (after.allocated - before.allocated)
                    / (after.seconds - before.seconds) / run.measured().throughput() / KIBIBYTE;
        }

        /** KiB that a request in flight adds to the live heap. */
        double heapPerConnection() {
            boolean known = run.isMeasured() && idleHeap >= 0 && run.measured().jvm().heapLive() >= 0;
            return !known ? Double.NaN : (run.measured().jvm().heapLive() - idleHeap) / KIBIBYTE / run.load().users();
        }

        SteadyCost steady() {
            return run.isMeasured() ? SteadyCost.of(run.measured().ticks()) : SteadyCost.UNKNOWN;
        }
    }

    /**
     * A run in which system calls were counted; its other figures are not used.
     *
     * @param calls the counts; null if system calls were not counted
     */
    public record CallsRun(Run run, SystemCalls calls) {
        double perRequest() {
            return isCounted() ? perRequest(calls.total()) : Double.NaN;
        }

        double perRequest(SystemCalls.Kind kind) {
            return isCounted() ? perRequest(calls.numberOf(kind)) : Double.NaN;
        }

        double othersPerRequest() {
            return isCounted() ? perRequest(calls.others()) : Double.NaN;
        }

        boolean isCounted() {
            return run.isMeasured() && calls != null;
        }

        private double perRequest(long count) {
            return count / calls.seconds() / run.measured().throughput();
        }
    }
}
