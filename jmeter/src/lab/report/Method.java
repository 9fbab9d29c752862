package lab.report;

import java.util.ArrayList;
import java.util.List;
import lab.judge.Analysis;
import lab.judge.Metric;

/** How the figures were made and what their marks mean, in the report's words. Stateless. */
final class Method {
    static final String GRADES = """
            Predicted: Little's law, throughput = requests in flight / time in flight; or less, where the cores allow \
            less at the CPU time per request that was measured for all programs on this machine. Measured: the median \
            of the repetitions, in brackets the least and the greatest.""";
    static final String RATIO = """
            The first contender's figure divided by the second's: the median of all pairs of repetitions, in brackets \
            its confidence interval. ≈: the repetitions do not show a difference. °: they are too few for a \
            confidence of 90 %. Points that are not valid are left out. (Estimate by Hodges and Lehmann; the interval \
            is that of the rank sum test of Wilcoxon, Mann and Whitney, which assumes no distribution: 95 % where \
            there are repetitions enough, 90 % with three against three; one repetition has none.)""";
    static final String COST = """
            Of service one alone, but for the CPU time of all programs. CPU time is the kernel's account in the \
            measured window; per request it is that without the JVM's own compiler, which works once for each method \
            and stands with the machine. Resident memory (RSS) and threads are those at its end. The live heap is \
            what a full collection left right after it, the load still on.""";
    static final String MEMORY = """
            What service one holds more under the larger load than under the smaller, divided by the additional \
            connections; in brackets the least and the greatest of all pairs of repetitions. ≈: not distinguishable \
            from nothing. A connection that waits in the queue for a thread costs less than one that is served. The \
            live heap is without garbage, but also without the stacks of platform threads. Resident memory has them, \
            and garbage too, which grows with the requests per second rather than with the connections: where it is \
            far above the live heap, most of it is garbage that the collector has left lying.""";
    static final String RUNS = """
            Each run has fresh processes of service one, service two and JMeter. Under each load the contenders take \
            turns, in each repetition another one first. The warm-up ends when throughput and CPU time per request \
            are steady, or at its limit; before an open loop it always has its full length. The window is cut to an \
            even number of the times in flight that were measured, so that its halves can be compared. Latencies are \
            those of all answers, by nearest rank; in a closed loop of the requests that were answered in the window, \
            in an open loop of those that were sent in it, so that late answers count. When a request of an open loop \
            was to be sent is known to the millisecond: JMeter draws all arrivals from a seed before it begins, they \
            are drawn again for the checks, and the number of a request's thread tells which of them it is. \
            Each user of a closed loop sends its next request when it has an answer: when the service is slow it asks \
            less often, so closed-loop latencies understate what arrivals that don't wait would see.""";

    /** What the marks mean that some of these figures bear; nothing for those without. */
    static List<String> marks(Analysis analysis, List<Metric> metrics) {
        List<String> marks = new ArrayList<>();
        if (isAny(analysis, metrics, "†")) {
            marks.add("† usable with care: others used the machine meanwhile, beside all contenders about alike.");
        }
        if (isAny(analysis, metrics, "*")) {
            marks.add("* not valid, for a reason that is said with the checks: part of no ratio.");
        }
        if (analysis.points().stream().anyMatch(point -> !metrics.stream().allMatch(point::isCarried))) {
            marks.add("needs N more: so many answers are lacking in some repetition for this percentile to have a "
                    + "95 % interval; of so few it is hardly known.");
        }
        return marks;
    }

    private static boolean isAny(Analysis analysis, List<Metric> metrics, String mark) {
        return analysis.points().stream().anyMatch(point -> metrics.stream()
                .anyMatch(metric -> Tables.mark(point, metric).equals(mark)));
    }

    private Method() {
    }
}
