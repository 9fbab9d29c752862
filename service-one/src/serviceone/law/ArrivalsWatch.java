package serviceone.law;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;

/**
 * Decides once a second whether the clients form an open or a closed loop. The verdict changes only after the evidence
 * has held for some seconds, because people read it on a screen.
 *
 * <p>If connections bring several requests, the loop is closed. If each brings one request, the load decides: the
 * requests in the queue and in flight. In a closed loop, the load stays at the number of clients. In a saturated open
 * loop, it grows. During a ramp-up it grows, too, but not for long. Used by the sampler's thread alone.
 */
public final class ArrivalsWatch {
    /** Whether clients wait for an answer before they ask again, and the evidence for this. */
    public enum Arrivals {
        /** Treated as a closed loop. */
        UNKNOWN(false),
        /** Connections bring another request after each answer. */
        ASK_AGAIN(false),
        /** The service is saturated, but the load is steady: clients wait for answers. */
        LEVEL(false),
        /** The service is saturated and the load grows: clients do not wait for answers. */
        GROWING(true),
        /** Each connection brings one request. Without keep-alive, a closed loop looks the same. */
        NEW_CONNECTIONS(true);

        private final boolean open;

        Arrivals(boolean open) {
            this.open = open;
        }

        public boolean areOpen() {
            return open;
        }

        /** Such as {@code new connections}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * What the service saw in the last seconds.
     *
     * @param answered the requests answered
     * @param kept     the requests on reused connections
     * @param load     the requests in the queue and in flight now
     * @param pressure the load, divided by the greatest load under which no request queues
     */
    public record Seen(double answered, double kept, double load, double pressure) {
    }

    /** The seconds over which growth is judged. A closed loop's ramp-up is usually shorter. */
    static final int WATCHED = 12;
    /** More growth than this share of the answered requests is not chance. */
    private static final double CERTAIN_GROWTH = 0.05;
    /** Less growth than this share may be chance: some clients are slow to ask again. */
    private static final double CHANCE_GROWTH = 0.03;
    /** How many seconds are recent. After a ramp-up, the load no longer grows in them. */
    private static final int RECENT = 3;
    /** Growth is steady if recent growth is at least this share of the average. */
    private static final double STEADY = 0.85;
    /** Below this pressure, nobody can tell whether the load grows. */
    private static final double SATURATED = 1.2;
    /** So few answers may all have gone to somebody who is reading the figures at {@code /stats}. */
    private static final int FEW_ANSWERS = 5;
    /** A smaller share of reused connections may come from somebody who is reading the figures. */
    private static final double FEW_REUSED = 0.1;
    /** The seconds for which a finding must hold to become the verdict. */
    private static final int PATIENCE = 3;
    /** The same for a change from open to closed, because chance can hide slow growth. */
    private static final int LEVEL_PATIENCE = 5;

    private final ArrayDeque<Double> loads = new ArrayDeque<>();      // the oldest first
    private Arrivals verdict = Arrivals.UNKNOWN;
    private Arrivals finding = Arrivals.UNKNOWN;
    private int held;      // the seconds for which the finding has held

    /** Must be called once a second. Returns the verdict. */
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

    /** Whether the load is falling because no more requests come. */
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

    /** Compares the mean of the last few readings with the mean of those so many seconds earlier. */
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
        // NEW_CONNECTIONS needs patience: their second requests may be about to come.
        if (verdict == Arrivals.UNKNOWN && found != Arrivals.NEW_CONNECTIONS) {
            return 1;
        }
        return verdict.areOpen() && found == Arrivals.LEVEL ? LEVEL_PATIENCE : PATIENCE;
    }
}
