package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import lab.Doctored;
import lab.define.Prediction;
import lab.judge.Results.Guess;
import testing.Test;

/** What a report makes of guesses. */
class GradesTest implements AutoCloseable {
    private final DoctoredReport report = new DoctoredReport();

    GradesTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        report.close();
    }

    private void guess(double pool, double loom) {
        report.guessed(List.of(new Guess("pool", DoctoredReport.LARGE, pool),
                new Guess("loom", DoctoredReport.LARGE, loom)));
    }

    @Test
    void withoutGuessesNothingIsSaidOfThem() throws Exception {
        report.addGood(DoctoredReport.LARGE);
        assertTrue(!report.page().contains("guess"), "the page");
        assertTrue(!report.terminal().contains("guess"), "the terminal");
    }

    @Test
    void guessTheoryAndMeasurementStandBesideEachOther() throws Exception {
        report.addGood(DoctoredReport.LARGE);
        guess(95, 190);
        String page = report.page();
        assertContains("<th>guess/s</th><th>of guess</th><th>predicted /s</th>", page);
        assertContains("<td>190</td><td>495.8 %</td>", page);
        String summary = "Within 10 % of what was measured: 1 of 2 of the guesses, 2 of 2 of theory's predictions.";
        assertContains(summary, page.replace("&#39;", "'"));
        assertContains(summary, report.terminal());
        assertContains("contender  load         guess/s  of guess  predicted/s", report.terminal());
    }

    @Test
    void theyAreReadAgainWithTheResults() throws Exception {
        report.addGood(DoctoredReport.LARGE);
        guess(95, 190);
        report.page();
        List<Guess> again = ResultsFile.read(report.folder()).guesses();
        assertEquals(List.of(95.0, 190.0), again.stream().map(Guess::throughput).toList());
        assertEquals(DoctoredReport.LARGE, again.getFirst().load(), "its load");
    }

    @Test
    void aPointThatIsNotValidIsNoMeasureOfAGuess() throws Exception {
        report.add(Doctored.run("pool", DoctoredReport.LARGE, 1, 95),
                Doctored.run("loom", DoctoredReport.LARGE, 1, 950).failed(100));
        guess(95, 950);
        assertContains("<td>950</td><td>not valid</td>", report.page());
        assertContains("1 of 1 of the guesses", report.terminal());
    }

    @Test
    void aGuessOfNothingHasNoShareAndTheoryThatSaysNothingIsNotCounted() throws Exception {
        report.add(Doctored.run("pool", DoctoredReport.LARGE, 1, 95).predicted(Prediction.NONE));
        guess(0, 1);
        assertContains("<td>0</td><td>n/a</td>", report.page());
        assertContains("0 of 1 of the guesses, 0 of 0 of theory's", report.terminal());
    }
}
