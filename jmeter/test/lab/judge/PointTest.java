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
import testing.Test;

class PointTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final Load OPEN = Load.open("/meetings", 50);

    private static Point point(Load load, Doctored... runs) {
        return new Point("loom", load, Stream.of(runs).map(Doctored::run).toList(), Map.of());
    }

    private static Doctored run(int repetition, double throughput) {
        return Doctored.run("loom", LOAD, repetition, throughput);
    }

    @Test
    void theRunWithTheMedianThroughputStandsForAll() {
        assertEquals(3, point(LOAD, run(1, 900), run(2, 950), run(3, 920)).representative().repetition());
        assertEquals(null, new Point("loom", LOAD, List.of(Run.failed("loom", LOAD, 1, Prediction.NONE, "died")),
                Map.of()).representative());
    }

    @Test
    void aSpreadIgnoresWhatIsUnknown() {
        assertEquals(new Repetitions(2.5, 1, 9, 4), Repetitions.of(9, 1, Double.NaN, 3, 2));
        assertEquals(new Repetitions(3, 1, 9, 3), Repetitions.of(9, 1, 3));
        assertEquals(List.of(false, true), List.of(Repetitions.of(Double.NaN).isKnown(), Repetitions.of(0).isKnown()));
        assertEquals(List.of("3", "3 (1–9)", "n/a"), List.of(Repetitions.of(3).text(), Repetitions.of(9, 1, 3).text(),
                Repetitions.of().text()));
        assertEquals(List.of(0.0, 1.0), List.of(Repetitions.of(0, 0).variation(), Repetitions.of(1, 2, 3).variation()));
    }

    @Test
    void thePercentilesOfAllRunsNeedEnoughAnswers() {
        Point few = point(LOAD, run(1, 38.1), run(2, 38), run(3, 38.1));
        assertEquals(List.of(1L, 0L, 3_458L, 0L), Stream.of(Metric.P99, Metric.P95, Metric.P999, Metric.THROUGHPUT)
                .map(few::missingAnswers).toList(), "381 answers and 380");
        assertEquals(List.of(0, 3), List.of(few.values(Metric.P99).length, few.values(Metric.P95).length));
        assertTrue(Double.isNaN(Metric.P99.of(few.runs().get(1))), "too few for the p99");
        assertEquals(26_336.0, Metric.P99.roughlyOf(few.runs().get(1)), "1,000 users / 38 per second, and 20 ms");
        assertTrue(Double.isNaN(Metric.P50.roughlyOf(run(1, 0).run())), "no answers");
        assertEquals(0L, point(LOAD, run(1, 0)).missingAnswers(Metric.P99), "without any answer, none is missing");
    }

    @Test
    void eachPercentileHasItsFewestAnswers() {
        assertEquals(List.of(1L, 8L, 35L, 73L, 381L, 3_838L, 1L), Stream.of(Metric.MEAN, Metric.P50, Metric.P90,
                Metric.P95,
                Metric.P99, Metric.P999, Metric.MAX).map(Metric::leastRequests).toList());
        assertEquals(List.of(8L, 0L), List.of(Metric.P50_BESIDE.leastRequests(), Metric.THROUGHPUT.leastRequests()));
    }

    @Test
    void figuresOfASecondLoadAreOfThatLoad() {
        Run second = Doctored.run("loom", OPEN, 1, 50).latency(70).answers(0, 400).run();
        Run both = run(1, 950).answers(0, 9_000).beside(second, 5).run();
        assertEquals(List.of(950.0, 100.0, 900.0, 80.0, 70.0), Stream.of(Metric.THROUGHPUT, Metric.THROUGHPUT_BESIDE,
                Metric.GOODPUT, Metric.GOODPUT_BESIDE, Metric.MEAN_BESIDE).map(metric -> metric.of(both)).toList());
        assertTrue(Double.isNaN(Metric.THROUGHPUT_BESIDE.of(second)), "there is no second load");
        assertTrue(Double.isNaN(Metric.HEAP_PER_CONNECTION.of(both)), "of two loads, whose connections?");
        assertEquals(List.of(LOAD, OPEN), both.loads().map(Run::load).toList());
        assertEquals(List.of(0L, 3_338L), List.of(Metric.P50_BESIDE.missingAnswers(both),
                Metric.P999.missingAnswers(second)),
                "of 500 answers");
    }

    @Test
    void aQueueGrowsIfLatencyGrowsByMoreThanATwentiethOfTheTime() {
        // 5 % of half of the window's ten seconds are 250 ms
        assertEquals(false, Doctored.run("loom", OPEN, 1, 50).latency(2_500).growth(0.1).run().queueGrows());
        assertEquals(true, Doctored.run("loom", OPEN, 1, 50).latency(2_501).growth(0.1).run().queueGrows());
        assertEquals(false, Doctored.run("loom", LOAD, 1, 50).latency(9_000).growth(1).run().queueGrows());
        assertEquals(false, Run.failed("loom", OPEN, 1, Prediction.NONE, "died").queueGrows());
        assertEquals(List.of(Metric.P50, Metric.THROUGHPUT), List.of(point(OPEN).result(), point(LOAD).result()));
    }

    @Test
    void whatIsUnknownIsNoNumber() {
        Run run = run(1, 950).with(new Run.Work(Map.of("info", 9_500.0), Double.NaN, Double.NaN, null)).run();
        assertTrue(Double.isNaN(Metric.CALLS.of(run)), "calls were not counted");
        assertEquals(0.0, Metric.CALLS.of(run(1, 950).run()), "no calls were made");
        assertTrue(Double.isNaN(Metric.CPU_PER_REQUEST.of(run(1, 0).run())), "of no request");
        assertEquals(new Run.WarmUp(4, 6, "b"), new Run.WarmUp(1, 2, "a").plus(new Run.WarmUp(3, 4, "b")));
    }

    @Test
    void theCoresLimitWhatIsPredicted() {
        // 9,500 requests took 2 + 4 + 3 s
        Point point = point(LOAD, run(1, 950).with(new Prediction(5_000, 0.2, 1000, Limit.USERS)));
        assertEquals(Limit.CORES, point.capped().limit());
        assertEquals(2_111L, Math.round(point.capped().throughput()));
        assertEquals(45L, Math.round(100 * point.shareOfPredicted()));
        Point away = point(LOAD, run(1, 950).with(new Prediction(5_000, 0.2, 1000, Limit.USERS))
                .with(new Run.Elsewhere(true, List.of())));
        assertEquals(3_800L, Math.round(away.capped().throughput()), "service two's 4 s were another machine's");
        assertEquals(0.05, point(LOAD, run(1, 95).failed(50)).failedShare());
    }
}
