package load;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import load.jtl.RecordedRequest;

/**
 * How well JMeter kept to the arrivals that an open loop was asked for in a time.
 *
 * @param asked      how many the schedule has in that time; 0 where nothing is known of the arrivals
 * @param made       requests that were sent in that time
 * @param missing    of those asked, how many were never sent
 * @param medianLate by how many milliseconds the sends of those asked came after their moment, in the median
 * @param worstLate  the same of the latest
 * @param gaps       how many spans between arrivals were compared with the distribution asked for
 * @param distance   by which share of the gaps they differ from it at most, as Kolmogorov and Smirnov measure it
 */
public record SentArrivals(long asked, long made, long missing, double medianLate, double worstLate, long gaps,
        double distance) {
    /** Of a load that is no open loop, or of one whose schedule is not known. */
    public static final SentArrivals NONE = new SentArrivals(0, 0, 0, Double.NaN, Double.NaN, 0, Double.NaN);
    private static final long NEVER = -1;
    /** JMeter sends nothing before its time: what is earlier than a clock may jump was sent by another schedule. */
    private static final long EARLIEST = -50;
    /** JMeter starts a thread for each arrival, which takes a millisecond or two, and not always the same. */
    private static final double LEAST_MILLIS = 5;

    /**
     * When JMeter's Open Model Thread Group is to send each of its random arrivals. JMeter draws all of them, as many
     * as rate × duration, before it sends the first (PoissonArrivalsRamp, the same from 5.5 to 5.6.3), and its
     * generator is the JDK's, so the seed alone gives the same ones again.
     */
    public record Schedule(double rate, long seconds, long seed) {
        /** In milliseconds after the test's start, ascending; the first is JMeter's thread 1. */
        long[] millis() {
            return new Random(seed).doubles((int) (rate * seconds)).map(share -> share * seconds).sorted()
                    .mapToLong(second -> Math.round(1e3 * second)).toArray();
        }
    }

    public boolean isKnown() {
        return asked > 0;
    }

    /**
     * Puts the requests of a JTL beside the schedule that they were to be sent by. Which arrival a request is tells the
     * number of its thread, for JMeter starts one for each; when the schedule began tells its variable
     * {@code TESTSTART.MS}. So lateness is known to the millisecond, also that of JMeter's own start of a thread.
     */
    public static final class Reader {
        private final Schedule schedule;
        private final long[] sent;
        private long start;

        public Reader(Schedule schedule) {
            this.schedule = schedule;
            sent = new long[schedule.millis().length];
            Arrays.fill(sent, NEVER);
        }

        /** Takes each request that the JTL has. */
        public void add(RecordedRequest request) {
            start = request.testStart();
            if (request.thread() >= 1 && request.thread() <= sent.length) {
                sent[(int) request.thread() - 1] = request.startMillis();
            }
        }

        /**
         * What became of the arrivals from a moment on and up to another one, in milliseconds since 1970; {@link #NONE}
         * where the file does not tell, or its requests were not sent by this schedule.
         */
        public SentArrivals between(long from, long to) {
            long[] due = Arrays.stream(schedule.millis()).map(millis -> millis + start).toArray();
            boolean isOfSchedule = start > 0 && IntStream.range(0, due.length)
                    .allMatch(i -> sent[i] == NEVER || sent[i] - due[i] >= EARLIEST);
            return isOfSchedule ? SentArrivals.between(from, to, due, sent, schedule.rate()) : NONE;
        }
    }

    private static SentArrivals between(long from, long to, long[] due, long[] sent, double rate) {
        int[] asked = IntStream.range(0, due.length).filter(i -> due[i] >= from && due[i] < to).toArray();
        long[] late = Arrays.stream(asked).filter(i -> sent[i] != NEVER).mapToLong(i -> sent[i] - due[i]).sorted()
                .toArray();
        long[] made = Arrays.stream(sent).filter(moment -> moment >= from && moment < to).sorted().toArray();
        boolean any = late.length > 0;
        return new SentArrivals(asked.length, made.length, asked.length - late.length,
                any ? late[late.length / 2] : Double.NaN, any ? late[late.length - 1] : Double.NaN,
                gaps(made, rate).length, distance(made, rate));
    }

    /** How many arrivals a span is over. */
    private static int arrivals(double rate) {
        return (int) Math.max(1, Math.ceil(LEAST_MILLIS * rate / 1e3));
    }

    /** So that a late millisecond does not count as another distribution, each is over several arrivals. */
    static long[] gaps(long[] sent, double rate) {
        int arrivals = arrivals(rate);
        return IntStream.range(0, Math.max(0, (sent.length - 1) / arrivals))
                .mapToLong(i -> sent[(i + 1) * arrivals] - sent[i * arrivals]).toArray();
    }

    /**
     * The gaps compared with those of a Poisson process by the distance of Kolmogorov and Smirnov: the greatest
     * difference between the share of them that are at most k and the probability of that; NaN without gaps. A JTL has
     * whole milliseconds, which is taken into account exactly: a span is recorded as k where it and the fraction of a
     * millisecond at which it began sum up to less than k + 1. A span over several arrivals has Erlang's distribution.
     *
     * @param sent ascending, in milliseconds
     * @param rate arrivals per second
     */
    static double distance(long[] sent, double rate) {
        long[] sorted = gaps(sent, rate);
        Arrays.sort(sorted);
        double greatest = sorted.length == 0 ? Double.NaN : 0;
        double below = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i + 1 == sorted.length || sorted[i + 1] > sorted[i]) {
                double share = (i + 1.0) / sorted.length;
                greatest = Math.max(greatest, Math.max(Math.abs(share - recordedUpTo(sorted[i], rate)),
                        Math.abs(below - recordedUpTo(sorted[i] - 1, rate))));
                below = share;
            }
        }
        return greatest;
    }

    /**
     * The probability that a span is recorded as at most k milliseconds: that of lasting less, from k to k + 1, by
     * Simpson's rule, which is exact to a thousandth here.
     */
    private static double recordedUpTo(long k, double rate) {
        return k < 0 ? 0 : (lasts(k, rate) + 4 * lasts(k + 0.5, rate) + lasts(k + 1, rate)) / 6;
    }

    /** The probability that as many arrivals as a span is over come within some milliseconds. */
    private static double lasts(double millis, double rate) {
        double expected = millis * rate / 1e3;
        double term = Math.exp(-expected);
        double fewer = 0;
        for (int i = 0; i < arrivals(rate); i++) {
            fewer += term;
            term *= expected / (i + 1);
        }
        return 1 - fewer;
    }
}
