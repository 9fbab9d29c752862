package advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What one thing that a request must have lets through: as many a second as there are of it, divided by how long a
 * request keeps one (P. J. Denning, J. P. Buzen, "The Operational Analysis of Queueing Network Models", 1978).
 * Immutable.
 *
 * @param most requests a second
 */
record Bound(What what, int count, double kept, double most) {
    /** From here on it can't be told whether the rate is what arrives, or only what this lets through. */
    private static final double FULL = 0.95;

    /** A mean wait that is less than this part of the latency is none. */
    private static final double NOTABLE = 0.01;

    /** Of what there is only so much. */
    enum What {
        THREADS("threads", "thread", Case.THREADS), CPU("cores", "core", Case.CPU),
        PERMITS("permits", "permit", Case.PERMITS), CARRIERS("carriers", "carrier", Case.CARRIERS);

        private final String several;
        private final String one;
        private final Case shortage;

        What(String several, String one, Case shortage) {
            this.several = several;
            this.one = one;
            this.shortage = shortage;
        }

        String of(double count) {
            return Quantity.of(count, one, several);
        }

        String several() {
            return several;
        }

        String one() {
            return one;
        }

        /** What it comes to where there are too few. */
        Case shortage() {
            return shortage;
        }
    }

    private static Bound of(What what, int count, double kept) {
        return new Bound(what, count, kept, count / kept);
    }

    /** Of the service as it is: the narrowest first; possibly none that is known. */
    static List<Bound> today(Figures figures) {
        if (!figures.hasPool()) {
            return ofVirtualThreads(figures);
        }
        List<Bound> bounds = new ArrayList<>(shared(figures));
        bounds.add(of(What.THREADS, figures.threads(), figures.latency()));
        return sorted(bounds);
    }

    /** Of a virtual thread for each request. On its carrier a request computes, and waits where it is pinned. */
    static List<Bound> ofVirtualThreads(Figures figures) {
        List<Bound> bounds = new ArrayList<>(shared(figures));
        if (figures.pinned() > 0) {
            bounds.add(of(What.CARRIERS, figures.cores(),
                    figures.pinned() + (figures.cpu() > 0 ? figures.cpu() : 0)));
        }
        return sorted(bounds);
    }

    /** What limits it with whatever threads. */
    static List<Bound> shared(Figures figures) {
        List<Bound> bounds = new ArrayList<>();
        if (figures.cpu() > 0) {
            bounds.add(of(What.CPU, figures.cores(), figures.cpu()));
        }
        if (figures.permits() > 0) {
            bounds.add(of(What.PERMITS, figures.permits(), figures.held()));
        }
        return sorted(bounds);
    }

    private static List<Bound> sorted(List<Bound> bounds) {
        return bounds.stream().sorted(Comparator.comparingDouble(Bound::most)).toList();
    }

    /** What comes through at last: the rate, or what the narrowest lets through. */
    static double carried(double rate, List<Bound> bounds) {
        return bounds.isEmpty() ? rate : Math.min(rate, bounds.getFirst().most);
    }

    boolean isBelow(double rate) {
        return most < rate;
    }

    boolean isFull(double rate) {
        return used(rate) >= FULL;
    }

    double used(double rate) {
        return rate / most;
    }

    /** Seconds that a request waits for one on average, where they come by chance. */
    double meanWait(double rate) {
        return Queueing.meanWait(count, kept, rate);
    }

    /** Whether that is worth a word beside all that the request takes. */
    boolean keepsWaiting(Figures figures) {
        return !figures.isClosed() && meanWait(figures.rate()) >= NOTABLE * figures.latency();
    }

    /** {@code 200 threads / 300 ms = 666.7/s}. */
    String arithmetic() {
        return what.of(count) + " / " + Durations.text(kept) + (what == What.CPU ? " of CPU time" : "") + " = "
                + Quantity.perSecond(most);
    }
}
