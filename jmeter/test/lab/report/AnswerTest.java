package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import lab.Doctored;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Run;
import testing.Test;

/** What a report says first, before any reason for mistrust. */
class AnswerTest implements AutoCloseable {
    private static final Load SMALL = DoctoredReport.SMALL;
    private static final Load LARGE = DoctoredReport.LARGE;

    private final DoctoredReport report = new DoctoredReport();

    AnswerTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        report.close();
    }

    @Test
    void tellsTheRatioItsSpreadAndWhatWasPredicted() throws Exception {
        Prediction narrow = new Prediction(190, 5, 200, "threads");
        for (int repetition = 1; repetition <= 3; repetition++) {
            report.add(Doctored.run("pool", LARGE, repetition, 187 + repetition).predicted(narrow),
                    Doctored.run("loom", LARGE, repetition, 940 + repetition)
                            .predicted(new Prediction(950, 1, 1000, "users")));
        }
        assertEquals(List.of("At 1,000 users loom answered 942 requests/s: 4.98 times as many as pool, "
                + "limited by its threads (4.95–5.02; predicted 5)."), report.answer());
    }

    @Test
    void theLargestLoadComesFirstAndNoDifferenceIsSaidToBeNone() throws Exception {
        for (int repetition = 1; repetition <= 3; repetition++) {
            report.add(Doctored.run("pool", SMALL, repetition, 95), Doctored.run("loom", SMALL, repetition, 95));
        }
        report.addGood(LARGE);
        List<String> answer = report.answer();
        assertContains("At 1,000 users loom answered 942 requests/s: 10.2 times as many as pool", answer.get(0));
        assertEquals("At 100 users loom answered 95 requests/s: about as many as pool.", answer.get(1));
    }

    @Test
    void ofArrivalsThatDoNotWaitItTellsTheLatency() throws Exception {
        Load open = Load.open("/meetings", 50);
        report.add(Doctored.run("pool", open, 1, 50).latency(5000), Doctored.run("loom", open, 1, 50).latency(1000));
        assertEquals(List.of("At 50 arrivals/s loom took 1,000 ms for an answer (median); pool took 5.00 times as long "
                + "(one repetition)."), report.answer());
    }

    @Test
    void saysWhomItLeavesOut() throws Exception {
        report.add(Run.failed("pool", LARGE, 1, Prediction.NONE, "died"));
        report.add(Doctored.run("loom", LARGE, 1, 950));
        assertEquals(List.of("At 1,000 users loom answered 950 requests/s. Nothing is said of pool: not valid there."),
                report.answer());
        report.add(Run.failed("loom", SMALL, 1, Prediction.NONE, "died"));
        assertEquals("At 100 users nothing can be said: no point is valid.", report.answer().getLast());
    }

    @Test
    void standsBeforeEveryReasonForMistrustOnThePageAndInTheTerminal() throws Exception {
        report.addGood(LARGE);
        report.add(Doctored.run("loom", LARGE, 4, 950).failed(100));
        String page = report.page();
        assertTrue(page.indexOf("loom answered") < page.indexOf("Errors: loom"), "on the page");
        assertTrue(page.indexOf("Errors: loom") < page.indexOf("<svg"), "and both before the first picture");
        assertContains("loom answered", report.terminal());
        assertTrue(report.terminal().indexOf("loom answered") < report.terminal().indexOf("contender"), "its table");
        assertTrue(report.terminal().indexOf("contender") < report.terminal().indexOf("Errors: loom"), "its reasons");
    }

    @Test
    void threeReasonsAreSaidAndTheOthersFolded() throws Exception {
        report.add(Doctored.run("pool", LARGE, 1, 95).failed(100).latency(900).growth(0.1));
        report.add(Doctored.run("loom", LARGE, 1, 950));
        String page = report.page();
        int folded = page.indexOf("<summary>1 more</summary>");
        assertTrue(folded > page.indexOf("Not steady: pool"), "after the third: " + folded);
        assertTrue(page.indexOf("1 repetition: differences") > folded, "the fourth is in it");
        assertContains("and 1 more in the report", report.terminal());
    }
}
