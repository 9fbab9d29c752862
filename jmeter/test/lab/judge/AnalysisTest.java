package lab.judge;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import lab.Doctored;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Analysis.Comparison;
import lab.judge.Analysis.MemoryGrowth;
import lab.judge.Run.Jvm;
import testing.Test;

/**
 * Runs become points, and only those that are usable are compared; what others' CPU time leaves of both. The doctored
 * programs use 9 of the machine's 20 s.
 */
class AnalysisTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final double OWN = 9;
    private static final double CAPACITY = 20;

    private final List<Run> runs = new ArrayList<>();

    private void add(String contender, double... throughputs) {
        runs.addAll(Doctored.runs(contender, LOAD, throughputs));
    }

    /** @param others share of the machine's CPU time that others use */
    private static Doctored disturbed(String contender, double others) {
        return Doctored.run(contender, LOAD, 1, 950).machine(OWN + others * CAPACITY, 0, 0);
    }

    private void addDisturbed(String contender, double... others) {
        for (double share : others) {
            runs.add(disturbed(contender, share).run());
        }
    }

    private Analysis analysis() throws Exception {
        return Doctored.analysis(
                "users = 1000\ncontender.pool = pool\ncontender.loom = loom\ncontender.async = async", runs);
    }

    private Point point(int index) throws Exception {
        return analysis().points().get(index);
    }

    private void assertPoints(Validity... expected) throws Exception {
        assertEquals(List.of(expected), analysis().points().stream().map(Point::validity).toList());
    }

    @Test
    void spreadsAreOfKnownValues() {
        assertEquals(new Spread(2, 1, 9, 3), Spread.of(9, 1, 2), "odd");
        assertEquals(new Spread(2.5, 1, 9, 4), Spread.of(9, 1, 2, 3), "even: between the two middle ones");
        assertEquals(new Spread(7, 7, 7, 1), Spread.of(7), "one");
        assertEquals(new Spread(4, 3, 5, 2), Spread.of(3, Double.NaN, 5), "what was not measured doesn't count");
        assertEquals(false, Spread.of(Double.NaN).isKnown(), "nothing measured");
    }

    @Test
    void figuresAreMediansOfTheValidRuns() throws Exception {
        add("loom", 900, 950, 940);
        runs.set(0, Doctored.run("loom", LOAD, 1, 100).failed(500).run());
        assertPoints(Validity.VALID);
        assertEquals(new Spread(945, 940, 950, 2), point(0).spread(Metric.THROUGHPUT), "two of three");
    }

    @Test
    void aPointWithoutAMajorityOfValidRunsIsInvalidAndComparedWithNothing() throws Exception {
        add("pool", 190, 191, 190);
        add("loom", 900, 950, 940);
        runs.set(3, Run.failed("loom", LOAD, 1, Prediction.NONE, "died"));
        runs.set(4, Doctored.run("loom", LOAD, 2, 100).failed(500).run());
        assertPoints(Validity.VALID, Validity.NOT_VALID);
        assertEquals(List.of(), analysis().comparisons(LOAD), "pairs");
    }

    @Test
    void validPointsAreComparedPairwise() throws Exception {
        add("pool", 190, 191, 190);
        add("loom", 950, 951, 950);
        add("async", 952, 950, 951);
        List<Comparison> throughput = analysis().comparisons(LOAD).stream()
                .filter(pair -> pair.metric() == Metric.THROUGHPUT).toList();
        assertEquals(List.of("loom/pool", "async/pool", "async/loom"),
                throughput.stream().map(pair -> pair.point().contender() + "/" + pair.base().contender()).toList());
        assertEquals(List.of(true, true, false), throughput.stream().map(pair -> pair.ratio().leavesOneOut()).toList(),
                "five times as much, and the same");
        assertEquals(false, throughput.getLast().needsMoreRepetitions(), "nor does it look different");
    }

    @Test
    void aDifferenceThatTooFewRepetitionsShowAsksForMore() throws Exception {
        add("pool", 100, 130);
        add("loom", 200, 120);
        assertEquals(true, analysis().comparisons(LOAD).getFirst().needsMoreRepetitions(), "medians look different");
    }

    @Test
    void theShareIsOfWhatTheCoresAllow() throws Exception {
        // 2 s + 4 s + 3 s of CPU time in 10 s for 9,000 requests are 1 ms each: two cores allow 2,000 a second.
        runs.add(Doctored.run("loom", LOAD, 1, 900).predicted(new Prediction(3800, 0.26, 1000, "users")).run());
        assertTrue(Math.abs(point(0).ceiled().throughput() - 2000) < 1e-6, "ceiling " + point(0).ceiled());
        assertTrue(Math.abs(point(0).shareOfPredicted() - 0.45) < 1e-9, "share " + point(0).shareOfPredicted());
    }

    /** Of 60, 60 and 150 requests: a p99 of the last alone would be below the p50 of all. */
    @Test
    void aPercentileIsOfAllRepetitionsOrThereIsNone() throws Exception {
        runs.add(Doctored.run("loom", LOAD, 1, 6).latency(5000).firstHalf(30).run());
        runs.add(Doctored.run("loom", LOAD, 2, 6).latency(6000).firstHalf(30).run());
        runs.add(Doctored.run("loom", LOAD, 3, 15).latency(100).firstHalf(75).run());
        Point point = point(0);
        assertEquals(5000.0, point.spread(Metric.P50).median(), "of all three");
        assertEquals(false, point.spread(Metric.P99).isKnown(), "they have not 381 requests");
        assertEquals(false, point.spread(Metric.P95).isKnown(), "only the last has 73");
        assertEquals(5005.0, point.spread(Metric.P90).median(), "each has 35");
        assertEquals(321L, point.needs(Metric.P99), "and the report says how many more it needs");
    }

    @Test
    void aConnectionCostsWhatMoreOfThemAdd() throws Exception {
        Load small = Load.closed("/meetings", 100);
        for (int repetition = 1; repetition <= 2; repetition++) {
            runs.add(Doctored.run("loom", small, repetition, 95).jvm(heap(20)).run());
            runs.add(Doctored.run("loom", LOAD, repetition, 950).jvm(heap(28 + repetition)).run());
        }
        Analysis analysis = Doctored.analysis("users = 100, 1000\ncontender.loom = loom", runs);
        assertEquals(true, analysis.memoryGrowth(analysis.points().get(0)).isEmpty(), "beside what?");
        MemoryGrowth growth = analysis.memoryGrowth(analysis.points().get(1)).orElseThrow();
        assertEquals(new Spread(9.5 * 1024 / 900, 9.0 * 1024 / 900, 10.0 * 1024 / 900, 4), growth.live(),
                "9 and 10 MiB for 900 connections, in KiB");
        assertEquals("from 100 to 1,000 users", growth.span());
    }

    private static Jvm heap(long mebibytes) {
        return new Jvm("25.0.3", mebibytes << 20, 1L << 30, 100, 2, 0);
    }

    @Test
    void othersLeaveARunUsableUntilTheCoresAreUsedUp() {
        Object[][] table = {{0.099, Validity.VALID, "up to a tenth of the machine"},
            {0.101, Validity.WITH_CARE, "beyond"}, {0.449, Validity.WITH_CARE, "89.9 % of all cores busy"},
            {0.451, Validity.NOT_VALID, "90.1 %: it is the machine that is measured"}};
        for (Object[] row : table) {
            assertEquals(row[1], ValidityRules.validity(disturbed("loom", (Double) row[0]).run()), (String) row[2]);
        }
        Doctored computing = disturbed("loom", 0.101).predicted(Prediction.CPU_BOUND);
        assertEquals(Validity.NOT_VALID, ValidityRules.validity(computing.run()), "they take from the throughput");
        assertEquals(Validity.VALID, ValidityRules.validity(computing.machine(OWN + 0.099 * CAPACITY, 0, 0).run()));
    }

    @Test
    void whatOnlyDelaysAFewTakesPartInRatiosAndIsMarked() throws Exception {
        addDisturbed("pool", 0.05, 0.05, 0.05);
        addDisturbed("loom", 0.14, 0.12, 0.14);
        assertPoints(Validity.VALID, Validity.WITH_CARE);
        List<Comparison> pairs = analysis().comparisons(LOAD);
        assertEquals(Analysis.COMPARED.size(), pairs.size(), "one for each metric");
        assertEquals(true, pairs.getFirst().isWithCare(), "as one of the two is");
    }

    @Test
    void aMajorityOfValidRunsMakesAValidPointWithoutTheOthers() throws Exception {
        addDisturbed("loom", 0.05, 0.30, 0.05);
        assertPoints(Validity.VALID);
        assertEquals(2, point(0).shown().size(), "runs that its figures are from");
        runs.clear();
        addDisturbed("loom", 0.05, 0.30, 0.30);
        assertPoints(Validity.WITH_CARE);
        assertEquals(3, point(0).shown().size(), "runs that its figures are from");
    }

    @Test
    void whoIsDisturbedMoreThanAnotherSaysNothing() throws Exception {
        addDisturbed("pool", 0.20, 0.20, 0.20);
        addDisturbed("loom", 0.299, 0.40, 0.20);
        addDisturbed("async", 0.301, 0.301, 0.20);
        assertPoints(Validity.WITH_CARE, Validity.WITH_CARE, Validity.NOT_VALID);      // medians: 20, 29.9, 30.1 %
        assertContains("others used 30 % of the machine's CPU time, beside another contender 20 %",
                point(2).unlike().orElseThrow());
        assertEquals(0L, analysis().comparisons(LOAD).stream()
                .filter(pair -> pair.point().contender().equals("async")).count(), "ratios with it");
    }

    @Test
    void aRunThatIsOutAnywayTellsNothingOfTheOthers() throws Exception {
        addDisturbed("pool", 0.12, 0.12, 0.12, 0.12, 0.12);
        addDisturbed("loom", 0.12, 0.21, 0.44, 0.60, 0.60);
        assertPoints(Validity.WITH_CARE, Validity.WITH_CARE);      // 21 % of those that count, not 44 %
    }

    /** By arithmetic 1.19 and 1.21 times as slow, by round trips 1.45 and 1.55 times as dear. */
    @Test
    void aSlowerMachineSpoilsCpuTimeAlone() throws Exception {
        runs.add(disturbed("pool", 0).yardsticks(0.0100, 0.0001).run());
        runs.add(disturbed("loom", 0).yardsticks(0.0119, 0.0001).run());
        runs.add(disturbed("async", 0).yardsticks(0.0121, 0.0001).run());
        assertSlower("a fixed piece of arithmetic took 12.1 ms, before another contender 10.0 ms");
        runs.clear();
        runs.add(disturbed("pool", 0).roundTrip(0.000_020).run());
        runs.add(disturbed("loom", 0).roundTrip(0.000_029).run());
        runs.add(disturbed("async", 0).roundTrip(0.000_031).run());
        assertSlower("a round trip over loopback took 31 µs, before another contender 20 µs");
    }

    private void assertSlower(String says) throws Exception {
        assertPoints(Validity.VALID, Validity.VALID, Validity.VALID);
        assertEquals(Validity.VALID, point(1).validity(Metric.CPU_PER_REQUEST), "below the limit");
        assertEquals(Validity.NOT_VALID, point(2).validity(Metric.CPU_PER_REQUEST), "beyond");
        assertContains(says, point(2).unlike().orElseThrow());
    }

    @Test
    void whereTheMachineDoesNotTellNothingIsUnlike() throws Exception {
        runs.add(disturbed("pool", 0).machine(Double.NaN, Double.NaN, -1).yardsticks(Double.NaN, Double.NaN).run());
        runs.add(disturbed("loom", 0.05).run());
        assertPoints(Validity.VALID, Validity.VALID);
    }
}
