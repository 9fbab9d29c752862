package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.util.List;
import lab.Doctored;
import lab.define.Prediction;
import lab.judge.Results.Guess;
import testing.Test;

/** What a report makes of hypotheses and guesses. */
class ExpectationsTest extends DoctoredReport {
    private void guess(double pool, double loom) {
        guesses = List.of(new Guess("pool", LARGE, pool), new Guess("loom", LARGE, loom));
    }

    private String predictions() throws Exception {
        return Expectations.predictions(analysis());
    }

    @Test
    void theTerminalThePageAndTheJsonHaveWhatBecameOfHypotheses() throws Exception {
        for (int repetition = 1; repetition <= 3; repetition++) {
            add(Doctored.run("pool", LARGE, repetition, 190), Doctored.run("loom", LARGE, repetition, 950));
        }
        hypotheses = "expect = loom/pool throughput >= 4.5\nrefute = loom/pool throughput < 3";
        guess(95, 190);
        assertContains("<td>✓ supported</td>", page());
        assertContains("✓ supported: loom / pool, throughput, 1,000 users 5.00× (5.00–5.00), expected >= 4.5, "
                + "refuted by < 3", terminal());
        assertContains("\"outcome\":\"SUPPORTED\"", file("results.json"));
        assertEquals(analysis().results().experiment().hypotheses(),
                ResultsFile.read(path("")).experiment().hypotheses(), "a report that is written again");
        assertEquals(guesses, ResultsFile.read(path("")).guesses(), "read again with the results");
    }

    @Test
    void guessTheoryAndMeasurementStandBesideEachOther() throws Exception {
        addGood(LARGE);
        assertEquals(false, (predictions() + terminal()).contains("guess"), "nobody was asked");
        guess(95, 190);
        assertContains("<th>guess/s</th><th>of guess</th><th>predicted /s</th>", predictions());
        assertContains("<td>190</td><td>495.8 %</td>", predictions());
        String summary = "Within 10 % of what was measured: 1 of 2 of the guesses, 2 of 2 of theory's predictions.";
        assertContains(summary, predictions());
        assertContains(summary, terminal());
        assertContains("contender  load         guess/s  of guess  predicted/s", terminal());
    }

    @Test
    void aPointThatIsNotValidIsNoMeasureOfAGuess() throws Exception {
        add(Doctored.run("pool", LARGE, 1, 95), Doctored.run("loom", LARGE, 1, 950).failed(100));
        guess(95, 950);
        assertContains("<td>950</td><td>not valid</td>", predictions());
        assertContains("1 of 1 of the guesses", terminal());
    }

    @Test
    void aGuessOfNothingHasNoShareAndTheoryThatSaysNothingIsNotCounted() throws Exception {
        add(Doctored.run("pool", LARGE, 1, 95).with(Prediction.NONE));
        guess(0, 1);
        assertContains("<td>0</td><td>n/a</td>", predictions());
        assertContains("0 of 1 of the guesses, 0 of 0 of theory's", terminal());
    }
}
