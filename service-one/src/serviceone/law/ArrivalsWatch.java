package serviceone.law;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;

/**
 * Decides once a second, from what the service sees, whether the load is an open or a closed loop. It changes its
 * verdict only after the evidence has held for some seconds: a verdict that changes every second would be useless on a
 * screen.
 *
 * <p>If connections bring one request after the other, the loop is closed. If each brings only one request, returning
 * clients look like new ones. Then the load decides: in a closed loop it stays at the number of clients, in an open one
 * it grows while more requests come than are answered. During a ramp-up it grows, too, but not for long. Used by the
 * sampler's thread alone.
 */
public final class ArrivalsWatch {
    /** Whether requests depend on earlier answers, and the evidence for it. */
    public enum Arrivals {
        /** No evidence yet; treated as a closed loop. */
        UNKNOWN(false),
        /** Connections bring another request after each answer. */
        ASK_AGAIN(false),
        /** The service is saturated, but the load is steady: clients come again after their answers. */
        LEVEL(false),
        /** The service is saturated and the load grows steadily: requests do not wait for answers. */
        GROWING(true),
        /**
         * Each request comes on a new connection: an open loop, or a closed one without keep-alive, which is treated as
         * open.
         */
        NEW_CONNECTIONS(true);

        private final boolean open;

        Arrivals(boolean open) {
            this.open = open;
        }

        public boolean areOpen() {
            return open;
        }

        /** The constant's name in words, such as {@code new connections}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * What the service saw in a second.
     *
     * @param answered the number of requests answered in the last seconds
     * @param kept     the number of requests in these seconds on a reused connection
     * @param load     the number of requests in the queue and in flight now
     * @param pressure the recent load, divided by the greatest load under which no request waits for another
     */
    public record Seen(double answered, double kept, double load, double pressure) {
    }

    /** Seconds over which growth is judged: longer than the usual ramp-up of a closed loop. */
    static final int WATCHED = 12;
    /** Growth by more than this share of the requests answered in the same time is not chance. */
    private static final double CERTAIN_GROWTH = 0.05;
    /** Growth by less than this share is chance: some clients are slow to send their next request. */
    private static final double CHANCE_GROWTH = 0.03;
    /** How many of these seconds count as recent. After a ramp-up, the load no longer grows in them. */
    private static final int RECENT = 3;
    /** The load grows steadily if its recent growth is at least this share of its average growth. */
    private static final double STEADY = 0.85;
    /** Below this pressure, nobody can tell whether the load grows. */
    private static final double SATURATED = 1.2;
    /** This many answers or fewer are not a load: perhaps somebody looks at the figures. */
    private static final int FEW_ANSWERS = 5;
    /** A smaller share of requests on reused connections is not evidence: perhaps somebody looks at the figures. */
    private static final double FEW_REUSED = 0.1;
    /** Seconds for which a new finding must hold before it becomes the verdict. */
    private static final int PATIENCE = 3;
    /** The same for calling an open loop closed: chance can hide the growth of a small surplus. */
    private static final int LEVEL_PATIENCE = 5;

    private final ArrayDeque<Double> loads = new ArrayDeque<>();      // of the last seconds, the oldest first
    private Arrivals verdict = Arrivals.UNKNOWN;
    private Arrivals finding = Arrivals.UNKNOWN;
    private int held;      // for how many seconds the finding has held

    /** Adds the figures of a second, and returns the verdict. */
    public Arrivals add(Seen seen) {
        remember(seen);
        if (seen.load() == 0 && seen.answered() == 0) {
            verdict = Arrivals.UNKNOWN;      // the next load may be of another kind
        } else {
            weigh(find(seen));
        }
        return verdict;
    }

    private void remember(Seen seen) {
        loads.addLast(seen.load());
        if (loads.size() > WATCHED) {
            loads.removeFirst();
        }
        if (seen.load() == 0) {
            loads.clear();
        }
    }

    private Arrivals find(Seen seen) {
        if (seen.kept() > FEW_REUSED * seen.answered()) {
            return Arrivals.ASK_AGAIN;
        }
        if (!(seen.pressure() > SATURATED)) {
            return seen.answered() > FEW_ANSWERS && !falls(CHANCE_GROWTH * seen.answered())
                    ? Arrivals.NEW_CONNECTIONS : verdict;
        }
        return loads.size() < WATCHED ? verdict : byGrowth(seen.answered());
    }

    /** Whether the load is falling because no more requests come, neither on new nor on open connections. */
    private boolean falls(double chance) {
        return loads.size() >= 2 * RECENT && growth(RECENT) < -chance;
    }

    /** Between the two thresholds, the verdict stays. */
    private Arrivals byGrowth(double answered) {
        double growth = growth(WATCHED - RECENT);
        if (growth > CERTAIN_GROWTH * answered && growth(RECENT) >= STEADY * growth * RECENT / (WATCHED - RECENT)) {
            return Arrivals.GROWING;
        }
        return Math.abs(growth) <= CHANCE_GROWTH * answered ? Arrivals.LEVEL : verdict;
    }

    /** The growth over the last {@code seconds}, from the means of a few readings at both ends. */
    private double growth(int seconds) {
        List<Double> all = List.copyOf(loads);
        int end = all.size() - seconds;
        return mean(all.subList(all.size() - RECENT, all.size())) - mean(all.subList(end - RECENT, end));
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(each -> each).average().orElse(0);
    }

    private void weigh(Arrivals found) {
        held = found == finding ? held + 1 : 1;
        finding = found;
        if (held >= patience(found)) {
            verdict = found;
        }
    }

    private int patience(Arrivals found) {
        if (verdict == Arrivals.UNKNOWN && found != Arrivals.NEW_CONNECTIONS) {
            return 1;      // new connections need more time, because their second requests may be about to come
        }
        return verdict.areOpen() && found == Arrivals.LEVEL ? LEVEL_PATIENCE : PATIENCE;
    }
}
