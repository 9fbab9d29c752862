package classroom.run;

import java.util.List;
import java.util.Map;

/**
 * The live figures of one contender at one moment. Immutable; null is not known.
 *
 * @param label             of the contender, for people
 * @param running           false once its measured window or its programs have ended: then these are its last figures
 * @param seconds           since it was ready
 * @param queued            requests that nobody has begun to serve
 * @param serving           requests that are being served, those included that wait
 * @param waiting           of these, by what they wait for; {@code own} is the rest: they compute, or wait for no call
 * @param requestsPerSecond answers of the last second
 * @param cores             of the machine; it and the next three are known in {@code loom} alone
 * @param mounted           virtual threads that have a carrier
 * @param runnable          those that wait for one
 * @param parked            what is left of them
 * @param history           one point a second, the oldest first: second, answers in it, requests queued and served
 * @param lives             sampled requests, as service one tells of them, the latest last
 */
public record Picture(String contender, String label, String mode, boolean running, double seconds, long queued,
        long serving, Map<String, Long> waiting, Threads threads, Double requestsPerSecond, Double p50Millis,
        Double cpuPercent, Double errorsPerSecond, Double cores, Double mounted, Double runnable, Double parked,
        List<List<Double>> history, List<Object> lives) {

    /** @param pool that serve; null in a mode that has no pool */
    public record Threads(Double platform, Double virtual, Double pool) {
    }

    /** The same, of a contender that has ended. */
    Picture ended() {
        return new Picture(contender, label, mode, false, seconds, queued, serving, waiting, threads, requestsPerSecond,
                p50Millis, cpuPercent, errorsPerSecond, cores, mounted, runnable, parked, history, lives);
    }
}
