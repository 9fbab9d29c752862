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
 * @param gaps       how many spans between arrivals were compared with those asked for, which are random
 * @param distance   by which share of the gaps they differ at most, as Kolmogorov and Smirnov measure it
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
        long[] gaps = gaps(made, rate);
        boolean any = late.length > 0;
        return new SentArrivals(asked.length, made.length, asked.length - late.length,
                any ? late[late.length / 2] : Double.NaN, any ? late[late.length - 1] : Double.NaN, gaps.length,
                distance(gaps, gaps(Arrays.stream(asked).mapToLong(i -> due[i]).toArray(), rate)));
    }

    /**
     * The times between arrivals, in ascending order. So that a late millisecond does not count as another
     * distribution, each is over as many arrivals as come in {@link #LEAST_MILLIS} on average.
     */
    static long[] gaps(long[] arrivals, double rate) {
        int each = (int) Math.max(1, Math.ceil(LEAST_MILLIS * rate / 1e3));
        return IntStream.range(0, Math.max(0, (arrivals.length - 1) / each))
                .mapToLong(i -> arrivals[(i + 1) * each] - arrivals[i * each]).sorted().toArray();
    }

    /**
     * The distance of Kolmogorov and Smirnov: the greatest difference between the shares of both that are at most so
     * long; NaN without gaps.
     */
    static double distance(long[] gaps, long[] asked) {
        double greatest = gaps.length == 0 || asked.length == 0 ? Double.NaN : 0;
        int i = 0;
        int j = 0;
        while (i < gaps.length && j < asked.length) {
            long length = Math.min(gaps[i], asked[j]);
            while (i < gaps.length && gaps[i] == length) {
                i++;
            }
            while (j < asked.length && asked[j] == length) {
                j++;
            }
            greatest = Math.max(greatest, Math.abs((double) i / gaps.length - (double) j / asked.length));
        }
        return greatest;
    }
}
