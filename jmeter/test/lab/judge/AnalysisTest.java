package lab.judge;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.CommandLine.UsageException;
import lab.Doctored;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Judgement.Outcome;
import lab.results.Metric;
import lab.results.Point;
import lab.results.Run;
import lab.results.Spread;
import testing.Test;

class AnalysisTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final String ABOVE_3 = "expect = loom/pool throughput > 3";

    private final List<Run> runs = new ArrayList<>();

    private void add(String contender, double... throughputs) {
        add(contender, run -> run, throughputs);
    }

    private void add(String contender, UnaryOperator<Doctored> change, double... throughputs) {
        runs.addAll(Doctored.runs(contender, LOAD, change, throughputs));
    }

    private Analysis analysis(String... hypotheses) throws Exception {
        return Doctored.analysis("users = 1000\ncontender.pool = pool\ncontender.loom = loom\ncontender.async = async\n"
                + String.join("\n", hypotheses), runs);
    }

    private Point point() throws Exception {
        return analysis().points().getFirst();
    }

    private void assertJudged(Outcome outcome, String ratio, String reason, String... hypotheses) throws Exception {
        Judgement judgement = Judgement.of(analysis(hypotheses)).getFirst();
        assertEquals(List.of(outcome, ratio, reason), List.of(judgement.outcome(), judgement.ratioText(),
                judgement.reason()), String.join(", ", hypotheses));
    }

    @Test
    void theWholeIntervalDecidesAHypothesis() throws Exception {
        add("pool", 188, 190, 192);
        add("loom", run -> run.inTime(9_000).with(new Prediction(1000, 1, 1000, "users")), 940, 950, 975);
        Object[][] table = {
            {"loom/pool throughput", "expect >= 4.5", Outcome.SUPPORTED, ""},
            {"loom/pool throughput", "expect <= 4.5", Outcome.REFUTED, ""},
            {"loom/pool throughput", "expect >= 5", Outcome.UNDECIDED, "the interval overlaps the bound >= 5"},
            {"loom/pool throughput", "expect >= 4.5, refute < 3", Outcome.SUPPORTED, ""},
            {"loom/pool throughput", "expect >= 8, refute < 6", Outcome.REFUTED, ""},
            {"loom/pool throughput", "expect >= 8, refute < 4", Outcome.UNDECIDED,
                "the ratio lies between the expected and the refuting ones"},
            {"loom/pool throughput", "expect >= 4.5, expect <= 4.7, refute > 4.8", Outcome.REFUTED, ""},
            {"loom/pool throughput", "refute < 3", Outcome.SUPPORTED, ""},
            {"loom/pool throughput", "refute < 5", Outcome.UNDECIDED, "the interval overlaps the bound < 5"},
            {"loom throughput", "expect >= 940", Outcome.SUPPORTED, ""},
            {"loom throughput", "expect >= 941", Outcome.UNDECIDED, "the interval overlaps the bound >= 941"},
            {"loom/theory throughput", "expect >= 0.94", Outcome.SUPPORTED, ""},
            {"loom/theory mean latency", "expect < 1", Outcome.REFUTED, ""},
            {"loom goodput", "expect >= 901", Outcome.REFUTED, ""},
            {"loom abandoned calls per request", "expect <= 0", Outcome.SUPPORTED, ""}};
        Map<String, String> ratios = Map.of("loom/pool throughput", "5.03× (4.85–5.21)",
                "loom throughput", "950 (940–975) requests/s", "loom/theory throughput", "0.95× (0.94–0.98)",
                "loom/theory mean latency", "1.05× (1.03–1.06)", "loom goodput", "900 (900–900) requests/s",
                "loom abandoned calls per request", "0 (0–0)");
        for (Object[] row : table) {
            assertJudged((Outcome) row[2], ratios.get(row[0]), (String) row[3],
                    ((String) row[1]).replaceAll("(expect|refute)", "$1 = " + row[0]).split(", "));
        }
    }

    @Test
    void aHypothesisIsAboutAKnownMetric() throws Exception {
        Path shipped = Path.of(System.getProperty("repository"), "jmeter/experiments");
        for (String name : ExperimentFile.names(shipped)) {
            Judgement.check(ExperimentFile.read(shipped, name, Map.of()));
        }
        String[][] table = {{"a/a beauty", "no metric 'beauty'; there are throughput, goodput, mean latency"},
            {"a/theory p99 latency", "theory predicts only throughput and mean latency"}};
        for (String[] row : table) {
            assertThrows(UsageException.class, row[1], () -> Judgement.check(ExperimentFile.parse("e",
                    "users = 1\ncontender.a = loom\nexpect = " + row[0] + " > 1", Map.of())));
        }
    }

    @Test
    void aJudgementNeedsValidFiguresOfBothContenders() throws Exception {
        add("loom", 940, 950, 960);
        assertJudged(Outcome.UNDECIDED, "n/a", "pool was not measured", ABOVE_3);
        add("pool", run -> run.failed(300), 190, 190, 190);
        assertJudged(Outcome.UNDECIDED, "n/a", "pool's throughput is invalid: 14 % of the requests failed "
                + "unexpectedly, most often with: 503 Service Unavailable", ABOVE_3);
        runs.clear();
        add("pool", 190);
        add("loom", 950);
        assertJudged(Outcome.SUPPORTED, "5.00×", "one repetition", ABOVE_3);
    }

    @Test
    void belowTheoryOnASharedMachineNothingIsRefuted() throws Exception {
        add("pool", 950);
        add("loom", run -> run.belowItsBound().machine(12, 0, 0), 950);
        assertJudged(Outcome.UNDECIDED, "1.00×",
                "the throughput of loom stayed below theory while other programs used the machine", ABOVE_3);
        assertJudged(Outcome.REFUTED, "1.00×", "one repetition", "expect = loom/pool CPU time per request > 3");
        List<UnaryOperator<Doctored>> others = List.of(run -> run.machine(12, 0, 0),      // as theory says
                run -> run.belowItsBound().cpu(11.3).machine(18.5, 0, 0));      // its own programs took the cores
        for (UnaryOperator<Doctored> other : others) {
            runs.removeLast();
            add("loom", other, 950);
            assertJudged(Outcome.REFUTED, "1.00×", "one repetition", ABOVE_3);
        }
    }

    /** A window of ten seconds; latencies that grow by 5 % of the time. */
    @Test
    void whereAQueueGrowsThereIsNoLatency() throws Exception {
        Load open = Load.open("/meetings", 400);
        double[][] growths = {{0.052, 0.8}, {0.048, 0}};      // shares of 5 s
        for (int i = 0; i < 2; i++) {
            String contender = i == 0 ? "pool" : "loom";
            runs.add(Doctored.run(contender, open, 1, 240).latency(5_000).growth(growths[i][0]).run());
            runs.add(Doctored.run(contender, open, 2, 240).latency(5_000).growth(growths[i][1]).run());
        }
        Analysis analysis = Doctored.analysis("""
                rate = 400
                contender.pool = pool
                contender.loom = loom
                expect = pool/loom p50 latency > 10
                expect = loom/pool p99 latency < 0.5
                expect = pool/pool mean latency < 1
                refute = pool/loom mean latency > 2
                """, runs);
        Point pool = analysis.points().getFirst();
        assertEquals(true, pool.grows(Metric.P50) && !pool.spread(Metric.P99).isKnown() && pool.isValid());
        assertEquals(false, pool.grows(Metric.THROUGHPUT) || analysis.points().getLast().grows(Metric.P50));
        assertEquals(List.of(Outcome.SUPPORTED, Outcome.SUPPORTED, Outcome.UNDECIDED, Outcome.REFUTED),
                Judgement.of(analysis).stream().map(Judgement::outcome).toList());
        assertEquals(false, analysis.comparisons(open).stream().anyMatch(each -> each.metric().isLatency()
                && each.ratio().isKnown()), "a ratio of latencies");
    }

    private static Doctored third(double throughput) {
        return Doctored.run("pool", LOAD, 3, throughput);
    }

    /** Each row has the third of three repetitions, and what is said about a figure. */
    @Test
    void aFigureIsInvalidIfWorkOrLoadWasNotAsStatedOrItsRepetitionsDiffer() throws Exception {
        Object[][] table = {
            {third(1050).run(), Metric.THROUGHPUT, null},
            {third(1051).run(), Metric.THROUGHPUT, "its repetitions differ by 5.1 %, more than 5 %"},
            {third(1051).run(), Metric.CPU_PER_REQUEST, null},
            {third(1000).cpu(2.47).run(), Metric.CPU_PER_REQUEST, null},      // 25 % above 1.9 s without the compiler
            {third(1000).cpu(2.49).run(), Metric.CPU_PER_REQUEST, "its repetitions differ by 25.8 %, more than 25 %"},
            {third(1000).cpu(2.49).run(), Metric.THROUGHPUT, null},
            {third(1000).failed(500).run(), Metric.RSS, "4.8 % of the requests failed unexpectedly, most often with: "
                + "503 Service Unavailable"},
            {Run.failed("pool", LOAD, 3, Prediction.NONE, "died"), Metric.MAX, "died"},
            {third(1000).machine(19, 0, 0).growth(0.1).run(), Metric.THROUGHPUT, null}};
        for (Object[] row : table) {
            runs.clear();
            add("pool", 1000, 1000);
            runs.add((Run) row[0]);
            assertEquals(row[2], point().doubts().get(row[1]), row[1] + " of " + row[0]);
        }
    }

    /** Of a round that was run again, the last attempt counts, for every contender. */
    @Test
    void aRerunReplacesItsRound() throws Exception {
        add("pool", run -> run.failed(500), 190);
        add("loom", 700);
        add("pool", 190, 191);
        add("loom", 900, 910);
        assertEquals(Map.of(), point().doubts());
        assertEquals(new Spread(905, 900, 910, 2), analysis().points().getLast().spread(Metric.THROUGHPUT));
        assertEquals(runs.subList(0, 2), analysis().superseded());
    }

    private String compared() throws Exception {
        return analysis().comparisons(LOAD).stream().filter(pair -> pair.metric() == Metric.THROUGHPUT)
                .map(pair -> pair.point().contender() + "/" + pair.base().contender() + (pair.ratio().isDifferent()
                ? " differ" : "") + (pair.needsMoreRepetitions() ? " perhaps" : "")).collect(Collectors.joining(", "));
    }

    @Test
    void validPointsAreComparedPairwise() throws Exception {
        add("pool", 190, 191, 190);
        add("loom", 950, 951, 950);
        add("async", 952, 950, 951);
        assertEquals("loom/pool differ, async/pool differ, async/loom", compared());
        runs.set(3, Doctored.run("loom", LOAD, 1, 950).failed(500).run());
        assertEquals("async/pool differ", compared(), "loom's figures are invalid");
        runs.clear();
        add("pool", 100, 104);
        add("loom", 115, 110);
        assertEquals("loom/pool perhaps", compared(), "12 % apart, two rounds");
    }

    @Test
    void theCoresCapAPredictionAndStarvedUsersMakeLatenciesALowerBound() throws Exception {
        // 9,000 requests took 9 s of CPU time, 1 ms each. Two cores allow 2,000 requests/s.
        add("loom", run -> run.with(new Prediction(3800, 0.26, 1000, "users")), 900);
        assertEquals(2000L, Math.round(point().capped().throughput()));
        assertEquals(45L, Math.round(100 * point().shareOfPredicted()), "percent");
        add("loom", run -> run.with(Prediction.CPU_BOUND).latency(900), 950);
        assertTrue(Analysis.isAtLeast(point(), Metric.P99) && point().isValid(Metric.P99), "p99");
        assertEquals(false, Analysis.isAtLeast(point(), Metric.THROUGHPUT));
    }

    /** The runs have 60, 60 and 150 requests. */
    @Test
    void aPercentileCoversAllRepetitionsOrIsMissing() throws Exception {
        double[][] latencies = {{6, 5000}, {6, 6000}, {15, 100}};
        for (double[] each : latencies) {
            runs.add(Doctored.run("loom", LOAD, runs.size() + 1, each[0]).latency(each[1]).run());
        }
        assertEquals(5000.0, point().spread(Metric.P50).median(), "the median of all three");
        assertEquals(5005.0, point().spread(Metric.P90).median(), "35 requests are needed, and each run has them");
        assertEquals(false, point().spread(Metric.P95).isKnown(), "73 are needed, and only the last run has them");
        assertEquals(321L, point().missingAnswers(Metric.P99), "381 are needed, 321 more than the first run has");
    }
}
