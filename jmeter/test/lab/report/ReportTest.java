package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import lab.Doctored;
import lab.TemporaryFolder;
import lab.define.Prediction;
import lab.judge.Run;
import testing.Test;

/** The files of a report, and where they may be written. */
class ReportTest extends DoctoredReport {
    @Test
    void thePageNeedsNothingFromElsewhereAndNamesWhatWasCompared() throws Exception {
        addGood(SMALL);
        addGood(LARGE);
        String page = page();
        for (String reference : List.of("<script", "<link", "<img", "src=", "url(", "@import")) {
            assertEquals(false, page.contains(reference), "the page has " + reference);
        }
        assertContains("Pool &lt;against&gt; loom", page);
        assertContains("Loom &amp; nothing else.", page);
        assertContains("10.2×", page);
        assertContains("report: " + path("index.html"), written);
        assertTrue(charts().size() >= 9, "charts: " + charts());
        assertEquals(runs.size(), ResultsFile.read(path("")).runs().size(), "runs that are read again");
    }

    @Test
    void nothingButFailuresStillMakesAReport() throws Exception {
        runs.add(Run.failed("pool", LARGE, 1, Prediction.NONE, "port <in use>"));
        runs.add(Run.failed("loom", LARGE, 1, Prediction.NONE, "died"));
        add(Doctored.run("pool", LARGE, 2, 0).failed(9000));
        assertContains("port &lt;in use&gt;", page());
    }

    @Test
    void theCsvHasARowForEachRunAndQuotesWhatNeedsIt() throws Exception {
        add(Doctored.run("loom", LARGE, 1, 950).machine(12, 0, 0));
        Prediction predicted = new Prediction(95, 10.5, 100, "threads");
        runs.add(Run.failed("pool", LARGE, 1, predicted, "said \"no\", twice\nand died"));
        List<String> lines = List.of(ResultsFile.csv(analysis()).split("\r\n"));
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
        addGood(LARGE);
        try (TemporaryFolder elsewhere = new TemporaryFolder()) {
            Path secret = Files.writeString(elsewhere.path().resolve("secret.svg"), "mine");
            Files.createSymbolicLink(path("index.html"), secret);
            Files.createLink(path("results.csv"), secret);
            Path charts = Files.createSymbolicLink(path("charts"), elsewhere.path());
            assertContains("charts is a link", assertThrows(IOException.class, this::page).getMessage());
            Files.delete(charts);
            Files.createSymbolicLink(Files.createDirectory(charts).resolve("throughput.svg"), secret);
            assertContains("10.2×", page());
            assertEquals("mine", Files.readString(secret));
        }
    }

    @Test
    void noNameCommandsTheTerminal() throws Exception {
        addGood(LARGE);
        environment = Map.of("generator ceiling", "100/s\u001b[2J\u009b2J\r");
        runs.add(Run.failed("loom", LARGE, 4, Prediction.NONE, "\u001b]0;title\u0007"));
        String terminal = terminal();
        assertEquals("", terminal.replaceAll("[\\P{Cc}\n]", ""));
        assertContains("\ufffd]0;title\ufffd", terminal);
    }
}
