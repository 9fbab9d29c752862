package advise;

import java.util.ArrayList;
import java.util.List;

/** The pool that it takes: in flight = rate × latency (Little's law). Stateless. */
final class PoolSize {
    private PoolSize() {
    }

    /** Threads for all that the cores and permits let through. */
    static double needed(Advice advice) {
        Figures figures = advice.figures();
        if (isTooMuch(advice)) {
            return Quantity.whole(busy(advice));
        }
        return figures.isClosed() ? Quantity.whole(figures.users()) : chance(advice);
    }

    private static double chance(Advice advice) {
        return Queueing.threadsToHaveOneFree(busy(advice));
    }

    private static double rate(Advice advice) {
        return Bound.carried(advice.figures().rate(), Bound.shared(advice.figures()));
    }

    /** In flight on average, by Little's law. */
    static double busy(Advice advice) {
        return rate(advice) * advice.figures().latency();
    }

    /** Whether more arrives than any number of threads would answer: a larger pool would only wait for the cores. */
    private static boolean isTooMuch(Advice advice) {
        return rate(advice) < advice.figures().rate();
    }

    static List<String> lines(Advice advice) {
        Figures figures = advice.figures();
        List<String> lines = new ArrayList<>();
        double rate = rate(advice);
        lines.add(Quantity.perSecond(rate) + " × " + Durations.text(figures.latency()) + " = "
                + Bound.What.THREADS.of(busy(advice)) + " busy on average"
                + (isTooMuch(advice) ? "; no pool lets more through" : ""));
        if (figures.isClosed() && !isTooMuch(advice)) {
            lines.add(Quantity.text(figures.users()) + " users who wait for their answers never need more than "
                    + Bound.What.THREADS.of(Quantity.whole(figures.users())));
        } else if (!isTooMuch(advice)) {
            lines.add("where requests come by chance (Poisson), it takes " + Bound.What.THREADS.of(chance(advice))
                    + " to have one free in 999 of 1,000 moments");
        }
        if (figures.p99() > 0) {
            lines.add(Quantity.perSecond(rate) + " × " + Durations.text(figures.p99()) + " = "
                    + Bound.What.THREADS.of(Quantity.whole(rate * figures.p99()))
                    + ", on a day when all are as slow as the p99 is now");
        }
        if (figures.hasPool()) {
            lines.add("yours, " + Bound.What.THREADS.of(figures.threads()) + ", is full when a request takes "
                    + Quantity.text(figures.threads()) + " / " + Quantity.perSecond(figures.rate()) + " = "
                    + Durations.text(figures.threads() / figures.rate()));
        }
        return lines;
    }
}
