package experiment.run;

import experiment.measure.Latency;
import experiment.measure.Requests;
import experiment.measure.Requests.Bucket;
import experiment.plan.Load;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jmeter.Jtl;
import jmeter.Sample;

/**
 * Picks the measured window out of a whole JTL. A closed loop's requests belong to the window that their answers came
 * in; an open loop's and a burst's to the one that they were sent in: those that waited longest would otherwise be the
 * ones left out, which is the mistake called coordinated omission. Filled and asked by one thread.
 */
final class Window {
    private static final int LONGEST_MESSAGE = 120;
    private static final String NO_ANSWER = "Non HTTP response code: ";
    /** Each bucket of the histogram is this many times as wide as the one before: 2 % resolution. */
    private static final double BUCKET_GROWTH = 1.02;

    private final long from;
    private final long to;
    private final boolean bySending;
    private final Map<String, Long> failures = new LinkedHashMap<>();
    private long[] latencies = new long[1024];
    private int answered;
    private long failed;
    private long firstHalf;

    private Window(long from, long to, boolean bySending) {
        this.from = from;
        this.to = to;
        this.bySending = bySending;
    }

    /** @param from in milliseconds since 1970 */
    static Requests read(Path jtl, long from, long to, Load.Kind kind) throws IOException {
        Window window = new Window(from, to, kind != Load.Kind.CLOSED);
        Jtl.read(jtl, window::add);
        return window.requests();
    }

    private void add(Sample sample) {
        long at = bySending ? sample.startMillis() : sample.endMillis();
        if (at < from || at >= to) {
            return;
        }
        if (!sample.success()) {
            failed++;
            failures.merge(describe(sample), 1L, Long::sum);
            return;
        }
        if (answered == latencies.length) {
            latencies = Arrays.copyOf(latencies, 2 * answered);
        }
        latencies[answered++] = sample.elapsedMillis();
        firstHalf += at < from + (to - from) / 2 ? 1 : 0;
    }

    private static String describe(Sample sample) {
        String what = sample.code().startsWith(NO_ANSWER) ? simpleName(sample.code()) : sample.code() + " "
                + sample.message();
        String text = (what + (sample.failure().isEmpty() ? "" : ", " + sample.failure())).strip();
        return text.length() > LONGEST_MESSAGE ? text.substring(0, LONGEST_MESSAGE) + "…" : text;
    }

    /** {@code Non HTTP response code: java.net.ConnectException} is a ConnectException to its reader. */
    private static String simpleName(String code) {
        return code.substring(Math.max(NO_ANSWER.length() - 1, code.lastIndexOf('.')) + 1);
    }

    private Requests requests() {
        long[] sorted = Arrays.copyOf(latencies, answered);
        Arrays.sort(sorted);
        return new Requests(answered, failed, firstHalf, failures, answered == 0 ? null : Latency.of(sorted),
                histogram(sorted));
    }

    /** Whole milliseconds, and from 50 ms on wider buckets. Empty ones are left out. */
    private static List<Bucket> histogram(long[] sorted) {
        List<Bucket> buckets = new ArrayList<>();
        double low = sorted.length == 0 ? 0 : sorted[0];
        for (int i = 0; i < sorted.length;) {
            double high = Math.ceil(Math.max(low + 1, low * BUCKET_GROWTH));
            int start = i;
            while (i < sorted.length && sorted[i] < high) {
                i++;
            }
            if (i > start) {
                buckets.add(new Bucket(low, high, i - start));
            }
            low = i < sorted.length && sorted[i] > 2 * high ? sorted[i] : high;
        }
        return buckets;
    }
}
