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
public record HeapProbe(Optional<JvmProbe> jvm, double idle, Series<Double> readings, Time time)
        implements AutoCloseable {
    /** Asks nothing. */
    public static final HeapProbe NONE = new HeapProbe(Optional.empty(), Double.NaN, new Series<>(), Time.REAL);
    private static final System.Logger LOG = System.getLogger(HeapProbe.class.getName());

    /** The contender must have answered a request: classes are not part of a connection's cost. */
    public static HeapProbe open(List<ProcessHandle> processes) throws InterruptedException {
        if (!JvmProbe.isJvm(processes)) {
            return NONE;
        }
        try {
            JvmProbe probe = JvmProbe.open(processes);
            probe.allocated();      // the first question loads classes
            return new HeapProbe(Optional.of(probe), probe.live(), new Series<>(), Time.REAL);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.INFO, "allocation and heap per connection are unknown: {0}", e.getMessage());
            return NONE;
        }
    }

    public void read() throws InterruptedException {
        if (jvm.isPresent()) {
            long before = time.millis();
            try {
                double bytes = jvm.get().allocated();
                readings.add((before + time.millis()) / 2, bytes);
            } catch (IOException e) {
                LOG.log(System.Logger.Level.INFO, "allocation is unknown: {0}", e.getMessage());
            }
        }
    }

    /** Bytes allocated between these moments, in milliseconds since 1970; NaN if unknown. */
    public double allocated(long from, long to) {
        return readings.all().size() < 2 ? Double.NaN : readings.between(bytes -> bytes, from, to);
    }

    @Override
    public void close() {
        try {
            if (jvm.isPresent()) {
                jvm.get().close();
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the contender's JVM has already ended", e);
        }
    }
}
