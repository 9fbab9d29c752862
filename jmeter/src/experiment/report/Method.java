package experiment.report;

/** How the figures were made, in the report's words. */
final class Method {
    static final String GRADES = """
            Predicted: Little's law, throughput = requests in flight / time in flight, or what the cores allow at the \
            CPU time per request of everything on this machine, measured in this run, where that is less. Measured: \
            median, and the least and greatest of the repetitions.""";
    static final String RATIO = """
            Median of all pairwise ratios of the repetitions, with the exact confidence interval of the rank sum test \
            (Hodges and Lehmann; Wilcoxon, Mann and Whitney), which assumes no distribution: of 95 % where there are \
            enough repetitions, of 90 % with three against three, of less with fewer, which ° marks, of none with \
            one. ≈ marks what the repetitions don't show to be different. Points that are not valid take no part.""";
    static final String COST = """
            CPU time is the kernel's account of the process in the measured window. Resident memory and threads are \
            those at its end; heap is what a full collection left right after it, with the load still on. Per \
            connection: all of it / users. * marks a figure that is not valid. n/a: not to be had from this program \
            or machine, or too few requests for the percentile.""";
    static final String RUNS = """
            Each run has fresh processes of service one, service two and JMeter. Under each load the contenders take \
            turns, in each repetition another one first. The warm-up ends when throughput and CPU time per request \
            are steady, or at its limit; before an open loop it always has its full length. The window is cut to an \
            even number of the times in flight that were measured, so that its halves can be compared. Latencies are \
            those of all answers, by nearest rank; in a closed loop of the requests that were answered in the window, \
            in an open loop of those that were sent in it, so that late answers count. Each user of a closed loop \
            sends its next request when it has an answer: when the service is slow it asks less often, so closed-loop \
            latencies understate what arrivals that don't wait would see.""";

    private Method() {
    }
}
