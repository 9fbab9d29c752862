package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.TemporaryFolder;
import lab.define.Prediction;
import lab.results.Metric;
import lab.results.Results.Guess;
import lab.results.Run;
import testing.Test;

class ReportTest extends DoctoredReport implements AutoCloseable {
    private final TemporaryFolder folder = new TemporaryFolder();

    ReportTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }

    private String page() throws Exception {
        assertContains("report: " + path("index.html"), Report.write(analysis(), folder.path()));
        return Files.readString(path("index.html"));
    }

    private Path path(String name) {
        return folder.path().resolve(name);
    }

    @Test
    void thePageIsSelfContainedAndTheResultsCanBeReadAgain() throws Exception {
        addGood(SMALL);
        addGood(LARGE);
        add("loom", OPEN, 50);
        hypotheses = "expect = loom/pool throughput >= 4.5 at 1000\nrefute = loom/pool throughput < 3 at 1000";
        guesses = List.of(new Guess("pool", LARGE, 95), new Guess("loom", LARGE, 190));
        Path earlier = Files.writeString(Files.createDirectory(path("charts")).resolve("latency-p50.svg"), "earlier");
        String page = page();
        for (String reference : List.of("<script", "<link", "<img", "src=", "url(", "@import")) {
            assertEquals(false, page.contains(reference), "the page has " + reference);
        }
        for (String part : List.of("Pool &lt;against&gt; loom", "Loom &amp; nothing else.", "10.2×",
                "<td>✓ supported</td>", "<h2>/meetings, closed loop</h2>", "<h2>/meetings, open loop</h2>")) {
            assertContains(part, page);
        }
        assertContains("✓ supported: loom / pool, throughput, 1,000 users: 10.2× (9.84–10.7), expected >= 4.5, "
                + "refuted by < 3", terminal());
        assertContains("\"outcome\":\"SUPPORTED\"", Files.readString(path("results.json")));
        assertEquals(analysis().results(), ResultsFile.read(path("")), "read again");
        assertEquals(false, Files.exists(earlier), "an earlier report's chart is deleted");
        for (String name : List.of("throughput-meetings-closed-loop", "latency-over-time-meetings-open-loop")) {
            assertTrue(Files.exists(path("charts/" + name + ".svg")), "each chart has its own file: " + name);
        }
    }

    @Test
    void theGlossaryExplainsTheTermsOfThisReportAndNoOthers() throws Exception {
        addGood(LARGE);
        String[] parts = page().split("<h2>Words in this report</h2>");
        List<String> terms = Pattern.compile("<tr><td>(.*?)</td>").matcher(parts[1]).results()
                .map(row -> row.group(1)).toList();
        terms.forEach(term -> assertContains(term.toLowerCase(Locale.ROOT), parts[0].toLowerCase(Locale.ROOT)));
        assertTrue(terms.containsAll(List.of("closed loop", "in flight", "p99")), terms + " explained");
        assertEquals(false, terms.contains("supported"), "the report has no hypotheses");
        hypotheses = "expect = loom/pool throughput >= 4.5 at 1000";
        assertContains("<tr><td>supported</td>", page());
    }

    @Test
    void aReportOfFailuresOnlyIsWritten() throws Exception {
        addFailed("pool", LARGE, "port <in use>");
        addFailed("loom", LARGE, "died");
        add("pool", LARGE, 0, run -> run.failed(9000));
        assertContains("port &lt;in use&gt;", page());
    }

    @Test
    void threeDoubtsAreShownAndTheOthersFolded() throws Exception {
        add("pool", LARGE, 95, run -> run.failed(100).latency(900).growth(0.1).machine(12, 0, 0));
        add("loom", LARGE, 950);
        assertInOrder(page(), "loom answered", "Invalid: pool at 1,000 users: 9.5 % of the requests failed",
                "The machine was not ours: ", "Not steady: ", "What helps: a look at the contender",
                "<summary>1 more</summary>",
                "1 repetition: too few", "<svg");
        assertInOrder(terminal(), "loom answered", "contender", "Invalid: pool", "and 1 more in the report");
    }

    private static void assertInOrder(String text, String... parts) {
        int from = 0;
        for (String part : parts) {
            assertContains(part, text.substring(from));
            from = text.indexOf(part, from);
        }
    }

    @Test
    void theCsvHasARowForEachRun() throws Exception {
        add("loom", LARGE, 950, run -> run.machine(12, 0, 0));
        Prediction predicted = new Prediction(95, 10.5, 100, "threads");
        runs.add(Run.failed("pool", LARGE, 1, predicted, "said \"no\", twice\nand died"));
        List<String> lines = List.of(ResultsFile.csv(analysis()).split("\r\n"));
        assertEquals(3, lines.size(), "a header and two runs");
        assertTrue(lines.get(0)
                .startsWith("contender,path,load,users or rate,repetition,valid,run again,findings,invalid,"
                        + "predicted requests/s,seconds,answered,failed,throughput requests/s"), lines.get(0));
        assertTrue(lines.get(1).startsWith("loom,/meetings,closed,1000.0,1,true,false,"
                + "other programs used 15 % of the machine's CPU time,,950.0,10.0,9500,0,950.0"), lines.get(1));
        String pool = "pool,/meetings,closed,1000.0,1,false,false,\"said \"\"no\"\", twice\nand died\",\""
                + Stream.of(Metric.values()).map(Metric::label).collect(Collectors.joining(", ")) + "\",95.0";
        long fields = lines.get(0).chars().filter(c -> c == ',').count();
        assertEquals(pool + ",".repeat((int) fields - 9), lines.get(2), "as many fields as the header");
    }

    /** Other users may be able to write into the report's folder. */
    @Test
    void linksAreNeverFollowed() throws Exception {
        add("loom", LARGE, 950);
        try (TemporaryFolder outside = new TemporaryFolder()) {
            Path secret = Files.writeString(outside.path().resolve("secret.svg"), "mine");
            Files.createSymbolicLink(path("index.html"), secret);
            Files.createSymbolicLink(path(".index.html." + ProcessHandle.current().pid()), secret);
            Files.createLink(path("results.csv"), secret);
            Path charts = Files.createSymbolicLink(path("charts"), outside.path());
            assertContains("charts is a link", assertThrows(IOException.class, this::page).getMessage());
            Files.delete(charts);
            Files.createSymbolicLink(Files.createDirectory(charts).resolve("throughput.svg"), secret);
            assertContains("<h1>", page());
            assertEquals("mine", Files.readString(secret));
        }
    }

    @Test
    void controlCharactersNeverReachTheTerminal() throws Exception {
        add("loom", LARGE, 950);
        environment = Map.of("generator ceiling", "100/s\u001b[2J\u009b2J\r");
        addFailed("pool", LARGE, "\u001b]0;title\u0007");
        String terminal = terminal();
        assertEquals("", terminal.replaceAll("[\\P{Cc}\n]", ""));
        assertContains("\ufffd]0;title\ufffd", terminal);
    }
}
