package lab.judge;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import experiment.Limit;
import experiment.Load;
import experiment.Metric;
import experiment.Prediction;
import experiment.Run;
import lab.Doctored;
import lab.judge.Analysis.Comparison;
import lab.judge.Verdict.Outcome;
import testing.Slow;
import testing.Test;
import testing.Words;

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

    /**
     * @param bounds such as {@code expect >= 2, refute < 1}
     * @return a line of words
     */
    private String judged(Outcome outcome, String subject, String bounds) throws Exception {
        String[] hypotheses = bounds.replaceAll("(expect|refute)", "$1 = " + subject).split(", ");
        Verdict verdict = Verdict.of(analysis(hypotheses)).getFirst();
        assertEquals(outcome, verdict.outcome(), subject + ": " + bounds);
        return subject + ", " + bounds + " -> " + verdict.outcome().label() + ", " + verdict.ratioText()
                + (verdict.reason().isEmpty() ? "" : ": " + verdict.reason()) + "\n";
    }

    @Test
    void theWholeIntervalDecidesAHypothesis() throws Exception {
        add("pool", 188, 190, 192);
        add("loom", run -> run.answers(0, 9_000).with(new Prediction(1000, 1, 1000, Limit.USERS)), 940, 950, 975);
        Object[][] table = {{PAIR, "expect >= 4.5", Outcome.SUPPORTED}, {PAIR, "expect <= 4.5", Outcome.REFUTED},
            {PAIR, "expect >= 5", Outcome.UNDECIDED}, {PAIR, "expect >= 4.5, refute < 3", Outcome.SUPPORTED},
            {PAIR, "expect >= 8, refute < 6", Outcome.REFUTED}, {PAIR, "expect >= 8, refute < 4", Outcome.UNDECIDED},
            {PAIR, "expect >= 4.5, expect <= 4.7, refute > 4.8", Outcome.REFUTED},
            {PAIR, "refute < 3", Outcome.SUPPORTED}, {PAIR, "refute < 5", Outcome.UNDECIDED},
            {PAIR, "expect >= 4.5, expect >= 5", Outcome.UNDECIDED},
            {"loom throughput", "expect >= 940", Outcome.SUPPORTED},
            {"loom/theory throughput", "expect >= 0.94", Outcome.SUPPORTED},
            {"loom/theory mean latency", "expect < 1", Outcome.REFUTED},
            {"loom goodput", "expect >= 901", Outcome.REFUTED},
            {"async throughput", "expect > 1", Outcome.UNDECIDED},
            {"loom/pool throughput beside", "expect > 1", Outcome.UNDECIDED},
            {"loom/theory throughput", "expect > 1.1", Outcome.REFUTED}};
        StringBuilder verdicts = new StringBuilder();
        for (Object[] row : table) {
            verdicts.append(judged((Outcome) row[2], (String) row[0], (String) row[1]));
        }
        runs.clear();
        add("loom", run -> run.with(Prediction.NONE), 940, 950);
        verdicts.append(judged(Outcome.UNDECIDED, "loom/theory throughput", "expect > 1"));
        Words.assertSame("compare", "verdicts", verdicts.toString());
    }

    @Test
    void aVerdictNeedsValidFiguresOfBothContenders() throws Exception {
        add("loom", 940, 950, 960);
        String verdicts = judged(Outcome.UNDECIDED, PAIR, "expect > 3");
        add("pool", run -> run.failed(300), 190, 190, 190);
        verdicts += judged(Outcome.UNDECIDED, PAIR, "expect > 3");
        runs.clear();
        add("loom", 940, 950, 960);
        add("pool", 19, 19, 19);
        verdicts += judged(Outcome.UNDECIDED, "loom/pool p99 latency", "expect < 1");
        runs.clear();
        add("pool", run -> run.failed(300), 190);
        runs.add(Run.failed("loom", LOAD, 1, Prediction.NONE, "died"));
        verdicts += judged(Outcome.UNDECIDED, PAIR, "expect > 3");
        Words.assertSame("compare", "no verdict", verdicts);
    }

    @Test
    void belowTheoryOnASharedMachineNothingIsRefuted() throws Exception {
        add("pool", 950);
        add("loom", run -> run.belowItsBound().machine(12, 0, 0), 950);
        String verdicts = judged(Outcome.UNDECIDED, PAIR, "expect > 3")
                + judged(Outcome.UNDECIDED, "loom/pool p50 latency", "expect > 3")
                + judged(Outcome.REFUTED, "loom/pool CPU time per request", "expect > 3")
                + judged(Outcome.SUPPORTED, "loom CPU time per request", "expect > 3");
        List<UnaryOperator<Doctored>> others = List.of(run -> run.machine(12, 0, 0),      // as theory says
                run -> run.belowItsBound().cpu(11.3).machine(18.5, 0, 0),      // its own programs took the cores
                // at 97 % of the prediction
                run -> run.with(new Prediction(950 / 0.97, 1, 1000, Limit.USERS)).machine(12, 0, 0));
        for (UnaryOperator<Doctored> other : others) {
            runs.removeLast();
            add("loom", other, 950);
            verdicts += judged(Outcome.REFUTED, PAIR, "expect > 3");
        }
        runs.clear();
        add("pool", run -> run.belowItsBound().machine(12, 0, 0), 950);
        add("loom", run -> run.belowItsBound().machine(12, 0, 0), 950);
        verdicts += judged(Outcome.UNDECIDED, PAIR, "expect > 3");
        Words.assertSame("compare", "verdicts on a shared machine", verdicts);
    }

    @Test
    void aBusyMachineHoldsAThroughputBackUnlessTheArrivalsAreTooMany() throws Exception {
        Load open = Load.open("/meetings", 400);
        Object[][] table = {{Limit.ARRIVALS, 0.0, true}, {Limit.ARRIVALS, 0.4, false}, {Limit.THREADS, 0.4, true}};
        for (Object[] row : table) {
            Point point = new Point("pool", open, Doctored.runs("pool", open, run -> run.machine(12, 0, 0)
                    .latency(5_000).growth((double) row[1])
                    .with(new Prediction(400, 1, 400, (Limit) row[0])), 300), Map.of());
            assertEquals(row[2], point.isHeldBack(), row[0] + ", latency grows by " + row[1]);
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
        assertEquals(true, pool.grows(Metric.P50) && !pool.repetitions(Metric.P99).isKnown() && pool.isValid());
        assertEquals(false, pool.grows(Metric.THROUGHPUT) || analysis.points().getLast().grows(Metric.P50));
        assertEquals(List.of(Outcome.SUPPORTED, Outcome.SUPPORTED, Outcome.UNDECIDED, Outcome.REFUTED),
                Verdict.of(analysis).stream().map(Verdict::outcome).toList());
        Words.assertSame("compare", "verdicts where a queue grows", Verdict.of(analysis).stream().map(each ->
                each.hypothesis().names() + ", " + each.hypothesis().metric() + " -> " + each.outcome().label() + ", "
                + each.ratioText() + ": " + each.reason()).collect(Collectors.joining("\n")));
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
            {third(1050).run(), Metric.THROUGHPUT, false}, {third(1051).run(), Metric.THROUGHPUT, true},
            {third(1051).run(), Metric.CPU_PER_REQUEST, false},
            {third(1000).cpu(2.47).run(), Metric.CPU_PER_REQUEST, false},      // 25 % above 1.9 s without the compiler
            {third(1000).cpu(2.49).run(), Metric.CPU_PER_REQUEST, true},
            {third(1000).cpu(2.49).serviceTwo(5).run(), Metric.CPU_PER_REQUEST, false},      // both were slowed down
            {third(1000).cpu(2.49).serviceTwo(0.09).run(), Metric.CPU_PER_REQUEST, true},
            {third(1000).latency(1_051).run(), Metric.P50, false}, {third(1000).latency(1_052).run(), Metric.P50, true},
            {third(1000).latency(1_250).run(), Metric.P99, false}, {third(1000).latency(1_300).run(), Metric.P99, true},
            {third(1000).failed(500).run(), Metric.RSS, true},
            {Run.failed("pool", LOAD, 3, Prediction.NONE, "died"), Metric.MAX, true},
            {third(1000).machine(19, 0, 0).growth(0.1).run(), Metric.THROUGHPUT, false}};
        StringBuilder reasons = new StringBuilder();
        for (Object[] row : table) {
            runs.clear();
            add("pool", 1000, 1000);
            runs.add((Run) row[0]);
            Metric metric = (Metric) row[1];
            String doubt = point().doubts().get(metric);
            assertEquals(row[2], doubt != null, metric + " of " + row[0]);
            reasons.append(doubt == null ? "" : "the " + metric.label() + " is invalid: " + doubt + "\n");
        }
        Words.assertSame("compare", "invalid figures", reasons.toString());
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
        assertEquals(new Repetitions(905, 900, 910, 2), analysis().points().getLast().repetitions(Metric.THROUGHPUT));
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
        runs.clear();
        add("pool", 100, 104);
        add("loom", 105, 106);
        assertEquals("loom/pool", compared(), "3 % apart, which nobody would notice");
        runs.clear();
        assertEquals("", compared(), "nothing was measured");
        List.of("pool", "loom", "async", "a", "b").forEach(name -> add(name, 100));
        assertEquals("loom/pool, async/pool, a/pool, b/pool", Doctored.analysis("users = 1000\ncontender.pool = pool\n"
                + "contender.loom = loom\ncontender.async = async\ncontender.a = loom\ncontender.b = loom", runs,
                Map.of()).comparisons(LOAD).stream().filter(pair -> pair.metric() == Metric.THROUGHPUT).map(pair ->
                pair.point().contender() + "/" + pair.base().contender()).collect(Collectors.joining(", ")),
                "of more than four contenders, each is compared with the first");
    }

    @Test
    void theCoresCapAPredictionAndStarvedUsersMakeLatenciesALowerBound() throws Exception {
        // 9,000 requests took 9 s of CPU time, 1 ms each. Two cores allow 2,000 requests/s.
        add("loom", run -> run.with(new Prediction(3800, 0.26, 1000, Limit.USERS)), 900);
        assertEquals(45L, Math.round(100 * point().shareOfPredicted()), "percent");
        add("loom", run -> run.with(Prediction.CPU_BOUND).latency(900), 950);
        assertTrue(point().isAtLeast(Metric.P99) && point().isValid(Metric.P99), "p99");
        assertEquals(false, point().isAtLeast(Metric.THROUGHPUT));
    }

    /** Of requests that compute, some users may wait longer than the window, so nothing is wrong with the load. */
    private static Run ofLatency(String contender, int repetition, int millis) {
        return Doctored.run(contender, LOAD, repetition, 1000).with(Prediction.CPU_BOUND).latency(millis).run();
    }

    private Analysis ofMedians(String hypothesis, int pool, int loom, int repetitions) throws Exception {
        runs.clear();
        for (int i = 1; i <= repetitions; i++) {
            runs.addAll(List.of(ofLatency("pool", i, pool), ofLatency("loom", i, loom)));
        }
        return analysis(hypothesis);
    }

    private String ratioOfMedians(int pool, int loom, int repetitions) throws Exception {
        Comparison pair = ofMedians("", pool, loom, repetitions).comparisons(LOAD).stream()
                .filter(each -> each.metric() == Metric.P50).findFirst().orElseThrow();
        return pair.ratio().text() + (pair.ratio().mayBeNone() ? " ≈" : "")
                + (pair.ratio().isDifferent() ? " different" : "") + (pair.needsFinerClock() ? " finer" : "")
                + (pair.needsMoreRepetitions() ? " more" : "");
    }

    @Test
    void wholeMillisecondsShowNoSmallerDifference() throws Exception {
        Object[][] table = {{4, 5, 3, "1.25× (0.80–2.00) ≈ finer"}, {40, 50, 3, "1.25× (1.20–1.31) different"},
            {4, 4, 3, "1.00× (0.60–1.67) ≈"}, {1, 2, 3, "2.00× (0.50–∞) ≈ finer"},
            {2, 1, 3, "0.50× (0.00–2.00) ≈ finer"}, {5, 4, 1, "0.80× ≈"}, {50, 40, 1, "0.80×"},
            {3, 5, 3, "1.67× (1.00–3.00) ≈ finer"}, {2, 5, 3, "2.50× (1.33–6.00) different"}};
        for (Object[] row : table) {
            assertEquals(row[3], ratioOfMedians((int) row[0], (int) row[1], (int) row[2]), Arrays.toString(row));
        }
        runs.clear();
        runs.add(ofLatency("pool", 1, 4));
        assertEquals(List.of(1.0, 0.25, 0.01, 0.0, 0.0), List.of(point().clockError(Metric.MAX),
                point().relativeClockError(Metric.P50), point().clockError(Metric.MEAN),
                point().clockError(Metric.THROUGHPUT), point().relativeClockError(Metric.ABANDONED)),
                "of 10,000 requests, the errors nearly cancel out in the mean");
    }

    @Test
    void aHypothesisIsUndecidedWithinAStepOfTheClock() throws Exception {
        Object[][] table = {{"loom/pool p50 latency > 1", 4, 5, 3, Outcome.UNDECIDED},
            {"loom/pool p50 latency > 1", 4, 5, 1, Outcome.UNDECIDED},
            {"loom/pool p50 latency > 1", 4, 7, 1, Outcome.SUPPORTED},
            {"loom/pool mean latency > 1", 4, 5, 3, Outcome.SUPPORTED},
            {"loom p50 latency <= 5", 4, 5, 3, Outcome.UNDECIDED},
            {"loom p50 latency <= 6", 4, 5, 3, Outcome.SUPPORTED},
            {"loom p50 latency >= 0", 4, 0, 1, Outcome.SUPPORTED},
            {"loom p50 latency < 1", 4, 0, 1, Outcome.UNDECIDED},
            {"loom abandoned calls per request <= 0", 4, 5, 3, Outcome.SUPPORTED}};
        StringBuilder reasons = new StringBuilder();
        for (Object[] row : table) {
            Verdict verdict = Verdict.of(ofMedians("expect = " + row[0], (int) row[1], (int) row[2],
                    (int) row[3])).getFirst();
            assertEquals(row[4], verdict.outcome(), Arrays.toString(row));
            reasons.append(verdict.ratioText() + ": " + verdict.reason() + "\n");
        }
        Words.assertSame("compare", "verdicts in whole milliseconds", reasons.toString());
    }

    /** Whatever the step hides is no scatter. */
    @Test
    void repetitionsMayDifferByAStepOfTheClock() throws Exception {
        int[][] table = {{4, 5, 5, 1}, {4, 4, 5, 1}, {0, 0, 1, 1}, {4, 5, 6, 0}, {0, 0, 2, 0}, {40, 41, 43, 1},
            {40, 41, 44, 0}};
        for (int[] row : table) {
            runs.clear();
            for (int i = 0; i < 3; i++) {
                runs.add(ofLatency("pool", i + 1, row[i]));
            }
            assertEquals(row[3] == 1, point().isValid(Metric.P50), Arrays.toString(row));
        }
    }

    private static double[] rounds(double... throughputs) {
        return throughputs;
    }

    /** The first contender's to the second's. Each contender has an array. */
    private static Ratio ratio(double[]... throughputs) {
        int all = throughputs.length;
        List<Point> points = IntStream.range(0, all).mapToObj(i -> new Point("c" + i, LOAD,
                Doctored.runs("c" + i, LOAD, throughputs[i]), Map.of())).toList();
        return Ratio.paired(points, "c0", "c1", Metric.THROUGHPUT, all * (all - 1) / 2);
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
            {"2.00× (2.00–2.00)", ratio(rounds(200, 0, 500), rounds(100, 150, 250)).text(), "a round without answers"},
            {"n/a", ratio(rounds(0, 0), rounds(100, 100)).text(), "no answers"},
            {"n/a", ratio(rounds(200)).text(), "the other has no valid figure"},
            {"1.05× (0.93–1.18)", Ratio.unpaired(rounds(110, 100, 105), rounds(100, 98, 103), 1).text(),
                "two samples of three: t(4) = 3.747 at 98 %"},
            {"2.00×", Ratio.unpaired(rounds(2), rounds(1), 1).text(), "one repetition each"},
            {"2.00× (2.00–2.00)", Ratio.unpaired(rounds(2, 2), rounds(1), 1).text(), "one degree of freedom"},
            {"n/a", Ratio.unpaired(rounds(2, 3), rounds(0, 0), 1).text(), "nothing above 0"}};
        Stream.of(table).forEach(row -> assertEquals(row[0], row[1], row[2]));
    }

    @Test
    void aDifferenceIsAtLeastOnePercentAndBeyondTheInterval() {
        assertEquals(false, ratio(rounds(100.9, 100.9), rounds(100, 100)).isDifferent(), "0.9 %");
        assertEquals(true, ratio(rounds(101.1, 101.1), rounds(100, 100)).isDifferent(), "1.1 %");
        assertEquals(false, ratio(rounds(200), rounds(100)).isDifferent(), "no interval");
        assertFewAlikeAreCalledDifferent(new double[] {0.1, 0.1}, new double[] {0.1, 0.1, 0.02, 0.02});
        assertMostDifferencesAreFound(new double[] {0.05, 0.05, 0.05});
    }

    @Test
    @Slow("simulates thousands of experiments, for half a second")
    void whatIsSaidOfADifferenceHoldsForOtherScattersAndMoreContenders() {
        assertFewAlikeAreCalledDifferent(new double[] {0.1, 0.1, 0.1, 0.1}, new double[] {0.05, 0.05, 0.005});
        assertMostDifferencesAreFound(new double[] {0.05, 0.05}, new double[] {0.05, 0.05, 0.05, 0.05});
    }

    private void assertFewAlikeAreCalledDifferent(double[]... experiments) {
        for (double[] scatters : experiments) {
            assertTrue(different(1, scatters) <= 0.05, "called different, but alike: " + Arrays.toString(scatters));
        }
    }

    /** Async and loom, at what they cost. */
    private void assertMostDifferencesAreFound(double[]... experiments) {
        for (double[] scatters : experiments) {
            double found = different(139 / 88.0, scatters);
            assertTrue(found >= 0.9, found + ", of " + scatters.length + " contenders");
        }
    }

    /** How often the first two are called different, in experiments with three rounds. */
    private double different(double times, double... scatters) {
        return IntStream.range(0, 1_000).filter(_ -> ratio(IntStream.range(0, scatters.length)
                .mapToObj(c -> DoubleStream.generate(() -> 1e4 * (c == 0 ? times : 1) * Math.exp(scatters[c]
                * random.nextGaussian())).limit(3).toArray()).toArray(double[][]::new)).isDifferent()).count() / 1e3;
    }
}
