package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import experiment.Limit;
import experiment.Load;
import experiment.Percentiles;
import experiment.Prediction;
import experiment.Run;
import lab.Doctored;
import lab.run.Samples.Edges;
import load.jtl.Jtl;
import load.jtl.RecordedRequest;
import process.Time;
import testing.TemporaryFolder;
import testing.Test;

class SamplesTest extends TemporaryFolder {
    private static final String HEAD =
            "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage,Connect\n";
    private static final long T = 1_700_000_000_000L;
    private static final double NONE = Double.NaN;
    private static final Load CLOSED = Load.closed("/meetings", 1);
    private static final Load OPEN = Load.open("/meetings", 10);
    private static final Load BESIDE = Load.open("/computational", 10);
    private static final String TIMEOUT = "Non HTTP response code: java.net.SocketTimeoutException";

    private final Path jtl = folder.resolve("jtl");
    private final Map<Boolean, Predicate<RecordedRequest>> loads = new HashMap<>();

    private static String ok(long start, long elapsed) {
        return T + start + "," + elapsed + ",GET,200,OK,true,,0\n";
    }

    private static String failed(long start, long elapsed, String code, String message, String failure) {
        return T + start + "," + elapsed + ",GET," + code + "," + message + ",false," + failure + ",0\n";
    }

    private Samples samples(Load load, String... rows) throws Exception {
        Files.writeString(jtl, HEAD + String.join("", rows));
        return Samples.read(jtl, load, ofLoad(load == BESIDE), Optional.empty());
    }

    private Predicate<RecordedRequest> ofLoad(boolean isSecond) throws Exception {
        if (!loads.containsKey(isSecond)) {
            loads.put(isSecond, ofOwnPlan(isSecond));
        }
        return loads.get(isSecond);
    }

    private Predicate<RecordedRequest> ofOwnPlan(boolean isSecond) throws Exception {
        String plan = Files.writeString(folder.resolve("my.jmx"), """
                <jmeterTestPlan a="${__P(host)} ${__P(port)} ${__P(seconds)} ${__P(users)}">
                <JSR223Sampler testname="a script, quoted"/></jmeterTestPlan>""").toString();
        return SecondLoad.requests(Doctored.experiment("users = 1\ncontender.a = command: x {port}\njmeter-plan = "
                + plan), isSecond);
    }

    private Run.Requests firstSecond(Load load, String... rows) throws Exception {
        return samples(load, rows).requests(new Edges(T, T + 1_000), NONE);
    }

    @Test
    void aRequestBelongsToTheWindowOfItsAnswerOrInAnOpenLoopOfItsArrival() throws Exception {
        String[] rows = {ok(-500, 499), ok(-500, 500), ok(-1, 600), ok(0, 100), ok(900, 99), ok(999, 400), ok(1000, 5)};
        Samples samples = samples(CLOSED, rows);
        Run.Requests closed = samples.requests(new Edges(T, T + 1_000), NONE);
        assertEquals(List.of(4L, 2L), List.of(closed.answered(), closed.firstHalf()), "at 0, 100, 599, 999");
        assertEquals(List.of(100L, 600L), List.of(closed.latency().p50(), closed.latency().max()), "99 100 500 600");
        assertEquals(new Run.Halves(300, 349.5), closed.halves(), "means of 500 and 100, and of 600 and 99");
        assertEquals(List.of(new Run.Bucket(99, 100, 1), new Run.Bucket(100, 101, 1), new Run.Bucket(500, 502, 1),
                new Run.Bucket(600, 602, 1)), closed.histogram(), "of 1 ms, and from 400 ms on, of up to 0.5 %");
        assertEquals(List.of(-1L, 3L, 2L), Stream.of(NONE, 0.5, 0.499).map(deadline -> samples
                .requests(new Edges(T, T + 1_000), deadline).inTime()).toList(), "goodput");
        Run.Requests open = firstSecond(OPEN, rows);
        assertEquals(4L, open.answered(), "throughput counts the answers in the window, at 0, 100, 599, 999");
        assertEquals(400L, open.latency().max(), "sent at 999 and answered after the window");
        Run.Requests failing = firstSecond(OPEN, ok(10, 100), failed(500, 30_000, TIMEOUT, "Read timed out", ""),
                failed(-700, 900, "503", "Service Unavailable", ""));
        assertEquals(List.of(1L, 1L), List.of(failing.failed(), failing.latencies()), "one failed long after it");
        assertEquals(1, failing.failures().size());
    }

    private static String beside(String row) {
        return row.replace(",GET,", "," + SecondLoad.LABEL + ",");
    }

    @Test
    void theSamplesOfTwoLoadsAreToldApart() throws Exception {
        String failed = failed(2, 9, "503", "Service Unavailable", "");
        String[] both = {ok(0, 100), failed, beside(ok(0, 7)), beside(ok(1, 8)), beside(failed)};
        assertEquals(firstSecond(CLOSED, both[0], failed), firstSecond(CLOSED, both), "as without the second load");
        Run.Requests second = samples(BESIDE, both).requests(new Edges(T, T + 1_000), 0.0075);
        assertEquals(List.of(2L, 1L, 1L, 8L), List.of(second.answered(), second.failed(), second.inTime(),
                second.latency().max()), "answered, failed, in time, longest");
    }

    private static final String SCRIPT = ok(5, 1).replace(",GET,", ",\"a script, quoted\",");
    private static final String SUM = ok(0, 200).replace(",OK,", ",\"" + RecordedRequest.TRANSACTION + "2\",");

    @Test
    void scriptsAndTransactionsOfAnOwnPlanAreNoRequests() throws Exception {
        String failed = failed(2, 9, "503", "Service Unavailable", "");
        assertEquals(firstSecond(CLOSED, ok(0, 100), failed), firstSecond(CLOSED, SCRIPT, ok(0, 100), SUM, failed));
        Files.delete(jtl);
        Steadiness steadiness = steadiness(10);
        append(steadiness, HEAD + SCRIPT + SUM + failed.repeat(Steadiness.FIRST_ANSWERS));
        assertEquals(Optional.of("503 Service Unavailable"), steadiness.firstProblem(), "no answer was good");
        assertEquals(T + 2, steadiness.firstStart());
    }

    @Test
    void failuresAreCountedByKind() throws Exception {
        String code = "\"Test failed: code expected to equal /\n****** received : [[[404]]]\n\"";
        String exception = "Non HTTP response code: java.net.";
        String[][] table = {{"404", "Not Found", code}, {"200", "OK", "its body does not contain ^x"},
            {"201", "Created", code}, {"200", "OK", "\"Test failed: text expected to contain /\na/\""},
            {exception + "ConnectException", "Non HTTP response message: Connection refused", ""},
            {exception + "Odd", "\"Non HTTP response message: so\nodd\"", ""}};
        String late = problem(failed(20, 5, TIMEOUT, "Read", ""));
        for (String[] row : table) {
            String failed = failed(10, 5, row[0], row[1], row[2]);
            Run.Requests none = firstSecond(CLOSED, failed, failed(20, 5, TIMEOUT, "Read", ""), failed);
            assertEquals(List.of(Map.of(problem(failed), 2L, late, 1L), 3L), List.of(none.failures(), none.failed()));
            assertEquals(null, none.latency(), "without answers there is no latency");
        }
    }

    private String problem(String row) throws IOException {
        List<String> problems = new ArrayList<>();
        Jtl.read(Files.writeString(jtl, HEAD + row), request -> problems.add(request.problem()));
        return problems.getFirst();
    }

    /** A burst begins when nothing is in flight, and lasts until the next one begins. */
    @Test
    void aWindowIsCutToOneWaveOrBurstOrToAnEvenNumberOfThem() throws Exception {
        double[][] waves = {{102, 18 * 102}, {100, 2000}, {1200, 1200}, {2500, 2000}, {NONE, 2000}};
        for (double[] row : waves) {
            assertEquals(new Edges(1000, 1000 + (long) row[1]), Samples.wholeTimes(new Edges(1000, 3000), row[0]),
                    "2 s, with a wave every " + row[0] + " ms");
        }
        Prediction queued = new Prediction(10, 0.4, 1, Limit.THREADS);
        assertEquals(new Edges(T, T + 800), samples(Load.closed("/x", 4), ok(0, 400), ok(100, 400))
                .edges(T, T + 850, queued), "a quarter of the 400 ms is time in flight: 8 waves in 8 x 100 ms");
        assertEquals(new Edges(T, T + 850), samples(OPEN, ok(0, 400)).edges(T, T + 850, queued), "no rhythm");
        Samples bursts = samples(Load.burst("/meetings", 2), ok(100, 50), ok(105, 90), ok(206, 10), ok(205, 60),
                ok(212, 20), ok(300, 100), ok(400, 10));
        // two of the three whole bursts; the burst of 300 lasts until 400, so it is not whole; no burst is whole; a
        // burst may begin in the millisecond in which the one before ends
        long[][] table = {{50, 450, 100, 300}, {150, 399, 205, 300}, {150, 250, 150, 250}, {250, 450, 300, 400}};
        for (long[] row : table) {
            assertEquals(new Edges(T + row[2], T + row[3]), bursts.edges(T + row[0], T + row[1], Prediction.NONE));
        }
        assertEquals(2L, bursts.requests(new Edges(T + 100, T + 205), NONE).answered(), "all that were sent in it");
    }

    /** The service's CPU time is unknown here. */
    private Steadiness steadiness(int users) throws Exception {
        UsageMeter meter = new UsageMeter(List::of, new RunningServiceTwo(null, null), List::of, Time.REAL);
        meter.readServiceOne();
        Steadiness steadiness = new Steadiness(new Jtl(jtl), meter, Load.closed("/", users), 1_000, ofLoad(false));
        steadiness.read();
        return steadiness;
    }

    private void append(Steadiness steadiness, String rows) throws IOException {
        Files.writeString(jtl, rows, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        steadiness.read();
    }

    @Test
    void aLoadIsSteadyWhenTwoSpansAreAlikeAndAllUsersWait() throws Exception {
        Steadiness steadiness = steadiness(10);
        assertEquals(-1L, steadiness.firstStart(), "no answer yet");
        append(steadiness, HEAD);
        for (int start = 0; start < 3_000; start += 100) {
            String rows = ok(start, 100).repeat(start < 1_000 ? 5 : 10);
            append(steadiness, rows.substring(0, 20));      // JMeter writes in parts
            append(steadiness, rows.substring(20));
        }
        assertEquals(T, steadiness.firstStart());
        assertEquals(false, steadiness.isSteady(T + 2_050), "the previous span had half as many answers");
        assertEquals(true, steadiness.isSteady(T + 3_050));
        assertEquals(false, steadiness(20).isSteady(T + 3_050), "half of the users are not waiting for an answer");
        append(steadiness, beside(ok(7_000, 100)));
        assertEquals(true, steadiness.isSteady(T + 3_050), "the second load does not count");
        append(steadiness, ok(7_000, 100));
        assertEquals(false, steadiness.isSteady(T + 3_050), "answers of four spans ago are forgotten");
    }

    @Test
    void twentyFailuresWithoutAGoodAnswerAreAProblem() throws Exception {
        Steadiness steadiness = steadiness(10);
        append(steadiness, HEAD + failed(0, 5, "404", "Not Found", "").repeat(19));
        assertEquals(Optional.empty(), steadiness.firstProblem(), "errors may come first, because they are quick");
        append(steadiness, failed(0, 5, "404", "Not Found", ""));
        assertEquals(Optional.of("404 Not Found"), steadiness.firstProblem());
        append(steadiness, ok(0, 5));
        assertEquals(Optional.empty(), steadiness.firstProblem(), "one answer was good");
    }

    private Steadiness steadiness(Load load, UsageMeter meter) throws Exception {
        return new Steadiness(new Jtl(jtl), meter, load, 1_000, ofLoad(false));
    }

    /** @param before answers in the second until T + 1 s, and after it in the next one */
    private boolean isSteady(Load load, int before, int after, long elapsed, double[]... cpu) throws Exception {
        double[][] readings = cpu.length > 0 ? cpu : new double[][] {{T, 0, 0}, {T + 2_000, 0, 0}};
        Steadiness steadiness = steadiness(load, Meters.of(readings));
        Files.writeString(jtl, HEAD + ok(500 - elapsed, elapsed).repeat(before)
                + ok(1_500 - elapsed, elapsed).repeat(after));
        steadiness.read();
        return steadiness.isSteady(T + 2_000);
    }

    private static double[][] cpu(double before, double after) {
        return new double[][] {{T, 0, 0}, {T + 1_000, before, 0}, {T + 2_000, before + after, 0}};
    }

    @Test
    void twoSpansMayDifferALittle() throws Exception {
        Load ten = Load.closed("/", 10);
        assertEquals(List.of(true, false, true, false), List.of(isSteady(ten, 95, 100, 100),
                isSteady(ten, 94, 100, 100), isSteady(ten, 105, 100, 100), isSteady(ten, 106, 100, 100)),
                "3 % and two answers");
        assertEquals(List.of(true, false), List.of(isSteady(ten, 100, 100, 95), isSteady(ten, 100, 100, 94)),
                "95 % of the users wait");
        assertEquals(true, isSteady(Load.burst("/", 10), 100, 100, 1), "those of bursts may pause");
        assertEquals(false, isSteady(ten, 0, 0, 100), "no answer");
        assertEquals(List.of(true, false, true, false), List.of(isSteady(ten, 100, 100, 100, cpu(1, 0.86)),
                isSteady(ten, 100, 100, 100, cpu(1, 0.84)), isSteady(ten, 100, 100, 100, cpu(0.86, 1)),
                isSteady(ten, 100, 100, 100, cpu(0.84, 1))), "15 % of a request's CPU time");
        assertEquals(List.of(true, false), List.of(isSteady(ten, 100, 100, 100, cpu(0.049, 0.01)),
                isSteady(ten, 100, 100, 100, cpu(0.0625, 0.01))), "less than 0.05 s tells nothing");
        double[][] compiling = {{T, 0, 0}, {T + 1_000, 2, 1}, {T + 2_000, 3, 1}};
        assertEquals(true, isSteady(ten, 100, 100, 100, compiling), "without the compiler's time");
    }

    @Test
    void answersOfMoreThanFourSpansAgoAreForgotten() throws Exception {
        for (int late = 0; late <= 1; late++) {
            Files.deleteIfExists(jtl);
            Steadiness steadiness = steadiness(Load.closed("/", 10), Meters.of(new double[] {T, 0, 0}));
            append(steadiness, HEAD);
            for (int start = 0; start < 3_000; start += 100) {
                append(steadiness, ok(start, 100).repeat(10));
            }
            append(steadiness, ok(5_000 + late, 100));
            assertEquals(late == 0, steadiness.isSteady(T + 3_050), "those of T + 1.1 s are four spans older");
            assertEquals(3_000L, steadiness.leastMillis(1_000), "the ramp-up and two spans");
        }
    }

    @Test
    void aSpanIsAMultipleOfTheTimeInWhichAnswersRepeat() {
        Prediction predicted = new Prediction(40, 0.3, 12, Limit.USERS);
        assertEquals(List.of(300.0, 100.0, 0.0, 0.0, 0.0), List.of(Steadiness.period(Load.closed("/", 4), predicted),
                Steadiness.period(Load.burst("/", 4), predicted), Steadiness.period(Load.open("/", 4), predicted),
                Steadiness.period(Load.closed("/", 4), Prediction.NONE),
                Steadiness.period(Load.closed("/", 4), new Prediction(40, 0, 0, Limit.USERS))));
        assertEquals(List.of(1_200L, 2_100L, 1_000L, 2_000L, 1_000L, 3_000L), List.of(Steadiness.span(300, true),
                Steadiness.span(300, false), Steadiness.span(0, true), Steadiness.span(0, false),
                Steadiness.span(1_000, true), Steadiness.span(3_000, false)));
    }

    @Test
    void aTickLastsFromOneReadingToTheNext() throws Exception {
        Samples samples = samples(CLOSED, ok(-1_100, 100), ok(-1_000, 500), failed(-900, 300, "503", "", ""),
                ok(-500, 499), ok(-100, 100), ok(100, 200), ok(200, 1_799), ok(1_000, 1_000), ok(3_000, 1));
        UsageMeter meter = Meters.of(new double[] {T - 1_000, 1, 0}, new double[] {T, 2, 0.5},
                new double[] {T + 2_000, 6, 1.5});
        assertEquals(List.of(new Run.Tick(0, 1, 1, 3, 1_099 / 3.0, 0.5),
                new Run.Tick(2, 2, 2, 3, (100 + 200 + 1_799) / 3.0, 0.5)), samples.ticks(meter, T),
                "its end, length, cores, answers, mean latency and compiler");
        Samples none = samples(CLOSED, failed(-900, 300, "503", "", ""));
        assertTrue(Double.isNaN(none.ticks(meter, T).getFirst().latency()), "no answer");
    }

    @Test
    void bucketsAreAtMostHalfAPercentWide() throws Exception {
        String[] rows = LongStream.of(399, 400, 799, 800, 1_599, 1_600, 1_607).mapToObj(each -> ok(-each, each))
                .toArray(String[]::new);
        assertEquals("399-400 1; 400-402 1; 798-800 1; 800-804 1; 1596-1600 1; 1600-1608 2", firstSecond(CLOSED, rows)
                .histogram().stream().map(each -> (long) each.from() + "-" + (long) each.to() + " " + each.count())
                .collect(Collectors.joining("; ")));
    }

    @Test
    void latenciesHavePercentilesAndTheirIntervals() throws Exception {
        String[] rows = IntStream.rangeClosed(1, 1_000).mapToObj(each -> ok(999 - each, each)).toArray(String[]::new);
        Run.Latency latency = firstSecond(CLOSED, rows).latency();
        assertEquals(List.of(500.5, 500L, 900L, 950L, 990L, 999L, 1_000L), List.of(latency.mean(), latency.p50(),
                latency.p90(), latency.p95(), latency.p99(), latency.p999(), latency.max()));
        assertEquals(List.of(50.0, 90.0, 95.0, 99.0), latency.intervals().stream().map(Percentiles.Interval::percent)
                .toList(), "a thousand are too few for the last one");
    }
}
