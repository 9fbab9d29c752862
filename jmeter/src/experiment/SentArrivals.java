package experiment;

import module java.base;

/**
 * How closely JMeter kept to an open loop's schedule in a span of time. All times are in milliseconds.
 *
 * @param asked      the schedule's arrivals in the span; 0 if the schedule is unknown
 * @param medianLate median delay of the scheduled arrivals; NaN if none was sent
 * @param distance   the {@linkplain #distance(long[], long[]) distance} of the measured gaps from the scheduled gaps
 */
public record SentArrivals(long asked, long made, long missing, double medianLate, double worstLate, long gaps,
        double distance) {
    /** For a closed loop or an unknown schedule. */
    public static final SentArrivals NONE = new SentArrivals(0, 0, 0, Double.NaN, Double.NaN, 0, Double.NaN);
    private static final long NEVER = -1;
    /** JMeter never sends early, so a request that is even earlier than this follows another schedule. */
    private static final long EARLIEST = -50;
    private static final double LEAST_GAP_MILLIS = 5;

    /**
     * The random arrivals of JMeter's Open Model Thread Group. JMeter draws all of them from the JDK's random
     * generator before it sends the first (PoissonArrivalsRamp, 5.5 to 5.6.3), so the seed alone reproduces them.
     */
    public record Schedule(double rate, long seconds, long seed) {
        /** Milliseconds after the test's start, ascending. */
        long[] millis() {
            return new Random(seed).doubles((int) (rate * seconds))
                    .map(share -> share * seconds)
                    .sorted()
                    .mapToLong(second -> Math.round(1e3 * second))
                    .toArray();
        }
    }

    public boolean isKnown() {
        return asked > 0;
    }

    /**
     * Compares JMeter's samples with the schedule. JMeter starts a thread for each arrival, and the thread's number
     * identifies the arrival. JMeter's variable {@code TESTSTART.MS} gives the schedule's start.
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

        /** @param thread the number of its JMeter thread, counted from 1 */
        public void add(long thread, long startMillis, long testStart) {
            start = testStart;
            if (thread >= 1 && thread <= sent.length) {
                sent[(int) thread - 1] = startMillis;
            }
        }

        /**
         * Returns {@link #NONE} if the samples lack the test's start, or if they followed another schedule.
         *
         * @param from in milliseconds since 1970, like {@code to}
         */
        public SentArrivals between(long from, long to) {
            long[] due = Arrays.stream(schedule.millis()).map(millis -> millis + start).toArray();
            boolean isOfSchedule = start > 0 && IntStream.range(0, due.length)
                    .allMatch(i -> sent[i] == NEVER || sent[i] - due[i] >= EARLIEST);
            return isOfSchedule ? SentArrivals.between(from, to, due, sent, schedule.rate()) : NONE;
        }
    }

    private static SentArrivals between(long from, long to, long[] due, long[] sent, double rate) {
        LongPredicate isInSpan = moment -> moment >= from && moment < to;
        int[] asked = IntStream.range(0, due.length).filter(i -> isInSpan.test(due[i])).toArray();
        double[] late = Arrays.stream(asked)
                .filter(i -> sent[i] != NEVER)
                .mapToDouble(i -> sent[i] - due[i])
                .toArray();
        long[] made = Arrays.stream(sent).filter(isInSpan).sorted().toArray();
        long[] gaps = gaps(made, rate);
        long[] askedGaps = gaps(Arrays.stream(due).filter(isInSpan).toArray(), rate);
        Arrays.sort(late);
        return new SentArrivals(asked.length, made.length, asked.length - late.length,
                late.length == 0 ? Double.NaN : late[late.length / 2],
                late.length == 0 ? Double.NaN : late[late.length - 1],
                gaps.length, distance(gaps, askedGaps));
    }

    /**
     * Each gap spans as many arrivals as {@link #LEAST_GAP_MILLIS} contains on average. A request that is a
     * millisecond late then hardly changes the distribution.
     */
    static long[] gaps(long[] arrivals, double rate) {
        int each = (int) Math.max(1, Math.ceil(LEAST_GAP_MILLIS * rate / 1e3));
        int count = Math.max(0, (arrivals.length - 1) / each);
        return IntStream.range(0, count)
                .mapToLong(i -> arrivals[(i + 1) * each] - arrivals[i * each])
                .sorted()
                .toArray();
    }

    /**
     * The greatest difference between the two cumulative distributions (Kolmogorov-Smirnov). NaN if one of them
     * is empty.
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
            double difference = (double) i / gaps.length - (double) j / asked.length;
            greatest = Math.max(greatest, Math.abs(difference));
        }
        return greatest;
    }
}
