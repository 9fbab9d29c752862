package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import lab.Doctored;
import lab.define.Prediction;
import lab.results.Run.Sample;
import lab.results.Run.Usage;
import lab.results.Run.WarmUp;
import lab.results.Run.Work;
import testing.Test;

class VerdictTest extends DoctoredReport {
    private void assertAnswers(String... expected) throws Exception {
        assertEquals(List.of(expected), Answer.of(analysis()));
    }

    private void assertVerdict(boolean isGood, String headline, String... details) throws Exception {
        Verdict verdict = Verdict.of(analysis());
        assertTrue(verdict.headline().startsWith(headline), "expected <" + headline + "> but was " + verdict);
        assertEquals(isGood, verdict.isGood(), headline);
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
        assertAnswers("At 1,000 users loom answered 942 requests/s: 4.98 times (4.90–5.07; predicted 5) "
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
        assertAnswers("At 1,000 users loom answered 950 requests/s. Left out: pool (throughput invalid).",
                "At 100 users no contender can be judged: loom gave no result (died).");
        runs.clear();
        add("pool", LARGE, 95, run -> run.failed(100));
        add("loom", LARGE, 95, run -> run.failed(100));
        assertAnswers("At 1,000 users no contender can be judged: the throughput of pool and loom is invalid "
                + "(9.5 % of the requests failed unexpectedly, most often with: 503 Service Unavailable).");
    }

    @Test
    void invalidFiguresAreNamedWithTheirReason() throws Exception {
        addGood(LARGE);
        assertEquals(List.of(), Verdict.of(analysis()).details());
        assertVerdict(true, "All figures are valid");
        add("loom", LARGE, 950, run -> run.serviceOne(new Usage(2, 1.2, 200 << 20, 40, 5, 9_999)));
        assertVerdict(true, "All figures are valid", "Not steady: CPU time differed by");
        add("loom", LARGE, 950, run -> run.cpu(4));
        assertVerdict(true, "Of 1 of 2 results, figures are invalid",
                "Invalid: CPU time per request of loom at 1,000 users: its repetitions differ by");
        add("loom", LARGE, 950, run -> run.failed(200));
        assertVerdict(false, "Of 1 of 2 results", "Invalid: loom at 1,000 users: 2.1 % of the requests failed");
        complete = false;
        assertVerdict(false, "Of 1 of 2 results", "Stopped early: only 9 of");
        runs.clear();
        addFailed("loom", LARGE, "died");
        assertVerdict(false, "No result is valid", "Invalid: loom at 1,000 users: died.");
    }

    @Test
    void whatWasRunAgainAndWhatTheMachineHeldBackIsSaid() throws Exception {
        addGood(LARGE);
        runs.addFirst(Doctored.run("loom", LARGE, 1, 950).failed(200).run());
        assertVerdict(true, "All figures are valid", "Run again with their rounds: loom at 1,000 users, repetition 1 "
                + "(2.1 % of the requests failed");
        runs.clear();
        add("loom", LARGE, 950, run -> run.belowItsBound().machine(12, 0, 0));
        assertVerdict(true, "All figures are valid",
                "Below theory while other programs used the machine: loom at 1,000 users.");
    }

    @Test
    void theRemediesFitTheDoubts() throws Exception {
        add("loom", LARGE, 950, run -> run.machine(18.5, 0, 0));
        assertEquals("", remedies(), "no figure is invalid");
        add("loom", LARGE, 850, run -> run.machine(18.5, 0, 0));
        assertEquals("What helps: a quieter machine, or a load generator on another machine: --remote HOST.",
                remedies());
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
        assertVerdict(true, "All figures", "a round trip over loopback took between 20 and 31 µs of CPU time",
                "a fixed piece of arithmetic took between 10.0 and 13.0 ms of CPU time");
        runs.clear();
        for (double lateness : new double[] {0.0008, 0.009, 0.0012}) {
            add("pool", LARGE, 95, run -> run.yardsticks(0.010, lateness));
        }
        assertVerdict(true, "All figures", "a sleep ended 1.2 ms late (0.8 to 9.0)");
    }

    @Test
    void coldContendersAndTooFewRepetitionsAreReportedOnce() throws Exception {
        WarmUp unsettled = new WarmUp(9_000, 10, "not settled");
        add("loom", LARGE, 950, run -> run.with(unsettled));
        assertVerdict(true, "All figures", "1 repetition: ");
        add("loom", LARGE, 950, run -> run.with(unsettled));
        assertVerdict(true, "All figures", "Warm-up: not settled: loom at 1,000 users.\n2 repetitions: ");
        runs.clear();
        add("pool", LARGE, 1000, 1040, 1000);
        add("loom", LARGE, 1080, 1080, 1110);
        assertVerdict(true, "All figures",
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
        assertContains("Invalid: loom at 1,000 users: 1.0 calls (info 1.0) per request, pool 2.0 calls (info 2.0).",
                terminal());
        assertContains("? undecided: loom / pool, throughput, ", terminal());
        assertContains(" (loom's throughput is invalid", terminal());
        assertContains(",9500.0,0.0,0.0,20", ResultsFile.csv(analysis()));
    }
}
