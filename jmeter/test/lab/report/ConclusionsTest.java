package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import lab.Doctored;
import lab.TemporaryFolder;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.judge.Analysis;
import lab.judge.Results;
import lab.judge.Run.Sample;
import lab.judge.Run.Work;
import lab.judge.Run;
import testing.Test;

/** The report ends with what became of the hypotheses, and says who did other work. */
class ConclusionsTest implements AutoCloseable {
    private static final Load LOAD = Load.closed("/meetings", 1000);

    private final TemporaryFolder folder = new TemporaryFolder();
    private final List<Run> runs = new ArrayList<>();

    ConclusionsTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }

    private Results results() throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = 1000\ncontender.pool = pool\ncontender.loom = loom\n"
                + "expect = loom/pool throughput >= 4.5\nrefute = loom/pool throughput < 3", Map.of());
        return new Results(experiment, runs, Map.of(), List.of(), true, List.of());
    }

    private void add(Work pools) {
        for (int repetition = 1; repetition <= 3; repetition++) {
            runs.add(Doctored.run("pool", LOAD, repetition, 190).work(pools).run());
            runs.add(Doctored.run("loom", LOAD, repetition, 950).work(new Work(Map.of("info", 9_500.0), 0, 0,
                    new Sample(20, "{\"service\":\"two\"}"))).run());
        }
    }

    private String terminal() throws Exception {
        return Report.write(Analysis.of(results()), folder.path());
    }

    private String file(String name) throws IOException {
        return Files.readString(folder.path().resolve(name));
    }

    @Test
    void theTerminalThePageAndTheJsonHaveThem() throws Exception {
        add(new Work(Map.of("info", 1_900.0), 0, 0, null));
        assertContains("✓ supported: loom / pool, throughput, 1,000 users 5.00× (5.00–5.00), expected >= 4.5, "
                + "refuted by < 3", terminal());
        assertContains("<td>✓ supported</td>", file("index.html"));
        assertContains("\"outcome\":\"SUPPORTED\"", file("results.json"));
        assertEquals(results().experiment().hypotheses(), ResultsFile.read(folder.path()).experiment().hypotheses(),
                "a report that is written again");
    }

    @Test
    void otherWorkIsSaidAndVoidsTheComparison() throws Exception {
        add(new Work(Map.of("info", 3_800.0), 0, 0, null));
        String terminal = terminal();
        assertContains("Not the same work, so that a ratio says nothing: loom at 1,000 users (1.0 calls per request "
                + "(info), pool 2.0 (2.0 × info)).", terminal);
        assertContains("? cannot judge: loom is not valid there", terminal);
        assertContains("<td>2.0 × info; ✓</td>", file("index.html"));
        assertContains("<td>info; ✗ other work</td>", file("index.html"));
        assertContains(",abandoned calls,answer bytes", file("results.csv"));
        assertContains(",9500.0,0.0,0.0,20", file("results.csv"));
    }

    @Test
    void thePageTellsWhichCrimesItCouldCommit() throws Exception {
        add(Doctored.NOT_COUNTED);
        terminal();
        assertContains("benchmarking crime", file("index.html"));
        assertEquals(true, MachineSections.CRIMES.size() <= 13, "a dozen rows and the head");
    }
}
