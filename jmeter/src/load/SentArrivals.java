package load;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import load.jtl.RecordedRequest;

/**
 * How closely JMeter kept to an open loop's schedule during a span of time.
 *
 * @param asked      how many arrivals the schedule has in that span; 0 if the schedule is unknown
 * @param made       how many requests were sent in that span
 * @param missing    how many scheduled arrivals were never sent
 * @param medianLate the median of how late the scheduled arrivals were sent, in milliseconds; NaN if none was sent
 * @param worstLate  the maximum of the same
 * @param gaps       the number of gaps between requests that were compared with the schedule's random gaps
 * @param distance   the Kolmogorov-Smirnov distance between the two distributions of gaps; NaN if there are no gaps
 */
public record SentArrivals(long asked, long made, long missing, double medianLate, double worstLate, long gaps,
        double distance) {
    /** For a load that is not an open loop, or whose schedule is unknown. */
    public static final SentArrivals NONE = new SentArrivals(0, 0, 0, Double.NaN, Double.NaN, 0, Double.NaN);
    private static final long NEVER = -1;
    /** In milliseconds. JMeter never sends early, so a request that is earlier than this follows another schedule. */
    private static final long EARLIEST = -50;
    /** On average, a gap spans at least this time: JMeter needs a millisecond or two to start an arrival's thread. */
    private static final double LEAST_MILLIS = 5;

    /**
     * When JMeter's Open Model Thread Group should send each of its random arrivals. JMeter draws all of them
     * (rate × duration) before it sends the first; see PoissonArrivalsRamp, unchanged from 5.5 to 5.6.3. It uses the
     * JDK's generator, so the seed alone reproduces the arrivals.
     */
    public record Schedule(double rate, long seconds, long seed) {
        /** In milliseconds after the test's start, ascending; JMeter's thread 1 sends the first. */
        long[] millis() {
            return new Random(seed).doubles((int) (rate * seconds)).map(share -> share * seconds).sorted()
                    .mapToLong(second -> Math.round(1e3 * second)).toArray();
        }
    }

    public boolean isKnown() {
        return asked > 0;
    }

    /**
     * Compares the requests of a JTL with the schedule. JMeter starts a thread for each arrival, so the thread's number
     * identifies the arrival. JMeter's variable {@code TESTSTART.MS} gives the start of the schedule. So lateness is
     * known to the millisecond, and includes the time that JMeter needs to start the thread.
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

        /** Call it for each request of the JTL. */
        public void add(RecordedRequest request) {
            start = request.testStart();
            if (request.thread() >= 1 && request.thread() <= sent.length) {
                sent[(int) request.thread() - 1] = request.startMillis();
            }
        }

        /**
         * What became of the arrivals between two times, in milliseconds since 1970; {@link #NONE} if the file does not
         * say when the test started, or if its requests followed another schedule.
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
     * The gaps between arrivals, in ascending order. Each spans as many arrivals as {@link #LEAST_MILLIS} contains on
     * average. So sending a millisecond late does not look like a different distribution.
     */
    static long[] gaps(long[] arrivals, double rate) {
        int each = (int) Math.max(1, Math.ceil(LEAST_MILLIS * rate / 1e3));
        return IntStream.range(0, Math.max(0, (arrivals.length - 1) / each))
                .mapToLong(i -> arrivals[(i + 1) * each] - arrivals[i * each]).sorted().toArray();
    }

    /**
     * The Kolmogorov-Smirnov distance: the greatest difference between the two cumulative distributions; NaN if
     * one of them has no gaps.
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
