package advise;

import static advise.Quantity.number;
import static advise.Quantity.perSecond;
import static advise.Quantity.time;

import advise.Advice.Kind;
import advise.Advice.Resource;
import common.commandline.Tool;
import java.util.ArrayList;
import java.util.List;

/** An advice in words, with the arithmetic line by line. */
final class AdviceText {
    /** A pool of so many threads is nothing unusual. */
    private static final double USUAL_POOL = 5_000;
    /** What a thread that waits has touched of its stack and of the kernel's: the class's lesson 4 measures it. */
    private static final double MIB_A_THREAD = 0.1;
    /** A gain of less than this part is none. */
    private static final double NOTABLE = 0.01;

    private static final String NOTHING_SHORT = "story --users 100 (a load for which there are threads enough)";

    private final Advice advice;
    private final ServiceFigures figures;
    private final double rate;

    private AdviceText(Advice advice) {
        this.advice = advice;
        this.figures = advice.figures();
        this.rate = figures.rate();
    }

    /** @param remarks on the figures: what was assumed, and what to doubt */
    static String of(Advice advice, List<String> remarks) {
        return new AdviceText(advice).text(remarks);
    }

    private String text(List<String> remarks) {
        List<String> lines = new ArrayList<>(Tool.lines("", verdict()));
        lines.add("");
        lines.addAll(Tool.lines("", asked()));
        remarks.forEach(remark -> lines.addAll(Tool.lines("", remark)));
        section(lines, "What each lets through: how many there are / how long a request keeps one", resources());
        lines.add("");
        lines.addAll(Tool.lines("", "Today: " + today()));
        section(lines, "The pool that it takes: in flight = rate × latency", pool());
        section(lines, figures.hasPool() ? "Virtual threads:" : "What that means:", changes());
        lines.add("");
        lines.add("See it: ./run.sh compare " + advice.shortage()
                .map(kind -> kind.experiment + " (" + kind.shows + ")").orElse(NOTHING_SHORT));
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
            return "It has no pool: no request waits for a thread." + advice.fullToday()
                    .map(full -> " What it is short of are " + full.several + ".").orElse("");
        }
        return advice.answeredThen() > advice.answeredToday() ? more() : noMore();
    }

    private String more() {
        if (advice.isTooMuchThen()) {
            return "Only up to " + perSecond(advice.answeredThen()) + ": your pool is too small, but so are the "
                    + advice.virtual().getFirst().kind().several
                    + ", and nothing would hold back what is too much for them.";
        }
        double needed = advice.threadsNeeded();
        return "Yes: your pool is too small for what arrives. Virtual threads are as many as arrive"
                + (needed > USUAL_POOL ? "." : "; so is a pool of " + number(needed) + ".")
                + advice.fullThen().map(full -> " Then the " + full.several + " are full.").orElse("");
    }

    private String noMore() {
        return switch (advice.shortage().orElse(null)) {
            case CARRIERS -> "No, as long as it waits in native code: there are too few carriers to wait on.";
            case CORES -> "No: it is short of cores, and threads of whatever kind make none.";
            case PERMITS -> "No: it is short of permits, and threads of whatever kind make none.";
            case THREADS -> "Perhaps: your pool is full, and a full pool answers just so many, however many more ask. "
                    + "If more than " + perSecond(rate) + " arrive, yes.";
            case null -> nothingShort();
        };
    }

    private String nothingShort() {
        if (figures.computes()) {
            return "No: its requests compute, and a pool of about as many threads as cores answers them more evenly.";
        }
        return advice.queuesForThreads() ? "Not for throughput; but the queue for a thread would go, with them or with "
                + "a pool of " + number(advice.threadsNeeded()) + "."
                : "Not for throughput, the pool is large enough; yes, if nobody shall have to choose its size.";
    }

    private String asked() {
        return "Of " + perSecond(rate) + ", each " + time(figures.latency())
                + (figures.isClosed() ? ": so often would " + number(figures.users())
                + " users ask who wait for their answers, if nothing else kept them waiting." : " without any queue.");
    }

    private List<String> resources() {
        List<String> lines = new ArrayList<>();
        advice.today().forEach(each -> lines.add(arithmetic(each) + " used by " + perSecond(rate)));
        advice.virtual().stream().filter(each -> !advice.today().contains(each))
                .forEach(each -> lines.add(arithmetic(each) + " used; for virtual threads only"));
        return lines.isEmpty() ? List.of("nothing that is known") : lines;
    }

    /** {@code 200 threads / 300 ms = 666.7/s, 75 %}. */
    private String arithmetic(Resource resource) {
        return resource.kind().count(resource.count()) + " / " + time(resource.kept())
                + (resource.kind() == Kind.CORES ? " of CPU time" : "") + " = " + perSecond(resource.most()) + ", "
                + number(100 * resource.used(rate)) + " %";
    }

    private String today() {
        if (advice.today().isEmpty()) {
            return "nothing that is known limits it.";
        }
        Resource narrowest = advice.today().getFirst();
        String several = narrowest.kind().several;
        if (narrowest.most() < rate) {
            return "the " + several + " limit it, at " + perSecond(narrowest.most()) + ". " + tooMuch(narrowest);
        }
        double wait = narrowest.meanWait(rate);
        String queue = Double.isInfinite(wait) ? "those who come by chance queue without end"
                : "a request waits " + time(wait) + " on average for a " + narrowest.kind().one
                + ", where they come by chance";
        if (narrowest.isFull(rate)) {
            return "the " + several + " are full. What is full answers just so many, however many more ask. "
                    + (figures.isClosed() ? "" : "If " + perSecond(rate) + " is what arrives, " + queue + ".");
        }
        return "nothing limits it" + (narrowest.keepsWaiting(figures) ? "; but " + queue + "." : ".");
    }

    private String tooMuch(Resource narrowest) {
        double most = narrowest.most();
        return figures.isClosed() ? answerTime(most) + " for an answer."
                : perSecond(rate - most) + " more arrive than are answered, so a queue grows, and with it everybody's "
                + "latency, for as long as that lasts.";
    }

    /** Of users who wait for their answers, where so many a second are answered. */
    private String answerTime(double answered) {
        return number(figures.users()) + " users / " + perSecond(answered) + " = " + time(figures.users() / answered);
    }

    private List<String> pool() {
        List<String> lines = new ArrayList<>();
        double answered = advice.answeredByAnyPool();
        boolean tooMuch = advice.isTooMuchForAnyPool();
        lines.add(perSecond(answered) + " × " + time(figures.latency()) + " = " + Kind.THREADS.count(advice.busy())
                + " busy on average" + (tooMuch ? "; no pool lets more through" : ""));
        if (figures.isClosed() && !tooMuch) {
            lines.add(number(figures.users()) + " users who wait for their answers never need more than "
                    + Kind.THREADS.count(Quantity.whole(figures.users())));
        } else if (!tooMuch) {
            lines.add("where requests come by chance (Poisson), it takes "
                    + Kind.THREADS.count(advice.threadsForChance()) + " to have one free in 999 of 1,000 moments");
        }
        if (figures.p99() > 0) {
            lines.add(perSecond(answered) + " × " + time(figures.p99()) + " = "
                    + Kind.THREADS.count(Quantity.whole(answered * figures.p99()))
                    + ", on a day when all are as slow as the p99 is now");
        }
        if (figures.hasPool()) {
            lines.add("yours, " + Kind.THREADS.count(figures.threads()) + ", is full when a request takes "
                    + number(figures.threads()) + " / " + perSecond(rate) + " = " + time(figures.threads() / rate));
        }
        return lines;
    }

    /** What virtual threads would change, and what not. */
    private List<String> changes() {
        List<String> lines = new ArrayList<>(List.of("throughput: " + throughput(), "latency: " + latency()));
        if (figures.permits() > 0) {
            lines.add("permits: " + permits());
        }
        if (advice.shortage().filter(kind -> kind == Kind.CARRIERS).isPresent()) {
            lines.add("carriers: -Djdk.virtualThreadScheduler.parallelism="
                    + Math.round(Quantity.whole(rate * figures.onCarrier()))
                    + " would be as many as it takes, if the cores have time for them");
        }
        lines.add("memory: " + memory());
        return lines;
    }

    private String throughput() {
        double now = advice.answeredToday();
        double then = advice.answeredThen();
        if (!figures.hasPool()) {
            return "as it is, " + perSecond(now);
        }
        if (then > now) {
            return perSecond(now) + " today, " + perSecond(then) + " with them: "
                    + (then / now < 1 + NOTABLE ? "next to nothing more" : number(then / now) + " times as many")
                    + ", if what it waits for can take that"
                    + advice.fullThen().map(full -> "; then the " + full.several
                    + (advice.isTooMuchThen() ? " are the limit" : " are full")).orElse("");
        }
        if (then < now) {
            return perSecond(now) + " today, only " + perSecond(then) + " with them: what is pinned keeps its carrier, "
                    + "of which there is one for each core";
        }
        return perSecond(now) + " today, and as much with them: " + switch (advice.shortage().orElse(null)) {
            case CORES -> "the cores are the limit, on whatever threads";
            case PERMITS -> "the permits are the limit, on whatever threads";
            case CARRIERS -> advice.isTooMuchThen() ? "the carriers let through no more than the threads did"
                    : "but then the carriers are full";
            case THREADS -> "that is all that arrives, as far as you say";
            case null -> "the threads are not the limit";
        };
    }

    private String latency() {
        if (advice.isTooMuchThen()) {
            return (figures.isClosed() ? answerTime(advice.answeredThen())
                    : "grows as long as more arrives than comes through") + ", with whatever threads";
        }
        return time(figures.latency()) + ", as before: what it waits for is no quicker"
                + (advice.queuesForThreads() ? "; what goes is the queue for a thread" : "")
                + advice.virtual().stream().findFirst().map(this::queue).orElse("");
    }

    private String queue(Resource narrowest) {
        double wait = narrowest.meanWait(rate);
        return !narrowest.keepsWaiting(figures) || Double.isInfinite(wait) ? ""
                : "; and " + time(wait) + " on average in the queue for a " + narrowest.kind().one
                + ", where requests come by chance";
    }

    private String permits() {
        boolean poolHoldsBack = figures.hasPool() && figures.threads() > figures.permits();
        return "they stay " + number(figures.permits()) + ". Who waits for one for too long gets an error"
                + (poolHoldsBack ? "; today at most " + Kind.THREADS.count(figures.threads() - figures.permits())
                + " wait, then as many requests as come: a semaphore there holds them back" : "");
    }

    private String memory() {
        if (advice.isTooMuchThen() && !figures.isClosed()) {
            return "grows with those who wait: only the server's limit on connections still holds them back";
        }
        double inFlight = figures.isClosed() ? figures.users() : advice.busy();
        return "on platform threads the " + number(Quantity.whole(inFlight)) + " in flight would take some "
                + number(Quantity.whole(inFlight * MIB_A_THREAD)) + " MiB more than on virtual ones"
                + (figures.hasPool() && inFlight > figures.threads() ? "; beside today's "
                + number(figures.threads()) + ", both take more" : "");
    }
}
