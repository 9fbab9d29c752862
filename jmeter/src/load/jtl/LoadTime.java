package load.jtl;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The part of a run in which its figures are those of a steady load: from the end of the warm-up to the start of the
 * last request, after which users leave one by one. In milliseconds since 1970. Immutable.
 */
record LoadTime(long from, long to) {
    /** Of a run that is looked at as a whole. */
    static final LoadTime ALWAYS = new LoadTime(Long.MIN_VALUE, Long.MAX_VALUE);

    /** Reads the whole file: it is in the order in which requests ended, so the first to start is not at its top. */
    static LoadTime of(Path samples, int warmupSeconds) throws IOException {
        long[] starts = {Long.MAX_VALUE, Long.MIN_VALUE};
        Jtl.read(samples, sample -> {
            starts[0] = Math.min(starts[0], sample.startMillis());
            starts[1] = Math.max(starts[1], sample.startMillis());
        });
        return new LoadTime(starts[0] + 1000L * warmupSeconds, starts[1]);
    }

    /** Whether it is after the beginning and not after the end: one answer a second makes N in N seconds, not N + 1. */
    boolean contains(long time) {
        return time > from && time <= to;
    }

    /** At least a millisecond, so that one may divide by it. */
    double seconds() {
        return Math.max(1, to - from) / 1000.0;
    }
}
