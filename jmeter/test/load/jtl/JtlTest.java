package load.jtl;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import experiment.Percentiles;
import load.jtl.RecordedRequest.Kind;
import process.Child.ProgramFailure;
import testing.Printed;
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

    private static final String SUMMARY_HEADER =
            "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage\n";
    private static final String OK = ",a,200,OK,true,\n";

    private void assertWords(String situation, String text) throws IOException {
        Words.assertSame("jmeter", "figures: " + situation, text);
    }

    @Test
    void theRateCountsFromTheFirstStartToTheLastEnd() throws Exception {
        assertWords("two samplers", print(0, "1000,500" + OK + "0,2000" + OK + "1500,500,b,200,OK,true,\n"));
        assertEquals(1.5, summary(0, 0).throughput());
        assertEquals("", print(5, ""), "no samples");
        assertEquals(0L, summary(0, 0).samples(), "no samples");
        assertEquals(false, summary(0, 0).hasFigures());
        assertWords("one request that took no time", print(0, "0,0" + OK));
    }

    @Test
    void aPercentileThatNeedsMoreRequestsIsLeftOut() throws Exception {
        assertWords("20 requests", print(0, ("0,7" + OK).repeat(20)));
        assertWords("3,838 requests, enough for each percentile", print(0, ("0,7" + OK).repeat(3_838)));
    }

    /** The exact ranks, 228.1 to 271.9, 436.9 to 463.1 and 490.6 to 499.4, are rounded outwards. */
    @Test
    void eachPercentileHasAnInterval() throws Exception {
        assertWords("500 requests of 1 to 500 ms", print(0,
                IntStream.rangeClosed(1, 500).mapToObj(each -> "0," + each + OK).collect(Collectors.joining())));
    }

    @Test
    void theWarmUpCountsForTheVerdictButNotForTheFigures() throws Exception {
        assertWords("errors in the warm-up and after it",
                print(2, "0,9999,a,503,Busy,false,\n3000,1,a,502,Bad Gateway,false,\n" + IntStream.rangeClosed(0, 100)
                        .mapToObj(each -> 100 * each + ",1000" + OK).collect(Collectors.joining())));
        assertEquals(10.0, summary(2, 0).throughput(), "80 answers in 8 s");
        assertEquals(1 / 82.0, summary(2, 0).errorShare());
        assertWords("only a warm-up", print(5, "0,1" + OK));
        assertEquals(false, summary(5, 0).hasFigures());
        print(1, "0,1,a,503,Busy,false,\n2000,1" + OK);
        assertTrue(summary(1, 0).failed(), "a failure during the warm-up counts");
    }

    @Test
    void failedRequestsAreLeftOutOfThroughputAndPercentiles() throws Exception {
        assertWords("a failed request beside good ones",
                print(0, ("0,1000" + OK).repeat(9) + "0,1,a,503,Busy,false,\n"));
        assertEquals(List.of(9.0, 1.0, 0.1), List.of(summary(0, 0).throughput(), summary(0, 0).meanSeconds(),
                summary(0, 0).errorShare()));
        print(0, "0,1,a,503,Busy,false,\n");
        assertEquals(Double.NaN, summary(0, 0).meanSeconds());
    }

    @Test
    void theMostFrequentFailuresAreNamed() throws Exception {
        StringBuilder rows = new StringBuilder();
        for (int status = 501; status <= 509; status++) {
            rows.append(("0,1,a," + status + ",x,false,\n").repeat(status - 500));
        }
        assertWords("nine kinds of failures", print(0, rows.toString()));
        assertWords("eight kinds of failures", print(0, rows.substring(rows.indexOf("0,1,a,502"))));
    }

    @Test
    void failuresOfVeryManyKindsAreCountedTogether() throws Exception {
        StringBuilder rows = new StringBuilder();
        IntStream.range(0, 1_001).forEach(each -> rows.append("0,1,a,500," + each + ",false,\n"));
        assertWords("1,001 kinds of failures, and one of the first again", print(0, rows + "0,1,a,500,7,false,\n"
                + "0,1,a,500,1000,false,\n".repeat(3)));
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
        Answers answers = new Answers();
        read("timeStamp,elapsed,success,bytes,first_key\n" + rows).forEach(answers::add);
        return answers.unlikeOthers();
    }

    @Test
    void goodAnswersUnlikeMostOthersAreInTheFigures() throws Exception {
        Files.writeString(file, "timeStamp,elapsed,success,bytes\n" + "0,1,true,100\n".repeat(3) + "0,1,true,151\n"
                + "0,1,false,151\n");
        assertWords("a long answer", printed(summary(0, 0)));
    }

    @Test
    void aFailureOfSeveralLinesIsOneLine() throws Exception {
        assertWords("a failure of several lines", print(0, "0,1,a,200,OK,false,\"expected:\n\tx\n received: y\"\n"));
        assertWords("a request that the test's end cut off",
                print(0, "0,1,a,Non HTTP response code: java.net.SocketException,Socket closed,false,\n"));
    }

    /** The second user starts and stops three seconds after the first, as on a busy machine. */
    @Test
    void aClosedLoopIsMeasuredUntilItsFirstUserStops() throws Exception {
        String rows = IntStream.range(0, 10).mapToObj(each -> 1000 * each + ",1000,a,200,OK,true,,Users 1-1\n"
                + (3000 + 1000 * each) + ",1000,a,200,OK,true,,Users 1-2\n").collect(Collectors.joining());
        Files.writeString(file, SUMMARY_HEADER.strip() + ",threadName\n" + rows);
        assertWords("a user who starts 2 s after the warm-up", printed(summary(1, 10)));
        assertEquals(printed(summary(1, 10)).lines().count() - 1, printed(summary(1, 0)).lines().count(),
                "arrivals are no users, so none of them is late");
        assertWords("a user who starts at the warm-up's end", printed(summary(3, 10)));
        Files.writeString(file, Files.readString(file) + "3500,1,a,200,OK,true,,Users 1-3\n");
        assertEquals(printed(summary(3, 10)).lines().count() + 1,
                printed(summaryOf("3501,1,a,200,OK,true,,Users 1-4\n", 3)).lines().count(),
                "half a second after the warm-up is in time, and a millisecond more is late");
        assertEquals(4, summary(3, 10).users());
        assertEquals(0, summaryOf("3501,1,a,200,OK,true,,unnumbered\n", 3).users(), "unknown");
    }

    private Summary summaryOf(String more, int warmup) throws IOException {
        Files.writeString(file, Files.readString(file) + more);
        return summary(warmup, 10);
    }

    private static String printed(Summary summary) {
        Printed out = new Printed();
        summary.print(out);
        return out.toString();
    }

    private String print(int warmup, String rows) throws IOException {
        Files.writeString(file, SUMMARY_HEADER + rows);
        return printed(summary(warmup, 0));
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
        Summary summary = summary(0, 0);
        assertEquals(List.of(6L, 3L), List.of(summary.samples(), summary.starts().getCount()));
        assertWords("a transaction whose request fails, and a sampler that sends nothing", printed(summary));
    }

    @Test
    void aRequestThatFollowedRedirectsIsTheSumOfTheRowsAfterIt() throws Exception {
        String rows = "0,74,home,200,OK,true,\n0,35,home-0,302,Found,true,\n37,37,home-1,200,OK,true,\n";
        assertWords("redirects",
                print(0, rows + "90,10,home,200,OK,false,its body says error\n90,10,home-0,200,OK,true,\n"));
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
        assertWords("pages with parts, and transactions", printed(summary(0, 0)));
        assertEquals(8L, summary(0, 0).starts().getCount());
    }

    @Test
    void whatCouldNotBeSentIsNoRequestButFails() throws Exception {
        Files.writeString(file, THREADS + "0,0,a,Non HTTP response code: java.net.URISyntaxException,Non HTTP response "
                + "message: Illegal character in query,g 1-1,false,1176,0,0,0\n0,5,b,200,OK,g 1-1,true,9,9,5,0\n");
        Summary summary = summary(0, 0);
        assertWords("a request that could not be sent", printed(summary));
        assertEquals(1L, summary.starts().getCount());
        assertTrue(summary.failed(), "a sampler that cannot send makes the run fail");
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
    void controlCharactersOfAServiceBecomeVisible() throws Exception {
        String text = print(0, "0,1,a\u001bb,503,\u009b31mBusy,false,\n");
        assertEquals("", text.replaceAll("[\\P{Cc}\n]", ""));
        assertContains("a\ufffdb: 503 \ufffd31mBusy", text);
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
