package advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Something that a request must have and that there is only so much of. It lets through as many requests a second as
 * there are of it, divided by how long a request keeps one (P. J. Denning, J. P. Buzen, "The Operational Analysis of
 * Queueing Network Models", 1978).
 *
 * @param kept seconds
 */
record Resource(Kind kind, int count, double kept) {
    /** From here on it can't be told whether the rate is what arrives, or only what this lets through. */
    private static final double FULL = 0.95;
    /** A mean wait that is less than this part of the latency is none. */
    private static final double NOTABLE = 0.01;

    enum Kind {
        THREADS("threads", "thread", Advice.Case.THREADS), CORES("cores", "core", Advice.Case.CPU),
        PERMITS("permits", "permit", Advice.Case.PERMITS), CARRIERS("carriers", "carrier", Advice.Case.CARRIERS);

        private final String several;
        private final String one;
        private final Advice.Case shortage;

        Kind(String several, String one, Advice.Case shortage) {
            this.several = several;
            this.one = one;
            this.shortage = shortage;
        }

        /** {@code 1 thread}, {@code 200 threads}. */
        String count(double count) {
            return Quantity.number(count) + " " + (count == 1 ? one : several);
        }

        String several() {
            return several;
        }

        String one() {
            return one;
        }

        /** What it comes to where there are too few. */
        Advice.Case shortage() {
            return shortage;
        }
    }

    /** Of the service as it is: the narrowest first; possibly none that is known. */
    static List<Resource> today(ServiceFigures figures) {
        if (!figures.hasPool()) {
            return ofVirtualThreads(figures);
        }
        List<Resource> resources = new ArrayList<>(shared(figures));
        resources.add(new Resource(Kind.THREADS, figures.threads(), figures.latency()));
        return sorted(resources);
    }

    /** Of a virtual thread for each request. On its carrier a request computes, and waits where it is pinned. */
    static List<Resource> ofVirtualThreads(ServiceFigures figures) {
        List<Resource> resources = new ArrayList<>(shared(figures));
        if (figures.pinned() > 0) {
            resources.add(new Resource(Kind.CARRIERS, figures.cores(), figures.onCarrier()));
        }
        return sorted(resources);
    }

    /** What limits it with whatever threads. */
    static List<Resource> shared(ServiceFigures figures) {
        List<Resource> resources = new ArrayList<>();
        if (figures.cpu() > 0) {
            resources.add(new Resource(Kind.CORES, figures.cores(), figures.cpu()));
        }
        if (figures.permits() > 0) {
            resources.add(new Resource(Kind.PERMITS, figures.permits(), figures.held()));
        }
        return sorted(resources);
    }

    private static List<Resource> sorted(List<Resource> resources) {
        return resources.stream().sorted(Comparator.comparingDouble(Resource::most)).toList();
    }

    /** What comes through at last: the rate, or what the narrowest lets through. */
    static double carried(double rate, List<Resource> resources) {
        return resources.isEmpty() ? rate : Math.min(rate, resources.getFirst().most());
    }

    /** Requests a second that it lets through. */
    double most() {
        return count / kept;
    }

    double used(double rate) {
        return rate / most();
    }

    boolean isFull(double rate) {
        return used(rate) >= FULL;
    }

    /** Seconds that a request waits for one on average, where they come by chance. */
    double meanWait(double rate) {
        return Queueing.meanWait(count, kept, rate);
    }

    /** Whether that is worth a word beside all that the request takes. */
    boolean keepsWaiting(ServiceFigures figures) {
        return !figures.isClosed() && meanWait(figures.rate()) >= NOTABLE * figures.latency();
    }
}
