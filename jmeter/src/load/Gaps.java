package load;

import java.util.Arrays;

/**
 * The times between arrivals, compared with those of a Poisson process by the distance of Kolmogorov and Smirnov. A JTL
 * has whole milliseconds, which is taken into account exactly: a span is recorded as k where it and the fraction of a
 * millisecond at which it began sum up to less than k + 1. So that a late millisecond does not count as another
 * distribution, each span is over as many arrivals as come in {@link #LEAST_MILLIS} on average; its length then has the
 * distribution of Erlang. Stateless.
 */
final class Gaps {
    /** JMeter starts a thread for each arrival, which takes a millisecond or two, and not always the same. */
    private static final double LEAST_MILLIS = 5;

    private Gaps() {
    }

    /** How many arrivals a span is over. */
    static int arrivals(double rate) {
        return (int) Math.max(1, Math.ceil(LEAST_MILLIS * rate / 1e3));
    }

    /** @param sent ascending, in milliseconds */
    static long[] between(long[] sent, int arrivals) {
        long[] gaps = new long[Math.max(0, (sent.length - 1) / arrivals)];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = sent[(i + 1) * arrivals] - sent[i * arrivals];
        }
        return gaps;
    }

    /**
     * The greatest difference between the share of the gaps that are at most k and the probability of that; NaN without
     * gaps.
     *
     * @param rate arrivals per second
     */
    static double distance(long[] gaps, int arrivals, double rate) {
        long[] sorted = gaps.clone();
        Arrays.sort(sorted);
        double greatest = sorted.length == 0 ? Double.NaN : 0;
        double below = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i + 1 == sorted.length || sorted[i + 1] > sorted[i]) {
                double here = recordedUpTo(sorted[i], arrivals, rate / 1e3);
                double before = recordedUpTo(sorted[i] - 1, arrivals, rate / 1e3);
                double share = (i + 1.0) / sorted.length;
                greatest = Math.max(greatest, Math.max(Math.abs(share - here), Math.abs(below - before)));
                below = share;
            }
        }
        return greatest;
    }

    /** The probability that a span is recorded as at most k milliseconds: that of lasting less, from k to k + 1. */
    private static double recordedUpTo(long k, int arrivals, double ratePerMilli) {
        return k < 0 ? 0 : (lasts(k, arrivals, ratePerMilli) + 4 * lasts(k + 0.5, arrivals, ratePerMilli)
                + lasts(k + 1, arrivals, ratePerMilli)) / 6;            // Simpson's rule: exact to a thousandth here
    }

    /** The probability that so many arrivals come within some milliseconds. */
    private static double lasts(double millis, int arrivals, double ratePerMilli) {
        double expected = millis * ratePerMilli;
        double term = Math.exp(-expected);
        double fewer = 0;
        for (int i = 0; i < arrivals; i++) {
            fewer += term;
            term *= expected / (i + 1);
        }
        return 1 - fewer;
    }
}
