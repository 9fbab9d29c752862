package classroom.web;

import java.util.List;
import lab.judge.Metric;
import lab.judge.Run;

/** What was measured of one contender, as the page shows it. Immutable; null is not known. */
public record ResultView(String contender, Double throughput, Double p50, Double p99, Double cpuMicros,
        Double platformThreads, Double virtualThreads, Double memoryMib, Double heapMib, long failed,
        List<String> trace) {

    /** @param trace of a failing request; may be empty */
    static ResultView of(Run run, List<String> trace) {
        return new ResultView(run.contender(), value(run, Metric.THROUGHPUT), value(run, Metric.P50),
                value(run, Metric.P99), value(run, Metric.CPU_PER_REQUEST), value(run, Metric.THREADS),
                value(run, Metric.VIRTUAL_THREADS), value(run, Metric.RSS), value(run, Metric.LIVE_HEAP),
                run.isMeasured() ? run.measured().requests().failed() : 0, trace);
    }

    /** Without answers there is no latency at all. */
    static Double value(Run run, Metric metric) {
        boolean some = run.isMeasured() && run.measured().requests().latency() != null;
        return some || metric.leastRequests() == 0 ? Known.orNull(metric.of(run)) : null;
    }
}
