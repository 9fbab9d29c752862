package experiment.measure;

import java.util.List;
import java.util.Map;

/**
 * What JMeter recorded in the measured window.
 *
 * @param answered   requests answered as they should be: of a closed loop those whose answer came in the window, of an
 *                   open loop those that were sent in it, whenever the answer came
 * @param failed     the same for those that were answered wrongly or not at all
 * @param firstHalf  the part of answered in the window's first half
 * @param failures   each kind of failure and how often it was met
 * @param latency    of those answered; null where there was none
 * @param histogram  how their latencies are distributed
 */
public record Requests(long answered, long failed, long firstHalf, Map<String, Long> failures, Latency latency,
                       List<Bucket> histogram) {

    /** Latencies of at least {@code from} and less than {@code to} milliseconds. */
    public record Bucket(double from, double to, long count) {
    }
}
