package experiment.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import experiment.Doctored;
import experiment.define.Experiment;
import experiment.define.ExperimentFile;
import experiment.define.Load;
import experiment.predict.Prediction;
import experiment.statistics.Analysis;
import experiment.statistics.Jvm;
import experiment.statistics.Results;
import experiment.statistics.Run;
import experiment.statistics.Usage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import testing.Test;

/** Reports from doctored results: what a reader is told, and that every file is whole. */
class ReportTest implements AutoCloseable {
    private static final Load SMALL = Load.closed("/meetings", 100);
    private static final Load LARGE = Load.closed("/meetings", 1000);
    private static final long MEBIBYTE = 1 << 20;

    private final Path folder;
    private final List<Run> runs = new ArrayList<>();
    private String users = "1000";
    private boolean complete = true;
    private String terminal;

    ReportTest() throws IOException {
        folder = Files.createTempDirectory("report");
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(ReportTest::delete);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(Doctored... all) {
        Stream.of(all).map(Doctored::run).forEach(runs::add);
    }

    /** Three good runs of each contender under a load. */
    private void addGood(Load load) {
        for (int repetition = 1; repetition <= 3; repetition++) {
            add(Doctored.run("pool", load, repetition, 90 + repetition).cpu(1.5),
                    Doctored.run("loom", load, repetition, 940 + repetition));
        }
    }

    /** The page, when every file was written. */
    private String report() throws Exception {
        Experiment experiment =
                ExperimentFile.parse("doctored", "# Pool <against> loom\n#\n# Loom & nothing else.\nusers = " + users
                + "\nrate = 50\ncontender.pool = pool --threads 100\ncontender.loom = loom\n", Map.of());
        experiment = experiment.with(experiment.loads().stream()
                .filter(load -> runs.stream().anyMatch(run -> run.load().equals(load))).toList());
        Results results = new Results(experiment, runs, Map.of("machine", "2 cores"), List.of(), complete);
        terminal = Report.write(Analysis.of(results), folder);
        return Files.readString(folder.resolve("index.html"));
    }

    @Test
    void goodResultsAreSaidToBeGood() throws Exception {
        addGood(LARGE);
        String page = report();
        assertContains("✓ All 6 runs passed the 11 checks of validity", page);
        assertContains("Pool &lt;against&gt; loom", page);
        assertContains("Loom &amp; nothing else.", page);
        assertContains("10.2×", page);
        assertEquals(false, page.contains("class=\"hollow"), "nothing is hollow");
        assertContains("report: " + folder.resolve("index.html"), terminal);
    }

    @Test
    void eachRuleIsSeenToFire() throws Exception {
        Doctored good = Doctored.run("loom", LARGE, 1, 950);
        Object[][] table = {
            {"Not measured: loom at 1,000 users (loom exited with code 1)",
                    Run.failed("loom", LARGE, 1, Prediction.NONE, "loom exited with code 1")},
            {"Errors: loom", Doctored.run("loom", LARGE, 1, 950).failed(100).run()},
            {"Listen queue: loom", Doctored.run("loom", LARGE, 1, 950).machine(9.2, 0, 3).run()},
            {"Generator saturated: loom", Doctored.run("loom", LARGE, 1, 950).generator(new Usage(11, 5, 1, 1, 1, 9))
            .machine(17, 0, 0).run()},
            {"Machine saturated: loom", Doctored.run("loom", LARGE, 1, 950).cpu(12).machine(19, 0, 0).run()},
            {"Machine disturbed: loom", Doctored.run("loom", LARGE, 1, 950).machine(12, 0, 0).run()},
            {"Concurrency not reached: loom", Doctored.run("loom", LARGE, 1, 950).latency(900).run()},
            {"Not steady: loom", Doctored.run("loom", LARGE, 1, 950).growth(0.1).run()},
            {"Still compiling, which concerns CPU time alone: loom",
            Doctored.run("loom", LARGE, 1, 950).serviceOne(new Usage(2, 1.2, MEBIBYTE, 4, 5, 9)).run()},
            {"Heap at its limit: loom", Doctored.run("loom", LARGE, 1, 950).jvm(new Jvm("25", 9, 10, 1, 2)).run()},
            {"File limit reached: loom", Doctored.run("loom", LARGE, 1, 950)
            .serviceOne(new Usage(2, 1, MEBIBYTE, 4, 99, 100)).run()},
        };
        for (Object[] row : table) {
            runs.clear();
            add(Doctored.run("pool", LARGE, 1, 95));
            runs.add((Run) row[1]);
            String page = report();
            assertContains((String) row[0], page);
            assertContains((String) row[0], terminal);
            assertEquals(true, page.contains("hollow") || row[0].toString().startsWith("Not measured"), row[0]
                    + ": drawn hollow");
        }
        runs.clear();
        add(good);
        assertEquals(false, report().contains("loom at 1,000 users ("), "nothing is found where nothing is wrong");
    }

    @Test
    void whatIsValidButInCpuTimeIsNotSaidToHavePassed() throws Exception {
        addGood(LARGE);
        add(Doctored.run("loom", LARGE, 4, 950).serviceOne(new Usage(2, 1.2, MEBIBYTE, 4, 5, 9)));
        assertContains("✓ All 7 runs are valid, except for the CPU time of 1<", report());
    }

    @Test
    void aMachineThatWasSlowerAtTimesIsSaid() throws Exception {
        addGood(LARGE);
        assertEquals(false, report().contains("equally fast"), "it was");
        add(Doctored.run("pool", LARGE, 4, 95).cpu(1.5).yardsticks(0.013, 0.0001));
        assertContains("a fixed piece of arithmetic took between 10.0 and 13.0 ms of CPU time", report());
        assertContains("not equally fast", terminal);
    }

    @Test
    void aMachineWhoseSleepsEndLateIsSaid() throws Exception {
        addGood(LARGE);
        assertEquals(false, report().contains("slow to wake up"), "it is not");
        runs.clear();
        add(Doctored.run("pool", LARGE, 1, 95).yardsticks(0.010, 0.004),
                Doctored.run("pool", LARGE, 2, 95).yardsticks(0.010, 0.009),
                Doctored.run("pool", LARGE, 3, 95).yardsticks(0.010, 0.005));
        assertContains("a sleep ended 5.0 ms late (4.0 to 9.0)", report());
    }

    @Test
    void tooFewRepetitionsAreSaid() throws Exception {
        add(Doctored.run("pool", LARGE, 1, 95), Doctored.run("loom", LARGE, 1, 950));
        assertContains("1 repetition: differences are shown, but not whether they would come out again", report());
        runs.clear();
        for (int repetition = 1; repetition <= 3; repetition++) {
            add(Doctored.run("pool", LARGE, repetition, 900 + 100 * repetition),
                    Doctored.run("loom", LARGE, repetition, 800 + 220 * repetition));
        }
        assertContains("Too few repetitions to show a difference: throughput of loom and pool at 1,000 users",
                report());
    }

    @Test
    void anExperimentThatWasStoppedSaysSo() throws Exception {
        addGood(LARGE);
        complete = false;
        assertContains("Stopped before its end: 6 of", report());
    }

    @Test
    void severalLoadsMakeCurvesWithPredictionsDashed() throws Exception {
        users = "100, 1000";
        addGood(SMALL);
        addGood(LARGE);
        runs.add(Run.failed("loom", LARGE, 4, Prediction.NONE, "died"));
        String page = report();
        assertContains("class=\"curve c0\"", page);
        assertContains("class=\"theory c1\"", page);
        assertContains("Resident memory per connection, KiB", page);
    }

    @Test
    void anOpenLoopHasASectionOfItsOwnWithLatencyOverTime() throws Exception {
        addGood(LARGE);
        add(Doctored.run("loom", Load.open("/meetings", 50), 1, 50));
        String page = report();
        assertContains("<h2>/meetings, closed loop</h2>", page);
        assertContains("<h2>/meetings, open loop</h2>", page);
        assertContains("Latency over time, ms", page);
        assertTrue(Files.exists(folder.resolve("charts/latency-over-time-meetings-open-loop.svg")),
                "a file of its own");
    }

    @Test
    void nothingButFailuresStillMakesAReport() throws Exception {
        runs.add(Run.failed("pool", LARGE, 1, Prediction.NONE, "port <in use>"));
        runs.add(Run.failed("loom", LARGE, 1, Prediction.NONE, "died"));
        add(Doctored.run("pool", LARGE, 2, 0).failed(9000));
        assertContains("port &lt;in use&gt;", report());
    }

    @Test
    void thePageNeedsNothingFromElsewhereAndEverySvgIsWhole() throws Exception {
        users = "100, 1000";
        addGood(SMALL);
        addGood(LARGE);
        String page = report();
        for (String reference : List.of("<script", "<link", "<img", "src=", "url(", "@import")) {
            assertEquals(false, page.contains(reference), "the page has " + reference);
        }
        try (Stream<Path> files = Files.list(folder.resolve("charts"))) {
            List<Path> charts = files.toList();
            assertTrue(charts.size() >= 9, "charts: " + charts);
            for (Path chart : charts) {
                String svg = Files.readString(chart);
                assertTrue(!svg.contains("NaN") && !svg.contains("Infinity"), chart + " has places without numbers");
                DocumentBuilderFactory.newInstance().newDocumentBuilder()
                        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
            }
        }
    }

    @Test
    void theCsvHasARowForEachRunAndQuotesWhatNeedsIt() throws Exception {
        add(Doctored.run("loom", LARGE, 1, 950));
        Prediction predicted = new Prediction(95, 10.5, 100, "threads");
        runs.add(Run.failed("pool", LARGE, 1, predicted, "said \"no\", twice\nand died"));
        report();
        List<String> lines = List.of(Files.readString(folder.resolve("results.csv")).split("\r\n"));
        assertEquals(3, lines.size(), "head and two runs");
        assertTrue(lines.get(0)
                .startsWith("contender,path,load,users or rate,repetition,valid,findings,predicted requests/s,"
                        + "seconds,answered,failed,throughput requests/s"), lines.get(0));
        assertTrue(lines.get(1).startsWith("loom,/meetings,closed,1000.0,1,yes,,950.0,10.0,9500,0,950.0"),
                lines.get(1));
        String pool = "pool,/meetings,closed,1000.0,1,no,\"said \"\"no\"\", twice\nand died\",95.0";
        long fields = lines.get(0).chars().filter(c -> c == ',').count() - 1;      // but the comma in a quoted heading
        assertEquals(pool + ",".repeat((int) fields - 7), lines.get(2), "as many fields as the head");
    }
}
