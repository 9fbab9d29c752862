package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import module java.base;
import lab.Doctored;
import lab.define.Prediction;
import lab.results.Run.Sample;
import lab.results.Run.WarmUp;
import lab.results.Run.Work;
import testing.Test;

/** What the first screen says: the answer and the doubt. */
class AnswerTest extends DoctoredReport {
    private void assertAnswers(String... expected) throws Exception {
        assertEquals(List.of(expected), Answer.of(analysis()).stream().map(Answer::sentence).toList());
    }

    private void assertDoubt(String line, String... details) throws Exception {
        assertEquals(line, Doubt.of(analysis()).line(Answer.of(analysis()).getFirst()));
        for (String part : details) {
            assertContains(part, String.join("\n", Doubt.of(analysis()).rest()));
        }
    }

    private void addLimited() {
        for (int repetition = 1; repetition <= 3; repetition++) {
            add("pool", LARGE, 188 + repetition, run -> run.with(new Prediction(190, 5, 200, "threads")));
            add("loom", LARGE, 940 + repetition, run -> run.with(new Prediction(950, 1, 1000, "users")));
        }
    }

    @Test
    void theBetterOneComesFirstWithWhatLimitsTheOther() throws Exception {
        addLimited();
        add("pool", SMALL, 95, 95, 95);
        add("loom", SMALL, 95, 95, 95);
        assertAnswers("At 1,000 users, loom answers five times as many requests as pool, held back by its 200 threads "
                + "(a pool of 1,000 would do).",
                "At 100 users, pool and loom answer equally many requests: 95 a second.");
        assertDoubt("✓ 4.96 times (4.87–5.04; theory: 5). Every figure is valid: the work and the load were as stated, "
                + "and the repetitions agree.");
        runs.clear();
        add("pool", LARGE, 1200, 1150, 1200);
        add("loom", LARGE, 1080, 1120, 1110);
        assertAnswers("At 1,000 users, pool answers perhaps 1.1 times as many requests as loom.");
        runs.clear();
        hypotheses = "contender.mine = loom --exercise 8";
        add("pool", LARGE, 85);
        add("loom", LARGE, 940);
        add("mine", LARGE, 400);
        assertAnswers("At 1,000 users, loom answers eleven times as many requests as pool and 2.4 times as many "
                + "requests as mine (your exercise 8).");
    }

    @Test
    void anOpenLoopComparesLatenciesUnlessAQueueGrows() throws Exception {
        add("pool", OPEN, 50, run -> run.latency(5000));
        add("loom", OPEN, 50, run -> run.latency(1000));
        assertAnswers("At 50 arrivals/s, loom answers in 1,000 ms (median); pool takes five times as long.");
        runs.removeFirst();
        add("pool", OPEN, 20, run -> run.latency(5000).growth(1).with(new Prediction(20, Double.NaN, 100, "threads")));
        assertAnswers("At 50 arrivals/s, loom answers in 1,000 ms (median); pool cannot keep up, so its queue grows, "
                + "held back by its 100 threads (a pool of 250 would do).");
        assertContains("   grows ", terminal());
    }

    @Test
    void whatIsInvalidIsNamedWithItsReason() throws Exception {
        addFailed("loom", LARGE, "died");
        assertAnswers("At 1,000 users, no result is valid.");
        assertDoubt("✗ Invalid: the figures of loom at 1,000 users: died.", "What helps: a look at the contender");
        add("pool", LARGE, 95, 95, 95);
        complete = false;
        assertAnswers("At 1,000 users, pool answers 95 requests a second.");
        assertDoubt("✗ Stopped early: only 4 of 6 runs were made.", "Invalid: the figures of loom");
        runs.clear();
        complete = true;
        addLimited();
        add("loom", LARGE, 950, run -> run.cpu(4));
        assertDoubt("! 4.96 times (4.87–5.04; theory: 5). Invalid: the CPU time per request of loom at 1,000 users: "
                + "its repetitions differ by 103.6 %, more than 25 %.");
        add("pool", LARGE, 190, run -> run.with(new Prediction(190, 5, 200, "threads")).failed(200));
        assertDoubt("✗ 6 of 10 figures are invalid and hatched, above all the figures of pool at 1,000 users.",
                "Invalid: the figures of pool at 1,000 users: 9.5 % of the requests failed");
    }

    @Test
    void causesAreExplainedAndRerunsAreShown() throws Exception {
        addGood(LARGE);
        runs.addFirst(Doctored.run("loom", LARGE, 1, 950).failed(200).run());
        String again = "Run again with their rounds: loom at 1,000 users, repetition 1 (2.1 % of the requests failed";
        assertContains(again, String.join("", Doubt.of(analysis()).rest()));
        runs.clear();
        add("loom", LARGE, 950, run -> run.belowItsBound().machine(12, 0, 0)
                .with(new WarmUp(9_000, 10, "not settled")));
        assertDoubt("! Below theory while other programs used the machine: loom at 1,000 users.",
                "One repetition: ", "The machine was not ours: ", "Warm-up: not settled: loom at 1,000 users.");
    }

    @Test
    void otherWorkVoidsTheComparison() throws Exception {
        for (int repetition = 1; repetition <= 3; repetition++) {
            add("pool", LARGE, 190, run -> run.with(new Work(Map.of("info", 3_800.0), 0, 0, null)));
            add("loom", LARGE, 950, run -> run.with(new Work(Map.of("info", 9_500.0), 0, 0,
                    new Sample(20, "{\"a\":\"two\"}"))));
        }
        hypotheses = "expect = loom/pool throughput >= 4.5";
        assertContains("Invalid: the figures of loom at 1,000 users: ", terminal());
        assertContains("? undecided: loom's throughput is invalid", terminal());
    }
}
