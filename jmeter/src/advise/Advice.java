package advise;

import static advise.Quantity.number;
import static advise.Quantity.perSecond;
import static advise.Quantity.time;

import advise.Resource.Kind;
import common.commandline.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The conclusions from a service's figures, with the arithmetic.
 *
 * @param today the resources of the service today, the bottleneck first
 * @param virtual the resources with virtual threads, the bottleneck first
 */
record Advice(ServiceFigures figures, List<Resource> today, List<Resource> virtual) {
    /** The largest pool that services commonly have. */
    static final double USUAL_POOL = 5_000;
    static final String PARALLELISM = "-Djdk.virtualThreadScheduler.parallelism=";
    /** A waiting platform thread's stack and kernel memory, as in lesson 4. */
    private static final double MIB_A_THREAD = 0.1;
    private static final double NOTABLE = 0.01;

    static Advice on(ServiceFigures figures) {
        List<Resource> virtual = Resource.known(figures, Kind.CORES, Kind.PERMITS, Kind.CARRIERS);
        return new Advice(figures, figures.hasPool()
                ? Resource.known(figures, Kind.CORES, Kind.PERMITS, Kind.THREADS) : virtual, virtual);
    }

    private double rate() {
        return figures.rate();
    }

    double answeredToday() {
        return Resource.answered(rate(), today);
    }

    double answeredByVirtual() {
        return Resource.answered(rate(), virtual);
    }

    private double answeredByAnyPool() {
        return Resource.answered(rate(), Resource.known(figures, Kind.CORES, Kind.PERMITS));
    }

    private Optional<Kind> full(List<Resource> resources) {
        return resources.stream().findFirst().filter(each -> each.isFull(rate())).map(Resource::kind);
    }

    Optional<Kind> shortage() {
        return full(virtual).or(() -> full(today));
    }

    private boolean isTooMuchForVirtual() {
        return answeredByVirtual() < rate();
    }

    private boolean isTooMuchForAnyPool() {
        return answeredByAnyPool() < rate();
    }

    boolean queuesForThreads() {
        return today.stream().filter(each -> each.kind() == Kind.THREADS)
                .anyMatch(threads -> threads.isFull(rate()) || threads.keepsWaiting(figures));
    }

    double busy() {
        return answeredByAnyPool() * figures.latency();
    }

    double threadsNeeded() {
        return isTooMuchForAnyPool() ? Quantity.whole(busy()) : enough(busy());
    }

    private double enough(double busy) {
        return figures.isClosed() ? Quantity.whole(figures.users()) : Resource.toHaveOneFree(busy);
    }

    /**
     * @param remarks assumptions and doubts
     * @param own how to measure these figures
     */
    String text(List<String> remarks, String own) {
        List<String> lines = new ArrayList<>(Tool.lines("", verdict()));
        lines.add("");
        lines.addAll(Tool.lines("", load()));
        remarks.forEach(remark -> lines.addAll(Tool.lines("", remark)));
        section(lines, "The limit of each resource: count / time for which a request keeps one",
                arithmetic());
        lines.add("");
        lines.addAll(Tool.lines("", "Today: " + limit()));
        section(lines, "The pool size needed: requests in flight = rate × latency", pool());
        section(lines, figures.hasPool() ? "With virtual threads:" : "What that means:", changes());
        lines.add("");
        lines.addAll(own.lines().toList());
        return String.join("\n", lines) + "\n";
    }

    String similarCase() {
        return "A similar case: ./run.sh compare " + shortage().map(kind -> kind.experiment + " (" + kind.shows + ")")
                .orElse("story --users 100 (a load for which the pool has enough threads)");
    }

    private static void section(List<String> lines, String heading, List<String> content) {
        lines.add("");
        lines.add(heading);
        content.forEach(each -> lines.addAll(Tool.lines("  ", each)));
    }

    private String verdict() {
        if (!figures.hasPool()) {
            return "The service has no pool: no request waits for a thread." + full(today)
                    .map(kind -> " It is short of " + kind.several + ".").orElse("");
        }
        if (answeredByVirtual() > answeredToday() && isTooMuchForVirtual()) {
            return "Yes, but only up to " + perSecond(answeredByVirtual()) + ". Your pool is too small, and there are "
                    + "also too few " + virtual.getFirst().kind().several
                    + ". Without the pool, any number of requests could wait for a "
                    + virtual.getFirst().kind().one + ".";
        }
        if (answeredByVirtual() > answeredToday()) {
            return "Yes: your pool is too small for the load. Virtual threads would be enough"
                    + (threadsNeeded() > USUAL_POOL ? "." : ", and so would a pool of "
                    + Kind.THREADS.count(threadsNeeded()) + ".")
                    + full(virtual).map(kind -> " The " + kind.several + " would then be full.").orElse("");
        }
        return switch (shortage().orElse(null)) {
            case CARRIERS -> "No, not while requests wait in native code. Such a request keeps its carrier, and "
                    + "there are too few carriers.";
            case CORES -> "No: the service is short of cores, and no kind of thread adds any.";
            case PERMITS -> "No: the service is short of permits, and no kind of thread adds any.";
            case THREADS -> "Perhaps: your pool is full. A full pool answers the same number of requests, however "
                    + "many arrive. If more than " + perSecond(rate()) + " arrive, yes.";
            case null -> figures.cpu() >= figures.latency() / 2
                    ? "No: the requests compute, and a pool with about one thread per core answers them more evenly."
                    : queuesForThreads() ? "No gain in throughput. But virtual threads, or a pool of "
                    + number(threadsNeeded()) + ", would remove the queue for a thread."
                    : "No gain in throughput: the pool is large enough. Virtual threads would only spare you the "
                    + "choice of its size.";
        };
    }

    private String load() {
        return "The load: " + perSecond(rate()) + ", each request " + time(figures.latency())
                + (figures.isClosed() ? ". " + number(figures.users())
                + " users who wait for their answers but never queue reach this rate." : " without queueing.");
    }

    private List<String> arithmetic() {
        List<String> lines = new ArrayList<>();
        today.forEach(each -> lines.add(arithmetic(each) + " used by " + perSecond(rate())));
        virtual.stream().filter(each -> !today.contains(each))
                .forEach(each -> lines.add(arithmetic(each) + " used by " + perSecond(rate())
                        + " (only with virtual threads)"));
        return lines.isEmpty() ? List.of("no limit is known") : lines;
    }

    private String arithmetic(Resource resource) {
        return resource.kind().count(resource.count()) + " / " + time(resource.kept())
                + (resource.kind() == Kind.CORES ? " of CPU time" : "") + " = " + perSecond(resource.most()) + ", "
                + number(100 * resource.utilization(rate())) + " %";
    }

    private String limit() {
        if (today.isEmpty()) {
            return "no known limit.";
        }
        Resource bottleneck = today.getFirst();
        String several = bottleneck.kind().several;
        double most = bottleneck.most();
        if (most < rate()) {
            return "the " + several + " limit the service to " + perSecond(most) + ". " + (figures.isClosed()
                    ? answerTime(most) + " for an answer."
                    : "The other " + perSecond(rate() - most) + " wait in a queue. The queue and every request's "
                    + "latency grow as long as this load lasts.");
        }
        double wait = bottleneck.meanWait(rate());
        String queue = Double.isInfinite(wait) ? "the queue of random arrivals grows without end"
                : "a request waits " + time(wait) + " on average for a " + bottleneck.kind().one
                + ", given random arrivals";
        if (bottleneck.isFull(rate())) {
            return "the " + several + " are full. Their throughput stays the same, however many requests arrive. "
                    + (figures.isClosed() ? "" : "If " + perSecond(rate()) + " is the arrival rate, " + queue + ".");
        }
        return "nothing limits the service" + (bottleneck.keepsWaiting(figures) ? "; but " + queue + "." : ".");
    }

    private String answerTime(double answered) {
        return number(figures.users()) + " users / " + perSecond(answered) + " = " + time(figures.users() / answered);
    }

    private List<String> pool() {
        List<String> lines = new ArrayList<>();
        String answered = perSecond(answeredByAnyPool());
        lines.add(answered + " × " + time(figures.latency()) + " = " + Kind.THREADS.count(busy()) + " busy on average"
                + (isTooMuchForAnyPool() ? "; no pool can answer more" : ""));
        if (!isTooMuchForAnyPool()) {
            String needed = Kind.THREADS.count(threadsNeeded());
            lines.add(figures.isClosed()
                    ? number(figures.users()) + " users who wait for their answers never need more than " + needed
                    : "with random arrivals (Poisson), a pool of " + needed + " has a free thread 99.9 % of the time");
        }
        if (figures.p99() > 0) {
            lines.add(answered + " × " + time(figures.p99()) + " = "
                    + Kind.THREADS.count(Quantity.whole(answeredByAnyPool() * figures.p99()))
                    + ", on a day when every request is as slow as today's p99");
        }
        if (figures.hasPool()) {
            lines.add("your pool of " + Kind.THREADS.count(figures.threads()) + " is full when a request takes "
                    + number(figures.threads()) + " / " + perSecond(rate()) + " = "
                    + time(figures.threads() / rate()));
        }
        return lines;
    }

    private List<String> changes() {
        List<String> lines = new ArrayList<>(List.of("throughput: " + throughput(), "latency: " + latency()));
        if (figures.permits() > 0) {
            int beyond = figures.threads() - figures.permits();
            lines.add("permits: still " + number(figures.permits()) + ". A request that waits too long for one fails"
                    + (figures.hasPool() && beyond > 0 ? ". Today at most " + Kind.THREADS.count(beyond)
                    + " wait for a permit; with virtual threads, any number of requests can, unless a semaphore "
                    + "(bulkhead) limits it" : ""));
        }
        if (shortage().filter(kind -> kind == Kind.CARRIERS).isPresent()) {
            double busy = rate() * figures.onCarrier();
            lines.add("carriers: " + number(busy) + " busy on average; with " + PARALLELISM + Math.round(enough(busy))
                    + (figures.isClosed() ? " there is one for each user"
                    : " one is free 99.9 % of the time")
                    + ". That is enough unless the cores become the limit");
        }
        if (figures.pinned() > 0) {
            lines.add("pinning: " + time(figures.pinned()) + " is the mean of all requests. If a few requests "
                    + "pin for long, others wait for a carrier. Run the calls that pin on platform threads");
        }
        lines.add("memory: " + memory());
        return lines;
    }

    private String throughput() {
        double now = answeredToday();
        double then = answeredByVirtual();
        if (!figures.hasPool()) {
            return perSecond(now) + ", as today";
        }
        if (then > now) {
            return perSecond(now) + " today, " + perSecond(then) + " with virtual threads: "
                    + (then / now < 1 + NOTABLE ? "hardly any gain" : number(then / now) + " times as many")
                    + ", if the called services can bear that load" + full(virtual).map(kind -> "; the "
                    + kind.several
                    + (isTooMuchForVirtual() ? " would then be the limit" : " would then be full")).orElse("");
        }
        if (then < now) {
            return perSecond(now) + " today, only " + perSecond(then) + " with virtual threads: a pinned request "
                    + "keeps its carrier, and there is only one carrier per core";
        }
        return perSecond(now) + " today, and the same with virtual threads: " + switch (shortage().orElse(null)) {
            case CORES -> "the cores are the limit with any kind of thread";
            case PERMITS -> "the permits are the limit with any kind of thread";
            case CARRIERS -> isTooMuchForVirtual() ? "the carriers let through no more than the threads do"
                    : "but the carriers would be full";
            case THREADS -> "no more requests arrive, according to your figures";
            case null -> "the threads are not the limit";
        };
    }

    private String latency() {
        if (isTooMuchForVirtual()) {
            return (figures.isClosed() ? answerTime(answeredByVirtual())
                    : "keeps growing with virtual threads, while more requests arrive than are answered")
                    + (isTooMuchForAnyPool() ? ", as with any kind of thread" : !figures.hasPool() ? ""
                    : answeredToday() < rate() ? "; it grows today, too, but a larger pool would be enough"
                    : "; today's pool keeps up, at " + time(figures.latency())
                    + (queuesForThreads() ? " plus the queue for a thread" : ""));
        }
        return time(figures.latency()) + ", as before: the waits themselves get no shorter"
                + (queuesForThreads() ? "; the queue for a thread disappears" : "")
                + virtual.stream().findFirst().filter(each -> each.keepsWaiting(figures)
                && Double.isFinite(each.meanWait(rate()))).map(each -> "; the queue for a "
                + each.kind().one + " adds " + time(each.meanWait(rate()))
                + " on average, given random arrivals").orElse("");
    }

    private String memory() {
        if (isTooMuchForVirtual() && !figures.isClosed()) {
            return "grows with the waiting requests, which only the server's connection limit bounds";
        }
        double inFlight = figures.isClosed() ? figures.users() : busy();
        return "on platform threads, the " + number(Quantity.whole(inFlight)) + " requests in flight would take about "
                + number(Quantity.whole(inFlight * MIB_A_THREAD)) + " MiB more than on virtual threads"
                + (figures.hasPool() && inFlight > figures.threads() ? "; both need more memory than today's "
                + Kind.THREADS.count(figures.threads()) : "");
    }
}
