package advise;

import static advise.Quantity.count;
import static advise.Quantity.perSecond;
import static advise.Quantity.time;

import module java.base;
import common.commandline.Tool;
import common.law.LittlesLaw.Station;
import common.law.LittlesLaw;
import common.mode.Resource;
import text.Numbers;

/** What limits a service today, on a pool that is large enough, and on virtual threads. */
record Advice(ServiceFigures figures, LittlesLaw anyPool, LittlesLaw virtual) {
    private static final String NOTHING = "Virtual threads buy you nothing: ";
    private static final String ROW = "%-21s %-31s %12s %11s %12s  %s";
    private static final double FULL = 0.95;
    private static final double NOTABLE = 0.01;
    private static final double NEARLY_ALWAYS = 0.9;

    Advice(ServiceFigures figures) {
        this(figures, figures.law(Double.POSITIVE_INFINITY, Double.NaN),
                figures.law(Double.POSITIVE_INFINITY, figures.onCarrier()));
    }

    private LittlesLaw today() {
        return figures.hasPool() ? figures.law(figures.threads(), Double.NaN) : virtual;
    }

    double answeredToday() {
        return flow(today()).throughput();
    }

    double answeredByVirtual() {
        return flow(virtual).throughput();
    }

    private LittlesLaw.Flow flow(LittlesLaw law) {
        return figures.isClosed() ? law.closed(figures.users()) : law.open(figures.rate());
    }

    /** The utilization law. More than 1 if requests cannot all be answered. */
    private double demand(LittlesLaw law) {
        return figures.rate() / law.mostThroughput();
    }

    private boolean isFull(LittlesLaw law) {
        return demand(law) >= FULL;
    }

    double threadsNeeded() {
        return Math.min(mostUseful(), oneIsFree(figures.latency()));
    }

    /** If a request holds the scarcest resource nearly always, a thread more than there are units finds none. */
    private double mostUseful() {
        Station limit = anyPool.bottleneck();
        return limit.held() >= NEARLY_ALWAYS * figures.latency()
                ? limit.many() : Double.POSITIVE_INFINITY;
    }

    /** @param held how long each request holds one */
    private double oneIsFree(double held) {
        double one = RandomArrivals.oneIsFree(flow(anyPool).throughput() * held);
        return figures.isClosed() ? Math.min(Math.ceil(figures.users()), one) : one;
    }

    String text(List<String> notes) {
        List<String> lines = new ArrayList<>(Tool.lines("", verdict()));
        lines.add("");
        lines.add(arithmetic() + ", if none queues (Little's law)");
        lines.add("");
        lines.add(ROW.formatted("", "limit", "at most", "demand", "answered", "latency, at least")
                .stripTrailing());
        lines.add(row(figures.hasPool() ? "today: " + poolOf(figures.threads()) : "today: no pool",
                today()));
        lines.add(row(poolOf(threadsNeeded()), figures.law(threadsNeeded(), Double.NaN)));
        if (figures.hasPool()) {
            lines.add(row("virtual threads", virtual));
        }
        lines.add("");
        Stream.concat(notes.stream(), notes().stream())
                .forEach(note -> lines.addAll(Tool.lines("", note)));
        lines.add("See \"Should I switch?\" in README.md: ./run.sh compare " + experiment());
        return String.join("\n", lines) + "\n";
    }

    private String arithmetic() {
        String rate = perSecond(figures.rate());
        String latency = time(figures.latency());
        if (figures.isClosed()) {
            return count(figures.users(), "users") + " / " + latency + " = " + rate;
        }
        return rate + " × " + latency + " = " + count(figures.inFlight(), "requests")
                + " in flight";
    }

    private String experiment() {
        if (figures.cores() == 1) {
            return "one-core";
        }
        boolean isOverloaded = isFull(virtual) && !figures.isClosed();
        return switch (virtual.bottleneck().resource()) {
            case CORES -> "hogs";
            case CARRIERS -> "pinned";
            case PERMITS -> isOverloaded ? "lost-limit" : "database-permits";
            default -> "pool-sweep";
        };
    }

    private String row(String name, LittlesLaw law) {
        Station limit = law.bottleneck();
        boolean grows = !figures.isClosed() && demand(law) >= 1;
        return ROW.formatted(name, limit(limit), perSecond(limit.throughput()),
                Numbers.percent(demand(law)), perSecond(flow(law).throughput()),
                grows ? "grows" : time(flow(law).response()));
    }

    private static String poolOf(double threads) {
        return "pool of " + Numbers.text(threads);
    }

    private static String limit(Station station) {
        if (Double.isInfinite(station.throughput())) {
            return "none is known";
        }
        Resource resource = station.resource();
        return count(station.many(), resource.words()) + " / " + time(station.held())
                + (resource == Resource.CORES ? " of CPU time" : "");
    }

    private static String limitAndRate(LittlesLaw law) {
        return limit(law.bottleneck()) + " = " + perSecond(law.mostThroughput());
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (isFull(anyPool)) {
            notes.add("A pool above " + Numbers.text(threadsNeeded())
                    + " only lengthens the queue for the "
                    + anyPool.bottleneck().resource().words() + ".");
        } else if (!figures.isClosed() && oneIsFree(figures.latency()) <= mostUseful()) {
            notes.add("A " + poolOf(threadsNeeded()) + " has a free thread 99.9 % of the time, "
                    + "if requests arrive at random (Poisson).");
        }
        if (!(figures.cpu() > 0)) {
            notes.add("Without --cpu, the cores do not count as a limit.");
        }
        if (figures.permits() == 0) {
            notes.add("Without --permits, database connections do not count as a limit.");
        }
        return notes;
    }

    private String verdict() {
        if (!figures.hasPool()) {
            return withoutPool();
        }
        double gain = answeredByVirtual() / answeredToday() - 1;
        if (gain >= NOTABLE) {
            return gain(gain);
        }
        if (virtual.mostThroughput() < anyPool.mostThroughput() && isFull(virtual)) {
            return pinned();
        }
        if (isFull(anyPool)) {
            return NOTHING + limitAndRate(anyPool) + " is the limit with any kind of thread, and "
                    + perSecond(figures.rate())
                    + (figures.isClosed() ? " are asked for." : " arrive.");
        }
        if (today().mostThroughput() >= anyPool.mostThroughput()) {
            return NOTHING + "the first limit that a growing load meets is " + limitAndRate(anyPool)
                    + ", not " + pool() + " ("
                    + perSecond(figures.threads() / figures.latency()) + ").";
        }
        if (figures.isClosed()) {
            return NOTHING + Numbers.text(figures.users())
                    + " users never need more threads than that, " + "and your pool has "
                    + Numbers.text(figures.threads()) + ".";
        }
        return isFull(today()) ? fullPool() : threadsFirst();
    }

    private String pool() {
        return "your " + poolOf(figures.threads());
    }

    private String withoutPool() {
        String none = "Your service has no pool, so no request waits for a thread.";
        return isFull(today()) ? none + " Its limit is " + limitAndRate(today()) + "." : none;
    }

    private String gain(double gain) {
        String more = gain < 0.5 ? Numbers.percent(gain, 0) + " more"
                : Numbers.text(Math.round(10 * gain + 10) / 10.0) + " times as many";
        double pooled = flow(anyPool).throughput();
        String enough = pooled > answeredByVirtual() ? " would answer " + perSecond(pooled) + "."
                : " would do, too.";
        String next = isFull(virtual)
                ? " Then requests queue at the next limit, " + limitAndRate(virtual) + "." : "";
        return "Virtual threads answer " + more + ", " + perSecond(answeredByVirtual())
                + ", because " + pool() + " answers at most " + perSecond(answeredToday()) + ". A "
                + poolOf(threadsNeeded()) + enough + next;
    }

    private String pinned() {
        return "No: " + pool() + " answers " + perSecond(answeredToday())
                + ", virtual threads at most " + perSecond(virtual.mostThroughput()) + " ("
                + limit(virtual.bottleneck())
                + "), because a request in native code keeps its carrier. "
                + "-Djdk.virtualThreadScheduler.parallelism="
                + Math.round(oneIsFree(figures.onCarrier())) + " would do.";
    }

    private String fullPool() {
        return "Perhaps: " + pool() + " is full. It answers at most "
                + perSecond(today().mostThroughput())
                + ", however many requests arrive. If more do, virtual threads answer them, and so does a "
                + poolOf(threadsNeeded()) + ".";
    }

    /** The threads are the first limit that a growing load meets. */
    private String threadsFirst() {
        double wait = RandomArrivals.meanWait(figures.rate(), today().bottleneck());
        if (wait < NOTABLE * figures.latency()) {
            return NOTHING + "with " + count(figures.inFlight(), "requests")
                    + " in flight on average, " + pool()
                    + " is large enough. It would be too small above "
                    + perSecond(today().mostThroughput()) + ", or if a request took longer than "
                    + time(figures.threads() / figures.rate()) + ".";
        }
        return "Only latency: if arrivals and durations are random, each waits " + time(wait)
                + " on average for a thread of " + pool()
                + ". Virtual threads end that, and so does a " + poolOf(threadsNeeded())
                + ". Throughput stays " + perSecond(figures.rate()) + ".";
    }
}
