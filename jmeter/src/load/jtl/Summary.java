package load.jtl;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a run amounted to, as printed at its end: exact, from every sample of its JTL. Used by one thread.
 *
 * <p>A warm-up is left out of every figure but {@link #failed()}: a request that fails is a failure whenever it does.
 * With a warm-up, throughput is that of the time from its end to the start of the last request, in which all users were
 * at work; without one it is counted as JMeter's dashboard does, from the first start to the last end, ramp-up and all.
 */
public final class Summary {
    private final Map<String, Figures> byLabel = new LinkedHashMap<>();
    private final Figures total = new Figures();
    private final Failures failures = new Failures();
    private final LoadTime loadTime;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private long answers;      // without an error, that came while all users were at work
    private long warmupRequests;
    private long warmupErrors;

    private Summary(LoadTime loadTime) {
        this.loadTime = loadTime;
    }

    public static Summary of(Path samples, int warmupSeconds) throws IOException {
        Summary summary = new Summary(warmupSeconds == 0 ? LoadTime.ALWAYS : LoadTime.of(samples, warmupSeconds));
        Jtl.read(samples, summary::add);
        return summary;
    }

    private void add(RecordedRequest sample) {
        if (!sample.success()) {
            failures.add(sample);
        }
        if (sample.success() && loadTime.contains(sample.endMillis())) {
            answers++;
        }
        if (sample.startMillis() < loadTime.from()) {
            warmupRequests++;
            warmupErrors += sample.success() ? 0 : 1;
            return;
        }
        first = Math.min(first, sample.startMillis());
        last = Math.max(last, sample.endMillis());
        total.add(sample);
        byLabel.computeIfAbsent(sample.label(), label -> new Figures()).add(sample);
    }

    /** How many samples there are, of the warm-up too. */
    public long samples() {
        return total.requests() + warmupRequests;
    }

    public boolean failed() {
        return total.errors() + warmupErrors > 0;
    }

    public void print(PrintStream out) {
        if (warmupRequests > 0) {
            out.printf(Locale.ROOT, "warm-up, not counted below: %,d requests, %,d errors%n", warmupRequests,
                    warmupErrors);
        }
        if (hasFigures()) {
            printFigures(out);
        }
        if (failed()) {
            out.println("failures");
            failures.print(out);
        }
    }

    private void printFigures(PrintStream out) {
        out.println(rate() + String.format(Locale.ROOT, "; %,d errors (%.2f %%)", total.errors(),
                100 * errorShare()));
        FiguresTable.print(out, byLabel, total);
    }

    private String rate() {
        return loadTime == LoadTime.ALWAYS
                ? String.format(Locale.ROOT, "%,d requests in %,.1f s: %,.1f per second", total.requests(), seconds(),
                        throughput())
                : String.format(Locale.ROOT, "%,d requests started and %,d answered in %,.1f s: %,.1f answered per "
                        + "second", total.requests(), answers, seconds(), throughput());
    }

    private double seconds() {
        return loadTime == LoadTime.ALWAYS ? Math.max(1, last - first) / 1000.0 : loadTime.seconds();
    }

    /** Whether the warm-up has left anything to count; without that there is no other figure. */
    public boolean hasFigures() {
        return total.requests() > 0;
    }

    /** Requests a second, as printed. */
    public double throughput() {
        return (loadTime == LoadTime.ALWAYS ? total.requests() : answers) / seconds();
    }

    /** The mean response time. */
    public double meanSeconds() {
        return total.meanMillis() / 1000;
    }

    /** How many of the requests failed, from 0 to 1. */
    public double errorShare() {
        return (double) total.errors() / total.requests();
    }
}
