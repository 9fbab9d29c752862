package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import lab.Doctored;
import lab.judge.Run.Compilation;
import lab.judge.Run.Contention;
import lab.judge.Run.Elsewhere;
import lab.judge.Run.RemoteGenerator;
import lab.judge.Run.WarmUp;
import lab.run.GeneratorCeiling;
import testing.Test;

/** What the tables say of figures, and of the machines that they were measured on. */
class FiguresTest extends DoctoredReport {
    @Test
    void theTerminalAndTheTablesExplainTheirMarks() throws Exception {
        addDoubtful(LARGE);
        for (String text : List.of(Figures.latencies(analysis()), terminal())) {
            assertContains("† usable with care: others used the machine meanwhile", text);
            assertContains("* not valid, for a reason that is said with the checks", text);
        }
        assertContains("942†", terminal());
        assertContains("91.5*", terminal());
        assertContains("\"validity\":\"WITH_CARE\"", ResultsFile.json(analysis()));
        assertContains("\"validity\":\"NOT_VALID\"", ResultsFile.json(analysis()));
    }

    @Test
    void aPercentileThatTheSamplesCannotCarryIsNotShown() throws Exception {
        add(Doctored.run("loom", LARGE, 1, 6).latency(5000).firstHalf(30));
        String page = page();
        assertContains("<td>needs 321 more</td><td>needs 3,778 more</td>", page);
        assertContains("are lacking in some repetition for this percentile", page);
        assertContains("needs 321 more", terminal());
        assertEquals(false, page.contains("p99 5,"), "in the histogram, or on the card");
        assertContains("a 99th percentile needs 381 requests in each repetition", page.replace("</text>\n", " ")
                .replaceAll("<text[^>]*>", "").replace("  ", " "));
    }

    @Test
    void theIntervalsAreThoseOfTheRunOfMedianThroughput() throws Exception {
        add(Doctored.run("loom", LARGE, 1, 940).latency(2000), Doctored.run("loom", LARGE, 2, 950).latency(1100),
                Doctored.run("loom", LARGE, 3, 960).latency(3000));
        assertContains("<td>9,500</td><td>1,100 (1,099–1,101)</td><td>1,105 (1,104–1,106)</td>",
                Figures.latencies(analysis()));
    }

    @Test
    void compilerAndMachineAreToldByContender() throws Exception {
        add(Doctored.run("loom", LARGE, 1, 950).with(new Compilation(0.75, 0.4, 0.04, 0.3, 0.2)),
                Doctored.run("pool", LARGE, 1, 95).with(new Contention(50, 0, 0.35, 0.004)));
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
        for (int run = 1; run <= 2; run++) {
            add(Doctored.run("loom", LARGE, 3 + run, 950).with(new Elsewhere(true, List.of(
                    new RemoteGenerator("192.0.2.21:1099", 4, 10 * run, 8 * run - 13, 1.5 * run - 0.5)))));
        }
        String section = MachineSections.others(analysis());
        assertContains("<td>192.0.2.21:1099</td><td>4</td><td>50 %</td><td>-5.0 to 3.0</td><td>2.5</td>", section);
        assertContains("How windows are aligned", section);
        assertContains("Service two ran on another machine", section);
    }

    @Test
    void theMethodTellsHowMuchWorkTheWarmUpWas() throws Exception {
        add(Doctored.run("loom", LARGE, 1, 950).with(WarmUp.NONE));
        assertEquals(false, MachineSections.method(analysis()).contains("warmed by work"), "nobody wanted it");
        add(Doctored.run("loom", LARGE, 2, 950).with(new WarmUp(9_000, 4, "")),
                Doctored.run("loom", LARGE, 3, 950).with(new WarmUp(12_000, 6, "")));
        assertContains("it took 9,000 to 12,000 requests in 4 to 6 s (least and greatest of all runs)",
                MachineSections.method(analysis()));
        assertContains("benchmarking crime", MachineSections.method(analysis()));
    }

    @Test
    void theGeneratorsCeilingStandsBesideThePredictions() throws Exception {
        addGood(LARGE);
        environment = Map.of(GeneratorCeiling.NAME, "JMeter could make at most 20,123/s of these here");
        assertContains("<p>JMeter could make at most 20,123/s of these here</p>", Expectations.predictions(analysis()));
        assertContains("JMeter could make at most 20,123/s of these here", terminal());
    }
}
