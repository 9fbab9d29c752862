package experiment;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import experiment.SentArrivals.Schedule;
import testing.Test;

class SentArrivalsTest {
    private static final long START = 1_700_000_000_000L;
    private static final Schedule SCHEDULE = new Schedule(240, 10, 42);
    private static final long NEVER = Long.MAX_VALUE;

    private final long[] due = SCHEDULE.millis();

    /** @param late how many ms after its time an arrival is sent; NEVER if it is missing */
    private SentArrivals read(IntToLongFunction late, Schedule schedule, long start) {
        long[] sent = new long[due.length + 1];
        for (int i = 0; i < due.length; i++) {
            sent[i + 1] = late.applyAsLong(i) == NEVER ? 0 : START + due[i] + late.applyAsLong(i);
        }
        return SentArrivals.between(START + 4_000, START + 8_000, schedule, start, sent);
    }

    private SentArrivals read(IntToLongFunction late) {
        return read(late, SCHEDULE, START);
    }

    private boolean isInWindow(int i) {
        return due[i] >= 4_000 && due[i] < 8_000;
    }

    @Test
    void arrivalsAreOnTimeOrLateOrMissing() {
        SentArrivals onTime = read(_ -> 0);
        assertTrue(onTime.asked() > 900 && onTime.asked() < 1_020, "about 960 in four seconds: " + onTime);
        assertEquals(new SentArrivals(onTime.asked(), onTime.asked(), 0, 0, 0, onTime.gaps(), 0), onTime);
        SentArrivals missing = read(i -> isInWindow(i) && i % 10 == 0 ? NEVER : 3);
        assertTrue(missing.missing() > 90 && missing.missing() < 105, "missing: " + missing);
        assertEquals(3.0, missing.worstLate(), "ms by which the sent arrivals are late");
        SentArrivals late = read(i -> isInWindow(i) ? 8 + i % 3 : 700);
        assertEquals(9.0, late.medianLate(), "median of 8, 9 and 10");
        assertEquals(10.0, late.worstLate(), "the delay of 700 ms outside the window does not count");
    }

    @Test
    void aSpanBeginsWithItsFirstMillisecondAndEndsBeforeItsLast() {
        Schedule slow = new Schedule(10, 10, 42);
        long[] millis = slow.millis();
        long[] sent = new long[millis.length + 2];
        Arrays.fill(sent, START);
        for (int i = 0; i < millis.length; i++) {
            sent[i + 1] = START + millis[i];
        }
        SentArrivals span = SentArrivals.between(START + millis[10], START + millis[20], slow, START, sent);
        assertEquals(new SentArrivals(10, 10, 0, 0, 0, 9, 0), span, "the 11th to the 20th arrival");
        assertEquals("true false", span.isKnown() + " " + SentArrivals.NONE.isKnown());
    }

    @Test
    void aRequestThatIsEvenEarlierFollowsAnotherSchedule() {
        assertTrue(read(_ -> -50).isKnown(), "clocks are read at different moments");
        assertEquals(SentArrivals.NONE, read(_ -> -51));
    }

    @Test
    void aGapSpansAsManyArrivalsAsFiveMillisecondsContain() {
        long[] arrivals = {0, 10, 30, 60, 100};
        assertEquals("[10, 20, 30, 40] [30, 70] []", Stream.of(200, 201, 1_000)
                .map(rate -> Arrays.toString(SentArrivals.gaps(arrivals, rate))).collect(Collectors.joining(" ")));
        assertEquals(0, SentArrivals.gaps(new long[0], 1).length);
    }

    @Test
    void aGeneratorThatCannotKeepUpSendsTooFew() {
        SentArrivals arrivals = read(i -> due[i]);      // at half the rate: what is due at 4 s is sent at 8 s
        assertTrue(arrivals.made() < 0.6 * arrivals.asked() && arrivals.medianLate() > 5_000
                && arrivals.distance() > 0.15, arrivals.toString());
    }

    @Test
    void nothingIsKnownWithAnotherScheduleOrWithoutTheStart() {
        assertEquals(SentArrivals.NONE, read(_ -> 0, new Schedule(240, 10, 43), START), "another seed");
        assertEquals(SentArrivals.NONE, read(_ -> 0, SCHEDULE, 0), "the JTL has no start");
    }

    /**
     * Thread numbers, and when each thread sent its request, in ms after JMeter logged "Running the test!".
     * JMeter 5.6.3 ran {@code rate(240.0/sec) random_arrivals(11 sec)} with the seed 42.
     */
    private static final long[][] SENT = {{1000, 4330}, {1001, 4335}, {1002, 4338}, {1003, 4336}, {2640, 11003}};

    @Test
    void jmeterSendsByTheSameSchedule() {
        long[] schedule = new Schedule(240, 11, 42).millis();
        assertEquals(2640, schedule.length, "arrivals: 240 × 11");
        for (long[] sent : SENT) {
            long late = sent[1] - schedule[(int) sent[0] - 1];
            assertTrue(late >= 0 && late < 12, "thread " + sent[0] + " sent its request " + late + " ms late");
        }
        assertEquals(3, new Schedule(3.7, 1, 42).millis().length, "3.7 arrivals, rounded down");
    }

    /** 1.95 / √n is the distance that chance exceeds in one run of a thousand. */
    private static double beyondChance(long[] sent, double rate) {
        long[] gaps = SentArrivals.gaps(sent, rate);
        return SentArrivals.distance(gaps, SentArrivals.gaps(new Schedule(rate, 20, 42).millis(), rate))
                - 1.95 / Math.sqrt(gaps.length);
    }

    @Test
    void evenArrivalsAndGroupsDifferFromRandomArrivals() {
        for (double rate : new double[] {20, 240, 1000}) {
            assertTrue(beyondChance(new Schedule(rate, 20, 1).millis(), rate) < 0.1, "random at " + rate + "/s");
            long[] even = LongStream.range(0, (long) (20 * rate)).map(i -> (long) (1e3 * i / rate)).toArray();
            assertTrue(beyondChance(even, rate) > 0.15, "even arrivals at " + rate + "/s");
            long[] groups = LongStream.of(new Schedule(rate, 20, 42).millis()).map(at -> 50 * (at / 50 + 1)).toArray();
            assertTrue(rate < 100 || beyondChance(groups, rate) > 0.1, "groups at " + rate + "/s");
        }
        assertEquals(0.5, SentArrivals.distance(new long[] {1, 2, 3, 4}, new long[] {3, 4, 5, 6}),
                "half of the first gaps are 1 or 2, and none of the second");
        assertEquals(Double.NaN, SentArrivals.distance(new long[0], new long[] {7}), "without gaps it is unknown");
    }
}
