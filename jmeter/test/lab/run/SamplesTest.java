package lab.run;

import static testing.Assertions.assertEquals;

import module java.base;
import lab.WithFolder;
import lab.define.Load;
import lab.define.Prediction;
import lab.machine.UsageMeter;
import lab.results.Run.Bucket;
import lab.results.Run.Halves;
import lab.results.Run.Requests;
import lab.run.Samples.Edges;
import testing.Test;

class SamplesTest extends WithFolder {
    private static final String HEAD =
            "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage,Connect\n";
    private static final long T = 1_700_000_000_000L;
    private static final Edges SECOND = new Edges(T, T + 1_000);
    private static final double NONE = Double.NaN;
    private static final Load CLOSED = Load.closed("/meetings", 1);
    private static final Load OPEN = Load.open("/meetings", 10);
    private static final String TIMEOUT = "Non HTTP response code: java.net.SocketTimeoutException";
    private static final String[] ROWS =
            {ok(-500, 499), ok(-500, 500), ok(-1, 600), ok(0, 100), ok(900, 99), ok(999, 400), ok(1000, 5)};

    private final Path jtl = folder.resolve("jtl");

    private static String ok(long start, long elapsed) {
        return T + start + "," + elapsed + ",GET,200,OK,true,,0\n";
    }

    private static String failed(long start, long elapsed, String code, String message, String failure) {
        return T + start + "," + elapsed + ",GET," + code + "," + message + ",false," + failure + ",0\n";
    }

    private Samples samples(Load load, String... rows) throws Exception {
        Files.writeString(jtl, HEAD + String.join("", rows));
        return Samples.read(jtl, load, false, Optional.empty());
    }

    @Test
    void aClosedLoopsRequestsBelongToTheWindowOfTheirAnswers() throws Exception {
        Samples samples = samples(CLOSED, ROWS);
        Requests requests = samples.requests(SECOND, NONE);
        assertEquals(4L, requests.answered(), "answers at 0, 100, 599, 999");
        assertEquals(2L, requests.firstHalf(), "at 0 and 100");
        assertEquals(100L, requests.latency().p50(), "median of 99 100 500 600, by nearest rank");
        assertEquals(600L, requests.latency().max(), "longest");
        assertEquals(List.of(-1L, 3L, 2L), Stream.of(NONE, 0.5, 0.499)
                .map(deadline -> samples.requests(SECOND, deadline).inTime()).toList(), "goodput");
        assertEquals(new Halves(300, 349.5), requests.halves(), "means of 500 and 100, and of 600 and 99");
        assertEquals(List.of(new Bucket(99, 100, 1), new Bucket(100, 101, 1), new Bucket(500, 502, 1),
                new Bucket(600, 602, 1)), requests.histogram(),
                        "buckets of 1 ms, and from 400 ms on, of up to 0.5 %");
    }

    @Test
    void anOpenLoopsLatenciesAndFailuresBelongToTheWindowOfTheirArrivals() throws Exception {
        Requests requests = samples(OPEN, ROWS).requests(SECOND, NONE);
        assertEquals(4L, requests.answered(), "throughput counts the answers in the window, at 0, 100, 599, 999");
        assertEquals(400L, requests.latency().max(), "sent at 999 and answered after the window");
        Requests failing = samples(OPEN, ok(10, 100), failed(500, 30_000, TIMEOUT, "Read timed out", ""),
                failed(-700, 900, "503", "Service Unavailable", "")).requests(SECOND, NONE);
        assertEquals(1L, failing.failed(), "sent in the window, and ended long after it");
        assertEquals(1L, failing.latencies(), "only the answered request has a latency");
        assertEquals(Map.of("no answer in time", 1L), failing.failures());
    }

    @Test
    void theSamplesOfTwoLoadsAreToldApart() throws Exception {
        String beside = "," + SecondLoad.LABEL + ",";
        String[] rows = Stream.of(ok(0, 7), ok(1, 8), failed(2, 9, "503", "Service Unavailable", ""))
                .map(row -> row.replace(",GET,", beside)).toArray(String[]::new);
        Requests first = samples(CLOSED, Stream.of(ROWS, rows).flatMap(Stream::of).toArray(String[]::new))
                .requests(SECOND, NONE);
        assertEquals(samples(CLOSED, ROWS).requests(SECOND, NONE), first, "as without the second load");
        Requests second = Samples.read(Files.writeString(jtl, HEAD + String.join("", ROWS) + String.join("", rows)),
                OPEN, true, Optional.empty()).requests(SECOND, 0.0075);
        assertEquals(List.of(2L, 1L, 1L, 8L), List.of(second.answered(), second.failed(), second.inTime(),
                second.latency().max()), "answered, failed, in time, longest");
    }

    @Test
    void failuresAreCountedByKind() throws Exception {
        String[] rows = {failed(10, 5, "503", "Service Unavailable", "Test failed: code"),
            failed(20, 5, "503", "Service Unavailable", "Test failed: code"), failed(30, 5, TIMEOUT, "Read", "")};
        Requests none = samples(CLOSED, rows).requests(SECOND, NONE);
        assertEquals(Map.of("503 Service Unavailable", 2L, "no answer in time", 1L),
                none.failures());
        assertEquals(3L, none.failed());
        assertEquals(null, none.latency(), "without answers there is no latency");
        assertEquals(List.of(), none.histogram());
    }

    @Test
    void aProblemIsOneLineOfWords() throws Exception {
        String code = "\"Test failed: code expected to equal /\n****** received : [[[404]]]\n\"";
        String exception = "Non HTTP response code: java.net.";
        String[][] table = {
            {"404", "Not Found", code, "404 Not Found"},
            {"200", "OK", "its body does not contain ^x", "200 OK, but its body does not contain ^x"},
            {"201", "Created", code, "201 Created, but another status was expected"},
            {"200", "OK", "\"Test failed: text expected to contain /\na/\"", "200 OK, but not the answer expected"},
            {exception + "ConnectException", "Non HTTP response message: Connection refused", "", "connection refused"},
            {exception + "SocketTimeoutException", "Non HTTP response message: Connect timed out", "",
                "connecting took too long"},
            {exception + "SocketException", "Non HTTP response message: Connection reset", "", "connection reset"},
            {exception + "Odd", "\"Non HTTP response message: so\nodd\"", "", "Odd: so odd"}};
        for (String[] row : table) {
            assertEquals(Map.of(row[3], 1L), samples(CLOSED, failed(10, 5, row[0], row[1], row[2]))
                    .requests(SECOND, NONE)
                    .failures());
        }
    }

    /** Good answers take longer, so a few errors may come before them. */
    @Test
    void twentyFailuresWithoutAGoodAnswerAreAProblem() throws Exception {
        Steadiness steadiness = steadiness(10);
        append(HEAD + failed(0, 5, "404", "Not Found", "").repeat(19));
        steadiness.read();
        assertEquals(Optional.empty(), steadiness.firstProblem(), "19 are too few");
        append(failed(0, 5, "404", "Not Found", "").repeat(9));
        steadiness.read();
        assertEquals(Optional.of("404 Not Found"), steadiness.firstProblem());
        append(ok(0, 5));
        steadiness.read();
        assertEquals(Optional.empty(), steadiness.firstProblem(), "one answer was good");
    }

    private void append(String rows) throws IOException {
        Files.writeString(jtl, rows, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    void aWindowIsCutToOneWaveOrToAnEvenNumberOfWaves() throws Exception {
        double[][] rows = {{102, 18 * 102}, {100, 2000}, {1200, 1200}, {2500, 2000}, {Double.NaN, 2000}};
        for (double[] row : rows) {
            assertEquals(new Edges(1000, 1000 + (long) row[1]), Samples.wholeTimes(new Edges(1000, 3000), row[0]),
                    "2 s, with a wave every " + row[0] + " ms");
        }
        Prediction queued = new Prediction(10, 0.4, 1, "threads");
        assertEquals(new Edges(T, T + 800), samples(Load.closed("/x", 4), ok(0, 400), ok(100, 400))
                .edges(T, T + 850, queued), "a quarter of the 400 ms is time in flight: 8 waves in 8 x 100 ms");
        assertEquals(new Edges(T, T + 850), samples(OPEN, ok(0, 400)).edges(T, T + 850, queued),
                "arrivals have no rhythm");
    }

    /** A burst begins when nothing is in flight, and lasts until the next one begins. */
    @Test
    void aWindowIsCutToOneBurstOrToAnEvenNumberOfBursts() throws Exception {
        Samples samples = samples(Load.burst("/meetings", 2), ok(100, 50), ok(105, 90), ok(206, 10), ok(205, 60),
                ok(212, 20), ok(300, 90), ok(400, 10));
        long[][] rows = {{50, 450, 100, 300}, {150, 399, 205, 300}, {150, 250, 150, 250}};
        String[] why = {"two of the three whole bursts", "the burst of 300 lasts until 400, so it is not whole",
            "no burst is whole"};
        for (int i = 0; i < rows.length; i++) {
            assertEquals(new Edges(T + rows[i][2], T + rows[i][3]),
                    samples.edges(T + rows[i][0], T + rows[i][1], Prediction.NONE), why[i]);
        }
        assertEquals(2L, samples.requests(new Edges(T + 100, T + 205), NONE).answered(),
                "all requests that were sent in the window");
    }

    @Test
    void theSpanOfASteadyLoadIsAMultipleOfTheTimeInFlight() {
        Load load = Load.closed("/meetings", 1000);
        double period = Steadiness.period(load, new Prediction(190.658, 5.245, 200, "threads"));
        assertEquals(1049L, Math.round(period), "200 at once, 190.658 a second");
        assertEquals(0.0, Steadiness.period(OPEN, new Prediction(100, 1.049, 104.9, "arrivals")),
                "arrivals have no rhythm");
        assertEquals(2098L, Steadiness.span(period, false), "the least multiple of 1,049 ms above 2 s");
        assertEquals(2000L, Steadiness.span(50, false), "forty times 50 ms");
        assertEquals(1049L, Steadiness.span(1049, true), "after a first warm-up, 1 s is enough");
        assertEquals(2000L, Steadiness.span(Steadiness.period(load, Prediction.NONE), false), "nothing is known");
        assertEquals(2000L, Steadiness.span(Steadiness.period(load, Prediction.CPU_BOUND), false), "no request waits");
    }

    /** The service's CPU time is unknown here. */
    private Steadiness steadiness(int users) throws IOException {
        UsageMeter meter = new UsageMeter(List::of, List::of, List::of, Optional.empty());
        meter.readServiceOne();
        Steadiness steadiness = new Steadiness(each -> new JtlTail(jtl, each), meter, Load.closed("/", users), 1_000);
        steadiness.read();
        return steadiness;
    }

    @Test
    void aLoadIsSteadyWhenTwoSpansAreAlikeAndAllUsersWait() throws Exception {
        Steadiness steadiness = steadiness(10);
        assertEquals(-1L, steadiness.firstStart(), "no answer yet");
        for (int start = 0; start < 3_000; start += 100) {
            String rows = ok(start, 100).repeat(start < 1_000 ? 5 : 10);
            for (String part : List.of(rows.substring(0, 20), rows.substring(20))) {      // JMeter writes in parts
                Files.writeString(jtl, part, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                steadiness.read();
            }
        }
        assertEquals(T, steadiness.firstStart());
        assertEquals(false, steadiness.isSteady(T + 2_050), "the previous span had half as many answers");
        assertEquals(true, steadiness.isSteady(T + 3_050));
        assertEquals(false, steadiness(20).isSteady(T + 3_050), "half of the users are not waiting for an answer");
        Files.writeString(jtl, ok(7_000, 100).replace(",GET,", ",beside,"), StandardOpenOption.APPEND);
        steadiness.read();
        assertEquals(true, steadiness.isSteady(T + 3_050), "the second load does not count");
        Files.writeString(jtl, ok(7_000, 100), StandardOpenOption.APPEND);
        steadiness.read();
        assertEquals(false, steadiness.isSteady(T + 3_050), "answers of four spans ago are forgotten");
    }
}
