package machine;

import module java.base;
import process.Time;

/**
 * Asks a contender's JVM for its live heap before the load, and for the bytes that it allocates in the measured window.
 * That costs it about ten threads and a few MiB, so it is asked only if the experiment wants these figures.
 *
 * @param idle live bytes before the load; NaN if unknown
 * @param readings bytes allocated until then
 */
public record HeapProbe(Optional<JvmProbe> jvm, double idle, Series<Double> readings)
        implements AutoCloseable {
    /** Asks nothing. */
    public static final HeapProbe NONE = new HeapProbe(Optional.empty(), Double.NaN, new Series<>());

    /** The contender must have answered a request: classes are not part of a connection's cost. */
    public static HeapProbe open(List<ProcessHandle> processes) throws InterruptedException {
        Optional<JvmProbe> jvm = JvmProbe.open(processes);
        if (jvm.isEmpty()) {
            return NONE;
        }
        jvm.get().allocated();      // the first question loads classes
        double idle = jvm.get().figures().map(each -> (double) each.heapLive()).orElse(Double.NaN);
        return new HeapProbe(jvm, idle, new Series<>());
    }

    public void read(Time time) throws InterruptedException {
        if (jvm.isPresent()) {
            long before = time.millis();
            double bytes = jvm.get().allocated();
            readings.add((before + time.millis()) / 2, bytes);
        }
    }

    /** Bytes allocated between these moments, in milliseconds since 1970; NaN if unknown. */
    public double allocated(long from, long to) {
        return readings.between(bytes -> bytes, from, to);
    }

    @Override
    public void close() {
        jvm.ifPresent(JvmProbe::close);
    }
}
