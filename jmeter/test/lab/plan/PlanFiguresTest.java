package lab.plan;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import experiment.Load;
import experiment.Prediction;
import testing.Printed;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

class PlanFiguresTest extends TemporaryFolder {
    private final Path file = folder.resolve("jtl");

    private static final String HEADER =
            "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage\n";
    private static final String OK = ",a,200,OK,true,\n";

    private void assertWords(String situation, String text) throws IOException {
        Words.assertSame("jmeter", "figures: " + situation, text);
    }

    @Test
    void theRateCountsFromTheFirstStartToTheLastEnd() throws Exception {
        assertWords("two samplers", print(0, "1000,500" + OK + "0,2000" + OK + "1500,500,b,200,OK,true,\n"));
        assertEquals(3 / 2.001, figures(0, 0).throughput());
        assertEquals("", print(5, ""), "no samples");
        assertEquals(0L, figures(0, 0).samples().count(), "no samples");
        assertEquals(false, figures(0, 0).exist());
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
        assertEquals(10.0, figures(2, 0).throughput(), "80 answers in 8 s");
        assertEquals(2 / 82.0, figures(2, 0).errorShare());
        assertWords("only a warm-up", print(5, "0,1" + OK));
        assertEquals(false, figures(5, 0).exist());
        print(1, "0,1,a,503,Busy,false,\n2000,1" + OK);
        assertTrue(figures(1, 0).samples().failed(), "a failure during the warm-up counts");
    }

    @Test
    void failedRequestsAreLeftOutOfThroughputAndPercentiles() throws Exception {
        assertWords("a failed request beside good ones",
                print(0, ("0,1000" + OK).repeat(9) + "0,1,a,503,Busy,false,\n"));
        assertEquals(List.of(9 / 1.001, 1.0, 0.1), List.of(figures(0, 0).throughput(), figures(0, 0).meanSeconds(),
                figures(0, 0).errorShare()));
        print(0, "0,1,a,503,Busy,false,\n");
        assertEquals(Double.NaN, figures(0, 0).meanSeconds());
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
    void goodAnswersUnlikeMostOthersAreInTheFigures() throws Exception {
        Files.writeString(file, "timeStamp,elapsed,success,bytes\n" + "0,1,true,100\n".repeat(3) + "0,1,true,151\n"
                + "0,1,false,151\n");
        assertWords("a long answer", printed(figures(0, 0)));
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
        Files.writeString(file, HEADER.strip() + ",threadName\n" + rows);
        assertWords("a user who starts 2 s after the warm-up", printed(figures(1, 10)));
        assertEquals(printed(figures(1, 10)).lines().count() - 1, printed(figures(1, 0)).lines().count(),
                "arrivals are no users, so none of them is late");
        assertWords("a user who starts at the warm-up's end", printed(figures(3, 10)));
        assertEquals(2, figures(3, 10).samples().users());
        Files.writeString(file, "3501,1,a,200,OK,true,,unnumbered\n", StandardOpenOption.APPEND);
        assertEquals(0, figures(3, 10).samples().users(), "unknown");
    }

    private static String printed(PlanFigures figures) {
        Printed out = new Printed();
        figures.print(out);
        return out.toString();
    }

    private String print(int warmup, String rows) throws IOException {
        Files.writeString(file, HEADER + rows);
        return printed(figures(warmup, 0));
    }

    private PlanFigures figures(int warmup, int userSeconds) throws IOException {
        PlanSamples samples = PlanSamples.read(file, Load.closed("/", userSeconds == 0 ? 0 : 2),
                Optional.empty(), "Debug"::equals);
        return PlanFigures.of(samples, samples.window(warmup, userSeconds, Prediction.NONE), warmup > 0);
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
        PlanFigures figures = figures(0, 0);
        assertEquals(List.of(6L, 3L), List.of(figures.samples().count(), figures.samples().starts().getCount()));
        assertWords("a transaction whose request fails, and a sampler that sends nothing", printed(figures));
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
        assertWords("pages with parts, and transactions", printed(figures(0, 0)));
        assertEquals(8L, figures(0, 0).samples().starts().getCount());
    }

    @Test
    void whatCouldNotBeSentIsNoRequestButFails() throws Exception {
        Files.writeString(file, THREADS + "0,0,a,Non HTTP response code: java.net.URISyntaxException,Non HTTP response "
                + "message: Illegal character in query,g 1-1,false,1176,0,0,0\n0,5,b,200,OK,g 1-1,true,9,9,5,0\n");
        PlanFigures figures = figures(0, 0);
        assertWords("a request that could not be sent", printed(figures));
        assertEquals(1L, figures.samples().starts().getCount());
        assertTrue(figures.samples().failed(), "a sampler that cannot send makes the run fail");
    }

    @Test
    void controlCharactersOfAServiceBecomeVisible() throws Exception {
        String text = print(0, "0,1,a\u001bb,503,\u009b31mBusy,false,\n");
        assertEquals("", text.replaceAll("[\\P{Cc}\n]", ""));
        assertContains("a\ufffdb: 503 \ufffd31mBusy", text);
    }
}
