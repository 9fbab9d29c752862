package lab.judge;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import lab.Doctored;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Analysis.Comparison;
import testing.Test;

/** What others' CPU time leaves of runs, points and ratios. The doctored programs use 9 of the machine's 20 s. */
class ValidityTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final double OWN = 9;
    private static final double CAPACITY = 20;

    private final List<Run> runs = new ArrayList<>();

    /** @param others share of the machine's CPU time that others use */
    private static Doctored disturbed(String contender, int repetition, double others) {
        return Doctored.run(contender, LOAD, repetition, 950).machine(OWN + others * CAPACITY, 0, 0);
    }

    /** A contender with a run for each of the shares. */
    private void add(String contender, double... others) {
        int repetition = 0;
        for (double share : others) {
            runs.add(disturbed(contender, ++repetition, share).run());
        }
    }

    private Analysis analysis() throws Exception {
        Experiment experiment = ExperimentFile.parse("e",
                "users = 1000\ncontender.pool = pool\ncontender.loom = loom\ncontender.async = async", Map.of());
        return Analysis.of(new Results(experiment, runs, Map.of(), List.of(), true, List.of()));
    }

    private List<Validity> points() throws Exception {
        return analysis().points().stream().map(Point::validity).toList();
    }

    private static Validity of(double others) {
        return ValidityRules.validity(disturbed("loom", 1, others).run());
    }

    @Test
    void othersLeaveARunUsableUntilTheCoresAreUsedUp() {
        assertEquals(Validity.VALID, of(0.099), "up to a tenth of the machine");
        assertEquals(Validity.WITH_CARE, of(0.101), "beyond");
        assertEquals(Validity.WITH_CARE, of(0.449), "89.9 % of all cores busy");
        assertEquals(Validity.NOT_VALID, of(0.451), "90.1 %: it is the machine that is measured");
    }

    @Test
    void whereTheCoresAreTheLimitOthersTakeFromTheThroughput() {
        Doctored computing = disturbed("loom", 1, 0.101).predicted(Prediction.CPU_BOUND);
        assertEquals(Validity.NOT_VALID, ValidityRules.validity(computing.run()));
        assertEquals(Validity.VALID, ValidityRules.validity(computing.machine(OWN + 0.099 * CAPACITY, 0, 0).run()));
    }

    @Test
    void whatOnlyDelaysAFewTakesPartInRatiosAndIsMarked() throws Exception {
        add("pool", 0.05, 0.05, 0.05);
        add("loom", 0.14, 0.12, 0.14);
        assertEquals(List.of(Validity.VALID, Validity.WITH_CARE), points());
        List<Comparison> pairs = analysis().comparisons(LOAD);
        assertEquals(Analysis.COMPARED.size(), pairs.size(), "one for each metric");
        assertEquals(true, pairs.getFirst().isWithCare(), "as one of the two is");
    }

    @Test
    void aMajorityOfValidRunsMakesAValidPointWithoutTheOthers() throws Exception {
        add("loom", 0.05, 0.30, 0.05);
        assertEquals(List.of(Validity.VALID), points());
        assertEquals(2, analysis().points().getFirst().shown().size(), "runs that its figures are from");
        runs.clear();
        add("loom", 0.05, 0.30, 0.30);
        assertEquals(List.of(Validity.WITH_CARE), points());
        assertEquals(3, analysis().points().getFirst().shown().size(), "runs that its figures are from");
    }

    @Test
    void whoIsDisturbedMoreThanAnotherSaysNothing() throws Exception {
        add("pool", 0.20, 0.20, 0.20);
        add("loom", 0.299, 0.40, 0.20);
        add("async", 0.301, 0.301, 0.20);
        assertEquals(List.of(Validity.WITH_CARE, Validity.WITH_CARE, Validity.NOT_VALID), points(),
                "the medians are 20, 29.9 and 30.1 %");
        assertContains("others used 30 % of the machine's CPU time, beside another contender 20 %",
                analysis().points().getLast().unlike().orElseThrow());
        assertEquals(0L, analysis().comparisons(LOAD).stream()
                .filter(pair -> pair.point().contender().equals("async")).count(), "ratios with it");
    }

    @Test
    void aRunThatIsOutAnywayTellsNothingOfTheOthers() throws Exception {
        add("pool", 0.12, 0.12, 0.12, 0.12, 0.12);
        add("loom", 0.12, 0.21, 0.44, 0.60, 0.60);
        assertEquals(List.of(Validity.WITH_CARE, Validity.WITH_CARE), points(), "21 % of those that count, not 44 %");
    }

    @Test
    void aSlowerMachineSpoilsCpuTimeAlone() throws Exception {
        runs.add(disturbed("pool", 1, 0).yardsticks(0.0100, 0.0001).run());
        runs.add(disturbed("loom", 1, 0).yardsticks(0.0119, 0.0001).run());
        runs.add(disturbed("async", 1, 0).yardsticks(0.0121, 0.0001).run());
        List<Point> points = analysis().points();
        assertEquals(List.of(Validity.VALID, Validity.VALID, Validity.VALID), points());
        assertEquals(Validity.VALID, points.get(1).validity(Metric.CPU_PER_REQUEST), "1.19 times as slow");
        assertEquals(Validity.NOT_VALID, points.get(2).validity(Metric.CPU_PER_REQUEST), "1.21 times");
    }

    @Test
    void aKernelThatCostsMoreSpoilsCpuTimeAlone() throws Exception {
        runs.add(disturbed("pool", 1, 0).roundTrip(0.000_020).run());
        runs.add(disturbed("loom", 1, 0).roundTrip(0.000_029).run());
        runs.add(disturbed("async", 1, 0).roundTrip(0.000_031).run());
        List<Point> points = analysis().points();
        assertEquals(List.of(Validity.VALID, Validity.VALID, Validity.VALID), points());
        assertEquals(Validity.VALID, points.get(1).validity(Metric.CPU_PER_REQUEST), "1.45 times as dear");
        assertEquals(Validity.NOT_VALID, points.get(2).validity(Metric.CPU_PER_REQUEST), "1.55 times");
        assertContains("a round trip over loopback took 31 µs, before another contender 20 µs",
                points.get(2).unlike().orElseThrow());
    }

    @Test
    void whereTheMachineDoesNotTellNothingIsUnlike() throws Exception {
        runs.add(disturbed("pool", 1, 0).machine(Double.NaN, Double.NaN, -1).yardsticks(Double.NaN, Double.NaN).run());
        runs.add(disturbed("loom", 1, 0.05).run());
        assertEquals(List.of(Validity.VALID, Validity.VALID), points());
    }
}
