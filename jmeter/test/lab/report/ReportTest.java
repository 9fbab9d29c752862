package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import lab.Doctored;
import lab.TemporaryFolder;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Run.Compilation;
import lab.judge.Run.Jvm;
import lab.judge.Run.Usage;
import lab.judge.Run;
import lab.judge.ValidityRules;
import testing.Test;

/** Reports from doctored results: what a reader is told, and that every file is whole. */
class ReportTest implements AutoCloseable {
    private static final Load SMALL = DoctoredReport.SMALL;
    private static final Load LARGE = DoctoredReport.LARGE;
    private static final long MEBIBYTE = 1 << 20;

    private final DoctoredReport report = new DoctoredReport();

    ReportTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        report.close();
    }

    @Test
    void goodResultsAreSaidToBeGood() throws Exception {
        report.addGood(LARGE);
        String page = report.page();
        assertContains("✓ All 6 runs passed the " + ValidityRules.ALL.size() + " checks of validity", page);
        assertContains("Pool &lt;against&gt; loom", page);
        assertContains("Loom &amp; nothing else.", page);
        assertContains("10.2×", page);
        assertEquals(false, page.contains("class=\"hollow"), "nothing is hollow");
        assertContains("report: " + report.folder().resolve("index.html"), report.terminal());
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
            {"Cost not steady, which concerns CPU time alone: loom",
            Doctored.run("loom", LARGE, 1, 950).serviceOne(new Usage(2, 1.2, MEBIBYTE, 4, 5, 9)).run()},
            {"Still compiling, which concerns CPU time alone: loom",
            Doctored.run("loom", LARGE, 1, 950).cpu(4)
            .compilation(new Compilation(2.6, 1.3, 0, 0, 0)).run()},
            {"Heap at its limit: loom", Doctored.run("loom", LARGE, 1, 950).jvm(new Jvm("25", 9, 10, 1, 2, 0)).run()},
            {"File limit reached: loom", Doctored.run("loom", LARGE, 1, 950)
            .serviceOne(new Usage(2, 1, MEBIBYTE, 4, 99, 100)).run()},
        };
        for (Object[] row : table) {
            report.clear();
            report.add(Doctored.run("pool", LARGE, 1, 95));
            report.add((Run) row[1]);
            String page = report.page();
            assertContains((String) row[0], page);
            assertContains((String) row[0], report.terminal());
            assertEquals(true, page.contains("hollow") || row[0].toString().startsWith("Not measured"), row[0]
                    + ": drawn hollow");
        }
        report.clear();
        report.add(good);
        assertEquals(false, report.page().contains("loom at 1,000 users ("), "nothing is found where nothing is wrong");
    }

    @Test
    void whatIsValidButInCpuTimeIsNotSaidToHavePassed() throws Exception {
        report.addGood(LARGE);
        report.add(Doctored.run("loom", LARGE, 4, 950).serviceOne(new Usage(2, 1.2, MEBIBYTE, 4, 5, 9)));
        assertContains("✓ All 7 runs are valid, except for the CPU time of 1<", report.page());
    }

    @Test
    void aMachineThatWasSlowerAtTimesIsSaid() throws Exception {
        report.addGood(LARGE);
        assertEquals(false, report.page().contains("equally fast"), "it was");
        report.add(Doctored.run("pool", LARGE, 4, 95).cpu(1.5).yardsticks(0.013, 0.0001));
        assertContains("a fixed piece of arithmetic took between 10.0 and 13.0 ms of CPU time", report.page());
        assertContains("not equally fast", report.terminal());
    }

    @Test
    void aKernelThatCostMoreAtTimesIsSaid() throws Exception {
        report.addGood(LARGE);
        report.add(Doctored.run("pool", LARGE, 4, 95).cpu(1.5).roundTrip(0.000_029));
        assertEquals(false, report.page().contains("round trip over loopback took"), "within what varies");
        report.add(Doctored.run("pool", LARGE, 5, 95).cpu(1.5).roundTrip(0.000_031));
        assertContains("a round trip over loopback took between 20 and 31 µs of CPU time", report.page());
    }

    @Test
    void aMachineWhoseSleepsEndLateIsSaid() throws Exception {
        report.addGood(LARGE);
        assertEquals(false, report.page().contains("slow to wake up"), "it is not");
        report.clear();
        report.add(Doctored.run("pool", LARGE, 1, 95).yardsticks(0.010, 0.004),
                Doctored.run("pool", LARGE, 2, 95).yardsticks(0.010, 0.009),
                Doctored.run("pool", LARGE, 3, 95).yardsticks(0.010, 0.005));
        assertContains("a sleep ended 5.0 ms late (4.0 to 9.0)", report.page());
    }

    @Test
    void tooFewRepetitionsAreSaid() throws Exception {
        report.add(Doctored.run("pool", LARGE, 1, 95), Doctored.run("loom", LARGE, 1, 950));
        assertContains("1 repetition: differences are shown, but not whether they would come out again", report.page());
        report.clear();
        for (int repetition = 1; repetition <= 3; repetition++) {
            report.add(Doctored.run("pool", LARGE, repetition, 900 + 100 * repetition),
                    Doctored.run("loom", LARGE, repetition, 800 + 220 * repetition));
        }
        assertContains("Too few repetitions to show a difference: throughput of loom and pool at 1,000 users",
                report.page());
    }

    @Test
    void anExperimentThatWasStoppedSaysSo() throws Exception {
        report.addGood(LARGE);
        report.stopped();
        assertContains("Stopped before its end: 6 of", report.page());
    }

    @Test
    void threeLoadsMakeCurvesWithPredictionsDashed() throws Exception {
        report.addGood(SMALL);
        report.addGood(Load.closed("/meetings", 300));
        report.addGood(LARGE);
        report.add(Run.failed("loom", LARGE, 4, Prediction.NONE, "died"));
        String page = report.page();
        assertContains("class=\"curve c0\"", page);
        assertContains("class=\"theory c1\"", page);
        assertContains("Memory per connection", page);
    }

    @Test
    void twoLoadsMakeBarsForALineWouldLookLikeATrend() throws Exception {
        report.addGood(SMALL);
        report.addGood(LARGE);
        Path earlier = Files.createDirectories(report.folder().resolve("charts")).resolve("latency-p50.svg");
        Files.writeString(earlier, "of an earlier form of the report");
        String page = report.page();
        assertEquals(false, Files.exists(earlier), "a picture that is not of this report");
        assertEquals(false, page.contains("class=\"theory"), "a line of predictions");
        assertContains("class=\"group\" x=\"2.0\" y=\"28.0\" text-anchor=\"start\">100 users<", page);
        assertContains("class=\"target\"", page);
    }

    @Test
    void anOpenLoopHasASectionOfItsOwnWithLatencyOverTime() throws Exception {
        report.addGood(LARGE);
        report.add(Doctored.run("loom", Load.open("/meetings", 50), 1, 50));
        String page = report.page();
        assertContains("<h2>/meetings, closed loop</h2>", page);
        assertContains("<h2>/meetings, open loop</h2>", page);
        assertContains("Latency over time, ms", page);
        assertTrue(Files.exists(report.folder().resolve("charts/latency-over-time-meetings-open-loop.svg")),
                "a file of its own");
    }

    @Test
    void nothingButFailuresStillMakesAReport() throws Exception {
        report.add(Run.failed("pool", LARGE, 1, Prediction.NONE, "port <in use>"));
        report.add(Run.failed("loom", LARGE, 1, Prediction.NONE, "died"));
        report.add(Doctored.run("pool", LARGE, 2, 0).failed(9000));
        assertContains("port &lt;in use&gt;", report.page());
    }

    @Test
    void thePageNeedsNothingFromElsewhereAndEverySvgIsWhole() throws Exception {
        report.addGood(SMALL);
        report.addGood(LARGE);
        String page = report.page();
        for (String reference : List.of("<script", "<link", "<img", "src=", "url(", "@import")) {
            assertEquals(false, page.contains(reference), "the page has " + reference);
        }
        try (Stream<Path> files = Files.list(report.folder().resolve("charts"))) {
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
        report.add(Doctored.run("loom", LARGE, 1, 950).machine(12, 0, 0));
        Prediction predicted = new Prediction(95, 10.5, 100, "threads");
        report.add(Run.failed("pool", LARGE, 1, predicted, "said \"no\", twice\nand died"));
        report.page();
        List<String> lines = List.of(Files.readString(report.folder().resolve("results.csv")).split("\r\n"));
        assertEquals(3, lines.size(), "head and two runs");
        assertTrue(lines.get(0)
                .startsWith("contender,path,load,users or rate,repetition,validity,validity of the point,findings,"
                        + "predicted requests/s,seconds,answered,failed,throughput requests/s"), lines.get(0));
        assertTrue(lines.get(1).startsWith("loom,/meetings,closed,1000.0,1,usable with care,usable with care,"
                + "others used 15 % of the machine's CPU time,950.0,10.0,9500,0,950.0"), lines.get(1));
        String pool = "pool,/meetings,closed,1000.0,1,not valid,not valid,\"said \"\"no\"\", twice\nand died\",95.0";
        long fields = lines.get(0).chars().filter(c -> c == ',').count();
        assertEquals(pool + ",".repeat((int) fields - 8), lines.get(2), "as many fields as the head");
    }

    /** Somebody else may be able to write into the folder of a report. */
    @Test
    void noLinkIsFollowed() throws Exception {
        report.addGood(LARGE);
        try (TemporaryFolder elsewhere = new TemporaryFolder()) {
            Path secret = Files.writeString(elsewhere.path().resolve("secret.svg"), "mine");
            Files.createSymbolicLink(report.folder().resolve("index.html"), secret);
            Files.createLink(report.folder().resolve("results.csv"), secret);
            Path charts = Files.createSymbolicLink(report.folder().resolve("charts"), elsewhere.path());
            assertContains("charts is a link", assertThrows(IOException.class, report::page).getMessage());
            Files.delete(charts);
            Files.createSymbolicLink(Files.createDirectory(charts).resolve("throughput.svg"), secret);
            assertContains("10.2×", report.page());
            assertEquals("mine", Files.readString(secret));
        }
    }

    @Test
    void noNameCommandsTheTerminal() throws Exception {
        report.addGood(LARGE);
        report.environment(Map.of("generator ceiling", "100/s\u001b[2J\u009b2J\r"));
        report.add(Run.failed("loom", LARGE, 4, Prediction.NONE, "\u001b]0;title\u0007"));
        report.page();
        assertEquals("", report.terminal().replaceAll("[\\P{Cc}\n]", ""));
        assertContains("\ufffd]0;title\ufffd", report.terminal());
    }
}
