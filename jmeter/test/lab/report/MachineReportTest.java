package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import lab.Doctored;
import lab.define.Load;
import lab.judge.Run.Compilation;
import lab.judge.Run.Contention;
import lab.run.GeneratorCeiling;
import testing.Test;

/** What a report says of the compiler and of the machine, and of each run's seconds. */
class MachineReportTest implements AutoCloseable {
    private static final Load LARGE = DoctoredReport.LARGE;

    private final DoctoredReport report = new DoctoredReport();

    MachineReportTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        report.close();
    }

    @Test
    void eachRunHasItsStripFoldedByLoad() throws Exception {
        report.addGood(DoctoredReport.SMALL);
        report.addGood(LARGE);
        String page = report.page();
        String section = page.substring(page.indexOf("<h2>Every run, second by second</h2>"));
        section = section.substring(0, section.indexOf("</section>"));
        assertEquals(2, section.split("<details>", -1).length - 1, "one for each load");
        assertContains("<summary>/meetings, 1,000 users</summary>", section);
        for (int repetition = 1; repetition <= 3; repetition++) {
            assertEquals(2, section.split(">loom · " + repetition + "<", -1).length - 1, "strips of repetition "
                    + repetition);
        }
        assertContains("requests/s, up to 943", section);
        assertContains("cores, its compiler, up to", section);
        assertTrue(Files.exists(report.folder().resolve("charts/runs-meetings-1000-users.svg")), "a file of its own");
    }

    @Test
    void whatIsNotKnownOfAJvmIsSaidInItsStrip() throws Exception {
        report.add(Doctored.run("loom", LARGE, 1, 950).silent());
        assertContains("cores, its compiler: not known", report.page());
    }

    @Test
    void compilerAndMachineAreToldByContender() throws Exception {
        report.add(Doctored.run("loom", LARGE, 1, 950).compilation(new Compilation(0.75, 0.4, 0.04, 0.3, 0.2)));
        report.add(Doctored.run("pool", LARGE, 1, 95).contention(new Contention(50, 0, 0.35, 0.004)));
        String page = report.page();
        assertContains("<td>loom</td><td>1,000 users</td><td>0.75</td><td>20</td><td>0</td><td>0.04</td>", page);
        assertContains("<td>0</td><td>35</td><td>0.40</td><td>0</td><td>20</td>", page);
        List<String> lines = List.of(Files.readString(report.folder().resolve("results.csv")).split("\r\n"));
        assertContains("compiler CPU s,compiler waited %", lines.get(0));
        assertContains(",0.75,20.0,0.0,0.04,0.0,", lines.get(1));
    }

    @Test
    void theGeneratorsCeilingStandsBesideThePredictions() throws Exception {
        report.addGood(LARGE);
        assertEquals(false, report.page().contains("could make"), "results from before it was measured");
        report.environment(Map.of(GeneratorCeiling.NAME, "JMeter could make at most 20,123/s of these here"));
        assertContains("<p>JMeter could make at most 20,123/s of these here</p>", report.page());
        assertContains("JMeter could make at most 20,123/s of these here", report.terminal());
    }
}
