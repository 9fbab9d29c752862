package experiment.statistics;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import experiment.Doctored;
import experiment.define.Experiment;
import experiment.define.ExperimentFile;
import experiment.define.Load;
import experiment.predict.Prediction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        return Analysis.of(new Results(experiment, runs, Map.of(), List.of(), true));
    }

    @Test
    void figuresAreMediansOfTheValidRuns() throws Exception {
        add("loom", 900, 950, 940);
        runs.set(0, Doctored.run("loom", LOAD, 1, 100).failed(500).run());
        Point point = analysis().points().getFirst();
        assertEquals(true, point.isValid(), "two of three are valid");
        assertEquals(new Spread(945, 940, 950, 2), point.spread(Metric.THROUGHPUT));
    }

    @Test
    void aPointWithoutAMajorityOfValidRunsIsInvalidAndComparedWithNothing() throws Exception {
        add("pool", 190, 191, 190);
        add("loom", 900, 950, 940);
        runs.set(3, Run.failed("loom", LOAD, 1, Prediction.NONE, "died"));
        runs.set(4, Doctored.run("loom", LOAD, 2, 100).failed(500).run());
        Analysis analysis = analysis();
        assertEquals(false, analysis.points().get(1).isValid(), "one of three");
        assertEquals(List.of(), analysis.comparisons(LOAD), "pairs");
        assertEquals(2, analysis.invalidRuns().size());
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
    void theGradeIsAgainstWhatTheCoresAllow() throws Exception {
        // 2 s + 4 s + 3 s of CPU time in 10 s for 9,000 requests are 1 ms each: two cores allow 2,000 a second.
        runs.add(Doctored.run("loom", LOAD, 1, 900).predicted(new Prediction(3800, 0.26, 1000, "users")).run());
        Point point = analysis().points().getFirst();
        assertTrue(Math.abs(point.ceiled().throughput() - 2000) < 1e-6, "ceiling " + point.ceiled());
        assertTrue(Math.abs(point.grade() - 0.45) < 1e-9, "grade " + point.grade());
    }

    private static boolean showsDifference(ConfidenceInterval ratio) {
        return ratio.hasConfidence() && ratio.leavesOneOut();
    }
}
