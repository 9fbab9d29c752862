package lab.judge;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import lab.Doctored;
import lab.define.Hypothesis;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Analysis.Comparison;
import lab.judge.Analysis.MemoryGrowth;
import lab.judge.Judgement.Outcome;
import lab.results.Figure;
import lab.results.Metric;
import lab.results.Run.Jvm;
import lab.results.Run;
import lab.results.Spread;
import testing.Test;

class AnalysisTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final double EXPERIMENT_CPU_SECONDS = 9;
    private static final double MACHINE_CPU_SECONDS = 20;
    private static final String ABOVE_3 = "expect = loom/pool throughput > 3";

    private final List<Run> runs = new ArrayList<>();

    private void add(String contender, double... throughputs) {
        runs.addAll(Doctored.runs(contender, LOAD, throughputs));
    }

    private static Doctored disturbed(String contender, double othersShare) {
        return Doctored.run(contender, LOAD, 1, 950).belowItsBound()
                .machine(EXPERIMENT_CPU_SECONDS + othersShare * MACHINE_CPU_SECONDS, 0, 0);
    }

    private static Validity throughputValidity(Doctored run) {
        return ValidityRules.validity(run.run(), Figure.THROUGHPUT);
    }

    private void addDisturbed(String contender, double... othersShares) {
        DoubleStream.of(othersShares).forEach(share -> runs.add(disturbed(contender, share).run()));
    }

    private Analysis analysis(String... hypotheses) throws Exception {
        return Doctored.analysis("users = 1000\ncontender.pool = pool\ncontender.loom = loom\ncontender.async = async\n"
                + String.join("\n", hypotheses), runs);
    }

    private Judgement judged(String... hypothesis) throws Exception {
        return Judgement.of(analysis(hypothesis)).getFirst();
    }

    private Point point(int index) throws Exception {
        return analysis().points().get(index);
    }

    private void assertPoints(Validity... expected) throws Exception {
        assertEquals(List.of(expected), analysis().points().stream()
                .map(point -> point.validity(Figure.THROUGHPUT)).toList());
    }

    @Test
    void aPointIsTheMedianOfItsValidRunsIfTheyAreTheMajority() throws Exception {
        add("pool", 190, 191, 190);
        add("loom", 900, 950, 940);
        runs.set(3, Doctored.run("loom", LOAD, 1, 100).failed(500).run());
        assertPoints(Validity.VALID, Validity.VALID);
        assertEquals(new Spread(945, 940, 950, 2), point(1).spread(Metric.THROUGHPUT), "of the two valid runs");
        runs.set(4, Run.failed("loom", LOAD, 2, Prediction.NONE, "died"));
        assertPoints(Validity.VALID, Validity.NOT_VALID);
        assertEquals(List.of(), analysis().comparisons(LOAD), "a point that is not valid has no comparison");
    }

    @Test
    void validPointsAreComparedPairwise() throws Exception {
        add("pool", 190, 191, 190);
        add("loom", 950, 951, 950);
        add("async", 952, 950, 951);
        List<Comparison> throughput = analysis().comparisons(LOAD).stream()
                .filter(pair -> pair.metric() == Metric.THROUGHPUT).toList();
        assertEquals(List.of("loom/pool true", "async/pool true", "async/loom false"),
                throughput.stream().map(pair -> pair.point().contender() + "/" + pair.base().contender() + " "
                + pair.ratio().excludesOne()).toList(), "pairs, and whether the ratio differs from 1");
        assertEquals(false, throughput.getLast().needsMoreRepetitions(), "equal medians need no more repetitions");
        runs.clear();
        add("pool", 100, 130);
        add("loom", 200, 120);
        assertEquals(true, analysis().comparisons(LOAD).getFirst().needsMoreRepetitions(),
                "different medians of samples that overlap");
    }

    @Test
    void aPredictionIsCappedAtWhatTheCoresAllow() throws Exception {
        // 9,000 requests took 9 s of CPU time, 1 ms each. Two cores allow 2,000 requests/s.
        runs.add(Doctored.run("loom", LOAD, 1, 900).with(new Prediction(3800, 0.26, 1000, "users")).run());
        assertTrue(Math.abs(point(0).capped().throughput() - 2000) < 1e-6, "ceiling " + point(0).capped());
        assertTrue(Math.abs(point(0).shareOfPredicted() - 0.45) < 1e-9, "share " + point(0).shareOfPredicted());
    }

    /** The runs have 60, 60 and 150 requests. */
    @Test
    void aPercentileCoversAllRepetitionsOrIsMissing() throws Exception {
        runs.add(Doctored.run("loom", LOAD, 1, 6).latency(5000).firstHalf(30).run());
        runs.add(Doctored.run("loom", LOAD, 2, 6).latency(6000).firstHalf(30).run());
        runs.add(Doctored.run("loom", LOAD, 3, 15).latency(100).firstHalf(75).run());
        Point point = point(0);
        assertEquals(5000.0, point.spread(Metric.P50).median(), "the median of all three");
        assertEquals(5005.0, point.spread(Metric.P90).median(), "35 requests are needed, and each run has them");
        assertEquals(false, point.spread(Metric.P95).isKnown(), "73 are needed, and only the last run has them");
        assertEquals(321L, point.missingAnswers(Metric.P99), "381 are needed, 321 more than the first run has");
    }

    @Test
    void theCostOfAConnectionIsTheGrowthPerAdditionalConnection() throws Exception {
        Load small = Load.closed("/meetings", 100);
        for (int repetition = 1; repetition <= 2; repetition++) {
            runs.add(Doctored.run("loom", small, repetition, 95).jvm(heap(20)).run());
            runs.add(Doctored.run("loom", LOAD, repetition, 950).jvm(heap(28 + repetition)).run());
        }
        Analysis analysis = Doctored.analysis("users = 100, 1000\ncontender.loom = loom", runs);
        assertEquals(true, analysis.memoryGrowth(analysis.points().get(0)).isEmpty(), "there is no smaller load");
        MemoryGrowth growth = analysis.memoryGrowth(analysis.points().get(1)).orElseThrow();
        assertEquals(new Spread(9.5 * 1024 / 900, 9.0 * 1024 / 900, 10.0 * 1024 / 900, 4), growth.live(),
                "KiB per connection: 9 or 10 MiB for 900 connections");
        assertEquals("from 100 to 1,000 users", growth.span());
    }

    private static Jvm heap(long mebibytes) {
        return new Jvm("25.0.3", mebibytes << 20, 1L << 30, 100, 2, 0);
    }

    @Test
    void aSlightlyDisturbedRunCountsButIsMarked() throws Exception {
        assertEquals(Validity.WITH_CARE, throughputValidity(disturbed("loom", 0.449)), "89.9 % busy");
        assertEquals(Validity.NOT_VALID, throughputValidity(disturbed("loom", 0.451)), "90.1 % busy");
        assertEquals(Validity.NOT_VALID, throughputValidity(disturbed("loom", 0.101).with(Prediction.CPU_BOUND)),
                "other programs reduce the throughput of a route that computes");
        addDisturbed("pool", 0.05, 0.05, 0.05);
        addDisturbed("loom", 0.14, 0.12, 0.14);
        assertPoints(Validity.VALID, Validity.WITH_CARE);
        List<Comparison> pairs = analysis().comparisons(LOAD);
        assertEquals(Analysis.COMPARED.size(), pairs.size(), "one comparison for each metric");
        assertEquals(true, pairs.getFirst().isWithCare(), "one of the two points is usable with care");
    }

    @Test
    void aMajorityOfValidRunsMakesAValidPoint() throws Exception {
        Object[][] table = {{new double[] {0.05, 0.30, 0.05}, Validity.VALID, 2},
            {new double[] {0.05, 0.3, 0.3}, Validity.WITH_CARE, 3}, {new double[] {0.05, 0.3}, Validity.WITH_CARE, 2}};
        for (Object[] row : table) {
            runs.clear();
            addDisturbed("loom", (double[]) row[0]);
            assertPoints((Validity) row[1]);
            assertEquals(row[2], point(0).shown().size(), "runs that make up the figures: " + row[1]);
        }
    }

    @Test
    void aContenderThatIsDisturbedMoreThanTheOthersIsInDoubt() throws Exception {
        addDisturbed("pool", 0.20, 0.20, 0.20);
        addDisturbed("loom", 0.299, 0.40, 0.20);
        addDisturbed("async", 0.301, 0.301, 0.20);
        assertPoints(Validity.WITH_CARE, Validity.WITH_CARE, Validity.NOT_VALID);      // medians: 20, 29.9, 30.1 %
        assertContains("other programs used 30 % of the machine's CPU time, but only 20 % while another contender ran",
                point(2).otherConditions().orElseThrow());
        assertEquals(0L, analysis().comparisons(LOAD).stream()
                .filter(pair -> pair.metric() != Metric.RSS && pair.point().contender().equals("async")).count(),
                "ratios with async");
        runs.clear();
        addDisturbed("pool", 0.12, 0.12, 0.12, 0.12, 0.12);
        addDisturbed("loom", 0.12, 0.21, 0.44, 0.60, 0.60);
        assertPoints(Validity.WITH_CARE, Validity.WITH_CARE);      // loom: three usable runs, median 21 %
        runs.clear();
        runs.add(disturbed("pool", 0).machine(Double.NaN, Double.NaN, -1).yardsticks(Double.NaN, Double.NaN).run());
        runs.add(disturbed("loom", 0.05).run());
        assertPoints(Validity.VALID, Validity.VALID);              // unknown figures are not compared
    }

    @Test
    void aSlowerMachineSpoilsOnlyCpuTime() throws Exception {
        runs.add(disturbed("pool", 0).yardsticks(0.0100, 0.0001).run());
        runs.add(disturbed("loom", 0).yardsticks(0.0119, 0.0001).run());
        runs.add(disturbed("async", 0).yardsticks(0.0121, 0.0001).run());
        assertSlower("a fixed piece of arithmetic took 12.1 ms of CPU time, but 10.0 ms while another contender ran");
        runs.clear();
        runs.add(disturbed("pool", 0).roundTrip(0.000_020).run());
        runs.add(disturbed("loom", 0).roundTrip(0.000_029).run());
        runs.add(disturbed("async", 0).roundTrip(0.000_031).run());
        assertSlower("a round trip over loopback took 31 µs of CPU time, but 20 µs while another contender ran");
    }

    private void assertSlower(String message) throws Exception {
        assertPoints(Validity.VALID, Validity.VALID, Validity.VALID);
        assertEquals(Validity.VALID, point(1).validity(Metric.CPU_PER_REQUEST), "below the limit");
        assertEquals(Validity.NOT_VALID, point(2).validity(Metric.CPU_PER_REQUEST), "beyond the limit: " + message);
        assertContains(message, point(2).otherConditions().orElseThrow());
    }

    @Test
    void theWholeIntervalDecidesAHypothesis() throws Exception {
        add("pool", 188, 190, 192);
        add("loom", 940, 950, 960);
        Object[][] table = {
            {"expect >= 4.5", Outcome.SUPPORTED, ""},
            {"expect <= 4.5", Outcome.REFUTED, ""},
            {"expect >= 5", Outcome.CANNOT_JUDGE, "the interval overlaps the bound >= 5"},
            {"expect >= 4.5, refute < 3", Outcome.SUPPORTED, ""},
            {"expect >= 8, refute < 6", Outcome.REFUTED, ""},
            {"expect >= 8, refute < 4", Outcome.CANNOT_JUDGE, "the interval lies between the expected and the "
                    + "refuting ratios"},
            {"expect >= 4.5, expect <= 4.7, refute > 4.8", Outcome.REFUTED, ""},
            {"refute < 3", Outcome.SUPPORTED, ""},
            {"refute < 5", Outcome.CANNOT_JUDGE, "the interval overlaps the bound < 5"},
            {"refute > 4.5", Outcome.REFUTED, ""}};
        for (Object[] row : table) {
            Judgement judgement = judged(((String) row[0]).replaceAll("(expect|refute)", "$1 = loom/pool throughput")
                    .split(", "));
            assertEquals(List.of(row[1], row[2], "5.00× (4.90–5.11)"),
                    List.of(judgement.outcome(), judgement.reason(), judgement.ratioText()), (String) row[0]);
        }
        assertEquals(Hypothesis.METRICS, Arrays.stream(Metric.values()).map(Metric::label).toList(),
                "a hypothesis may name any metric");
    }

    @Test
    void aJudgementNeedsEnoughUsableRepetitionsOfBothContenders() throws Exception {
        add("loom", 940, 950, 960);
        assertEquals("pool was not measured", judged(ABOVE_3).reason());
        for (int repetition = 1; repetition <= 3; repetition++) {
            runs.add(Doctored.run("pool", LOAD, repetition, 190).failed(300).run());
        }
        assertEquals(List.of(Outcome.CANNOT_JUDGE, "pool's throughput is in doubt", "n/a"),
                List.of(judged(ABOVE_3).outcome(), judged(ABOVE_3).reason(), judged(ABOVE_3).ratioText()));
        runs.clear();
        add("pool", 188, 190);
        add("loom", 940, 950);
        runs.add(Doctored.run("loom", LOAD, 3, 960).belowItsBound().machine(9.2, 0.8, 0).run());
        assertEquals("too few valid repetitions: the interval's confidence is only 67 %", judged(ABOVE_3).reason());
        add("pool", 192);
        Judgement withCare = judged(ABOVE_3);      // a hypervisor took CPU time from one of loom's runs
        assertEquals(List.of(Outcome.SUPPORTED, "usable with care", "5.00× (4.90–5.11)"),
                List.of(withCare.outcome(), withCare.reason(), withCare.ratioText()), "the ratio of all three runs");
        runs.clear();
        add("pool", 190);
        add("loom", 950);
        assertEquals("a single valid repetition has no confidence interval", judged(ABOVE_3).reason());
    }
}
