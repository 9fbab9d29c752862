package load;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntToLongFunction;
import java.util.stream.LongStream;
import load.SentArrivals.Schedule;
import load.jtl.Jtl;
import testing.Test;

/** What a JTL tells of arrivals, made of a schedule and of how late each of them is. */
class SentArrivalsTest implements AutoCloseable {
    private static final long START = 1_700_000_000_000L;
    private static final long FROM = START + 4_000;
    private static final long TO = START + 8_000;
    private static final Schedule SCHEDULE = new Schedule(240, 10, 42);
    private static final long NEVER = Long.MAX_VALUE;

    private final Path jtl = Files.createTempFile("arrivals", ".jtl");
    private final long[] due = SCHEDULE.millis();

    SentArrivalsTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        Files.delete(jtl);
    }

    private SentArrivals read(IntToLongFunction late) throws IOException {
        StringBuilder rows = new StringBuilder("timeStamp,elapsed,threadName,success,\"TESTSTART.MS\"\n");
        for (int i = due.length - 1; i >= 0; i--) {               // in no order: a JTL is in that of the answers
            if (late.applyAsLong(i) != NEVER) {
                rows.append(START + due[i] + late.applyAsLong(i)).append(",100,Arrivals 1-").append(i + 1)
                        .append(",true,\"").append(START).append("\"\n");
            }
        }
        return read(rows.toString(), SCHEDULE);
    }

    private SentArrivals read(String text, Schedule schedule) throws IOException {
        Files.writeString(jtl, text);
        SentArrivals.Reader reader = new SentArrivals.Reader(schedule);
        Jtl.read(jtl, reader::add);
        return reader.between(FROM, TO);
    }

    private boolean isAsked(int i) {
        return due[i] >= 4_000 && due[i] < 8_000;
    }

    @Test
    void thoseInTimeAreAllThatWereAsked() throws Exception {
        SentArrivals arrivals = read(i -> 0);
        assertTrue(arrivals.asked() > 900 && arrivals.asked() < 1_020, "about 960 in four seconds: " + arrivals);
        assertEquals(arrivals.asked(), arrivals.made(), "made");
        assertEquals(0L, arrivals.missing());
        assertEquals(0.0, arrivals.worstLate(), "late at most");
        assertTrue(arrivals.distance() < 0.05, "distance " + arrivals.distance());
    }

    @Test
    void thoseThatWereNeverSentAreMissing() throws Exception {
        SentArrivals arrivals = read(i -> isAsked(i) && i % 10 == 0 ? NEVER : 3);
        assertTrue(arrivals.missing() > 90 && arrivals.missing() < 105, "missing: " + arrivals);
        assertEquals(3.0, arrivals.worstLate(), "the others keep their places in the schedule");
    }

    @Test
    void latenessIsOfThoseThatWereAskedForInTheWindow() throws Exception {
        SentArrivals arrivals = read(i -> isAsked(i) ? 8 + i % 3 : 700);
        assertEquals(9.0, arrivals.medianLate(), "median of 8, 9 and 10");
        assertEquals(10.0, arrivals.worstLate(), "those outside were much later");
    }

    /** JMeter stands still from 5 s to 6 s, and then sends at once what it owes. */
    @Test
    void aGeneratorThatStoodStillIsLate() throws Exception {
        SentArrivals arrivals = read(i -> due[i] >= 5_000 && due[i] < 6_000 ? 6_000 - due[i] : 2);
        assertTrue(arrivals.worstLate() > 980, "late at most: " + arrivals);
        assertEquals(2.0, arrivals.medianLate(), "in the median");
        assertEquals(0L, arrivals.missing(), "all were sent in the end");
    }

    /** It makes half of the rate: after 8 s, it is where it was to be after 4. */
    @Test
    void aGeneratorThatCannotKeepUpSendsTooFew() throws Exception {
        SentArrivals arrivals = read(i -> due[i]);
        assertTrue(arrivals.made() < 0.6 * arrivals.asked(), arrivals.toString());
        assertTrue(arrivals.medianLate() > 5_000, arrivals.toString());
        assertTrue(arrivals.distance() > 0.15, arrivals.toString());
    }

    @Test
    void ofAnotherScheduleNothingIsKnown() throws Exception {
        read(i -> 0);
        assertEquals(SentArrivals.NONE, read(Files.readString(jtl), new Schedule(240, 10, 43)), "another seed");
    }

    @Test
    void withoutTheColumnsNothingIsKnown() throws Exception {
        assertEquals(SentArrivals.NONE, read("timeStamp,elapsed,success\n" + FROM + ",100,true\n", SCHEDULE));
    }

    /**
     * Thread and milliseconds after "Running the test!", of a run that JMeter 5.6.3 made on a quiet machine of
     * {@code rate(240.0/sec) random_arrivals(11 sec)} with the seed 42.
     */
    private static final long[][] SENT =
            {{1000, 4330}, {1001, 4335}, {1002, 4338}, {1003, 4336}, {1500, 6315}, {2000, 8298}, {2640, 11003}};

    @Test
    void theScheduleIsTheOneByWhichJmeterSends() {
        long[] due = new Schedule(240, 11, 42).millis();
        assertEquals(2640, due.length, "arrivals: 240 × 11");
        for (long[] sent : SENT) {
            long late = sent[1] - due[(int) sent[0] - 1];
            assertTrue(late >= 0 && late < 12, "thread " + sent[0] + " was sent " + late + " ms late");
        }
    }

    @Test
    void theScheduleHasNoPartOfAnArrival() {
        assertEquals(3, new Schedule(3.7, 1, 42).millis().length, "of 3.7");
    }

    private static final double[] RATES = {20, 150, 240, 1000, 3000};
    /** Beyond this, once in a thousand runs by chance. */
    private static final double CHANCE = 1.95;

    private static double byChance(long[] sent, double rate) {
        return CHANCE / Math.sqrt(SentArrivals.gaps(sent, rate).length);
    }

    /** In the JTL's whole milliseconds, which are a fifth of the mean gap at 200/s, and three of them at 3,000/s. */
    @Test
    void randomArrivalsDifferByNoMoreThanChance() {
        for (double rate : RATES) {
            int beyond = 0;
            for (int seed = 1; seed <= 100; seed++) {
                long[] sent = new Schedule(rate, 20, seed).millis();
                beyond += SentArrivals.distance(sent, rate) > byChance(sent, rate) ? 1 : 0;
            }
            assertTrue(beyond <= 2, beyond + " of 100 at " + rate + "/s are beyond what one in a thousand is");
        }
    }

    @Test
    void arrivalsAtEqualDistancesDiffer() {
        for (double rate : RATES) {
            long[] sent = LongStream.range(0, (long) (20 * rate)).map(i -> (long) (1e3 * i / rate)).toArray();
            double distance = SentArrivals.distance(sent, rate);
            assertTrue(distance - byChance(sent, rate) > 0.2, "even arrivals at " + rate + "/s: " + distance);
        }
    }

    /** As a generator sends that wakes up every 50 ms. */
    @Test
    void arrivalsInGroupsDiffer() {
        for (double rate : new double[] {150, 240, 1000}) {
            long[] sent = LongStream.of(new Schedule(rate, 20, 42).millis()).map(at -> 50 * (at / 50 + 1))
                    .toArray();
            double distance = SentArrivals.distance(sent, rate);
            assertTrue(distance - byChance(sent, rate) > 0.1, "groups at " + rate + "/s: " + distance);
        }
    }

    /** Three gaps of 10 ms at 100/s: none of them is recorded as less, and the probability of that is 0.61. */
    @Test
    void theDistanceIsTheGreatestBelowOrAboveAStep() {
        double below = 1 - 100 * (Math.exp(-0.9) - Math.exp(-1.0)) / 10;
        assertTrue(Math.abs(SentArrivals.distance(new long[] {0, 10, 20, 30}, 100) - below) < 1e-6, "not " + below);
    }

    @Test
    void withoutGapsNothingIsKnown() {
        assertEquals(Double.NaN, SentArrivals.distance(new long[0], 100), "no arrival");
        assertEquals(Double.NaN, SentArrivals.distance(new long[] {7}, 100), "one");
    }
}
