package load;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntToLongFunction;
import testing.Test;

/** What a JTL tells of arrivals, made of a schedule and of how late each of them is. */
class SentArrivalsTest implements AutoCloseable {
    private static final long START = 1_700_000_000_000L;
    private static final long FROM = START + 4_000;
    private static final long TO = START + 8_000;
    private static final ArrivalSchedule SCHEDULE = new ArrivalSchedule(240, 10, 42);
    private static final long NEVER = Long.MAX_VALUE;

    private final Path jtl = Files.createTempFile("arrivals", ".jtl");
    private final long[] due = SCHEDULE.millis();

    SentArrivalsTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        Files.delete(jtl);
    }

    private Arrivals read(IntToLongFunction late) throws IOException {
        StringBuilder rows = new StringBuilder("timeStamp,elapsed,threadName,success,\"TESTSTART.MS\"\n");
        for (int i = due.length - 1; i >= 0; i--) {               // in no order: a JTL is in that of the answers
            if (late.applyAsLong(i) != NEVER) {
                rows.append(START + due[i] + late.applyAsLong(i)).append(",100,Arrivals 1-").append(i + 1)
                        .append(",true,\"").append(START).append("\"\n");
            }
        }
        return read(rows.toString(), SCHEDULE);
    }

    private Arrivals read(String text, ArrivalSchedule schedule) throws IOException {
        Files.writeString(jtl, text);
        return SentArrivals.read(jtl, FROM, TO, schedule);
    }

    private boolean isAsked(int i) {
        return due[i] >= 4_000 && due[i] < 8_000;
    }

    @Test
    void thoseInTimeAreAllThatWereAsked() throws Exception {
        Arrivals arrivals = read(i -> 0);
        assertTrue(arrivals.asked() > 900 && arrivals.asked() < 1_020, "about 960 in four seconds: " + arrivals);
        assertEquals(arrivals.asked(), arrivals.made(), "made");
        assertEquals(0L, arrivals.missing());
        assertEquals(0.0, arrivals.worstLate(), "late at most");
        assertTrue(arrivals.distance() < 0.05, "distance " + arrivals.distance());
    }

    @Test
    void thoseThatWereNeverSentAreMissing() throws Exception {
        Arrivals arrivals = read(i -> isAsked(i) && i % 10 == 0 ? NEVER : 3);
        assertTrue(arrivals.missing() > 90 && arrivals.missing() < 105, "missing: " + arrivals);
        assertEquals(3.0, arrivals.worstLate(), "the others keep their places in the schedule");
    }

    @Test
    void latenessIsOfThoseThatWereAskedForInTheWindow() throws Exception {
        Arrivals arrivals = read(i -> isAsked(i) ? 8 + i % 3 : 700);
        assertEquals(9.0, arrivals.medianLate(), "median of 8, 9 and 10");
        assertEquals(10.0, arrivals.worstLate(), "those outside were much later");
    }

    /** JMeter stands still from 5 s to 6 s, and then sends at once what it owes. */
    @Test
    void aGeneratorThatStoodStillIsLate() throws Exception {
        Arrivals arrivals = read(i -> due[i] >= 5_000 && due[i] < 6_000 ? 6_000 - due[i] : 2);
        assertTrue(arrivals.worstLate() > 980, "late at most: " + arrivals);
        assertEquals(2.0, arrivals.medianLate(), "in the median");
        assertEquals(0L, arrivals.missing(), "all were sent in the end");
    }

    /** It makes half of the rate: after 8 s, it is where it was to be after 4. */
    @Test
    void aGeneratorThatCannotKeepUpSendsTooFew() throws Exception {
        Arrivals arrivals = read(i -> due[i]);
        assertTrue(arrivals.made() < 0.6 * arrivals.asked(), arrivals.toString());
        assertTrue(arrivals.medianLate() > 5_000, arrivals.toString());
        assertTrue(arrivals.distance() > 0.15, arrivals.toString());
    }

    @Test
    void ofAnotherScheduleNothingIsKnown() throws Exception {
        read(i -> 0);
        assertEquals(Arrivals.NONE, read(Files.readString(jtl), new ArrivalSchedule(240, 10, 43)), "another seed");
    }

    @Test
    void withoutTheColumnsNothingIsKnown() throws Exception {
        assertEquals(Arrivals.NONE, read("timeStamp,elapsed,success\n" + FROM + ",100,true\n", SCHEDULE));
    }
}
