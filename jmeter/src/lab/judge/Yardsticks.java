package lab.judge;

/**
 * What the machine itself was like just before a run, while nothing else ran: always the same, unless others share it.
 * Plain data; NaN where not known.
 *
 * @param arithmetic CPU seconds that a fixed piece of arithmetic took
 * @param lateness   seconds by which a short sleep ended late, the median of some
 * @param roundTrip  CPU seconds that it took to send a byte over loopback to another thread and get it back
 */
public record Yardsticks(double arithmetic, double lateness, double roundTrip) {
    public static final Yardsticks NONE = new Yardsticks(Double.NaN, Double.NaN, Double.NaN);
}
