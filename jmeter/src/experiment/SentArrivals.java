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
    /** JMeter never sends early, so a request that is even earlier than this follows another schedule. */
    private static final long EARLIEST = -50;
    private static final double LEAST_GAP_MILLIS = 5;

    /**
     * The random arrivals of JMeter's Open Model Thread Group. JMeter draws all of them from the JDK's random
     * generator before it sends the first (PoissonArrivalsRamp, 5.5 to 5.6.3), so the seed alone reproduces them.
     */
    public record Schedule(double rate, long seconds, long seed) {
        public int arrivals() {
            return (int) (rate * seconds);
        }

        /** Milliseconds after the test's start, ascending. */
        long[] millis() {
            return new Random(seed).doubles(arrivals())
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
     *
     * @param from in milliseconds since 1970, like {@code to} and {@code start}
     * @param start of the test; 0 if unknown
     * @param sent when each thread sent its request, by its number, counted from 1; 0 for never
     * @return {@link #NONE} without a start, or if the samples followed another schedule
     */
    public static SentArrivals between(long from, long to, Schedule schedule, long start, long[] sent) {
        long[] due = LongStream.of(schedule.millis()).map(millis -> start + millis).toArray();
        LongPredicate isInSpan = moment -> moment >= from && moment < to;
        int[] made = IntStream.range(0, due.length).filter(i -> sent[i + 1] > 0).toArray();
        IntToLongFunction late = i -> sent[i + 1] - due[i];
        if (start == 0 || IntStream.of(made).anyMatch(i -> late.applyAsLong(i) < EARLIEST)) {
            return NONE;
        }
        long[] delays = IntStream.of(made)
                .filter(i -> isInSpan.test(due[i]))
                .mapToLong(late::applyAsLong)
                .sorted()
                .toArray();
        long[] asked = LongStream.of(due).filter(isInSpan).toArray();
        long[] arrivals = IntStream.of(made).mapToLong(i -> sent[i + 1]).filter(isInSpan).sorted().toArray();
        long[] gaps = gaps(arrivals, schedule.rate);
        return new SentArrivals(asked.length, arrivals.length, asked.length - delays.length,
                delays.length == 0 ? Double.NaN : delays[delays.length / 2],
                delays.length == 0 ? Double.NaN : delays[delays.length - 1],
                gaps.length, distance(gaps, gaps(asked, schedule.rate)));
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
