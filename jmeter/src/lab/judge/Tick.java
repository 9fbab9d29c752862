package lab.judge;

/**
 * About one second of a run, warm-up included.
 *
 * @param at        seconds since the measured window began, negative in the warm-up; the tick ends here
 * @param seconds   that it lasted: 1, but for the last before and after the window's edges
 * @param serviceOne cores that it kept busy, NaN where not known; likewise the two others
 * @param answers   that came in it
 * @param latency   mean of these answers in milliseconds; NaN where none came
 * @param compiler  cores that the compiler of the contender's JVM kept busy, NaN where not known
 * @param collector the same of its garbage collector
 */
public record Tick(double at, double seconds, double serviceOne, double serviceTwo, double generator, long answers,
        double latency, double compiler, double collector) {
}
