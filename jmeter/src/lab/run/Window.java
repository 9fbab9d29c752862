package lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import lab.define.Load;
import lab.judge.Run.Bucket;
import lab.judge.Run.Halves;
import lab.judge.Run.Latency;
import lab.judge.Run.Requests;
import load.SentArrivals;
import load.jtl.Jtl;
import load.jtl.RecordedRequest;

/**
 * Picks the measured window out of a whole JTL. The answers of a window are those that came in it; but the latencies
 * and failures of an open loop are those of the requests that were sent in it, however late they ended. Else those that
 * waited longest would be left out, the mistake called coordinated omission. Used by one thread.
 */
final class Window {
    private static final int LONGEST_MESSAGE = 120;
    private static final String NO_ANSWER = "Non HTTP response code: ";
    /** Each bucket of the histogram is this many times as wide as the one before: 0.5 % resolution. */
    private static final double BUCKET_GROWTH = 1.005;

    private final long from;
    private final long to;
    private final Load.Kind kind;
    private final Map<String, Long> failures = new LinkedHashMap<>();
    private final LongStream.Builder latencies = LongStream.builder();
    private long latencyCount;
    private long answered;
    private long failed;
    private long firstHalf;
    private double firstLatencies;
    private long firstCount;

    private Window(long from, long to, Load.Kind kind) {
        this.from = from;
        this.to = to;
        this.kind = kind;
    }

    /** @param from in milliseconds since 1970 */
    static Requests read(Path jtl, long from, long to, Load.Kind kind) throws IOException {
        Window window = new Window(from, to, kind);
        Jtl.read(jtl, window::add);
        return window.requests();
    }

    private void add(RecordedRequest sample) {
        long belongs = kind == Load.Kind.CLOSED ? sample.endMillis() : sample.startMillis();
        long done = kind == Load.Kind.OPEN ? sample.endMillis() : belongs;
        if (sample.success() && isIn(done)) {
            answered++;
            firstHalf += isInFirstHalf(done) ? 1 : 0;
        }
        if (isIn(belongs)) {
            addOutcome(sample, belongs);
        }
    }

    private boolean isIn(long moment) {
        return moment >= from && moment < to;
    }

    private boolean isInFirstHalf(long moment) {
        return moment < from + (to - from) / 2;
    }

    private void addOutcome(RecordedRequest request, long belongs) {
        if (!request.success()) {
            failed++;
            failures.merge(describe(request), 1L, Long::sum);
            return;
        }
        latencies.add(request.elapsedMillis());
        latencyCount++;
        if (isInFirstHalf(belongs)) {
            firstLatencies += request.elapsedMillis();
            firstCount++;
        }
    }

    private static String describe(RecordedRequest sample) {
        String what = sample.code().startsWith(NO_ANSWER) ? simpleName(sample.code())
                : sample.code() + " " + sample.message();
        String text = (what + (sample.failure().isEmpty() ? "" : ", " + sample.failure())).strip();
        return text.length() > LONGEST_MESSAGE ? text.substring(0, LONGEST_MESSAGE) + "…" : text;
    }

    /** {@code Non HTTP response code: java.net.ConnectException} is shown as ConnectException. */
    private static String simpleName(String code) {
        return code.substring(Math.max(NO_ANSWER.length() - 1, code.lastIndexOf('.')) + 1);
    }

    private Requests requests() {
        long[] sorted = latencies.build().sorted().toArray();
        double secondLatencies = Arrays.stream(sorted).sum() - firstLatencies;
        Halves halves = new Halves(firstLatencies / firstCount, secondLatencies / (latencyCount - firstCount));
        return new Requests(answered, failed, firstHalf, failures, latencyCount == 0 ? null : Latency.of(sorted),
                halves, histogram(sorted), SentArrivals.NONE);
    }

    /** Whole milliseconds, and from 200 ms on wider buckets. Empty ones are left out. */
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
