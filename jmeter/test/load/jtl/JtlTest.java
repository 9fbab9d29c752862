package load.jtl;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import load.jtl.RecordedRequest.Kind;
import process.Child.ProgramFailure;
import testing.Printed;
import testing.Test;

class JtlTest implements AutoCloseable {
    private static final String HEADER = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,"
            + "failureMessage,bytes,Latency,Connect\n";
    private static final String ROW = "1,2,label,200,OK,t,true,,3,4,5\n";

    private final Path file = Files.createTempFile("jtl", ".csv");

    JtlTest() throws IOException {
    }

    @Test
    void columnsAreFoundByTheirNames() throws Exception {
        assertEquals(List.of(new RecordedRequest(1795268012641L, 332, Kind.REQUEST, "GET /meetings", "200", "OK", true,
                "", 17, 0, 174, "")),
                read(HEADER + "1795268012641,332,GET /meetings,200,OK,Users 1-17,true,,174,326,17\n"));
        assertEquals(List.of(new RecordedRequest(7, 8, Kind.REQUEST, "six", "", "", true, "", 0, 5, 0, "id")),
                read("Connect,success,extra,elapsed,timeStamp,label,\"TESTSTART.MS\",\"first_key\"\n"
                        + "9,true,x,8,7,six,5,\"id\"\n"),
                "another order, missing columns, and the optional column of the test's start");
    }

    private static final String[][] FIELDS = {
        {"plain", "plain", "nothing to quote"},
        {"a,b", "\"a,b\"", "a comma is quoted"},
        {"say \"no\"", "\"say \"\"no\"\"\"", "two quotes stand for one"},
        {"", "\"\"", "quoted and empty"},
        {"two\r\nlines", "\"two\r\nlines\"", "JMeter's Equals assertion reports a failure in several lines"},
        {"5\" disk", "5\" disk", "a quote that does not start the field stands for itself"},
        {"Größe €\u0000", "Größe €\u0000", "UTF-8, and a control character from a broken server"},
        {"x".repeat(70_000), "x".repeat(70_000), "longer than the buffer"},
    };

    @Test
    void everyKindOfTextIsRead() throws Exception {
        for (String[] row : FIELDS) {
            assertEquals(List.of(row[0], ""), read(HEADER + "1,2,label,200,OK,t,false," + row[1] + ",3,4,5\n" + ROW)
                    .stream().map(RecordedRequest::failure).toList(), row[2] + ", and the next record");
        }
        assertEquals(1, read("timeStamp,elapsed,success\r\n1,2,true\r\n").size(), "Windows line endings");
    }

    @Test
    void readLeavesOutALastRecordThatIsCutOff() throws Exception {
        for (String part : new String[] {"6", ROW.strip(), "6,7,\"label\nwith"}) {
            assertEquals(1, read(HEADER + ROW + part).size(), "cut off after " + part);
        }
    }

    private static final String[][] REFUSED = {
        {"", ": empty", "nothing was written"},
        {ROW, ": the first line names no column \"timeStamp\"", "no line with the columns' names"},
        {"timeStamp,elapsed\n1,2\n", ": the first line names no column \"success\"", "a column is missing"},
        {HEADER + "1,2,label\n", ", record 2: 3 fields", "fewer fields than names"},
        {HEADER + ROW + "x,2,l,200,OK,t,true,,3,4,5\n", ", record 3: not a number: \"x\"", "a word"},
        {HEADER + "1,-2,l,200,OK,t,true,,3,4,5\n", ", record 2: not a number: \"-2\"", "a negative time"},
        {HEADER + "1,,l,200,OK,t,true,,3,4,5\n", ", record 2: not a number: \"\"", "no number"},
        {HEADER + "1,9999999999999999999,l,200,OK,t,true,,3,4,5\n", ", record 2: not a number", "beyond a long"},
    };

    @Test
    void aFileThatIsNoJtlIsRefused() {
        for (String[] row : REFUSED) {
            assertThrows(IOException.class, file + row[1], () -> read(row[0]));
        }
    }

    /** With autoflush, JMeter writes each sample at once, so a part of a line means that the disk was full. */
    @Test
    void checkWholeRefusesAFileThatIsCutOff() throws Exception {
        read(HEADER + ROW);
        Jtl.checkWhole(file);
        for (String cut : List.of("", HEADER + "1,2,lab")) {
            Files.writeString(file, cut);
            assertThrows(ProgramFailure.class, "is the disk full", () -> Jtl.checkWhole(file));
        }
    }

    private List<RecordedRequest> read(String text) throws IOException {
        Files.writeString(file, text);
        List<RecordedRequest> samples = new ArrayList<>();
        Jtl.read(file, samples::add);
        return samples;
    }

    private static final String SUMMARY_HEADER =
            "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage\n";
    private static final String OK = ",a,200,OK,true,\n";

    @Test
    void theRateCountsFromTheFirstStartToTheLastEnd() throws Exception {
        String text = print(0, "1000,500" + OK + "0,2000" + OK + "1500,500,b,200,OK,true,\n");
        assertContains("3 requests in 2.0 s: 1.5 per second; 0 errors (0.00 %)", text);
        assertTrue(text.lines().anyMatch(line -> line.matches("all +3 +0 +- +- +- +- +2,000")), text);
        assertEquals("", print(5, ""), "no samples");
        assertEquals(0L, summary(0, 0).samples(), "no samples");
    }

    @Test
    void aPercentileThatNeedsMoreRequestsIsLeftOut() throws Exception {
        String text = print(0, ("0,7" + OK).repeat(20));
        assertTrue(text.lines().anyMatch(line -> line.matches("a +20 +0 +7 +- +- +- +7")), text);
        assertContains("-: too few good answers; p90 needs 15 more, p99 needs 361 more, p99.9 needs 3,818 more\n",
                text);
        String enough = print(0, ("0,7" + OK).repeat(3_838));
        assertTrue(enough.lines().anyMatch(line -> line.matches("a +3,838 +0 +7 +7 +7 +7 +7")), enough);
        assertTrue(!enough.contains("too few"), enough);
    }

    /** The exact ranks, 228.1 to 271.9, 436.9 to 463.1 and 490.6 to 499.4, are rounded outwards. */
    @Test
    void eachPercentileHasAnInterval() throws Exception {
        assertContains("with 95 % confidence: p50 228–272, p90 436–464, p99 490–500\n", print(0,
                IntStream.rangeClosed(1, 500).mapToObj(each -> "0," + each + OK).collect(Collectors.joining())));
        assertTrue(!print(0, "0,7" + OK).contains("confidence"), "one request has no interval");
    }

    @Test
    void theWarmUpCountsForTheVerdictButNotForTheFigures() throws Exception {
        String text = print(2, "0,9999,a,503,Busy,false,\n3000,1,a,502,Bad Gateway,false,\n" + IntStream
                .rangeClosed(0, 100).mapToObj(each -> 100 * each + ",1000" + OK).collect(Collectors.joining()));
        assertContains("warm-up, not in the figures below: 21 requests, 1 errors\n", text);
        assertContains("82 requests started and 80 answered in 8.0 s: 10.0 answered per second; 1 errors (1.22 %), "
                + "which throughput and milliseconds leave out", text);
        assertTrue(text.lines().anyMatch(line -> line.matches("a +82 +1 +1,000 +1,000 +- +- +1,000")), text);
        assertContains("1 x a: 503 Busy", text);
        assertEquals("warm-up, not in the figures below: 1 requests, 0 errors\n", print(5, "0,1" + OK));
        print(1, "0,1,a,503,Busy,false,\n2000,1" + OK);
        assertTrue(summary(1, 0).failed(), "a failure during the warm-up counts");
    }

    @Test
    void failedRequestsAreLeftOutOfThroughputAndPercentiles() throws Exception {
        String text = print(0, ("0,1000" + OK).repeat(9) + "0,1,a,503,Busy,false,\n");
        assertContains("10 requests in 1.0 s: 9.0 per second; 1 errors (10.00 %), which", text);
        assertTrue(text.lines().anyMatch(line -> line.matches("a +10 +1 +1,000 +- +- +- +1,000")), text);
        String none = print(0, "0,1,a,503,Busy,false,\n");
        assertTrue(none.lines().anyMatch(line -> line.matches("a +1 +1 +- +- +- +- +-")), none);
    }

    @Test
    void answersUnlikeMostOthersAreCounted() throws Exception {
        String usual = "0,1,true,100,\"order\"\n";
        assertEquals(Map.of("begin with \"message\", not \"order\"", 2L, "are over 1.5 times as long as most", 1L,
                "are over 1.5 times shorter than most", 1L), unlike(usual.repeat(9)
                + "0,1,true,100,\"message\"\n".repeat(2) + "0,1,true,150,\"order\"\n0,1,true,151,\"order\"\n"
                + "0,1,true,67,\"order\"\n0,1,true,66,\"order\"\n"));
        assertEquals(Map.of(), unlike(usual));
        assertEquals(Map.of(), unlike(""));
    }

    private Map<String, Long> unlike(String rows) throws IOException {
        Answers answers = new Answers();
        read("timeStamp,elapsed,success,bytes,first_key\n" + rows).forEach(answers::add);
        return answers.unlikeOthers();
    }

    @Test
    void aFailureOfSeveralLinesIsOneLine() throws Exception {
        String text = print(0, "0,1,a,200,OK,false,\"expected:\n\tx\n received: y\"\n");
        assertContains("1 x a: 200 OK, but expected: x received: y", text);
        assertTrue(!text.contains("-Jdrain"), text);
        assertContains("a longer -Jdrain",
                print(0, "0,1,a,Non HTTP response code: java.net.SocketException,Socket closed,false,\n"));
    }

    /** The second user starts and stops three seconds after the first, as on a busy machine. */
    @Test
    void aClosedLoopIsMeasuredUntilItsFirstUserStops() throws Exception {
        String rows = IntStream.range(0, 10).mapToObj(each -> 1000 * each + ",1000,a,200,OK,true,,Users 1-1\n"
                + (3000 + 1000 * each) + ",1000,a,200,OK,true,,Users 1-2\n").collect(Collectors.joining());
        Files.writeString(file, SUMMARY_HEADER.strip() + ",threadName\n" + rows);
        Printed out = new Printed();
        summary(1, 10).print(out);
        assertContains("16 answered in 9.0 s: 1.8 answered per second", out.toString());
        assertContains("not steady: the last user started 2.0 s after the warm-up; choose a longer --warmup",
                out.toString());
        out = new Printed();
        summary(3, 10).print(out);
        assertContains("14 answered in 7.0 s: 2.0 answered per second", out.toString());
        assertTrue(!out.toString().contains("not steady"), out.toString());
    }

    private String print(int warmup, String rows) throws IOException {
        Files.writeString(file, SUMMARY_HEADER + rows);
        Printed out = new Printed();
        summary(warmup, 0).print(out);
        return out.toString();
    }

    private Summary summary(int warmup, int userSeconds) throws IOException {
        return Summary.of(file, "Debug"::equals, warmup, userSeconds);
    }

    private static final String KINDS =
            "timeStamp,elapsed,label,responseCode,responseMessage,success,sentBytes,Connect\n";
    private static final String SUMS = ",200,\"Number of samples in transaction : 2, number of failing samples : ";

    /** A Transaction Controller with two requests, one of which is refused; an empty one; and a Debug Sampler. */
    @Test
    void onlyWhatWentToTheNetworkIsARequest() throws Exception {
        Files.writeString(file, KINDS + "0,50,a,200,OK,true,120,1\n"
                + "50,50,b,Non HTTP response code: x,refused,false,0,0\n0,100,buy" + SUMS + "1\",false,120,1\n"
                + "0,0,empty" + SUMS.replace(" 2,", " 0,") + "0\",true,0,0\n"
                + "100,900,Debug,200,OK,true,0,0\n100,10,a TCP sampler's,200,OK,true,0,0\n");
        Printed out = new Printed();
        Summary summary = summary(0, 0);
        summary.print(out);
        String text = out.toString();
        assertEquals(List.of(6L, 3L), List.of(summary.samples(), summary.starts().getCount()));
        assertContains("3 requests in 0.1 s: 18.2 per second; 1 errors (33.33 %)", text);
        for (String row : List.of("all +3 +1 .*", "transactions, ms +count +errors .*", "buy +1 +1 .*",
                "empty +1 +0 .*", "nothing sent, ms +count .*", "Debug +1 +0 .*", "1 x b: connection refused")) {
            assertTrue(text.lines().anyMatch(line -> line.strip().matches(row)), row + " in " + text);
        }
        assertTrue(!text.contains("x buy"), "the transaction's failure is its request's: " + text);
    }

    @Test
    void aRequestThatFollowedRedirectsIsTheSumOfTheRowsAfterIt() throws Exception {
        String rows = "0,74,home,200,OK,true,\n0,35,home-0,302,Found,true,\n37,37,home-1,200,OK,true,\n";
        String text = print(0, rows + "90,10,home,200,OK,false,its body says error\n90,10,home-0,200,OK,true,\n");
        assertContains("3 requests in 0.1 s: 20.0 per second; 1 errors (33.33 %)", text);
        assertTrue(text.lines().anyMatch(line -> line.matches("home +2 +1 .* 74")), "in the second table: " + text);
        assertContains("1 x home-0: 200 OK, but its body says error", text);
    }

    private static final String THREADS =
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,bytes,sentBytes,Latency,Connect\n";

    /** Another thread's rows stand in between. JMeter leaves out the message of a transaction that it cuts off. */
    @Test
    void aRowThatSpansTheNextOfItsThreadIsATransaction() throws Exception {
        Files.writeString(file, THREADS + "0,100,page,200,OK,g 1-1,true,300,200,9,1\n"
                + "0,100,page,200,OK,g 1-2,true,300,200,9,1\n0,40,page-0,200,OK,g 1-1,true,100,100,9,1\n"
                + "0,40,page-0,200,OK,g 1-2,true,100,100,9,1\n40,60,page-1,200,OK,g 1-1,true,100,50,9,0\n"
                + "45,10,page-2,200,OK,g 1-1,true,100,50,9,0\n40,60,page-1,200,OK,g 1-2,true,200,100,9,0\n"
                + "100,90,buy,200,,g 1-1,true,0,0,0,0\n100,40,cart,200,OK,g 1-1,true,0,0,9,0\n"
                + "140,50,pay,200,OK,g 1-1,true,0,0,9,0\n200,-200,buy,,,g 1-2,true,0,0,0,0\n"
                + "230,30,no reason phrase,200,,g 1-2,true,10,10,0,0\n");
        Printed out = new Printed();
        summary(0, 0).print(out);
        assertContains("8 requests in", out.toString());
        for (String row : List.of("page +2 +0 .*", "buy +2 +0 .*", "page-1 +2 +0 .*", "page-2 +1 +0 .*", "pay +1 .*",
                "no reason phrase +1 .*")) {
            assertTrue(out.toString().lines().anyMatch(line -> line.matches(row)), row + " in " + out);
        }
    }

    @Test
    void whatCouldNotBeSentIsNoRequestButFails() throws Exception {
        Files.writeString(file, THREADS + "0,0,a,Non HTTP response code: java.net.URISyntaxException,Non HTTP response "
                + "message: Illegal character in query,g 1-1,false,1176,0,0,0\n0,5,b,200,OK,g 1-1,true,9,9,5,0\n");
        Printed out = new Printed();
        Summary summary = summary(0, 0);
        summary.print(out);
        assertContains("1 requests in", out.toString());
        assertContains("1 x a: URISyntaxException: Illegal character in query", out.toString());
        assertTrue(summary.failed(), "a sampler that cannot send makes the run fail");
    }

    @Test
    void aFailureNamesItsPlace() throws Exception {
        String none = "0,1,,Non HTTP response code: ";
        String text = print(0, none + "org.apache.http.conn.HttpHostConnectException,Non HTTP response message: "
                + "Connect to 127.0.0.1:9 [/127.0.0.1] failed: Connection refused,false,\n" + none
                + "java.net.UnknownHostException,Non HTTP response message: no.such.host: Name or service not known,"
                + "false,\n" + none
                + "org.apache.http.NoHttpResponseException,127.0.0.1:8082 failed to respond,false,\n");
        for (String failure : List.of("connection refused (127.0.0.1:9)", "unknown host (no.such.host)",
                "connection closed without an answer (127.0.0.1:8082)")) {
            assertContains("1 x (no label): " + failure + "\n", text);
        }
        assertTrue(text.lines().anyMatch(line -> line.matches("\\(no label\\) +3 +3 .*")), text);
    }

    @Test
    void controlCharactersOfAServiceBecomeVisible() throws Exception {
        String text = print(0, "0,1,a\u001bb,503,\u009b31mBusy,false,\n");
        assertEquals("", text.replaceAll("[\\P{Cc}\n]", ""));
        assertContains("a\ufffdb: 503 \ufffd31mBusy", text);
    }

    private static final Object[][] RANKS = {
        {1, 50.0, 1L, "one value is every percentile"},
        {2, 50.0, 1L, "half of two is one"},
        {2, 50.1, 2L, "a little more than half is two"},
        {100, 0.0, 1L, "the smallest"},
        {100, 100.0, 100L, "the largest"},
        {1000, 99.9, 999L, "999 exactly, though the binary product is a little more"},
    };

    @Test
    void aPercentileIsTheNearestRank() {
        for (Object[] row : RANKS) {
            assertEquals(row[2], Percentiles.of(ranks((int) row[0]), (double) row[1]),
                    row[1] + " % of " + row[0] + ": " + row[3]);
        }
    }

    /** Percent, the fewest values that have an interval, a count of values, and the two ranks of its interval. */
    private static final double[][] INTERVALS = {
        {50, 8, 100, 40, 60},              // 50 ∓ 9.8
        {90, 35, 35, 28, 35},              // 31.5 ∓ 3.48
        {99, 381, 10_000, 9_880, 9_920},   // 9,900 ∓ 19.5
        {99.9, 3_838, 3_838, 3_830, 3_838} // 3,834.2 ∓ 3.8
    };

    @Test
    void theEndsOfAnIntervalAreOrderStatistics() {
        for (double[] row : INTERVALS) {
            int least = (int) row[1];
            assertEquals((long) least, Percentiles.least(row[0]), "for " + row[0] + " %");
            assertEquals(Optional.empty(), Percentiles.interval(ranks(least - 1), row[0]),
                    row[0] + " %, one value less");
            assertEquals(Optional.of(new Percentiles.Interval(row[0], (long) row[3], (long) row[4])),
                    Percentiles.interval(ranks((int) row[2]), row[0]), row[0] + " % of " + row[2]);
        }
    }

    private static long[] ranks(int count) {
        return LongStream.rangeClosed(1, count).toArray();
    }

    @Override
    public void close() throws IOException {
        Files.delete(file);
    }
}
