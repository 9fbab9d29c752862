package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.util.List;
import lab.Doctored;
import lab.define.Prediction;
import lab.judge.Run;
import testing.Test;

/** What a report says first, before any reason for mistrust. */
class AnswerTest extends DoctoredReport {
    private List<String> answer() throws Exception {
        return Answer.of(analysis());
    }

    @Test
    void tellsTheRatioItsSpreadAndWhatWasPredicted() throws Exception {
        for (int repetition = 1; repetition <= 3; repetition++) {
            add(Doctored.run("pool", LARGE, repetition, 187 + repetition)
                    .with(new Prediction(190, 5, 200, "threads")),
                    Doctored.run("loom", LARGE, repetition, 940 + repetition)
                            .with(new Prediction(950, 1, 1000, "users")));
        }
        assertEquals(List.of("At 1,000 users loom answered 942 requests/s: 4.98 times as many as pool, "
                + "limited by its threads (4.95–5.02; predicted 5)."), answer());
    }

    @Test
    void theLargestLoadComesFirstAndNoDifferenceIsSaidToBeNone() throws Exception {
        for (int repetition = 1; repetition <= 3; repetition++) {
            add(Doctored.run("pool", SMALL, repetition, 95), Doctored.run("loom", SMALL, repetition, 95));
        }
        addGood(LARGE);
        assertContains("At 1,000 users loom answered 942 requests/s: 10.2 times as many as pool", answer().get(0));
        assertEquals("At 100 users loom answered 95 requests/s: about as many as pool.", answer().get(1));
    }

    @Test
    void ofArrivalsThatDoNotWaitItTellsTheLatency() throws Exception {
        add(Doctored.run("pool", OPEN, 1, 50).latency(5000), Doctored.run("loom", OPEN, 1, 50).latency(1000));
        assertEquals(List.of("At 50 arrivals/s loom took 1,000 ms for an answer (median); pool took 5.00 times as long "
                + "(one repetition)."), answer());
    }

    @Test
    void saysWhomItLeavesOut() throws Exception {
        runs.add(Run.failed("pool", LARGE, 1, Prediction.NONE, "died"));
        add(Doctored.run("loom", LARGE, 1, 950));
        assertEquals(List.of("At 1,000 users loom answered 950 requests/s. Nothing is said of pool: not valid there."),
                answer());
        runs.add(Run.failed("loom", SMALL, 1, Prediction.NONE, "died"));
        assertEquals("At 100 users nothing can be said: no point is valid.", answer().getLast());
    }
}
