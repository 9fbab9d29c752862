package serviceone.law;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;

/**
 * Decides once a second whether the clients form an open or a closed loop. The verdict changes only after the evidence
 * has held for some seconds, because people read it on a screen.
 *
 * <p>If connections bring several requests, the loop is closed. If each brings one request, the load decides, which is
 * the number of requests in the queue and in flight. In a closed loop, the load stays at the number of clients. In a
 * saturated open loop, it grows.
 */
public final class ArrivalsWatch {
    public enum Arrivals {
        /** Treated as a closed loop. */
        UNKNOWN(false),
        /** Clients reuse their connections. */
        ASK_AGAIN(false),
        /** The service is saturated, but the load is steady. */
        LEVEL(false),
        /** The service is saturated, and the load grows. */
        GROWING(true),
        /** Each connection brings one request. A closed loop without keep-alive looks the same. */
        NEW_CONNECTIONS(true);

        private final boolean open;

        Arrivals(boolean open) {
            this.open = open;
        }

        public boolean areOpen() {
            return open;
        }

        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * What the service saw in the last seconds.
     *
     * @param kept     requests on reused connections
     * @param load     requests in the queue and in flight now
     * @param pressure the load, divided by the greatest load at which no request has to queue
     */
    public record Seen(double answered, double kept, double load, double pressure) {
    }

    /** Seconds; longer than the usual ramp-up of a closed loop. */
    static final int WATCHED = 12;
    /** Growth above this share of the answered requests is not chance. */
    private static final double CERTAIN_GROWTH = 0.05;
    /** Growth below this share may be chance. */
    private static final double CHANCE_GROWTH = 0.03;
    /** The last seconds, in which a finished ramp-up shows no more growth. */
    private static final int RECENT = 3;
    /** Growth is steady if recent growth is at least this share of the average. */
    private static final double STEADY = 0.85;
    /** Below this pressure, nobody can tell whether the load grows. */
    private static final double SATURATED = 1.2;
    /** So few answers may all go to a reader of {@code /stats}. */
    private static final int FEW_ANSWERS = 5;
    /** A share this small may come from a reader of {@code /stats}. */
    private static final double FEW_REUSED = 0.1;
    /** Seconds for which a finding must hold. */
    private static final int PATIENCE = 3;
    /** Longer for a change from open to closed, because chance can hide slow growth. */
    private static final int LEVEL_PATIENCE = 5;

    private final ArrayDeque<Double> loads = new ArrayDeque<>();
    private Arrivals verdict = Arrivals.UNKNOWN;
    private Arrivals finding = Arrivals.UNKNOWN;
    private int held;

    /** Must be called once a second. */
    public Arrivals add(Seen seen) {
        remember(seen);
        if (seen.load() == 0 && seen.answered() == 0) {
            verdict = Arrivals.UNKNOWN;
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

    private boolean falls(double chance) {
        return loads.size() >= 2 * RECENT && growth(RECENT) < -chance;
    }

    private Arrivals byGrowth(double answered) {
        double growth = growth(WATCHED - RECENT);
        if (growth > CERTAIN_GROWTH * answered && growth(RECENT) >= STEADY * growth * RECENT / (WATCHED - RECENT)) {
            return Arrivals.GROWING;
        }
        return Math.abs(growth) <= CHANCE_GROWTH * answered ? Arrivals.LEVEL : verdict;
    }

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
        // not NEW_CONNECTIONS: their second requests may still come
        if (verdict == Arrivals.UNKNOWN && found != Arrivals.NEW_CONNECTIONS) {
            return 1;
        }
        return verdict.areOpen() && found == Arrivals.LEVEL ? LEVEL_PATIENCE : PATIENCE;
    }
}
