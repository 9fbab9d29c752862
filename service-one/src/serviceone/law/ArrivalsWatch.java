package serviceone.law;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;

/**
 * Tells an open loop from a closed one by what the service sees of it, once a second. Changes its mind only when what
 * it sees has said so for a while: a verdict that changed every second would be of no use on a screen.
 *
 * <p>Where connections bring one request after the other, the loop is closed. Where each brings one, clients that come
 * back look like new ones. There the load tells: in a closed loop it stays at the number of clients, in an open one it
 * grows as long as more come than are answered. A load that comes up grows too, but comes to its end. Used by the
 * sampler's thread alone.
 */
public final class ArrivalsWatch {
    /** How requests come: whether they depend on answers, and by what that is seen. */
    public enum Arrivals {
        /** Nothing tells yet; taken as a closed loop. */
        UNKNOWN(false),
        /** Connections ask again once they are answered. */
        ASK_AGAIN(false),
        /** More want service than can have it, and they grow no more: those that are answered come again. */
        LEVEL(false),
        /** More want service than can have it, and they grow steadily: what comes does not wait for answers. */
        GROWING(true),
        /** Each request comes on a new connection: an open loop, or a closed one without keep-alive, taken for one. */
        NEW_CONNECTIONS(true);

        private final boolean open;

        Arrivals(boolean open) {
            this.open = open;
        }

        public boolean areOpen() {
            return open;
        }

        /** In words: as in {@code new connections}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * What is seen in a second. Immutable.
     *
     * @param answered requests answered in the last seconds
     * @param kept     those of the requests in these seconds that came on a connection which had brought one before
     * @param load     requests that want service now, in the queue and in flight
     * @param pressure how many times more want service than can have it without one waiting for another
     */
    public record Seen(double answered, double kept, double load, double pressure) {
    }

    /** Seconds of load to judge its growth by: more than the ramp-up that people mostly give to a closed loop. */
    static final int WATCHED = 12;
    /** Growth by more than this part of the requests answered meanwhile is none of chance's. */
    private static final double MUCH = 0.05;
    /** Growth by less than this part is chance: clients that are slow to ask again are missing now and then. */
    private static final double LITTLE = 0.03;
    /** The last of them, in which a load that has come up grows no more. */
    private static final int RECENT = 3;
    /** Growth in those, as part of what it would be if it had been the same all the time. */
    private static final double STEADY = 0.85;
    /** Of a load around what fits, nobody can say whether it grows. */
    private static final double SATURATED = 1.2;
    /** So few answers in the last seconds are somebody's look at the figures, or whether anybody is there. */
    private static final int A_LOOK = 5;
    /** Fewer requests on kept connections than this part are somebody else's, such as a look at the figures. */
    private static final double FEW = 0.1;
    /** Seconds for which another finding must hold to become the verdict. */
    private static final int PATIENCE = 3;
    /** The same where an open loop would be called a closed one: chance can stop the growth of a small surplus. */
    private static final int LEVEL_PATIENCE = 5;

    private final ArrayDeque<Double> loads = new ArrayDeque<>();      // of the last seconds, the oldest first
    private Arrivals verdict = Arrivals.UNKNOWN;
    private Arrivals finding = Arrivals.UNKNOWN;
    private int held;                       // for how many seconds the finding has been the same

    /** Takes in a second, and returns the verdict. */
    public Arrivals see(Seen seen) {
        remember(seen);
        if (seen.load() == 0 && seen.answered() == 0) {
            verdict = Arrivals.UNKNOWN;      // the next load is another one
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
        if (seen.kept() > FEW * seen.answered()) {
            return Arrivals.ASK_AGAIN;
        }
        if (!(seen.pressure() > SATURATED)) {
            return seen.answered() > A_LOOK && !falls(LITTLE * seen.answered()) ? Arrivals.NEW_CONNECTIONS : verdict;
        }
        return loads.size() < WATCHED ? verdict : byGrowth(seen.answered());
    }

    /** A load that ends: nobody comes, on whatever connection. */
    private boolean falls(double chance) {
        return loads.size() >= 2 * RECENT && growth(RECENT) < -chance;
    }

    /** In between, what was said before holds. */
    private Arrivals byGrowth(double answered) {
        double growth = growth(WATCHED - RECENT);
        if (growth > MUCH * answered && growth(RECENT) >= STEADY * growth * RECENT / (WATCHED - RECENT)) {
            return Arrivals.GROWING;
        }
        return Math.abs(growth) <= LITTLE * answered ? Arrivals.LEVEL : verdict;
    }

    /** In so many seconds until now, by the mean of a few readings at both ends. */
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
            return 1;      // who is answered for the first time asks again a little later
        }
        return verdict.areOpen() && found == Arrivals.LEVEL ? LEVEL_PATIENCE : PATIENCE;
    }
}
