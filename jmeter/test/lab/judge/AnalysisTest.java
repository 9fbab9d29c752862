package lab.judge;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import lab.Doctored;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Analysis.Comparison;
import lab.judge.Analysis.MemoryGrowth;
import lab.judge.Run.Jvm;
import testing.Test;

/** Runs become points, and only valid points are compared. */
class AnalysisTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);

    private final List<Run> runs = new ArrayList<>();

    private void add(String contender, double... throughputs) {
        int repetition = 0;
        for (double throughput : throughputs) {
            runs.add(Doctored.run(contender, LOAD, ++repetition, throughput).run());
        }
    }

    private Analysis analysis() throws Exception {
        Experiment experiment =
                ExperimentFile.parse("e",
                "users = 1000\ncontender.pool = pool\ncontender.loom = loom\ncontender.async = async", Map.of());
        return Analysis.of(new Results(experiment, runs, Map.of(), List.of(), true, List.of()));
    }

    @Test
    void figuresAreMediansOfTheValidRuns() throws Exception {
        add("loom", 900, 950, 940);
        runs.set(0, Doctored.run("loom", LOAD, 1, 100).failed(500).run());
        Point point = analysis().points().getFirst();
        assertEquals(Validity.VALID, point.validity(), "two of three are valid");
        assertEquals(new Spread(945, 940, 950, 2), point.spread(Metric.THROUGHPUT));
    }

    @Test
    void aPointWithoutAMajorityOfValidRunsIsInvalidAndComparedWithNothing() throws Exception {
        add("pool", 190, 191, 190);
        add("loom", 900, 950, 940);
        runs.set(3, Run.failed("loom", LOAD, 1, Prediction.NONE, "died"));
        runs.set(4, Doctored.run("loom", LOAD, 2, 100).failed(500).run());
        Analysis analysis = analysis();
        assertEquals(Validity.NOT_VALID, analysis.points().get(1).validity(), "one of three");
        assertEquals(List.of(), analysis.comparisons(LOAD), "pairs");
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
        assertTrue(showsDifference(throughput.get(0).ratio()), "five times as much");
        assertEquals(false, showsDifference(throughput.get(2).ratio()), "the same");
        assertEquals(false, throughput.get(2).needsMoreRepetitions(), "nor does it look different");
    }

    @Test
    void aDifferenceThatTooFewRepetitionsShowAsksForMore() throws Exception {
        add("pool", 100, 130);
        add("loom", 200, 120);
        Comparison pair = analysis().comparisons(LOAD).getFirst();
        assertEquals(true, pair.needsMoreRepetitions(), "the medians look different");
    }

    @Test
    void theShareIsOfWhatTheCoresAllow() throws Exception {
        // 2 s + 4 s + 3 s of CPU time in 10 s for 9,000 requests are 1 ms each: two cores allow 2,000 a second.
        runs.add(Doctored.run("loom", LOAD, 1, 900).predicted(new Prediction(3800, 0.26, 1000, "users")).run());
        Point point = analysis().points().getFirst();
        assertTrue(Math.abs(point.ceiled().throughput() - 2000) < 1e-6, "ceiling " + point.ceiled());
        assertTrue(Math.abs(point.shareOfPredicted() - 0.45) < 1e-9, "share " + point.shareOfPredicted());
    }

    /** Of 60, 60 and 150 requests: a p99 of the last alone would be below the p50 of all. */
    @Test
    void aPercentileIsOfAllRepetitionsOrThereIsNone() throws Exception {
        runs.add(Doctored.run("loom", LOAD, 1, 6).latency(5000).firstHalf(30).run());
        runs.add(Doctored.run("loom", LOAD, 2, 6).latency(6000).firstHalf(30).run());
        runs.add(Doctored.run("loom", LOAD, 3, 15).latency(100).firstHalf(75).run());
        Point point = analysis().points().getFirst();
        assertEquals(5000.0, point.spread(Metric.P50).median(), "of all three");
        assertEquals(false, point.spread(Metric.P99).isKnown(), "they have not 381 requests");
        assertEquals(false, point.spread(Metric.P95).isKnown(), "only the last has 73");
        assertEquals(5005.0, point.spread(Metric.P90).median(), "each has 35");
        assertEquals(321L, point.needs(Metric.P99), "and the report says how many more it needs");
    }

    @Test
    void aConnectionCostsWhatMoreOfThemAdd() throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = 100, 1000\ncontender.loom = loom", Map.of());
        Load small = Load.closed("/meetings", 100);
        for (int repetition = 1; repetition <= 2; repetition++) {
            runs.add(Doctored.run("loom", small, repetition, 95).jvm(heap(20)).run());
            runs.add(Doctored.run("loom", LOAD, repetition, 950).jvm(heap(28 + repetition)).run());
        }
        Analysis analysis = Analysis.of(new Results(experiment, runs, Map.of(), List.of(), true, List.of()));
        assertEquals(true, analysis.memoryGrowth(analysis.points().get(0)).isEmpty(), "beside what?");
        MemoryGrowth growth = analysis.memoryGrowth(analysis.points().get(1)).orElseThrow();
        assertEquals(new Spread(9.5 * 1024 / 900, 9.0 * 1024 / 900, 10.0 * 1024 / 900, 4), growth.live(),
                "9 and 10 MiB for 900 connections, in KiB");
        assertEquals("from 100 to 1,000 users", growth.span());
    }

    private static Jvm heap(long mebibytes) {
        return new Jvm("25.0.3", mebibytes << 20, 1L << 30, 100, 2, 0);
    }

    private static boolean showsDifference(ConfidenceInterval ratio) {
        return ratio.hasConfidence() && ratio.leavesOneOut();
    }
}
