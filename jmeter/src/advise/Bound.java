package advise;

import experiment.statistics.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * What one thing that a request must have lets through: as many a second as there are of it, divided by how long a
 * request keeps one (P. J. Denning, J. P. Buzen, "The Operational Analysis of Queueing Network Models", 1978).
 * Immutable.
 *
 * @param most requests a second
 */
record Bound(What what, int count, double kept, double most) {
    /** Of what there is only so much. */
    enum What {
        THREADS("threads", "thread"), CPU("cores", "core"), PERMITS("permits", "permit"),
        CARRIERS("carriers", "carrier");

        private final String several;
        private final String one;

        What(String several, String one) {
            this.several = several;
            this.one = one;
        }

        String of(int count) {
            return String.format(Locale.ROOT, "%,d ", count) + (count == 1 ? one : several);
        }

        String several() {
            return several;
        }
    }

    private static Bound of(What what, int count, double kept) {
        return new Bound(what, count, kept, count / kept);
    }

    /** Of a pool of threads: the narrowest first. */
    static List<Bound> ofPool(Figures figures) {
        List<Bound> bounds = new ArrayList<>(shared(figures));
        bounds.add(of(What.THREADS, figures.threads(), figures.latency()));
        return sorted(bounds);
    }

    /** Of a virtual thread for each request: the narrowest first; possibly none that is known. */
    static List<Bound> ofVirtualThreads(Figures figures) {
        List<Bound> bounds = new ArrayList<>(shared(figures));
        if (!Double.isNaN(figures.pinned())) {
            bounds.add(of(What.CARRIERS, figures.cores(), figures.pinned()));
        }
        return sorted(bounds);
    }

    /** What limits it with whatever threads: the narrowest first; possibly none that is known. */
    static List<Bound> shared(Figures figures) {
        List<Bound> bounds = new ArrayList<>();
        if (!Double.isNaN(figures.cpu())) {
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

    /** {@code 200 threads / 300 ms = 667/s}. */
    String arithmetic() {
        return what.of(count) + " / " + Durations.text(kept) + (what == What.CPU ? " of CPU time" : "") + " = "
                + Numbers.text(most) + "/s";
    }
}
