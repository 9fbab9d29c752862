package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import lab.define.Prediction;
import lab.results.Run.Sample;
import lab.results.Run.Usage;
import lab.results.Run.WarmUp;
import lab.results.Run.Work;
import lab.judge.Validity;
import testing.Test;

class VerdictTest extends DoctoredReport {
    private void assertAnswers(String... expected) throws Exception {
        assertEquals(List.of(expected), Answer.of(analysis()));
    }

    private void assertVerdict(Validity worst, String headline, String... details) throws Exception {
        Verdict verdict = Verdict.of(analysis());
        assertTrue(verdict.headline().startsWith(headline), "expected <" + headline + "> but was " + verdict);
        assertEquals(worst, verdict.worst(), headline);
        List.of(details).forEach(part -> assertContains(part, String.join("\n", verdict.details())));
    }

    @Test
    void theAnswerStatesTheRatioItsIntervalAndThePrediction() throws Exception {
        for (int repetition = 1; repetition <= 3; repetition++) {
            add("pool", LARGE, 187 + repetition, run -> run.with(new Prediction(190, 5, 200, "threads")));
            add("loom", LARGE, 940 + repetition, run -> run.with(new Prediction(950, 1, 1000, "users")));
        }
        add("pool", SMALL, 95, 95, 95);
        add("loom", SMALL, 95, 95, 95);
        assertAnswers("At 1,000 users loom answered 942 requests/s: 4.98 times (4.95–5.02; predicted 5) "
                + "as many as pool, limited by its threads.",
                "At 100 users loom answered 95 requests/s: about as many as pool.");
        runs.clear();
        add("pool", OPEN, 50, run -> run.latency(5000));
        add("loom", OPEN, 50, run -> run.latency(1000));
        assertAnswers("At 50 arrivals/s loom took 1,000 ms to answer (median); pool took 5.00 times "
                + "(one repetition) as long.");
    }

    @Test
    void theAnswerIsAboutTheLearnersOwnContender() throws Exception {
        hypotheses = "contender.mine = loom --exercise 8";
        add("pool", LARGE, 200, 200);
        add("loom", LARGE, 950, 950);
        add("mine", LARGE, 940, 940);
        assertAnswers("At 1,000 users mine (your exercise 8) answered 940 requests/s: 4.70 times "
                + "(4.70–4.70; predicted 4.70) as many as pool, about as many as loom.");
    }

    @Test
    void theAnswerNamesTheContendersThatItLeavesOut() throws Exception {
        addFailed("pool", LARGE, "died");
        add("loom", LARGE, 950);
        addFailed("loom", SMALL, "died");
        assertAnswers("At 1,000 users loom answered 950 requests/s. Left out: pool (throughput in doubt).",
                "At 100 users no contender can be judged: loom gave no result (died).");
        runs.clear();
        add("pool", LARGE, 95, run -> run.failed(100));
        add("loom", LARGE, 95, run -> run.failed(100));
        assertAnswers("At 1,000 users no contender can be judged: the throughput of pool and loom is in doubt "
                + "(9.5 % of the requests failed, most often with: 503 Service Unavailable).");
    }

    @Test
    void runsAndPointsThatAreNotValidAreCounted() throws Exception {
        addGood(LARGE);
        assertEquals(List.of(), Verdict.of(analysis()).details());
        assertVerdict(Validity.VALID, "All 6 runs passed all validity checks that apply");
        add("loom", LARGE, 950, run -> run.serviceOne(new Usage(2, 1.2, 1 << 20, 4, 5, 9_999)));
        assertVerdict(Validity.VALID, "1 of 7 runs failed a check and was left out of the figures that "
                + "the check affects. Enough other runs remain",
                "Cost not steady, so CPU time is in doubt: loom at 1,000 users in 1 of 4 runs (");
        add("loom", LARGE, 950, run -> run.failed(100));
        assertVerdict(Validity.VALID, "2 of 8 runs failed a check and were left out of the figures that "
                + "the check affects. Enough other runs remain");
        complete = false;
        assertVerdict(Validity.NOT_VALID, "2 of 8 runs failed", "Stopped early: only 8 of");
        runs.clear();
        addDoubtful(LARGE);
        assertVerdict(Validity.NOT_VALID, "For 1 of 2 results, every figure is in doubt. "
                + "For 1 of 2 results, p99 and CPU time are usable with care");
        runs.removeIf(run -> run.contender().equals("loom"));
        addFailed("loom", LARGE, "died");
        assertVerdict(Validity.NOT_VALID, "No result can be trusted",
                "Not measured: loom at 1,000 users (died).");
        for (String contender : List.of("pool", "loom")) {
            addFailed(contender, SMALL, contender + " died");
            addFailed(contender, OPEN, contender + " hung");
        }
        assertVerdict(Validity.NOT_VALID, "No result can be trusted", "; and 1 more.");
    }

    @Test
    void theRemediesFitTheDoubts() throws Exception {
        add("loom", LARGE, 950, run -> run.cpu(8).machine(18.5, 0, 0));
        assertEquals("What helps: a quieter machine, without other programs.", remedies());
        assertVerdict(Validity.WITH_CARE, "Throughput, p50 and memory are valid. "
                + "For the one result, p99 and CPU time are in doubt",
                "Machine saturated, so p99 and CPU time are in doubt: ");
        assertEquals(false, String.join("\n", Verdict.of(analysis()).details()).contains("Machine disturbed"),
                "another finding already puts the same figures in doubt");
        runs.clear();
        add("loom", LARGE, 950, run -> run.failed(100));
        assertTrue(remedies().startsWith("What helps: a look at the contender")
                && !remedies().contains("quieter"), remedies());
    }

    private String remedies() throws Exception {
        return String.join("", Verdict.of(analysis()).next());
    }

    @Test
    void changesInTheMachinesSpeedAndLateTimersAreReported() throws Exception {
        addGood(LARGE);
        add("pool", LARGE, 95, run -> run.cpu(1.5).roundTrip(0.000_029).yardsticks(0.0119, 0.000_9));
        assertEquals(List.of(), Verdict.of(analysis()).details(), "within the usual variation");
        add("pool", LARGE, 95, run -> run.cpu(1.5).roundTrip(0.000_031));
        add("pool", LARGE, 95, run -> run.cpu(1.5).yardsticks(0.013, 0.0001));
        assertVerdict(Validity.VALID, "All", "a round trip over loopback took between 20 and 31 µs of CPU time",
                "a fixed piece of arithmetic took between 10.0 and 13.0 ms of CPU time");
        runs.clear();
        for (double lateness : new double[] {0.0008, 0.009, 0.0012}) {
            add("pool", LARGE, 95, run -> run.yardsticks(0.010, lateness));
        }
        assertVerdict(Validity.VALID, "All", "a sleep ended 1.2 ms late (0.8 to 9.0)");
    }

    @Test
    void coldContendersAndTooFewRepetitionsAreReportedOnce() throws Exception {
        WarmUp unsettled = new WarmUp(9_000, 10, "not settled");
        add("loom", LARGE, 950, run -> run.with(unsettled));
        assertVerdict(Validity.VALID, "The one run", "1 repetition: ");
        add("loom", LARGE, 950, run -> run.with(unsettled));
        assertVerdict(Validity.VALID, "All", "Warm-up: not settled: loom at 1,000 users.\n2 repetitions: ");
        runs.clear();
        add("pool", LARGE, 1000, 1100, 1200);
        add("loom", LARGE, 1020, 1240, 1460);
        assertVerdict(Validity.VALID, "All",
                "Too few repetitions to show a difference: throughput of loom and pool at 1,000 users");
    }

    @Test
    void otherWorkIsReportedAndVoidsTheComparison() throws Exception {
        Work twoCalls = new Work(Map.of("info", 3_800.0), 0, 0, null);
        Work oneCall = new Work(Map.of("info", 9_500.0), 0, 0, new Sample(20, "{\"a\":\"two\"}"));
        for (int repetition = 1; repetition <= 3; repetition++) {
            add("pool", LARGE, 190, run -> run.with(twoCalls));
            add("loom", LARGE, 950, run -> run.with(oneCall));
        }
        hypotheses = "expect = loom/pool throughput >= 4.5";
        assertContains("The contenders did different work, so ratios mean nothing. loom at 1,000 users: 1.0 calls per "
                + "request (info), pool 2.0 (2.0 × info).", terminal());
        assertContains("? cannot judge: loom / pool, throughput, ", terminal());
        assertContains(" (loom's throughput is in doubt", terminal());
        assertContains("<td>2.0 × info; ✓</td>", Figures.work(analysis()));
        assertContains("<td>info; ✗ other work</td>", Figures.work(analysis()));
        assertContains(",9500.0,0.0,0.0,20", ResultsFile.csv(analysis()));
    }
}
