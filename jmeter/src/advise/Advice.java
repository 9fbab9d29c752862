package advise;

import commandline.Paragraph;
import experiment.statistics.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the figures say: what limits the service, the pool that it would need, what virtual threads would change and
 * what not, and the experiment that shows such a case. Immutable.
 *
 * @param pool    what a pool of threads lets through, the narrowest first
 * @param virtual what a virtual thread each lets through, the narrowest first; may be empty
 */
record Advice(Figures figures, List<Bound> pool, List<Bound> virtual) {
    /** Chance arrivals: in one of 1,000 moments more are in flight than the mean and so many roots of it (Poisson). */
    private static final double SIGMAS = 3.1;
    private static final double NEARLY_FULL = 0.8;
    /** What a thread that waits has touched of its stack and of the kernel's: class's lesson 4 measures it. */
    private static final double MIB_A_THREAD = 0.1;

    /** The experiments that show a case, by what it comes to. */
    enum Case {
        THREADS("story", "a pool that is too small beside virtual threads"),
        PERMITS("database-permits", "permits, and what each mode makes of those who wait for one"),
        CPU("cpu-bound", "requests that compute, on whatever threads"),
        CARRIERS("pinned", "waiting that keeps the carrier"),
        NOTHING("pool-sweep", "pools of many sizes, the large ones of which are as good as virtual threads");

        private final String experiment;
        private final String shows;

        Case(String experiment, String shows) {
            this.experiment = experiment;
            this.shows = shows;
        }

        String experiment() {
            return experiment;
        }
    }

    static Advice on(Figures figures) {
        return new Advice(figures, Bound.ofPool(figures), Bound.ofVirtualThreads(figures));
    }

    /** Requests a second that are answered today. */
    double today() {
        return Bound.carried(figures.rate(), pool);
    }

    /** Requests a second that would be answered with a virtual thread each. */
    double withVirtualThreads() {
        return Bound.carried(figures.rate(), virtual);
    }

    /** What the case is about: what is too narrow with virtual threads, else what only the pool is short of. */
    Case kind() {
        double rate = figures.rate();
        if (!virtual.isEmpty() && virtual.getFirst().isBelow(rate)) {
            return Case.valueOf(virtual.getFirst().what().name());
        }
        return pool.getFirst().isBelow(rate) ? Case.THREADS : Case.NOTHING;
    }

    String text() {
        List<String> lines = new ArrayList<>(List.of(verdict(), "", "Of " + perSecond() + ", each "
                + Durations.text(figures.latency()) + " once it has a thread.", ""));
        lines.add("What each lets through: how many there are / how long a request keeps one");
        pool.forEach(bound -> lines.add("  " + bound.arithmetic() + ", " + used(bound) + " by " + perSecond()));
        virtual.stream().filter(bound -> bound.what() == Bound.What.CARRIERS).forEach(bound -> lines.add("  "
                + bound.arithmetic() + ", for virtual threads only"));
        lines.add("");
        lines.addAll(Paragraph.lines("", "Today: " + limitToday()));
        lines.addAll(List.of("", "The pool that it takes: in flight = rate × latency"));
        lines.addAll(poolNeeded());
        lines.addAll(List.of("", "Virtual threads:"));
        change().forEach(line -> lines.add("  " + line));
        lines.addAll(List.of("", "Arithmetic leaves CPU time out where it is not given, and believes your figures.",
                "See it: ./run.sh compare " + kind().experiment + " (" + kind().shows + ")"));
        return String.join("\n", lines) + "\n";
    }

    private String verdict() {
        if (withVirtualThreads() > today()) {
            return kind() == Case.THREADS
                    ? "Yes: your pool is too small for what arrives, and virtual threads are as many as arrive."
                    : "Only up to " + perSecond(withVirtualThreads()) + ": your pool is too small, but so are the "
                    + virtual.getFirst().what().several() + ", and nothing would hold back what is too much for them.";
        }
        return switch (kind()) {
            case CARRIERS -> "No, as long as it waits in native code: there are too few carriers to wait on.";
            case CPU -> "No: it is short of cores, and threads of whatever kind make none.";
            case PERMITS -> "No: it is short of permits, and threads of whatever kind make none.";
            default -> "Not for throughput, the pool is large enough; yes, if nobody shall have to choose its size.";
        };
    }

    private String perSecond() {
        return perSecond(figures.rate());
    }

    private static String perSecond(double rate) {
        return Numbers.text(rate) + "/s";
    }

    private String used(Bound bound) {
        return Numbers.text(100 * figures.rate() / bound.most()) + " % used";
    }

    private String limitToday() {
        Bound narrowest = pool.getFirst();
        if (!narrowest.isBelow(figures.rate())) {
            return "nothing limits it: each lets more than " + perSecond() + " through."
                    + (narrowest.most() * NEARLY_FULL < figures.rate() ? " But the " + narrowest.what().several()
                    + " are nearly all in use, and as requests come by chance some will queue." : "");
        }
        return "the " + narrowest.what().several() + " limit it, at " + perSecond(narrowest.most()) + ". "
                + perSecond(figures.rate() - narrowest.most()) + " more arrive than are answered, so a queue grows, "
                + "and with it everybody's latency, for as long as that lasts.";
    }

    /** For what comes through: a larger pool would only wait for the cores, or the permits. */
    private List<String> poolNeeded() {
        double rate = Bound.carried(figures.rate(), Bound.shared(figures));
        double mean = rate * figures.latency();
        double most = Math.ceil(mean + SIGMAS * Math.sqrt(mean));
        List<String> lines = new ArrayList<>();
        lines.add("  " + perSecond(rate) + " × " + Durations.text(figures.latency()) + " = " + Numbers.text(mean)
                + " threads busy on average" + (rate < figures.rate() ? "; no pool lets more through" : ""));
        lines.add(String.format(Locale.ROOT, "  %s + %.1f × √%s = %s threads, where requests come by chance, to have "
                + "one free in 999 of 1,000 moments", Numbers.text(mean), SIGMAS, Numbers.text(mean),
                Numbers.text(most)));
        if (!Double.isNaN(figures.p99())) {
            lines.add("  " + perSecond() + " × " + Durations.text(figures.p99()) + " = "
                    + Numbers.text(Math.ceil(figures.rate() * figures.p99()))
                    + " threads, on a day when all are as slow as the p99 is now");
        }
        lines.add(String.format(Locale.ROOT, "  yours, %s, is full when a request takes %s / %s = %s",
                Bound.What.THREADS.of(figures.threads()), Numbers.text(figures.threads()), perSecond(),
                Durations.text(figures.threads() / figures.rate())));
        return lines;
    }

    private List<String> change() {
        List<String> lines = new ArrayList<>(List.of(throughput(), latency()));
        if (figures.permits() > 0) {
            lines.add("scarce      the " + Bound.What.PERMITS.of(figures.permits()) + " stay as many. Your pool "
                    + "limits how many wait for one; without it, put a semaphore there");
        }
        lines.add(memory());
        return lines;
    }

    private String throughput() {
        double now = today();
        double then = withVirtualThreads();
        String from = "throughput  " + perSecond(now);
        if (then > now) {
            return from + " today, " + perSecond(then) + " with them: " + Numbers.times(then / now) + limitThen();
        }
        if (then < now) {
            return from + " today, only " + perSecond(then) + " with them: the wait keeps the carrier, of which there "
                    + "is one for each core";
        }
        return from + " today, and as much with them" + switch (kind()) {
            case CPU -> ": the cores are the limit, on whatever threads";
            case PERMITS -> ": the permits are the limit, on whatever threads";
            default -> ": the threads are not the limit";
        };
    }

    private String limitThen() {
        return virtual.isEmpty() || !virtual.getFirst().isBelow(figures.rate()) ? ""
                : "; then the " + virtual.getFirst().what().several() + " are the limit";
    }

    private String latency() {
        if (withVirtualThreads() < figures.rate()) {
            return "latency     grows as long as more arrives than comes through, with whatever threads";
        }
        String same = "latency     " + Durations.text(figures.latency()) + ", as before: no thread waits less";
        return kind() == Case.THREADS ? same + "; what goes is the queue for one" : same;
    }

    private String memory() {
        double threads = Math.max(figures.threads(), Math.ceil(figures.inFlight()));
        return "memory      some " + Numbers.text(Math.ceil(threads * MIB_A_THREAD)) + " MiB less than "
                + Bound.What.THREADS.of((int) threads) + " that wait, at some 0.1 MiB each";
    }
}
