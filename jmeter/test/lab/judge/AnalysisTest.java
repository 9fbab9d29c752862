package lab.judge;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.CommandLine.UsageException;
import lab.Doctored;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Analysis.Comparison;
import lab.judge.Judgement.Outcome;
import lab.results.Metric;
import lab.results.Point;
import lab.results.Run.Costs;
import lab.results.Run.Jvm;
import lab.results.Run;
import lab.results.Spread;
import testing.Test;

class AnalysisTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final String ABOVE_3 = "expect = loom/pool throughput > 3";

    private final List<Run> runs = new ArrayList<>();

    private void add(String contender, double... throughputs) {
        runs.addAll(Doctored.runs(contender, LOAD, throughputs));
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

    @Test
    void aBoundMayBeANumberOrAShareOfTheory() throws Exception {
        for (double throughput : new double[] {940, 950, 960}) {
            runs.add(Doctored.run("loom", LOAD, runs.size() + 1, throughput).inTime(9_000)
                    .with(new Prediction(1000, 1, 1000, "users")).run());
        }
        Object[][] table = {{"loom throughput >= 940", Outcome.SUPPORTED, "950 (940–960) requests/s"},
            {"loom throughput >= 941", Outcome.UNDECIDED, "950 (940–960) requests/s"},
            {"loom throughput > 960", Outcome.REFUTED, "950 (940–960) requests/s"},
            {"loom/theory throughput >= 0.94", Outcome.SUPPORTED, "0.95× (0.94–0.96)"},
            {"loom/theory mean latency < 1", Outcome.REFUTED, "1.05× (1.04–1.06)"},
            {"loom goodput >= 901", Outcome.REFUTED, "900 (900–900) requests/s"},
            {"loom abandoned calls per request <= 0", Outcome.SUPPORTED, "0 (0–0)"}};
        for (Object[] row : table) {
            Judgement judgement = judged("expect = " + row[0]);
            assertEquals(List.of(row[1], row[2]), List.of(judgement.outcome(), judgement.ratioText()), (String) row[0]);
        }
        assertThrows(UsageException.class, "theory predicts only throughput and mean latency",
                () -> Judgement.check(ExperimentFile.parse("e", "users = 1\ncontender.a = loom\n"
                + "expect = a/theory p99 latency > 1", Map.of())));
        for (String[] row : new String[][] {{"goodput", "deadline"}, {"goodput beside", "beside-path"},
            {"p99 latency beside", "beside-path"},
            {"p99 latency beside", "", "beside-path = /rpc\nbeside-rate = 5\n"}}) {
            Experiment experiment = ExperimentFile.parse("e", "users = 1\ncontender.a = loom\n" + (row.length < 3 ? ""
                    : row[2]) + "expect = a " + row[0] + " > 1", Map.of());
            if (row[1].isEmpty()) {
                Judgement.check(experiment);
            } else {
                assertThrows(UsageException.class, "the experiment has no " + row[1],
                        () -> Judgement.check(experiment));
            }
        }
    }

    /** A window of ten seconds; latencies that grow by 5 % of the time. */
    @Test
    void whereAQueueGrowsThereIsNoLatency() throws Exception {
        Load open = Load.open("/meetings", 400);
        runs.add(Doctored.run("pool", open, 1, 240).grows(0.26).run());
        runs.add(Doctored.run("pool", open, 2, 240).grows(4).run());
        runs.add(Doctored.run("loom", open, 1, 400).grows(0.24).run());
        runs.add(Doctored.run("loom", open, 2, 400).grows(0).run());
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
        assertEquals(0L, analysis.comparisons(open).stream().filter(each -> each.metric().isLatency()
                && each.ratio().isKnown()).count(), "no ratio of latencies");
    }

    @Test
    void aFigureIsInvalidIfItsRepetitionsDifferTooMuch() throws Exception {
        add("pool", 1000, 1000, 1050);
        assertEquals(Map.of(), point(0).doubts(), "5 % apart");
        add("loom", 1000, 1000, 1051);
        assertEquals("its repetitions differ by 5.1 %, more than 5 %", point(1).doubts().get(Metric.THROUGHPUT));
        assertEquals(true, point(1).isValid(Metric.CPU_PER_REQUEST), "a figure is judged by itself");
        for (double cpu : new double[] {2.47, 2.49}) {
            runs.clear();
            add("pool", 1000, 1000);
            runs.add(Doctored.run("pool", LOAD, 3, 1000).cpu(cpu).run());
            assertEquals(cpu == 2.47, point(0).isValid(Metric.CPU_PER_REQUEST),
                    "1.9 s without the compiler, and 25 or 26 % more: " + cpu);
            assertEquals(true, point(0).isValid());
        }
    }

    @Test
    void aFigureIsInvalidIfWorkOrLoadWasNotAsStated() throws Exception {
        add("pool", 190, 191, 190);
        add("loom", 900, 920, 910);
        runs.set(3, Doctored.run("loom", LOAD, 1, 900).failed(500).run());
        assertEquals(Metric.values().length, point(1).doubts().size());
        assertContains("of the requests failed", point(1).doubts().get(Metric.RSS));
        assertEquals(List.of(), analysis().comparisons(LOAD), "an invalid figure enters no ratio");
        runs.set(3, Run.failed("loom", LOAD, 1, Prediction.NONE, "died"));
        assertEquals("died", point(1).doubts().get(Metric.THROUGHPUT));
        runs.set(3, Doctored.run("loom", LOAD, 1, 900).machine(19, 0, 0).growth(0.1).run());
        assertEquals(Map.of(), point(1).doubts(), "a disturbed machine and a drift only explain");
    }

    /** Of a round that was run again, the last attempt counts, for every contender. */
    @Test
    void aRerunReplacesItsRound() throws Exception {
        runs.add(Doctored.run("pool", LOAD, 1, 190).failed(500).run());
        runs.add(Doctored.run("loom", LOAD, 1, 700).run());
        add("pool", 190, 191);
        add("loom", 900, 910);
        assertEquals(Map.of(), point(0).doubts());
        assertEquals(new Spread(905, 900, 910, 2), point(1).spread(Metric.THROUGHPUT));
        assertEquals(runs.subList(0, 2), analysis().superseded());
        assertEquals("loom", analysis().point(runs.get(1)).contender());
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
                + pair.ratio().isDifferent()).toList(), "pairs, and whether the contenders differ");
        assertEquals(false, throughput.getLast().needsMoreRepetitions(), "equal medians need no more repetitions");
        runs.clear();
        add("pool", 100, 104);
        add("loom", 115, 110);
        assertEquals(true, analysis().comparisons(LOAD).getFirst().needsMoreRepetitions(), "12 % apart, two rounds");
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
    void starvedUsersMakeLatenciesALowerBound() throws Exception {
        runs.add(Doctored.run("loom", LOAD, 1, 950).with(Prediction.CPU_BOUND).latency(900).run());
        assertEquals(List.of(true, false), List.of(Analysis.isAtLeast(point(0), Metric.P99),
                Analysis.isAtLeast(point(0), Metric.THROUGHPUT)));
        assertEquals(true, point(0).isValid(Metric.P99));
    }

    @Test
    void costsAreDividedByAnswersAndConnections() {
        List<Metric> metrics = List.of(Metric.CPU_PER_REQUEST, Metric.KERNEL_TIME, Metric.USER_TIME, Metric.ALLOCATED,
                Metric.HEAP_PER_CONNECTION);
        Doctored run = Doctored.run("loom", LOAD, 1, 1_000).withoutCompilation().cpu(2).with(heap(20));
        assertEquals(List.of(200.0, Double.NaN, Double.NaN, Double.NaN, Double.NaN),
                metrics.stream().map(metric -> metric.of(run.run())).toList(), "nobody asked the JVM");
        run.with(new Costs(0.5, 10_000 * 4_096, 10 << 20));
        assertEquals(List.of(200.0, 50.0, 150.0, 4.0, 10.24),
                metrics.stream().map(metric -> metric.of(run.run())).toList(), "10,000 answers, 1,000 users");
    }

    private static Jvm heap(long mebibytes) {
        return new Jvm("25.0.3", mebibytes << 20, 1L << 30, 100, 2, 0);
    }

    @Test
    void theWholeIntervalDecidesAHypothesis() throws Exception {
        add("pool", 188, 190, 192);
        add("loom", 940, 950, 975);
        Object[][] table = {
            {"expect >= 4.5", Outcome.SUPPORTED, ""},
            {"expect <= 4.5", Outcome.REFUTED, ""},
            {"expect >= 5", Outcome.UNDECIDED, "the interval overlaps the bound >= 5"},
            {"expect >= 4.5, refute < 3", Outcome.SUPPORTED, ""},
            {"expect >= 8, refute < 6", Outcome.REFUTED, ""},
            {"expect >= 8, refute < 4", Outcome.UNDECIDED, "the ratio lies between the expected and the refuting ones"},
            {"expect >= 4.5, expect <= 4.7, refute > 4.8", Outcome.REFUTED, ""},
            {"refute < 3", Outcome.SUPPORTED, ""},
            {"refute < 5", Outcome.UNDECIDED, "the interval overlaps the bound < 5"},
            {"refute > 4.5", Outcome.REFUTED, ""}};
        for (Object[] row : table) {
            Judgement judgement = judged(((String) row[0]).replaceAll("(expect|refute)", "$1 = loom/pool throughput")
                    .split(", "));
            assertEquals(List.of(row[1], row[2], "5.03× (4.85–5.21)"),
                    List.of(judgement.outcome(), judgement.reason(), judgement.ratioText()), (String) row[0]);
        }
        Path shipped = Path.of(System.getProperty("repository"), "jmeter/experiments");
        for (String name : ExperimentFile.names(shipped)) {
            Judgement.check(ExperimentFile.read(shipped, name, Map.of()));
        }
        assertContains("no metric 'beauty'; there are throughput, goodput, mean latency",
                assertThrows(UsageException.class, () -> Judgement.check(ExperimentFile.parse("e",
                "users = 1\ncontender.a = loom\nexpect = a/a beauty > 1", Map.of()))).getMessage());
    }

    @Test
    void aJudgementNeedsValidFiguresOfBothContenders() throws Exception {
        add("loom", 940, 950, 960);
        assertEquals("pool was not measured", judged(ABOVE_3).reason());
        for (int repetition = 1; repetition <= 3; repetition++) {
            runs.add(Doctored.run("pool", LOAD, repetition, 190).failed(300).run());
        }
        assertEquals(List.of(Outcome.UNDECIDED, "n/a"), List.of(judged(ABOVE_3).outcome(),
                judged(ABOVE_3).ratioText()));
        assertContains("pool's throughput is invalid: 14 % of the requests failed", judged(ABOVE_3).reason());
        runs.clear();
        add("pool", 190);
        add("loom", 950);
        assertEquals(List.of(Outcome.SUPPORTED, "one repetition", "5.00×"), List.of(judged(ABOVE_3).outcome(),
                judged(ABOVE_3).reason(), judged(ABOVE_3).ratioText()), "the value decides");
    }

    @Test
    void belowTheoryOnASharedMachineNothingIsRefuted() throws Exception {
        for (int repetition = 1; repetition <= 3; repetition++) {
            runs.add(Doctored.run("pool", LOAD, repetition, 950).run());
            runs.add(Doctored.run("loom", LOAD, repetition, 950).belowItsBound().machine(12, 0, 0).run());
        }
        assertEquals(List.of(Outcome.UNDECIDED, "the throughput of loom stayed below theory while other programs used "
                + "the machine"), List.of(judged(ABOVE_3).outcome(), judged(ABOVE_3).reason()));
        assertEquals(Outcome.REFUTED, judged("expect = loom/pool CPU time per request > 3").outcome(),
                "does not depend on the throughput");
        runs.replaceAll(run -> run.contender().equals("loom") ? Doctored.run("loom", LOAD, run.repetition(), 950)
                .machine(12, 0, 0).run() : run);
        assertEquals(Outcome.REFUTED, judged(ABOVE_3).outcome(), "as theory says, in spite of other programs");
        runs.replaceAll(run -> run.contender().equals("loom") ? Doctored.run("loom", LOAD, run.repetition(), 950)
                .belowItsBound().cpu(11.3).machine(18.5, 0, 0).run() : run);
        assertEquals(Outcome.REFUTED, judged(ABOVE_3).outcome(), "below theory, but its own programs took the cores");
    }
}
