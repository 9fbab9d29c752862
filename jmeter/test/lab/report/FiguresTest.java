package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import lab.define.Prediction;
import lab.results.Results.Guess;
import lab.results.Run.Compilation;
import lab.results.Run.Contention;
import lab.results.Run.Elsewhere;
import lab.results.Run.RemoteGenerator;
import lab.results.Run.WarmUp;
import lab.run.GeneratorCeiling;
import testing.Test;

class FiguresTest extends DoctoredReport {
    private static void assertHas(String text, String... parts) {
        List.of(parts).forEach(part -> assertContains(part, text));
    }

    @Test
    void theTerminalAndTheTablesExplainTheirMarks() throws Exception {
        addDoubtful(LARGE);
        assertHas(Figures.latencies(analysis()), "† usable with care: ", "* in doubt: ");
        assertHas(terminal(), "† usable with care: ", "* in doubt: ", "1,083†", "91.5*");
        runs.clear();
        addGood(LARGE);
        assertEquals(false, terminal().contains("†") || terminal().contains("*"), "no figure is in doubt");
        assertHas(Figures.ratios(analysis()), "<td>loom / pool</td><td>1,000 users</td><td>10.2× (10.1–10.4)</td>");
    }

    @Test
    void percentileIntervalsComeFromTheRunWithTheMedianThroughput() throws Exception {
        add("loom", LARGE, 940, run -> run.latency(2000));
        add("loom", LARGE, 950, run -> run.latency(1100));
        add("loom", LARGE, 960, run -> run.latency(3000));
        add("pool", LARGE, 6, run -> run.latency(5000).firstHalf(30));
        assertHas(Figures.latencies(analysis()),
                "<td>9,500</td><td>1,100 (1,099–1,101)</td><td>1,105 (1,104–1,106)</td>",
                "<td>needs 321 more</td><td>needs 3,778 more</td>", "needs N more: ");
        assertHas(terminal(), "needs 321 more");
    }

    @Test
    void compilerMachineAndWarmUpAreReported() throws Exception {
        add("loom", LARGE, 950, run -> run.with(new Compilation(0.75, 0.4, 0.04, 0.3, 0.2)).with(WarmUp.NONE));
        assertEquals(false, MachineSections.method(analysis()).contains("first warm-up"),
                "no contender had a first warm-up");
        add("pool", LARGE, 95, run -> run.with(new Contention(50, 0, 0.35, 0.004)).with(new WarmUp(9_000, 4, "")));
        add("loom", SMALL, 95);
        assertHas(MachineSections.method(analysis()), "9,000 to 12,000 requests in 4 to 5 s");
        assertHas(MachineSections.compilerAndMachine(analysis()),
                "<td>loom</td><td>1,000 users</td><td>0.75</td><td>20</td><td>0</td><td>0.04</td>",
                "<td>0</td><td>35</td><td>0.40</td><td>0</td><td>20</td>");
        assertHas(ResultsFile.csv(analysis()), "compiler CPU s,compiler waited %", ",0.75,20.0,0.0,0.04,0.0,");
    }

    @Test
    void eachRemoteGeneratorHasOneRowForAllRuns() throws Exception {
        addGood(LARGE);
        assertEquals("", MachineSections.otherMachines(analysis()), "all programs ran on this machine");
        for (int i = 1; i <= 2; i++) {
            RemoteGenerator generator = new RemoteGenerator("192.0.2.21:1099", 4, 10 * i, 8 * i - 13, 1.5 * i - 0.5);
            add("loom", LARGE, 950, run -> run.with(new Elsewhere(true, List.of(generator))));
        }
        assertHas(MachineSections.otherMachines(analysis()), "Service two ran on another machine",
                "<td>192.0.2.21:1099</td><td>4</td><td>50 %</td><td>-5.0 to 3.0</td><td>2.5</td>");
    }

    @Test
    void guessTheoryAndTheGeneratorsCeilingAreShownNextToTheMeasurement() throws Exception {
        addGood(LARGE);
        assertEquals(false, (Expectations.predictions(analysis()) + terminal()).contains("guess"),
                "there are no guesses");
        guesses = List.of(new Guess("pool", LARGE, 84), new Guess("loom", LARGE, 800));
        environment = Map.of(GeneratorCeiling.NAME, "at most 20,123/s");
        String counted = "1 of 2 guesses and 2 of 2 predictions by theory.";
        assertHas(Expectations.predictions(analysis()), "<th>guess/s</th><th>of guess</th><th>predicted /s</th>",
                "<td>800</td><td>117.8 %</td>", "<p>at most 20,123/s</p>", counted);
        assertHas(terminal(), "contender  load         guess/s  of guess  predicted/s", "at most 20,123/s", counted);
        runs.clear();      // only usable points with a guess or prediction are counted
        add("pool", LARGE, 95, run -> run.with(Prediction.NONE));
        add("loom", LARGE, 950, run -> run.failed(100));
        guesses = List.of(new Guess("pool", LARGE, 0), new Guess("loom", LARGE, 950));
        assertHas(Expectations.predictions(analysis()), "<td>0</td><td>n/a</td>", "<td>950</td><td>in doubt</td>",
                "0 of 1 guesses and 0 of 0 predictions");
    }
}
