package lab.bench;

import java.util.List;
import java.util.Map;
import lab.define.Experiment;
import lab.results.Metric;
import lab.results.Run;

/**
 * All results, as in results.json. A figure that could not be measured is NaN.
 *
 * @param counter strace or perf; empty if neither counted system calls
 * @param notes what could not be measured, and why
 */
public record BenchResults(Experiment experiment, Map<String, String> environment, List<Start> starts,
        List<CostRun> costs, String counter, List<CallsRun> counts, List<String> notes) {

    public record Start(String mode, double seconds) {
    }

    /**
     * What a program has used since its start.
     *
     * @param seconds when this was read, in seconds from an arbitrary moment
     * @param user CPU seconds in user mode
     * @param kernel CPU seconds in the kernel
     * @param allocated bytes
     */
    public record Reading(double seconds, double user, double kernel, double allocated) {
        static final Reading NONE = new Reading(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }

    /**
     * Divides rates, not totals, to get a figure per request: the readings and the answers cover slightly different
     * times.
     *
     * @param idleHeap live bytes after one request, before the load; -1 if unknown
     * @param before the reading at the beginning of the measured window
     * @param after the reading at the end of the window
     */
    public record CostRun(Run run, long idleHeap, Reading before, Reading after) {
        private static final double KIBIBYTE = 1024;

        static CostRun failed(Run run) {
            return new CostRun(run, -1, Reading.NONE, Reading.NONE);
        }

        /** Microseconds per request. */
        double cpu() {
            return Metric.CPU_PER_REQUEST.of(run);
        }

        double user() {
            double inUser = after.user - before.user;
            return cpu() * inUser / (inUser + after.kernel - before.kernel);
        }

        double kernel() {
            return cpu() - user();
        }

        double allocated() {
            return !run.isMeasured() ? Double.NaN : (after.allocated - before.allocated)
                    / (after.seconds - before.seconds) / run.measured().throughput() / KIBIBYTE;
        }

        double heapPerConnection() {
            boolean known = run.isMeasured() && idleHeap >= 0 && run.measured().jvm().heapLive() >= 0;
            return !known ? Double.NaN : (run.measured().jvm().heapLive() - idleHeap) / KIBIBYTE / run.load().users();
        }

        SteadyCost steady() {
            return run.isMeasured() ? SteadyCost.of(run.measured().ticks()) : SteadyCost.UNKNOWN;
        }
    }

    /**
     * A run for counting system calls. Its other figures are not used.
     *
     * @param calls null if they could not be counted
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
