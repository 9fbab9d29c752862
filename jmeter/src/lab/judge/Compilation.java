package lab.judge;

/**
 * What a contender's JVM did for itself during the measured window, by the kernel's account of its threads. NaN where
 * it is not known, or the contender is no JVM.
 *
 * @param compilerSeconds  CPU time of its compiler
 * @param firstHalfSeconds the part of it in the window's first half
 * @param collectorSeconds CPU time of its garbage collector
 * @param waitedFirst      share of the window's first half in which a compiler thread was ready to run and had no core,
 *                         of that thread which waited longest
 * @param waitedSecond     the same of the second half
 */
public record Compilation(double compilerSeconds, double firstHalfSeconds, double collectorSeconds,
                          double waitedFirst, double waitedSecond) {
    public static final Compilation UNKNOWN =
            new Compilation(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** The share of both halves in which the compiler had to wait at least. */
    public double waited() {
        return Math.min(waitedFirst, waitedSecond);
    }
}
