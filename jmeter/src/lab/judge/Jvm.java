package lab.judge;

/**
 * What a JVM told of itself right after the measured window, the load still on. All -1 or NaN for a program that is no
 * JVM, or one that can't be asked.
 *
 * @param version        such as 25.0.3
 * @param heapLive       bytes of the heap that a full collection left
 * @param heapMax        bytes that the heap may grow to
 * @param virtualThreads that were alive
 * @param carriers       threads of the virtual threads' scheduler
 * @param compileQueue   methods that waited for the compiler; NaN where not known
 */
public record Jvm(String version, long heapLive, long heapMax, long virtualThreads, long carriers,
        double compileQueue) {
    public static final Jvm NONE = new Jvm("", -1, -1, -1, -1, Double.NaN);
}
