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
 * What the figures come to: what lets how much through, today and with a virtual thread for each request, and the pool
 * that it would take; and the same in words, with the arithmetic line by line.
 *
 * @param today   what the service must have as it is, the narrowest first; empty where nothing is known to limit it
 * @param virtual what it must have with virtual threads, the narrowest first; may be empty
 */
record Advice(ServiceFigures figures, List<Resource> today, List<Resource> virtual) {
    /** A pool of so many threads is nothing unusual. */
    static final double USUAL_POOL = 5_000;
    static final String PARALLELISM = "-Djdk.virtualThreadScheduler.parallelism=";
    /** What a thread that waits has touched of its stack and of the kernel's: the class's lesson 4 measures it. */
    private static final double MIB_A_THREAD = 0.1;
    /** A gain of less than this part is none. */
    private static final double NOTABLE = 0.01;

    static Advice on(ServiceFigures figures) {
        List<Resource> virtual = Resource.known(figures, Kind.CORES, Kind.PERMITS, Kind.CARRIERS);
        return new Advice(figures, figures.hasPool()
                ? Resource.known(figures, Kind.CORES, Kind.PERMITS, Kind.THREADS) : virtual, virtual);
    }

    private double rate() {
        return figures.rate();
    }

    /** Requests a second that are answered today. */
    double answeredToday() {
        return Resource.carried(rate(), today);
    }

    /** Requests a second that would be answered with a virtual thread each. */
    double answeredThen() {
        return Resource.carried(rate(), virtual);
    }

    /** Requests a second that are answered with as many threads as it takes, of whatever kind. */
    private double answeredByAnyPool() {
        return Resource.carried(rate(), Resource.known(figures, Kind.CORES, Kind.PERMITS));
    }

    /** What is full, and narrower than all else. */
    private Optional<Kind> full(List<Resource> resources) {
        return resources.stream().findFirst().filter(each -> each.isFull(rate())).map(Resource::kind);
    }

    /** What is full with virtual threads too, else what only the pool is short of; empty where nothing is. */
    Optional<Kind> shortage() {
        return full(virtual).or(() -> full(today));
    }

    /** Whether more arrives than would be answered with virtual threads. */
    private boolean isTooMuchThen() {
        return answeredThen() < rate();
    }

    /** Whether more arrives than any number of threads would answer: a larger pool would only wait for the cores. */
    private boolean isTooMuchForAnyPool() {
        return answeredByAnyPool() < rate();
    }

    /** Whether requests wait for a thread today. */
    boolean queuesForThreads() {
        return today.stream().filter(each -> each.kind() == Kind.THREADS)
                .anyMatch(threads -> threads.isFull(rate()) || threads.keepsWaiting(figures));
    }

    /** In flight on average, and so busy threads, by Little's law. */
    double busy() {
        return answeredByAnyPool() * figures.latency();
    }

    /** Threads for all that the cores and permits let through. */
    double threadsNeeded() {
        return isTooMuchForAnyPool() ? Quantity.whole(busy()) : enough(busy());
    }

    /** Of threads or carriers, where so many are busy on average: users who wait never need more than one each. */
    private double enough(double busy) {
        return figures.isClosed() ? Quantity.whole(figures.users()) : Resource.toHaveOneFree(busy);
    }

    /**
     * @param remarks on the figures: what was assumed, and what to doubt
     * @param own     how to see it with these figures, or why that cannot be, or where it stands
     */
    String text(List<String> remarks, String own) {
        List<String> lines = new ArrayList<>(Tool.lines("", verdict()));
        lines.add("");
        lines.addAll(Tool.lines("", asked()));
        remarks.forEach(remark -> lines.addAll(Tool.lines("", remark)));
        section(lines, "What each lets through: how many there are / how long a request keeps one", arithmetic());
        lines.add("");
        lines.addAll(Tool.lines("", "Today: " + limit()));
        section(lines, "The pool that it takes: in flight = rate × latency", pool());
        section(lines, figures.hasPool() ? "Virtual threads:" : "What that means:", changes());
        lines.add("");
        lines.addAll(own.lines().toList());
        lines.add("Such a case: ./run.sh compare " + shortage().map(kind -> kind.experiment + " (" + kind.shows + ")")
                .orElse("story --users 100 (a load for which there are threads enough)"));
        return String.join("\n", lines) + "\n";
    }

    private static void section(List<String> lines, String heading, List<String> content) {
        lines.add("");
        lines.add(heading);
        content.forEach(each -> lines.addAll(Tool.lines("  ", each)));
    }

    /** The first line: should it go to virtual threads? */
    private String verdict() {
        if (!figures.hasPool()) {
            return "It has no pool: no request waits for a thread." + full(today)
                    .map(kind -> " What it is short of are " + kind.several + ".").orElse("");
        }
        if (answeredThen() > answeredToday() && isTooMuchThen()) {
            return "Only up to " + perSecond(answeredThen()) + ": your pool is too small, but so are the "
                    + virtual.getFirst().kind().several
                    + ", and nothing would hold back what is too much for them.";
        }
        if (answeredThen() > answeredToday()) {
            return "Yes: your pool is too small for what arrives. Virtual threads are as many as arrive"
                    + (threadsNeeded() > USUAL_POOL ? "." : "; so is a pool of " + number(threadsNeeded()) + ".")
                    + full(virtual).map(kind -> " Then the " + kind.several + " are full.").orElse("");
        }
        return switch (shortage().orElse(null)) {
            case CARRIERS -> "No, as long as it waits in native code: there are too few carriers to wait on.";
            case CORES -> "No: it is short of cores, and threads of whatever kind make none.";
            case PERMITS -> "No: it is short of permits, and threads of whatever kind make none.";
            case THREADS -> "Perhaps: your pool is full, and a full pool answers just so many, however many more ask. "
                    + "If more than " + perSecond(rate()) + " arrive, yes.";
            case null -> figures.cpu() >= figures.latency() / 2
                    ? "No: its requests compute, and a pool of about as many threads as cores answers them more evenly."
                    : queuesForThreads() ? "Not for throughput; but the queue for a thread would go, with them or with "
                    + "a pool of " + number(threadsNeeded()) + "."
                    : "Not for throughput, the pool is large enough; yes, if nobody shall have to choose its size.";
        };
    }

    private String asked() {
        return "Of " + perSecond(rate()) + ", each " + time(figures.latency())
                + (figures.isClosed() ? ": so often would " + number(figures.users())
                + " users ask who wait for their answers, if nothing else kept them waiting." : " without any queue.");
    }

    private List<String> arithmetic() {
        List<String> lines = new ArrayList<>();
        today.forEach(each -> lines.add(arithmetic(each) + " used by " + perSecond(rate())));
        virtual.stream().filter(each -> !today.contains(each))
                .forEach(each -> lines.add(arithmetic(each) + " used; for virtual threads only"));
        return lines.isEmpty() ? List.of("nothing that is known") : lines;
    }

    /** {@code 200 threads / 300 ms = 666.7/s, 75 %}. */
    private String arithmetic(Resource resource) {
        return resource.kind().count(resource.count()) + " / " + time(resource.kept())
                + (resource.kind() == Kind.CORES ? " of CPU time" : "") + " = " + perSecond(resource.most()) + ", "
                + number(100 * resource.used(rate())) + " %";
    }

    private String limit() {
        if (today.isEmpty()) {
            return "nothing that is known limits it.";
        }
        Resource narrowest = today.getFirst();
        String several = narrowest.kind().several;
        double most = narrowest.most();
        if (most < rate()) {
            return "the " + several + " limit it, at " + perSecond(most) + ". " + (figures.isClosed()
                    ? answerTime(most) + " for an answer."
                    : perSecond(rate() - most) + " more arrive than are answered, so a queue grows, and with it "
                    + "everybody's latency, for as long as that lasts.");
        }
        double wait = narrowest.meanWait(rate());
        String queue = Double.isInfinite(wait) ? "those who come by chance queue without end"
                : "a request waits " + time(wait) + " on average for a " + narrowest.kind().one
                + ", where they come by chance";
        if (narrowest.isFull(rate())) {
            return "the " + several + " are full. What is full answers just so many, however many more ask. "
                    + (figures.isClosed() ? "" : "If " + perSecond(rate()) + " is what arrives, " + queue + ".");
        }
        return "nothing limits it" + (narrowest.keepsWaiting(figures) ? "; but " + queue + "." : ".");
    }

    /** Of users who wait for their answers, where so many a second are answered. */
    private String answerTime(double answered) {
        return number(figures.users()) + " users / " + perSecond(answered) + " = " + time(figures.users() / answered);
    }

    private List<String> pool() {
        List<String> lines = new ArrayList<>();
        String answered = perSecond(answeredByAnyPool());
        lines.add(answered + " × " + time(figures.latency()) + " = " + Kind.THREADS.count(busy()) + " busy on average"
                + (isTooMuchForAnyPool() ? "; no pool lets more through" : ""));
        if (!isTooMuchForAnyPool()) {
            String needed = Kind.THREADS.count(threadsNeeded());
            lines.add(figures.isClosed()
                    ? number(figures.users()) + " users who wait for their answers never need more than " + needed
                    : "where requests come by chance (Poisson), it takes " + needed
                    + " to have one free in 999 of 1,000 moments");
        }
        if (figures.p99() > 0) {
            lines.add(answered + " × " + time(figures.p99()) + " = "
                    + Kind.THREADS.count(Quantity.whole(answeredByAnyPool() * figures.p99()))
                    + ", on a day when all are as slow as the p99 is now");
        }
        if (figures.hasPool()) {
            lines.add("yours, " + Kind.THREADS.count(figures.threads()) + ", is full when a request takes "
                    + number(figures.threads()) + " / " + perSecond(rate()) + " = "
                    + time(figures.threads() / rate()));
        }
        return lines;
    }

    /** What virtual threads would change, and what not. */
    private List<String> changes() {
        List<String> lines = new ArrayList<>(List.of("throughput: " + throughput(), "latency: " + latency()));
        if (figures.permits() > 0) {
            int beyond = figures.threads() - figures.permits();
            lines.add("permits: they stay " + number(figures.permits()) + ". Who waits for one for too long gets an "
                    + "error" + (figures.hasPool() && beyond > 0 ? "; today at most " + Kind.THREADS.count(beyond)
                    + " wait, then as many requests as come: a semaphore there holds them back" : ""));
        }
        if (shortage().filter(kind -> kind == Kind.CARRIERS).isPresent()) {
            double busy = rate() * figures.onCarrier();
            lines.add("carriers: " + number(busy) + " busy on average; " + PARALLELISM + Math.round(enough(busy))
                    + (figures.isClosed() ? " is one for each user"
                    : " has one free in 999 of 1,000 moments, as the pool above")
                    + ", if the cores have time for them");
        }
        lines.add("memory: " + memory());
        return lines;
    }

    private String throughput() {
        double now = answeredToday();
        double then = answeredThen();
        if (!figures.hasPool()) {
            return "as it is, " + perSecond(now);
        }
        if (then > now) {
            return perSecond(now) + " today, " + perSecond(then) + " with them: "
                    + (then / now < 1 + NOTABLE ? "next to nothing more" : number(then / now) + " times as many")
                    + ", if what it waits for can take that" + full(virtual).map(kind -> "; then the " + kind.several
                    + (isTooMuchThen() ? " are the limit" : " are full")).orElse("");
        }
        if (then < now) {
            return perSecond(now) + " today, only " + perSecond(then) + " with them: what is pinned keeps its carrier, "
                    + "of which there is one for each core";
        }
        return perSecond(now) + " today, and as much with them: " + switch (shortage().orElse(null)) {
            case CORES -> "the cores are the limit, on whatever threads";
            case PERMITS -> "the permits are the limit, on whatever threads";
            case CARRIERS -> isTooMuchThen() ? "the carriers let through no more than the threads did"
                    : "but then the carriers are full";
            case THREADS -> "that is all that arrives, as far as you say";
            case null -> "the threads are not the limit";
        };
    }

    private String latency() {
        if (isTooMuchThen()) {
            return (figures.isClosed() ? answerTime(answeredThen())
                    : "grows with them as long as more arrives than comes through") + (isTooMuchForAnyPool()
                    ? ", and with whatever threads" : !figures.hasPool() ? "" : answeredToday() < rate()
                    ? "; so it does today, and not with a larger pool" : "; today's pool keeps up, at "
                    + time(figures.latency()) + (queuesForThreads() ? " and the queue for a thread" : ""));
        }
        return time(figures.latency()) + ", as before: what it waits for is no quicker"
                + (queuesForThreads() ? "; what goes is the queue for a thread" : "")
                + virtual.stream().findFirst().filter(each -> each.keepsWaiting(figures)
                && Double.isFinite(each.meanWait(rate()))).map(each -> "; and " + time(each.meanWait(rate()))
                + " on average in the queue for a " + each.kind().one + ", where requests come by chance").orElse("");
    }

    private String memory() {
        if (isTooMuchThen() && !figures.isClosed()) {
            return "grows with those who wait: only the server's limit on connections still holds them back";
        }
        double inFlight = figures.isClosed() ? figures.users() : busy();
        return "on platform threads the " + number(Quantity.whole(inFlight)) + " in flight would take some "
                + number(Quantity.whole(inFlight * MIB_A_THREAD)) + " MiB more than on virtual ones"
                + (figures.hasPool() && inFlight > figures.threads() ? "; beside today's "
                + number(figures.threads()) + ", both take more" : "");
    }
}
