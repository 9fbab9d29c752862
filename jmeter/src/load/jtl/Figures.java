package load.jtl;

import java.util.Optional;
import java.util.stream.LongStream;

/** Adds up the requests of one label. Used by one thread. */
final class Figures {
    private final LongStream.Builder elapsed = LongStream.builder();
    private long[] sorted;      // made when the first percentile is asked for; no sample is added after that
    private long requests;
    private long errors;
    private long sumMillis;

    void add(RecordedRequest sample) {
        elapsed.add(sample.elapsedMillis());
        sumMillis += sample.elapsedMillis();
        requests++;
        if (!sample.success()) {
            errors++;
        }
    }

    long requests() {
        return requests;
    }

    long errors() {
        return errors;
    }

    /** NaN without a sample. */
    double meanMillis() {
        return (double) sumMillis / requests;
    }

    /** Milliseconds; needs at least one sample. */
    long percentile(double percent) {
        return Percentiles.of(sorted(), percent);
    }

    /** Milliseconds; empty where there are too few samples. */
    Optional<PercentileInterval> interval(double percent) {
        return PercentileInterval.of(sorted(), percent);
    }

    private long[] sorted() {
        if (sorted == null) {
            sorted = elapsed.build().sorted().toArray();
        }
        return sorted;
    }
}
