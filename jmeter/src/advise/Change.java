package advise;

import java.util.ArrayList;
import java.util.List;

/** What virtual threads would change, and what not. Stateless. */
final class Change {
    /** What a thread that waits has touched of its stack and of the kernel's: the class's lesson 4 measures it. */
    private static final double MIB_A_THREAD = 0.1;
    /** A gain of less than this part is none. */
    private static final double NOTABLE = 0.01;

    private Change() {
    }

    static List<String> lines(Advice advice) {
        List<String> lines = new ArrayList<>(List.of("throughput: " + throughput(advice),
                "latency: " + latency(advice)));
        if (advice.figures().permits() > 0) {
            lines.add("permits: " + permits(advice.figures()));
        }
        if (advice.kind() == Case.CARRIERS) {
            lines.add("carriers: " + carriers(advice.figures()));
        }
        lines.add("memory: " + memory(advice));
        return lines;
    }

    private static String throughput(Advice advice) {
        double now = advice.answeredToday();
        double then = advice.answeredThen();
        if (!advice.figures().hasPool()) {
            return "as it is, " + Quantity.perSecond(now);
        }
        if (then > now) {
            return Quantity.perSecond(now) + " today, " + Quantity.perSecond(then) + " with them: "
                    + (then / now < 1 + NOTABLE ? "next to nothing more" : Quantity.text(then / now)
                    + " times as many") + ", if what it waits for can take that"
                    + advice.fullThen().map(bound -> "; then the " + bound.what().several()
                    + (advice.isTooMuchThen() ? " are the limit" : " are full")).orElse("");
        }
        if (then < now) {
            return Quantity.perSecond(now) + " today, only " + Quantity.perSecond(then) + " with them: what is pinned "
                    + "keeps its carrier, of which there is one for each core";
        }
        return Quantity.perSecond(now) + " today, and as much with them: " + same(advice);
    }

    private static String same(Advice advice) {
        return switch (advice.kind()) {
            case CPU -> "the cores are the limit, on whatever threads";
            case PERMITS -> "the permits are the limit, on whatever threads";
            case CARRIERS -> advice.isTooMuchThen() ? "the carriers let through no more than the threads did"
                    : "but then the carriers are full";
            case THREADS -> "that is all that arrives, as far as you say";
            case NOTHING -> "the threads are not the limit";
        };
    }

    private static String latency(Advice advice) {
        Figures figures = advice.figures();
        double answered = advice.answeredThen();
        if (figures.isClosed() && advice.isTooMuchThen()) {
            return Quantity.text(figures.users()) + " users / " + Quantity.perSecond(answered) + " = "
                    + Durations.text(figures.users() / answered) + ", with whatever threads";
        }
        if (advice.isTooMuchThen()) {
            return "grows as long as more arrives than comes through, with whatever threads";
        }
        String same = Durations.text(figures.latency()) + ", as before: what it waits for is no quicker";
        return same + (advice.queuesForThreads() ? "; what goes is the queue for a thread" : "")
                + advice.virtual().stream().findFirst().map(bound -> queue(figures, bound)).orElse("");
    }

    private static String queue(Figures figures, Bound bound) {
        double wait = bound.meanWait(figures.rate());
        return !bound.keepsWaiting(figures) || Double.isInfinite(wait) ? ""
                : "; and " + Durations.text(wait) + " on average in the queue for a " + bound.what().one()
                + ", where requests come by chance";
    }

    private static String permits(Figures figures) {
        boolean poolIsTheLimit = figures.hasPool() && figures.threads() > figures.permits();
        return "they stay " + Quantity.text(figures.permits()) + ". Who waits for one for too long gets an error"
                + (poolIsTheLimit ? "; today at most " + Bound.What.THREADS.of(figures.threads() - figures.permits())
                + " wait, then as many requests as come: a semaphore there holds them back" : "");
    }

    private static String carriers(Figures figures) {
        double computing = figures.cpu() > 0 ? figures.cpu() : 0;
        return "-Djdk.virtualThreadScheduler.parallelism="
                + Math.round(Quantity.whole(figures.rate() * (figures.pinned() + computing)))
                + " would be as many as it takes, if the cores have time for them";
    }

    private static String memory(Advice advice) {
        Figures figures = advice.figures();
        if (advice.isTooMuchThen() && !figures.isClosed()) {
            return "grows with those who wait: only the server's limit on connections still holds them back";
        }
        double inFlight = figures.isClosed() ? figures.users() : PoolSize.busy(advice);
        return "on platform threads the " + Quantity.text(Quantity.whole(inFlight)) + " in flight would take some "
                + Quantity.text(Quantity.whole(inFlight * MIB_A_THREAD)) + " MiB more than on virtual ones"
                + (figures.hasPool() && inFlight > figures.threads() ? "; beside today's "
                + Quantity.text(figures.threads()) + ", both take more" : "");
    }
}
