package advise;

import static advise.Quantity.count;
import static advise.Quantity.perSecond;
import static advise.Quantity.time;

import module java.base;
import common.commandline.Tool;
import common.law.LittlesLaw.Flow;
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

    private Flow flow(LittlesLaw law) {
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
        return limit.held() >= NEARLY_ALWAYS * figures.latency() ? limit.many() : Double.POSITIVE_INFINITY;
    }

    /** @param held how long each request holds one */
    private double oneIsFree(double held) {
        double one = RandomArrivals.oneIsFree(flow(anyPool).throughput() * held);
        return figures.isClosed() ? Math.min(Math.ceil(figures.users()), one) : one;
    }

    String text(List<String> notes) {
        List<String> lines = new ArrayList<>(Tool.lines("", verdict()));
        lines.add("");
        lines.add(figures.isClosed()
                ? count(figures.users(), "users") + " / " + time(figures.latency()) + " = " + perSecond(figures.rate())
                + ", if none queues (Little's law)"
                : perSecond(figures.rate()) + " × " + time(figures.latency()) + " = "
                + count(figures.inFlight(), "requests") + " in flight, if none queues (Little's law)");
        lines.add("");
        lines.add(ROW.formatted("", "limit", "at most", "demand", "answered", "latency, at least").stripTrailing());
        lines.add(row(figures.hasPool() ? "today: " + poolOf(figures.threads()) : "today: no pool", today()));
        lines.add(row(poolOf(threadsNeeded()), figures.law(threadsNeeded(), Double.NaN)));
        if (figures.hasPool()) {
            lines.add(row("virtual threads", virtual));
        }
        lines.add("");
        Stream.concat(notes.stream(), notes()).forEach(note -> lines.addAll(Tool.lines("", note)));
        lines.add("See \"Should I switch?\" in README.md: ./run.sh compare " + experiment());
        return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    }

    private String experiment() {
        return figures.cores() == 1 ? "one-core" : switch (virtual.bottleneck().resource()) {
            case CORES -> "hogs";
            case CARRIERS -> "pinned";
            case PERMITS -> isFull(virtual) && !figures.isClosed() ? "lost-limit" : "database-permits";
            default -> "pool-sweep";
        };
    }

    private String row(String name, LittlesLaw law) {
        Station limit = law.bottleneck();
        boolean grows = !figures.isClosed() && demand(law) >= 1;
        return ROW.formatted(name, limit(limit), perSecond(limit.throughput()), Numbers.percent(demand(law)),
                perSecond(flow(law).throughput()), grows ? "grows" : time(flow(law).response()));
    }

    private static String poolOf(double threads) {
        return "pool of " + Numbers.text(threads);
    }

    private static String limit(Station station) {
        return Double.isInfinite(station.throughput()) ? "none is known"
                : count(station.many(), station.resource().words()) + " / " + time(station.held())
                + (station.resource() == Resource.CORES ? " of CPU time" : "");
    }

    private static String limitAndRate(LittlesLaw law) {
        return limit(law.bottleneck()) + " = " + perSecond(law.mostThroughput());
    }

    private Stream<String> notes() {
        boolean isRandom = !figures.isClosed() && oneIsFree(figures.latency()) <= mostUseful();
        return Stream.of(isFull(anyPool) ? "A pool above " + Numbers.text(threadsNeeded())
                + " only lengthens the queue for the " + anyPool.bottleneck().resource().words() + "."
                : isRandom ? "A " + poolOf(threadsNeeded()) + " has a free thread 99.9 % of the time, if requests "
                + "arrive at random (Poisson)." : "",
                figures.cpu() > 0 ? "" : "Without --cpu, the cores do not count as a limit.",
                figures.permits() > 0 ? "" : "Without --permits, database connections do not count as a limit.")
                .filter(note -> !note.isEmpty());
    }

    private String verdict() {
        if (!figures.hasPool()) {
            return "Your service has no pool, so no request waits for a thread." + (isFull(today())
                    ? " Its limit is " + limitAndRate(today()) + "." : "");
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
                    + perSecond(figures.rate()) + (figures.isClosed() ? " are asked for." : " arrive.");
        }
        if (today().mostThroughput() >= anyPool.mostThroughput()) {
            return NOTHING + "the first limit that a growing load meets is " + limitAndRate(anyPool) + ", not your "
                    + poolOf(figures.threads()) + " (" + perSecond(figures.threads() / figures.latency()) + ").";
        }
        return figures.isClosed() ? NOTHING + Numbers.text(figures.users()) + " users never need more threads than "
                + "that, and your pool has " + Numbers.text(figures.threads()) + "." : threadsFirst();
    }

    private String gain(double gain) {
        double pooled = flow(anyPool).throughput();
        return "Virtual threads answer " + (gain < 0.5 ? Numbers.percent(gain, 0) + " more"
                : Numbers.text(Math.round(10 * gain + 10) / 10.0) + " times as many") + ", "
                + perSecond(answeredByVirtual()) + ", because your " + poolOf(figures.threads()) + " answers at most "
                + perSecond(answeredToday()) + ". A " + poolOf(threadsNeeded()) + (pooled > answeredByVirtual()
                ? " would answer " + perSecond(pooled) + "." : " would do, too.")
                + (isFull(virtual) ? " Then requests queue at the next limit, " + limitAndRate(virtual) + "." : "");
    }

    private String pinned() {
        return "No: your " + poolOf(figures.threads()) + " answers " + perSecond(answeredToday())
                + ", virtual threads at most " + perSecond(virtual.mostThroughput()) + " (" + limit(
                virtual.bottleneck()) + "), because a request in native code keeps its carrier. "
                + "-Djdk.virtualThreadScheduler.parallelism=" + Math.round(oneIsFree(figures.onCarrier()))
                + " would do.";
    }

    /** The threads are the first limit that a growing load meets. */
    private String threadsFirst() {
        if (isFull(today())) {
            return "Perhaps: your " + poolOf(figures.threads()) + " is full. It answers at most "
                    + perSecond(today().mostThroughput()) + ", however many requests arrive. If more do, virtual "
                    + "threads answer them, and so does a " + poolOf(threadsNeeded()) + ".";
        }
        double wait = RandomArrivals.meanWait(figures.rate(), today().bottleneck());
        return wait < NOTABLE * figures.latency()
                ? NOTHING + "with " + count(figures.inFlight(), "requests") + " in flight on average, your "
                + poolOf(figures.threads()) + " is large enough. It would be too small above "
                + perSecond(today().mostThroughput()) + ", or if a request took longer than "
                + time(figures.threads() / figures.rate()) + "."
                : "Only latency: if arrivals and durations are random, each waits " + time(wait) + " on average for a "
                + "thread of your " + poolOf(figures.threads()) + ". Virtual threads end that, and so does a "
                + poolOf(threadsNeeded()) + ". Throughput stays " + perSecond(figures.rate()) + ".";
    }
}
