package exercise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import exercise.SideLoad.Answer;
import lab.Doctored;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Rule.Check;
import lab.judge.Rule.Finding;
import lab.judge.Rule;
import lab.judge.Rules;
import lab.results.Run.Usage;
import lab.results.Run.Work;
import lab.results.Run;
import lab.run.ExperimentRunner;
import load.jtl.RecordedRequest.Kind;
import load.jtl.RecordedRequest;
import testing.Test;

class TrialTest {
    private static final List<Integer> EXERCISES = IntStream.rangeClosed(1, 8).boxed().toList();
    private static final double QUIET = 0.02;    // other programs' share of the CPU time
    private static final double BUSY = 0.5;

    private static Experiment experiment(int number, int cores) throws Exception {
        return Trial.of(number, cores).experiment(number);
    }

    private static TrialRun run(int number, String contender, UnaryOperator<Doctored> change,
            List<RecordedRequest> requests, List<Answer> extra) throws Exception {
        Experiment experiment = experiment(number, 2);
        Load load = experiment.loads().getFirst();
        Contender definition = experiment.contenders().stream().filter(each -> each.name().equals(contender))
                .findFirst().orElseThrow();
        Prediction predicted = ExperimentRunner.predict(experiment, definition, load);
        Doctored run = Doctored.run(contender, load, 1, predicted.throughput()).with(predicted)
                .latency(1e3 * predicted.latency());
        return new TrialRun(change.apply(run).run(), 0, 10_000, requests, extra);
    }

    private static TrialVerdict judged(int number, double othersShare, TrialRun... runs) {
        Map<String, TrialRun> byName = new HashMap<>();
        Stream.of(runs).forEach(each -> byName.put(each.run().contender(), each));
        return TrialVerdict.of(Trial.of(number, 2), byName, othersShare, List.of());
    }

    private static void assertNotYet(TrialVerdict verdict, String why, String hint) {
        assertEquals(Outcome.NOT_YET, verdict.outcome(), verdict.toString());
        assertContains(why, verdict.why());
        assertContains(hint, verdict.advice());
    }

    private static List<RecordedRequest> requests(int good, long millis, int bad, long badMillis) {
        List<RecordedRequest> all = new ArrayList<>();
        int count = good + bad;
        for (int i = 0; i < count; i++) {
            boolean isGood = (i + 1) * bad / count == i * bad / count;
            all.add(new RecordedRequest(8_000L * i / count, isGood ? millis : badMillis, Kind.REQUEST, "",
                    isGood ? "200" : "504",
                    "", isGood, "", 0, 0, 0, ""));
        }
        return all;
    }

    private static List<Answer> answers(int good, int bad) {
        return Stream.concat(Collections.nCopies(good, new Answer(0, 5_000, 200)).stream(),
                Collections.nCopies(bad, new Answer(0, 5_000, 503)).stream()).toList();
    }

    @Test
    void theoryPredictsEachExercisesMeasurementOnAnyMachine() throws Exception {
        for (int number : EXERCISES) {
            for (int cores : List.of(1, 2, 32)) {
                Experiment experiment = experiment(number, cores);
                assertEquals(1, experiment.loads().size());
                Contender yours = experiment.contenders().getFirst();
                assertEquals(List.of(Trial.YOURS, number), List.of(yours.name(), yours.exercise()));
                Prediction predicted =
                        ExperimentRunner.predict(experiment, yours, experiment.loads().getFirst());
                assertTrue(predicted.isKnown() && predicted.throughput() > 50, number + ": " + predicted);
                long seconds = ExperimentRunner.usualDuration(experiment, true).toSeconds();
                assertTrue(seconds <= 30L * experiment.contenders().size(), number + " takes " + seconds + " s");
            }
        }
        assertEquals(999L, Math.round(1e3 * ExperimentRunner.predict(experiment(3, 2),
                experiment(3, 2).contenders().getFirst(), experiment(3, 2).loads().getFirst()).latency()),
                "exercise 3 calls /info in parallel");
    }

    @Test
    void aRunThatMatchesThePredictionPasses() throws Exception {
        List<RecordedRequest> quick = requests(980, 101, 20, 130);
        Work abandoned = new Work(Map.of(), 0, 500, null);
        Map<Integer, List<TrialRun>> right = Map.of(
                1, List.of(run(1, "yours", run -> run, quick, List.of())),
                2, List.of(run(2, "yours", run -> run, quick, List.of())),
                3, List.of(run(3, "yours", run -> run.latency(1_003), quick, List.of())),
                4, List.of(run(4, "yours", run -> run, quick, answers(293, 900)),
                        run(4, "without", run -> run.throughput(4), quick, answers(280, 0))),
                5, List.of(run(5, "yours", run -> run.failed(500).with(abandoned), requests(500, 900, 500, 1_004),
                        List.of())),
                6, List.of(run(6, "yours", run -> run, quick, answers(20, 0))),
                7, List.of(run(7, "yours", run -> run.cpu(1), quick, List.of()),
                        run(7, "threads", run -> run, quick, List.of())),
                8, List.of(run(8, "yours", run -> run, quick, List.of()),
                        run(8, "pool-200", run -> run, quick, List.of())));
        for (int number : EXERCISES) {
            TrialVerdict verdict = judged(number, QUIET, right.get(number).toArray(TrialRun[]::new));
            assertEquals(Outcome.PASSED, verdict.outcome(), number + ": " + verdict);
            assertEquals("", verdict.why());
            assertEquals(number == 8, verdict.advice().contains("compare --contender.mine 'loom --exercise 8'"));
        }
    }

    @Test
    void aMissedGoalHintsAtTheLikelyMistake() throws Exception {
        List<RecordedRequest> quick = requests(1_000, 101, 0, 0);
        assertNotYet(judged(1, QUIET, run(1, "yours", run -> run.throughput(5), quick, List.of())),
                "answers a second: expected at least 237.5 (95 % of 50 threads / 0.2 s), but got 5.00", "one thread");
        assertNotYet(judged(1, QUIET, run(1, "yours", run -> run.throughput(200), quick, List.of())), "but got 200.0",
                "About 40 threads");
        assertNotYet(judged(1, QUIET, run(1, "yours", run -> run.throughput(100).failed(900), quick, List.of())),
                "but got 100.0", "900 requests failed, most often with: 503 Service Unavailable");
        assertNotYet(judged(2, QUIET, run(2, "yours", run -> run.throughput(143), quick, List.of())),
                "expected at least 771.4", "about 50 requests at once");
        assertNotYet(judged(2, QUIET, run(2, "yours", run ->
                run.with(new Usage(2, 1, 1, 329, 500, 20_000)), quick, List.of())),
                "threads of the operating system: expected at most 49.0", "Thread.ofVirtual()");
        assertNotYet(judged(3, QUIET, run(3, "yours", run -> run.latency(1_303), quick, List.of())),
                "but got 1,303.0", "all four calls in a row");
        TrialRun without = run(4, "without", run -> run.throughput(4), quick, answers(280, 0));
        assertNotYet(judged(4, QUIET, run(4, "yours", run -> run.throughput(4), quick, answers(280, 0)), without),
                "good answers a second: expected at least 567.0", "finds no permit");
        assertNotYet(judged(4, QUIET, run(4, "yours", run -> run, quick, answers(30, 1_100)), without),
                "good answers a second on /meetings: expected at least 24.0", "release its permit");
        Work abandoned = new Work(Map.of(), 0, 500, null);
        assertNotYet(judged(5, QUIET, run(5, "yours", run -> run, requests(1_000, 1_300, 0, 0), List.of())),
                "milliseconds of the slowest answer: expected at most 1,100.0", "one deadline for all four");
        assertNotYet(judged(5, QUIET, run(5, "yours", run -> run.failed(500), requests(500, 900, 500, 1_004),
                List.of())), "but got 0.00", "the call continues");
        assertNotYet(judged(5, QUIET, run(5, "yours", run -> run.failed(900).with(new Work(Map.of(), 0, 900, null)),
                requests(100, 300, 900, 400), List.of())), "share of the requests", "another unit");
        assertNotYet(judged(6, QUIET, run(6, "yours", run -> run, requests(500, 101, 500, 1_050), answers(20, 0))),
                "but got 1,050.0", "keep all the carriers");
        assertNotYet(judged(6, QUIET, run(6, "yours", run -> run, requests(900, 101, 100, 260), answers(20, 0))),
                "but got 260.0", "More threads than cores");
        assertNotYet(judged(6, QUIET, run(6, "yours", run -> run, quick, answers(10, 10))), "but got 0.50",
                "Answer every request");
        assertNotYet(judged(7, QUIET, run(7, "yours", run -> run.cpu(2.6), quick, List.of()),
                run(7, "threads", run -> run, quick, List.of())), "expected at most 0.80", "hand-over to another");
        assertNotYet(judged(8, QUIET, run(8, "yours", run -> run.throughput(415), quick, List.of()),
                run(8, "pool-200", run -> run, quick, List.of())), "but got 0.50", "about 100 requests");
    }

    @Test
    void aBusyMachineProvesNothingAgainstALearner() throws Exception {
        List<RecordedRequest> quick = requests(1_000, 101, 0, 0);
        TrialRun slow = run(1, "yours", run -> run.throughput(5).machine(19, 0, 0), quick, List.of());
        TrialVerdict verdict = judged(1, QUIET, slow);
        assertEquals(Outcome.CANNOT_JUDGE, verdict.outcome());
        assertContains("but got 5.00. But ", verdict.why());
        assertContains("other programs used 50 % of the machine's CPU time", verdict.why());
        assertContains("run the check again", verdict.advice());
        assertEquals(Outcome.PASSED, judged(1, BUSY, run(1, "yours", run -> run.machine(19, 0, 0), quick, List.of()))
                .outcome(), "a figure that meets its goal even on a busy machine passes");
        TrialRun noMachineUsage = run(1, "yours", run -> run.throughput(5).machine(Double.NaN, Double.NaN, 0), quick,
                List.of());
        assertContains("before the run, other programs used 50 %", judged(1, BUSY, noMachineUsage).why());
        assertEquals(Outcome.NOT_YET, judged(1, QUIET, noMachineUsage).outcome());
        assertEquals(Outcome.CANNOT_JUDGE, TrialVerdict.of(Trial.of(1, 2), Map.of("yours", slow), QUIET,
                List.of("the disk is full")).outcome());
    }

    @Test
    void codeThatOccupiesTheCoresItselfIsNotExcused() throws Exception {
        List<RecordedRequest> quick = requests(1_000, 101, 0, 0);
        TrialRun polls = run(1, "yours", run -> run.throughput(50).cpu(12).machine(19, 0, 0), quick, List.of());
        assertTrue(Rules.isBroken(Rules.MACHINE, polls.run()), "saturated");
        assertEquals(Outcome.NOT_YET, judged(1, QUIET, polls).outcome());
    }

    @Test
    void aFailedMeasurementIsTheLearnersFaultOnlyOnAQuietMachine() {
        Load load = Load.closed("/rpc", 250);
        for (String[] row : new String[][] {
            {"yours", "stopped: none of its first answers was right. Most often: 500", "not yet"},
            {"yours", "no request was answered in the first 30 s: the contender does not answer", "not yet"},
            {"yours", "while measuring, yours ended with exit code 3", "not yet"},
            {"yours", "while measuring, JMeter ended with exit code 1", "cannot judge"}}) {
            TrialRun failed = new TrialRun(Run.failed(row[0], load, 1, Prediction.NONE, row[1]), 0, 0, List.of(),
                    List.of());
            assertEquals(row[2], judged(4, QUIET, failed).outcome().words(), row[1]);
            assertEquals(Outcome.CANNOT_JUDGE, judged(4, BUSY, failed).outcome(), row[1]);
            assertTrue(judged(4, BUSY, failed).advice().startsWith("Close other programs"),
                    "other programs may be the reason");
            assertTrue(!judged(4, QUIET, failed).advice().startsWith("Close other programs"), "no other programs run");
            assertContains("other programs use 50 % of the machine's CPU time", judged(4, BUSY, failed).why());
            assertEquals(Outcome.CANNOT_JUDGE, judged(4, Double.NaN, failed).outcome(), row[1]);
        }
    }

    /** Without a bulkhead, every thread may wait for a permit. */
    @Test
    void aRunWithoutABulkheadMayGiveNoAnswer() throws Exception {
        TrialRun yours = run(4, "yours", run -> run, requests(1_000, 101, 0, 0), answers(280, 900));
        TrialRun collapsed = new TrialRun(Run.failed("without", Load.closed("/rpc", 60), 1, Prediction.NONE,
                "no request was answered in the measured window"), 0, 10_000, List.of(), answers(300, 0));
        TrialVerdict verdict = judged(4, QUIET, yours, collapsed);
        assertEquals(Outcome.PASSED, verdict.outcome(), verdict.toString());
        assertContains("without a bulkhead: 30.0", verdict.goals().getLast().text());
        TrialRun broken = new TrialRun(Run.failed("without", Load.closed("/rpc", 60), 1, Prediction.NONE,
                "while measuring, JMeter ended with exit code 1"), 0, 10_000, List.of(), List.of());
        assertContains("without a bulkhead: unknown here", judged(4, QUIET, yours, broken).goals().getLast().text());
    }

    /**
     * Columns: a figure, the two ends of its interval, whether the bound of 10 is a minimum, the verdict on a quiet
     * machine, the verdict on a busy machine.
     */
    @Test
    void aGoalIsMissedOnlyIfTheWholeIntervalMissesIt() {
        Object[][] table = {
            {11, 10.5, 11.5, true, "passed", "passed"},
            {10, 9, 11, true, "passed", "passed"},
            {9.9, 8, 12, true, "cannot judge", "cannot judge"},
            {9, 8, 9.9, true, "not yet", "cannot judge"},
            {9, 8, 11, false, "passed", "passed"},
            {11, 9, 13, false, "cannot judge", "cannot judge"},
            {12, 11, 13, false, "not yet", "cannot judge"},
            {Double.NaN, Double.NaN, Double.NaN, true, "passed", "passed"}};
        for (Object[] row : table) {
            Estimate found = new Estimate(((Number) row[0]).doubleValue(), ((Number) row[1]).doubleValue(),
                    ((Number) row[2]).doubleValue());
            Target target = new Target("answers", found, (Boolean) row[3], 10, "", "hint");
            TrialVerdict quiet = TrialVerdict.of(Trial.of(1, 2), List.of(target), Set.of());
            TrialVerdict busy = TrialVerdict.of(Trial.of(1, 2), List.of(target), Set.of("other programs used 50 %"));
            assertEquals(List.of(row[4], row[5]), List.of(quiet.outcome().words(), busy.outcome().words()),
                    target.toString());
            assertEquals(quiet.outcome(), quiet.goals().getFirst().outcome());
        }
    }

    @Test
    void findingsThatAnExerciseProvokesAreNoExcuse() {
        for (Rule provoked : List.of(Rules.FAILURES, Rules.EARLY, Rules.BEYOND_THEORY, Rules.ABANDONED,
                Rules.CONCURRENCY)) {
            assertEquals(false, isExcuse(provoked, provoked.checks().getFirst(), false, true), provoked.name());
        }
        assertEquals(false, isExcuse(Rules.LIMIT, Rules.HEAP, false, true));
        assertEquals(List.of(true, false), Stream.of(false, true)
                .map(takesTheCores -> isExcuse(Rules.MACHINE, Rules.SATURATED, takesTheCores, true)).toList());
        assertEquals(List.of(true, false), Stream.of(true, false)
                .map(isOfCpuTime -> isExcuse(Rules.UNSTEADY, Rules.COST, false, isOfCpuTime)).toList());
    }

    private static boolean isExcuse(Rule rule, Check check, boolean takesTheCores, boolean isOfCpuTime) {
        return TrialVerdict.isExcuse(new Finding(rule, check, 1, ""), takesTheCores, isOfCpuTime);
    }

    @Test
    void intervalsFollowTheirFormulas() {
        List<Run.Tick> seconds = IntStream.range(0, 10).mapToObj(i ->
                new Run.Tick(i, 1, 0, i % 2 == 0 ? 90 : 110, 0, 0)).toList();
        Estimate rate = Estimate.ofRatio(100, seconds, Run.Tick::answers, Run.Tick::seconds);
        assertEquals("92.5 107.5", String.format("%.1f %.1f", rate.low(), rate.high()),
                "100 ± 2.26 × s / √10, s = 10.54");
        Estimate half = new Estimate(50, 45, 55).dividedBy(new Estimate(100, 90, 110));
        assertEquals("0.43 0.57", String.format("%.2f %.2f", half.low(), half.high()),
                "± 10 % and ± 10 % combine to ± 14 %");
        assertEquals("0.40 0.60", String.format("%.2f %.2f", Estimate.ofShare(48, 96).low(),
                Estimate.ofShare(48, 96).high()));
        assertTrue(Double.isNaN(Estimate.ofRatio(100, seconds.subList(0, 2), Run.Tick::answers, Run.Tick::seconds)
                .value()), "two seconds are too few");
        assertTrue(Math.abs(Estimate.student(9) - 2.262) < 0.001 && Math.abs(Estimate.student(4) - 2.776) < 0.01,
                "as in tables of Student's t");
    }

    /** In each part of the window, one stall delays 20 requests, so these are not independent. */
    @Test
    void theIntervalOfAPercentileComesFromTheWindowsParts() throws Exception {
        List<RecordedRequest> all = new ArrayList<>();
        for (int i = 0; i < 990; i++) {
            long elapsed = i % 330 < 20 ? 1_000 + i / 330 : 100;
            all.add(new RecordedRequest(10L * i, elapsed, Kind.REQUEST, "", "200", "", true, "", 0, 0, 0, ""));
        }
        TrialRun run = new TrialRun(run(6, "yours", each -> each, List.of(), List.of()).run(), 0, 9_900,
                all.stream().filter(each -> each.endMillis() < 9_900).toList(), List.of());
        assertEquals("1002.0 1000.0 1002.0", run.p99(3_300).value() + " " + run.p99(3_300).low() + " "
                + run.p99(3_300).high());
    }
}
