package lab.judge;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.mode.Mode.Limit;
import lab.Doctored;
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
    private static final String PAIR = "loom/pool throughput";

    private final List<Run> runs = new ArrayList<>();
    private final Random random = new Random(7);

    private void add(String contender, double... throughputs) {
        add(contender, run -> run, throughputs);
    }

    private void add(String contender, UnaryOperator<Doctored> change, double... throughputs) {
        runs.addAll(Doctored.runs(contender, LOAD, change, throughputs));
    }

    private Analysis analysis(String... hypotheses) throws Exception {
        return Doctored.analysis("users = 1000\ncontender.pool = pool\ncontender.loom = loom\ncontender.async = async\n"
                + String.join("\n", hypotheses), runs, Map.of());
    }

    private Point point() throws Exception {
        return analysis().points().getFirst();
    }

    /** @param bounds such as {@code expect >= 2, refute < 1} */
    private void assertJudged(Outcome outcome, String ratio, String reason, String subject, String bounds)
            throws Exception {
        String[] hypotheses = bounds.replaceAll("(expect|refute)", "$1 = " + subject).split(", ");
        Judgement judgement = Judgement.of(analysis(hypotheses)).getFirst();
        assertEquals(List.of(outcome, ratio, reason), List.of(judgement.outcome(), judgement.ratioText(),
                judgement.reason()), subject + ": " + bounds);
    }

    @Test
    void theWholeIntervalDecidesAHypothesis() throws Exception {
        add("pool", 188, 190, 192);
        add("loom", run -> run.answers(0, 9_000).with(new Prediction(1000, 1, 1000, Limit.USERS)), 940, 950, 975);
        Object[][] table = {{"expect >= 4.5", Outcome.SUPPORTED, ""}, {"expect <= 4.5", Outcome.REFUTED, ""},
            {"expect >= 5", Outcome.UNDECIDED, "the interval overlaps the bound >= 5"},
            {"expect >= 4.5, refute < 3", Outcome.SUPPORTED, ""}, {"expect >= 8, refute < 6", Outcome.REFUTED, ""},
            {"expect >= 8, refute < 4", Outcome.UNDECIDED, "the ratio lies between the expected and the refuting ones"},
            {"expect >= 4.5, expect <= 4.7, refute > 4.8", Outcome.REFUTED, ""}, {"refute < 3", Outcome.SUPPORTED, ""},
            {"refute < 5", Outcome.UNDECIDED, "the interval overlaps the bound < 5"}};
        for (Object[] row : table) {
            assertJudged((Outcome) row[1], "5.03× (4.85–5.21)", (String) row[2], PAIR, (String) row[0]);
        }
        assertJudged(Outcome.SUPPORTED, "950 (940–975) requests/s", "", "loom throughput", "expect >= 940");
        assertJudged(Outcome.SUPPORTED, "0.95× (0.94–0.98)", "", "loom/theory throughput", "expect >= 0.94");
        assertJudged(Outcome.REFUTED, "1.05× (1.03–1.06)", "", "loom/theory mean latency", "expect < 1");
        assertJudged(Outcome.REFUTED, "900 (900–900) requests/s", "", "loom goodput", "expect >= 901");
    }

    @Test
    void aJudgementNeedsValidFiguresOfBothContenders() throws Exception {
        add("loom", 940, 950, 960);
        assertJudged(Outcome.UNDECIDED, "n/a", "pool was not measured", PAIR, "expect > 3");
        add("pool", run -> run.failed(300), 190, 190, 190);
        assertJudged(Outcome.UNDECIDED, "n/a", "pool's throughput is invalid: 14 % of the requests failed "
                + "unexpectedly, most often with: 503 Service Unavailable", PAIR, "expect > 3");
    }

    @Test
    void belowTheoryOnASharedMachineNothingIsRefuted() throws Exception {
        add("pool", 950);
        add("loom", run -> run.belowItsBound().machine(12, 0, 0), 950);
        assertJudged(Outcome.UNDECIDED, "1.00×",
                "the throughput of loom stayed below theory while other programs used the machine", PAIR, "expect > 3");
        assertJudged(Outcome.REFUTED, "1.00×", "one repetition", "loom/pool CPU time per request", "expect > 3");
        List<UnaryOperator<Doctored>> others = List.of(run -> run.machine(12, 0, 0),      // as theory says
                run -> run.belowItsBound().cpu(11.3).machine(18.5, 0, 0));      // its own programs took the cores
        for (UnaryOperator<Doctored> other : others) {
            runs.removeLast();
            add("loom", other, 950);
            assertJudged(Outcome.REFUTED, "1.00×", "one repetition", PAIR, "expect > 3");
        }
    }

    /** A window of ten seconds; latencies that grow by 5 % of the time, which is 5 % of 5 s. */
    @Test
    void whereAQueueGrowsThereIsNoLatency() throws Exception {
        Load open = Load.open("/meetings", 400);
        runs.addAll(Doctored.runs("pool", open, run -> run.latency(5_000).growth(0.052), 240));
        runs.add(Doctored.run("pool", open, 2, 240).latency(9_000).growth(0.4).run());
        runs.addAll(Doctored.runs("loom", open, run -> run.latency(5_000).growth(0.048), 400, 400));
        Analysis analysis = Doctored.analysis("rate = 400\ncontender.pool = pool\ncontender.loom = loom\n"
                + "expect = pool/loom p50 latency > 10\nexpect = loom/pool p99 latency < 0.5\n"
                + "expect = pool/pool mean latency < 1\nrefute = pool/loom mean latency > 2", runs, Map.of());
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
            {third(1000).cpu(2.49).run(), Metric.CPU_PER_REQUEST, "its repetitions differ by 25.8 % (CPU time relative "
                + "to service two's), more than 25 %"},
            {third(1000).cpu(2.49).serviceTwo(5).run(), Metric.CPU_PER_REQUEST, null},      // both were slowed down
            {third(1000).cpu(2.49).serviceTwo(0.09).run(), Metric.CPU_PER_REQUEST, "its repetitions differ by 25.8 %, "
                + "more than 25 %"},
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

    private void assertRelativeCost(String ratio, double throughput, UnaryOperator<Doctored> change) throws Exception {
        runs.clear();
        add("pool", run -> run.cpu(2.1), 1000);
        add("loom", run -> change.apply(run.cpu(4.1)), throughput);
        assertEquals(ratio, analysis().comparisons(LOAD).stream().filter(pair -> pair.metric()
                == Metric.CPU_PER_REQUEST).findFirst().orElseThrow().ratio().text(), "at " + throughput);
    }

    /** Two contenders cost 200 and 400 µs per request, and 0.5 times what service two costs. */
    @Test
    void costsAreRelativeToServiceTwosIfItsWorkIsTheSame() throws Exception {
        assertRelativeCost("1.00×", 1051, run -> run.serviceTwo(8));
        assertRelativeCost("1.00×", 952, run -> run.serviceTwo(8));
        assertRelativeCost("1.90×", 1052, run -> run.serviceTwo(8));
        assertRelativeCost("2.10×", 951, run -> run.serviceTwo(8));
        assertRelativeCost("80.0×", 1000, run -> run.serviceTwo(0.1));
        assertRelativeCost("2.00×", 1000, run -> run.serviceTwo(0.09));
        assertRelativeCost("2.00×", 1000, run -> run.serviceTwo(8).with(new Run.Elsewhere(true, List.of())));
        // With failures or a second load, the calls are not always the same.
        assertRelativeCost("2.00×", 1000, run -> run.serviceTwo(8)
                .with(new Prediction(1000, 1, 1000, Limit.USERS, -1)));
        assertRelativeCost("2.00×", 1000, run -> run.serviceTwo(8).beside(third(1).run(), 10));
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
        add("loom", run -> run.with(new Prediction(3800, 0.26, 1000, Limit.USERS)), 900);
        assertEquals(45L, Math.round(100 * point().shareOfPredicted()), "percent");
        add("loom", run -> run.with(Prediction.CPU_BOUND).latency(900), 950);
        assertTrue(Analysis.isAtLeast(point(), Metric.P99) && point().isValid(Metric.P99), "p99");
        assertEquals(false, Analysis.isAtLeast(point(), Metric.THROUGHPUT));
    }

    private static double[] rounds(double... throughputs) {
        return throughputs;
    }

    /** The first contender's to the second's. Each contender has an array. */
    private static Ratio ratio(double[]... throughputs) {
        int all = throughputs.length;
        List<Point> points = IntStream.range(0, all).mapToObj(i -> new Point("c" + i, LOAD,
                Doctored.runs("c" + i, LOAD, throughputs[i]), Map.of())).toList();
        return new Ratios(points, Metric.THROUGHPUT, all * (all - 1) / 2).of("c0", "c1");
    }

    @Test
    void theIntervalIsStudents() {
        // The logarithms' differences are ln 2 ± 0.01, so their standard deviation is 0.01.
        double[] a = rounds(200, 400, 800 * Math.exp(0.01));
        double[] b = rounds(100, 200 * Math.exp(0.01), 400);
        double[] even = rounds(10, 20, 40);
        String[][] table = {
            {"2.00× (1.92–2.08)", ratio(a, b).text(), "2 · e^(± 6.965 · 0.01 / √3)"},
            {"2.00× (1.94–2.06)", ratio(a, b, even).text(), "three ratios, four degrees of freedom"},
            {"2.00× (1.74–2.30)", ratio(rounds(200, 400, 800), rounds(100, 200, 400), rounds(10, 20, 40
                    * Math.exp(0.1))).text(), "only the third scatters: 2 · (4/9) · 0.01 / 4 is the pooled variance"},
            {"2.00× (1.95–2.05)", ratio(a, b, even, even).text(), "the pair scatters more than the four together"},
            {"2.02× (1.47–2.77)", ratio(rounds(200, 200 * Math.exp(0.02)), rounds(100, 100)).text(), "t(1) = 31.82"},
            {"2.00×", ratio(rounds(200), rounds(100)).text(), "one repetition"},
            {"2.00× (2.00–2.00)", ratio(rounds(200, 300, 500), rounds(100, 150)).text(), "only rounds of both"},
            {"n/a", ratio(rounds(0, 0), rounds(100, 100)).text(), "no answers"},
            {"n/a", ratio(rounds(200)).text(), "the other has no valid figure"},
            {"1.05× (0.93–1.18)", Ratio.unpaired(rounds(110, 100, 105), rounds(100, 98, 103), 1).text(),
                "two samples of three: t(4) = 3.747 at 98 %"},
            {"n/a", Ratio.unpaired(rounds(2, 3), rounds(0, 0), 1).text(), "nothing above 0"}};
        Stream.of(table).forEach(row -> assertEquals(row[0], row[1], row[2]));
    }

    @Test
    void aDifferenceIsAtLeastOnePercentAndBeyondTheInterval() {
        assertEquals(false, ratio(rounds(100.9, 100.9), rounds(100, 100)).isDifferent(), "0.9 %");
        assertEquals(true, ratio(rounds(101.1, 101.1), rounds(100, 100)).isDifferent(), "1.1 %");
        assertEquals(false, ratio(rounds(200), rounds(100)).isDifferent(), "no interval");
        double[][] alike = {{0.1, 0.1}, {0.1, 0.1, 0.1, 0.1}, {0.1, 0.1, 0.02, 0.02}, {0.05, 0.05, 0.005}};
        Stream.of(alike).forEach(scatters -> assertTrue(different(1, scatters) <= 0.05, "called different, but alike: "
                + Arrays.toString(scatters)));
        double[][] apart = {{0.05, 0.05}, {0.05, 0.05, 0.05}, {0.05, 0.05, 0.05, 0.05}};
        Stream.of(apart).forEach(scatters -> assertTrue(different(139 / 88.0, scatters) >= 0.9, "async and loom, of "
                + scatters.length + " contenders"));
    }

    /** How often the first two are called different, in experiments with three rounds. */
    private double different(double times, double... scatters) {
        return IntStream.range(0, 1_000).filter(_ -> ratio(IntStream.range(0, scatters.length)
                .mapToObj(c -> DoubleStream.generate(() -> 1e4 * (c == 0 ? times : 1) * Math.exp(scatters[c]
                * random.nextGaussian())).limit(3).toArray()).toArray(double[][]::new)).isDifferent()).count() / 1e3;
    }
}
