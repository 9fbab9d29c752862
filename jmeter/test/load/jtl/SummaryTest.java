package load.jtl;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import testing.Printed;
import testing.Test;

/** What a run amounts to, and its percentiles. */
class SummaryTest implements AutoCloseable {
    private static final String HEADER = "timeStamp,elapsed,label,responseCode,responseMessage,success,"
            + "failureMessage\n";
    private static final String OK = ",a,200,OK,true,\n";

    private final Path file = Files.createTempFile("summary", ".jtl");

    SummaryTest() throws IOException {
    }

    @Test
    void countsFromTheFirstStartToTheLastEnd() throws Exception {
        String text = print(0, "1000,500" + OK + "0,2000" + OK + "1500,500,b,200,OK,true,\n");
        assertContains("3 requests in 2.0 s: 1.5 per second; 0 errors (0.00 %)", text);
        assertTrue(text.lines().anyMatch(line -> line.matches("all +3 +0 +- +- +- +- +2,000")), text);
        assertEquals("", print(5, ""), "of nothing");
        assertEquals(0L, Summary.of(file, 0).samples(), "of nothing");
    }

    @Test
    void leavesOutAPercentileThatSoFewRequestsDoNotHave() throws Exception {
        String text = print(0, ("0,7" + OK).repeat(20));
        assertTrue(text.lines().anyMatch(line -> line.matches("a +20 +0 +7 +- +- +- +7")), text);
        assertContains("-: too few requests; p90 needs 15 more, p99 needs 361 more, p99.9 needs 3,818 more\n", text);
        String enough = print(0, ("0,7" + OK).repeat(3_838));
        assertTrue(enough.lines().anyMatch(line -> line.matches("a +3,838 +0 +7 +7 +7 +7 +7")), enough);
        assertTrue(!enough.contains("too few"), enough);
    }

    /** Of ranks: 228.1 to 271.9, 436.9 to 463.1, 490.6 to 499.4, rounded away from each other. */
    @Test
    void saysWithinWhichIntervalAPercentileIs() throws Exception {
        assertContains("with 95 % confidence: p50 228–272, p90 436–464, p99 490–500\n", print(0,
                IntStream.rangeClosed(1, 500).mapToObj(each -> "0," + each + OK).collect(Collectors.joining())));
        assertTrue(!print(0, "0,7" + OK).contains("confidence"), "of one request there is none");
    }

    /** Ten users of one second each for ten seconds: what is in flight at either end must not count by halves. */
    @Test
    void leavesAWarmupOutOfTheFiguresButNotOutOfTheVerdict() throws Exception {
        String text = print(2, "0,9999,a,503,Busy,false,\n3000,1,a,502,Bad Gateway,false,\n" + IntStream
                .rangeClosed(0, 100).mapToObj(each -> 100 * each + ",1000" + OK).collect(Collectors.joining()));
        assertContains("warm-up, not counted below: 21 requests, 1 errors\n", text);
        assertContains("82 requests started and 80 answered in 8.0 s: 10.0 answered per second; 1 errors", text);
        assertContains("1 x a: 503 Busy", text);
        assertEquals("warm-up, not counted below: 1 requests, 0 errors\n", print(5, "0,1" + OK));
        print(1, "0,1,a,503,Busy,false,\n2000,1" + OK);
        assertTrue(Summary.of(file, 1).failed(), "a failure is a failure whenever it happens");
    }

    @Test
    void saysInOneLineWhatFailedInSeveralAndWhoCutWhatWasInFlight() throws Exception {
        String text = print(0, "0,1,a,200,OK,false,\"expected:\n\tx\n received: y\"\n");
        assertContains("1 x a: 200 OK; expected: x received: y", text);
        assertTrue(!text.contains("-Jdrain"), text);
        assertContains("a longer -Jdrain",
                print(0, "0,1,a,Non HTTP response code: java.net.SocketException,Socket closed,false,\n"));
    }

    private String print(int warmup, String rows) throws IOException {
        Files.writeString(file, HEADER + rows);
        Printed out = new Printed();
        Summary.of(file, warmup).print(out);
        return out.toString();
    }

    /** Count, percent and rank, and why. */
    private static final Object[][] RANKS = {
        {1, 50.0, 1L, "one value is every percentile"},
        {2, 50.0, 1L, "half of two is one"},
        {2, 50.1, 2L, "a little more than half is two"},
        {100, 0.0, 1L, "the smallest"},
        {100, 100.0, 100L, "the largest"},
        {1000, 99.9, 999L, "in binary it is a little more than 999"},
    };

    @Test
    void aPercentileIsTheNearestRank() {
        for (Object[] row : RANKS) {
            assertEquals(row[2], Percentiles.of(ranks((int) row[0]), (double) row[1]),
                    row[1] + " % of " + row[0] + ": " + row[3]);
        }
    }

    /** Percent, how many values have an interval at least, a count, and its interval's lowest and highest rank. */
    private static final double[][] INTERVALS = {
        {50, 8, 100, 40, 60},              // 50 ∓ 9.8
        {90, 35, 35, 28, 35},              // 31.5 ∓ 3.48
        {99, 381, 10_000, 9_880, 9_920},   // 9,900 ∓ 19.5
        {99.9, 3_838, 3_838, 3_830, 3_838} // 3,834.2 ∓ 3.8
    };

    @Test
    void theEndsOfAnIntervalAreOrderStatisticsAndTooFewHaveNone() {
        for (double[] row : INTERVALS) {
            int least = (int) row[1];
            assertEquals((long) least, Percentiles.least(row[0]), "for " + row[0] + " %");
            assertEquals(Optional.empty(), Percentiles.interval(ranks(least - 1), row[0]), row[0] + " % of one less");
            assertEquals(Optional.of(new Percentiles.Interval(row[0], (long) row[3], (long) row[4])),
                    Percentiles.interval(ranks((int) row[2]), row[0]), row[0] + " % of " + row[2]);
        }
    }

    /** So that the value is the rank. */
    private static long[] ranks(int count) {
        return LongStream.rangeClosed(1, count).toArray();
    }

    @Override
    public void close() throws IOException {
        Files.delete(file);
    }
}
