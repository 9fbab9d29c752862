package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import lab.define.Prediction;
import lab.judge.Results.Guess;
import lab.judge.Run.Compilation;
import lab.judge.Run.Contention;
import lab.judge.Run.Elsewhere;
import lab.judge.Run.RemoteGenerator;
import lab.judge.Run.WarmUp;
import lab.run.GeneratorCeiling;
import testing.Test;

/** What the tables say of figures, of guesses and predictions, and of the machines. */
class FiguresTest extends DoctoredReport {
    private void guess(double pool, double loom) {
        guesses = List.of(new Guess("pool", LARGE, pool), new Guess("loom", LARGE, loom));
    }

    private String predictions() throws Exception {
        return Expectations.predictions(analysis());
    }

    @Test
    void theTerminalAndTheTablesExplainTheirMarks() throws Exception {
        addDoubtful(LARGE);
        for (String text : List.of(Figures.latencies(analysis()), terminal())) {
            assertContains("† usable with care: ", text);
            assertContains("* not valid, ", text);
        }
        assertContains("942†", terminal());
        assertContains("91.5*", terminal());
        runs.clear();
        addGood(LARGE);
        assertEquals(false, terminal().contains("†") || terminal().contains("*"), "marks of what is valid");
        assertContains("<td>loom / pool</td><td>1,000 users</td><td>10.2× (10.1–10.4)</td>",
                Figures.ratios(analysis()));
    }

    @Test
    void percentilesHaveTheIntervalsOfTheRunOfMedianThroughputWhereSamplesCarryThem() throws Exception {
        add("loom", LARGE, 940, run -> run.latency(2000));
        add("loom", LARGE, 950, run -> run.latency(1100));
        add("loom", LARGE, 960, run -> run.latency(3000));
        assertContains("<td>9,500</td><td>1,100 (1,099–1,101)</td><td>1,105 (1,104–1,106)</td>",
                Figures.latencies(analysis()));
        add("pool", LARGE, 6, run -> run.latency(5000).firstHalf(30));
        assertContains("<td>needs 321 more</td><td>needs 3,778 more</td>", Figures.latencies(analysis()));
        assertContains("needs N more: ", Figures.latencies(analysis()));
        assertContains("needs 321 more", terminal());
    }

    @Test
    void compilerAndMachineAreToldByContender() throws Exception {
        add("loom", LARGE, 950, run -> run.with(new Compilation(0.75, 0.4, 0.04, 0.3, 0.2)));
        add("pool", LARGE, 95, run -> run.with(new Contention(50, 0, 0.35, 0.004)));
        String page = MachineSections.beside(analysis());
        assertContains("<td>loom</td><td>1,000 users</td><td>0.75</td><td>20</td><td>0</td><td>0.04</td>", page);
        assertContains("<td>0</td><td>35</td><td>0.40</td><td>0</td><td>20</td>", page);
        List<String> lines = List.of(ResultsFile.csv(analysis()).split("\r\n"));
        assertContains("compiler CPU s,compiler waited %", lines.get(0));
        assertContains(",0.75,20.0,0.0,0.04,0.0,", lines.get(1));
    }

    @Test
    void otherMachinesHaveARowOverAllRuns() throws Exception {
        addGood(LARGE);
        assertEquals("", MachineSections.others(analysis()), "all ran here");
        for (int i = 1; i <= 2; i++) {
            Elsewhere there = new Elsewhere(true, List.of(
                    new RemoteGenerator("192.0.2.21:1099", 4, 10 * i, 8 * i - 13, 1.5 * i - 0.5)));
            add("loom", LARGE, 950, run -> run.with(there));
        }
        String section = MachineSections.others(analysis());
        assertContains("<td>192.0.2.21:1099</td><td>4</td><td>50 %</td><td>-5.0 to 3.0</td><td>2.5</td>", section);
        assertContains("Service two ran on another machine", section);
    }

    @Test
    void theMethodTellsHowMuchWorkTheWarmUpWas() throws Exception {
        add("loom", LARGE, 950, run -> run.with(WarmUp.NONE));
        assertEquals(false, MachineSections.method(analysis()).contains("warmed by work"), "nobody wanted it");
        add("loom", LARGE, 950, run -> run.with(new WarmUp(9_000, 4, "")));
        add("loom", LARGE, 950, run -> run.with(new WarmUp(12_000, 6, "")));
        assertContains("9,000 to 12,000 requests in 4 to 6 s", MachineSections.method(analysis()));
    }

    @Test
    void guessTheoryAndTheGeneratorsCeilingStandBesideTheMeasurement() throws Exception {
        addGood(LARGE);
        assertEquals(false, (predictions() + terminal()).contains("guess"), "nobody was asked");
        guess(95, 190);
        environment = Map.of(GeneratorCeiling.NAME, "at most 20,123/s");
        String page = predictions();
        assertContains("<th>guess/s</th><th>of guess</th><th>predicted /s</th>", page);
        assertContains("<td>190</td><td>495.8 %</td>", page);
        assertContains("<p>at most 20,123/s</p>", page);
        assertContains("contender  load         guess/s  of guess  predicted/s", terminal());
        for (String text : List.of(page, terminal())) {
            assertContains("1 of 2 of the guesses, 2 of 2 of theory's predictions.", text);
            assertContains("at most 20,123/s", text);
        }
    }

    @Test
    void whatHasNoShareIsNotCounted() throws Exception {
        add("pool", LARGE, 95, run -> run.with(Prediction.NONE));
        add("loom", LARGE, 950, run -> run.failed(100));
        guess(0, 950);
        assertContains("<td>0</td><td>n/a</td>", predictions());
        assertContains("<td>950</td><td>not valid</td>", predictions());
        assertContains("0 of 1 of the guesses, 0 of 0 of theory's", terminal());
    }
}
