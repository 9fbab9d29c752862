package lab.judge;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import load.Arrivals;

/**
 * What JMeter recorded of the measured window.
 *
 * @param answered  requests whose answer came in it and was as it should be; of bursts those that were sent in it,
 *                  which are whole bursts
 * @param failed    those that were answered wrongly or not at all in it; in an open loop those that were sent in it,
 *                  however late they ended
 * @param firstHalf the part of answered in the window's first half
 * @param failures  each kind of failure and how often it was met
 * @param latency   of those answered; in an open loop of those that were sent in the window, whenever the answer came;
 *                  null where there was none
 * @param halves    mean latency in milliseconds of the window's first half and of its second; NaN where none was
 *                  answered
 * @param histogram how the latencies are distributed
 * @param arrivals  in an open loop, how those came that were asked for
 */
public record Requests(long answered, long failed, long firstHalf, Map<String, Long> failures, Latency latency,
        Halves halves, List<Bucket> histogram, Arrivals arrivals) {
    /** Results that were written before arrivals were judged have none. */
    public Requests {
        arrivals = Objects.requireNonNullElse(arrivals, Arrivals.NONE);
    }

    /** The same of an open loop. */
    public Requests with(Arrivals those) {
        return new Requests(answered, failed, firstHalf, failures, latency, halves, histogram, those);
    }

    /** How many latencies there are: in an open loop, requests that were sent in the window and answered, whenever. */
    public long latencies() {
        return histogram.stream().mapToLong(Bucket::count).sum();
    }

    /** A mean in each half of the window. */
    public record Halves(double first, double second) {
        /** By what share of the larger one they differ; NaN where one is not known. */
        public double difference() {
            return Math.abs(second - first) / Math.max(first, second);
        }
    }

    /** Latencies of at least {@code from} and less than {@code to} milliseconds. */
    public record Bucket(double from, double to, long count) {
    }
}
