package load.jtl;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import experiment.Percentiles;
import load.jtl.RecordedRequest.Kind;
import process.Child.ProgramFailure;
import testing.Test;
import testing.Words;

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
                "", 17, 0, 174, "", 0, "", 0)),
                read(HEADER + "1795268012641,332,GET /meetings,200,OK,Users 1-17,true,,174,326,17\n"));
        assertEquals(List.of(new RecordedRequest(7, 8, Kind.REQUEST, "six", "", "", true, "", 0, 5, 0, "id", 3,
                "http://a/?b,c", 0)),
                read("Connect,success,allThreads,elapsed,timeStamp,label,\"TESTSTART.MS\",\"first_key\",URL\n"
                        + "9,true,3,8,7,six,5,\"id\",\"http://a/?b,c\"\n"),
                "another order, missing columns, and optional ones");
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
        {"", "", "nothing was written"},
        {ROW, "", "no line with the columns' names"},
        {"timeStamp,elapsed\n1,2\n", "", "a column is missing"},
        {HEADER + "1,2,label\n", "2", "fewer fields than names"},
        {HEADER + ROW + "x,2,l,200,OK,t,true,,3,4,5\n", "3", "a word"},
        {HEADER + "1,-2,l,200,OK,t,true,,3,4,5\n", "2", "a negative time"},
        {HEADER + "1,,l,200,OK,t,true,,3,4,5\n", "2", "no number"},
        {HEADER + "1,1234567890123456789,l,200,OK,t,true,,3,4,5\n", "2", "19 digits, which may be beyond a long"},
    };

    /** The message tells the record, if one was read. */
    @Test
    void aFileThatIsNoJtlIsRefused() throws IOException {
        StringBuilder refusals = new StringBuilder();
        for (String[] row : REFUSED) {
            String refusal = assertThrows(IOException.class, () -> read(row[0])).getMessage();
            assertEquals(row[1], refusal.replaceFirst(".*\\.csv(, \\w+ (\\d+))?: (?s:.*)", "$2"), row[2]);
            refusals.append(row[2] + " -> " + refusal.replace(file.toString(), "‹file›") + "\n");
        }
        Words.assertSame("jmeter", "files that are no JTL", refusals.toString());
        assertEquals(List.of(123_456_789_012_345_678L), read("timeStamp,elapsed,success\n123456789012345678,1,true\n")
                .stream().map(RecordedRequest::startMillis).toList(), "18 digits always fit");
    }

    /** With autoflush, JMeter writes each sample at once, so a part of a line means that the disk was full. */
    @Test
    void checkWholeRefusesAFileThatIsCutOff() throws Exception {
        read(HEADER + ROW);
        Jtl.checkWhole(file);
        for (String cut : List.of("", HEADER + "1,2,lab")) {
            Files.writeString(file, cut);
            Words.assertSame("jmeter", "a JTL that is cut off",
                    assertThrows(ProgramFailure.class, () -> Jtl.checkWhole(file)).getMessage());
        }
    }

    @Test
    void aPackedFileIsUnpacked() throws Exception {
        Path packed = Files.createTempFile("jtl", ".csv.gz");
        try (Writer out = new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(packed)))) {
            out.write(HEADER + ROW);
        }
        List<String> labels = new ArrayList<>();
        Jtl.read(packed, each -> labels.add(each.label()));
        assertEquals(List.of("label"), labels);
        Files.delete(packed);
    }

    @Test
    void aFileThatGrowsIsReadOnFromWhereItEnded() throws Exception {
        Files.delete(file);
        List<String> failures = new ArrayList<>();
        Jtl jtl = new Jtl(file);
        jtl.readOn(each -> failures.add(each.failure()));
        assertEquals(List.of(), failures, "there is no file yet");
        String row = ROW.replace(",,", ",\"a\nbé\",");
        byte[] rows = (HEADER + row.repeat(10_000)).getBytes();      // more than a chunk
        int second = (HEADER + row).getBytes().length;
        int from = 0;
        for (int[] part : new int[][] {{5, 0}, {second - 8, 0}, {second - 1, 0}, {second, 1}, {rows.length, 10_000}}) {
            Files.write(file, Arrays.copyOfRange(rows, from, part[0]), StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            jtl.readOn(each -> failures.add(each.failure()));
            assertEquals(part[1], failures.size(), "after byte " + part[0]);
            from = part[0];
        }
        assertEquals(Set.of("a\nbé"), Set.copyOf(failures), "a line end in quotes ends no record");
    }

    /** A row waits for its thread's next, which may be a part of it. Only so many rows wait. */
    @Test
    void noRowIsLostIfVeryManyThreadsWrite() throws Exception {
        StringBuilder rows = new StringBuilder("timeStamp,elapsed,success,threadName\n");
        IntStream.rangeClosed(1, 10_001).forEach(each -> rows.append("0,9,true,t 1-" + each + "\n"));
        List<RecordedRequest> samples = read(rows + "0,5,true,t 1-1\n0,5,true,t 1-3\n");
        assertEquals(10_003, samples.size());
        assertEquals(List.of(Kind.REQUEST, Kind.TRANSACTION),
                Stream.of(1L, 3L).map(thread -> samples.stream().filter(each -> each.thread() == thread).findFirst()
                        .orElseThrow().kind()).toList(), "the first thread's row had to leave before its part came");
    }

    private List<RecordedRequest> read(String text) throws IOException {
        Files.writeString(file, text);
        List<RecordedRequest> samples = new ArrayList<>();
        Jtl.read(file, samples::add);
        return samples;
    }

    @Test
    void answersUnlikeMostOthersAreCounted() throws Exception {
        String usual = "0,1,true,100,\"order\"\n";
        Map<String, Long> unlike = unlike(usual.repeat(9)
                + "0,1,true,100,\"message\"\n".repeat(2) + "0,1,true,150,\"order\"\n0,1,true,151,\"order\"\n"
                + "0,1,true,67,\"order\"\n0,1,true,66,\"order\"\n");
        assertEquals(List.of(1L, 1L, 2L), unlike.values().stream().sorted().toList(),
                "one is longer, one is shorter, and two are about something else");
        Words.assertSame("jmeter", "answers unlike most others", unlike.toString());
        assertEquals(Map.of(), unlike(usual));
        assertEquals(Map.of(), unlike(""));
    }

    private Map<String, Long> unlike(String rows) throws IOException {
        return RecordedOutcome.unlikeOthers(read("timeStamp,elapsed,success,bytes,first_key\n" + rows).stream()
                .collect(Collectors.groupingBy(RecordedOutcome::of, LinkedHashMap::new, Collectors.counting())));
    }

    private static final String NO_ANSWER = "Non HTTP response code: ";

    /** Code, message and failed assertion of a request. */
    private static final String[][] PROBLEMS = {
        {NO_ANSWER + "org.apache.http.conn.HttpHostConnectException", "Non HTTP response message: "
                + "Connect to 127.0.0.1:9 [/127.0.0.1] failed: Connection refused", ""},
        {NO_ANSWER + "java.net.UnknownHostException",
            "Non HTTP response message: no.such.host: Name or service not known", ""},
        {NO_ANSWER + "org.apache.http.NoHttpResponseException", "127.0.0.1:8082 failed to respond", ""},
        {NO_ANSWER + "java.net.SocketTimeoutException", "connect timed out", ""},
        {NO_ANSWER + "java.net.SocketTimeoutException", "Read timed out", ""},
        {NO_ANSWER + "java.net.SocketException", "Connection reset", ""},
        {NO_ANSWER + "java.net.SocketException", "Broken pipe", ""},
        {NO_ANSWER + "org.apache.http.ConnectionClosedException", "Premature end of body", ""},
        {NO_ANSWER + "java.net.BindException", "Cannot assign requested address", ""},
        {NO_ANSWER + "java.net.NoRouteToHostException", "No route to host", ""},
        {NO_ANSWER + "a.b.OddException", "of its own", ""},
        {NO_ANSWER + "a.b.OddException", "", ""},
        {NO_ANSWER + "plain", "", ""},
        {"404", "Not Found", "not looked at"},
        {"200", "OK", "Test failed: code expected to equal 201"},
        {"200", "OK", "Test failed: text expected to contain x"},
        {"200", "OK", "its own words"},
        {"204", "No Content", "Response was null"},
        {"", "", "without a code"},
        {"500", "x".repeat(116), ""},
        {"500", "x".repeat(117), ""}};

    @Test
    void aFailureNamesItsMeaningAndItsPlace() throws Exception {
        StringBuilder problems = new StringBuilder();
        for (String[] row : PROBLEMS) {
            RecordedRequest request = new RecordedRequest(0, 1, Kind.REQUEST, "a", row[0], row[1], false, row[2], 1, 0,
                    0, "", 0, "", 0);
            problems.append(String.join(" | ", row) + " -> " + request.problem() + "\n");
        }
        Words.assertSame("jmeter", "what a failure means", problems.toString());
    }

    private static final String LOST = ",1,a," + NO_ANSWER + "java.net.SocketException,Connection reset,";

    /** Rows before a lost connection's, that row, and what is said of it. */
    private static final String[][] CONNECTIONS = {
        {"", "0" + LOST + "t 1-1,false,,0,0,0", "", "the first request"},
        {"0,9,a,200,OK,t 1-1,true,,9,9,0\n", "9" + LOST + "t 1-1,false,,0,0,0", " right after another answer", ""},
        {"0,9,a,500,No,t 1-1,false,,9,9,0\n", "208" + LOST + "t 1-1,false,,0,0,0", " right after another answer",
            "a bad answer is one, too"},
        {"0,9,a,200,OK,t 1-1,true,,9,9,0\n", "209" + LOST + "t 1-1,false,,0,0,0", " after a pause", ""},
        {"0,9,a,200,OK,t 1-1,true,,9,9,0\n", "209" + LOST + "t 1-1,false,,0,0,1", "", "it has just connected"},
        {"0,9,a,200,OK,t 1-2,true,,9,9,0\n", "9" + LOST + "t 1-1,false,,0,0,0", "", "another user's answer"},
        {"0,9,a,200,OK,,true,,9,9,0\n", "9" + LOST + ",false,,0,0,0", "", "the users are unknown"},
        {"0,9,a,200,OK,t 1-1,true,,9,9,0\n9" + LOST + "t 1-1,false,,0,0,0\n", "10" + LOST + "t 1-1,false,,0,0,0", "",
            "the connection before was lost"},
        {"0,9,a,200,OK,t 1-1,true,,9,9,0\n9,300,sum," + "200,Number of samples in transaction : 1,t 1-1,true,,9,9,0\n",
            "309" + LOST + "t 1-1,false,,0,0,0", " after a pause", "the sum of others is no answer"},
        {"0,9,a,200,OK,t 1-1,true,,9,9,0\n20,90,b,200,OK,t 1-1,true,,9,9,0\n", "30" + LOST + "t 1-1,false,,0,0,0",
            " right after another answer", "the part of a sum has the answer before the sum"}};

    @Test
    void aKeptConnectionIsLostAfterAPauseOrRightAfterAnAnswer() throws Exception {
        for (String[] row : CONNECTIONS) {
            Files.writeString(file, HEADER + row[0] + row[1] + "\n");
            List<String> problems = new ArrayList<>();
            Jtl.read(file, request -> problems.add(request.problem()));
            assertEquals("connection reset" + row[2], problems.getLast(), row[1] + ": " + row[3]);
            assertEquals(row[2].isEmpty(), RecordedRequest.remedy("a: " + problems.getLast()).isEmpty(), row[2]);
        }
        assertEquals("", RecordedRequest.remedy("buy after a pause: connection refused"), "a label may say so, too");
    }

    @Test
    void aTransactionContainsWhatStartsAndEndsWithinIt() {
        Object[][] table = {{10, 90, "b", true}, {9, 90, "b", false}, {10, 91, "b", false}, {99, 1, "b", true},
            {100, 0, "b", false}, {100, 0, "a-0", true}, {10, 1, "a", true}};
        for (Object[] row : table) {
            assertEquals(row[3], row(10, 90, "a", 1).contains(row((int) row[0], (int) row[1], (String) row[2], 1)),
                    List.of(row).toString());
        }
        assertEquals(false, row(0, 9, "a", 0).contains(row(0, 1, "b", 0)), "the thread is unknown");
        assertEquals(false, row(0, 9, "a-1", 1).contains(row(0, 1, "a-2", 1)), "both are parts of a page");
    }

    private static RecordedRequest row(long start, long elapsed, String label, long thread) {
        return new RecordedRequest(start, elapsed, Kind.REQUEST, label, "", "", true, "", thread, 0, 0, "",
                0, "", 0);
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
    void theEndsOfAnIntervalAreOrderStatisticsAndAStepOfTheClock() {
        for (double[] row : INTERVALS) {
            int least = (int) row[1];
            assertEquals((long) least, Percentiles.least(row[0]), "for " + row[0] + " %");
            assertEquals(Optional.empty(), Percentiles.interval(ranks(least - 1), row[0]),
                    row[0] + " %, one value less");
            assertEquals(Optional.of(new Percentiles.Interval(row[0], (long) row[3] - 1, (long) row[4] + 1)),
                    Percentiles.interval(ranks((int) row[2]), row[0]), row[0] + " % of " + row[2]);
        }
        assertEquals(Optional.of(new Percentiles.Interval(50, 0, 1)), Percentiles.interval(new long[8], 50), "0 ms");
    }

    private static long[] ranks(int count) {
        return LongStream.rangeClosed(1, count).toArray();
    }

    @Override
    public void close() throws IOException {
        Files.delete(file);
    }
}
