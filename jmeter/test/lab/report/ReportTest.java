package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import lab.Doctored;
import lab.TemporaryFolder;
import lab.define.Load;
import lab.define.Prediction;
import lab.results.Metric;
import lab.results.Results.Guess;
import lab.results.Run.Beside;
import lab.results.Run.Compilation;
import lab.results.Run.Contention;
import lab.results.Run.Costs;
import lab.results.Run.Elsewhere;
import lab.results.Run.RemoteGenerator;
import lab.results.Run.WarmUp;
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
        for (String reference : List.of("<script", "<link", "<img", "src=", "url(", "@import", "{{")) {
            assertEquals(false, (page + Files.readString(path("method.html"))).contains(reference), reference);
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
    void aSecondLoadHasItsOwnFigures() throws Exception {
        hypotheses = "beside-path = /x?a&b\nbeside-rate = 50\ndeadline = 1s";
        Run second = Doctored.run("loom", Load.open("/x?a&b", 50), 1, 50).latency(70).run();
        runs.add(Doctored.run("loom", LARGE, 1, 95).with(new Beside(second.load(), Prediction.NONE, 10,
                second.measured().requests())).run());
        String page = page();
        assertContains("The second load: /x?a&amp;b, 50 arrivals/s", page);
        assertContains("<td>loom</td><td>1,000 users</td><td>50</td><td>n/a</td><td>70</td><td>70</td><td>90</td>",
                page);
        assertContains("beside/s", terminal());
        assertContains("beside: /x?a&b, 50 arrivals/s; CPU time per request counts the answers to both", terminal());
        assertEquals(analysis().results(), ResultsFile.read(path("")), "read again");
    }

    /** The experiment's text is about service one. */
    @Test
    void aReportOfOthersSaysNothingAboutServiceOne() throws Exception {
        hypotheses = "contender.mine = command: mine {port}\nonly = mine";
        environment = Map.of("service one's JVM options", "none", "machine", "2 cores");
        add("mine", LARGE, 95);
        String page = page();
        assertEquals(false, page.contains("service one") || page.contains("loom"), "service one in " + page);
        assertContains("the process started by mine {port}, and its child processes", page);
        hypotheses = "";
        runs.clear();
        add("loom", LARGE, 95);
        for (String part : List.of("the JVM of service one, mode loom", "<td>service one's JVM options</td>")) {
            assertContains(part, page());
        }
    }

    @Test
    void theTerminalShowsTheSpreadAndExplainsItsMarks() throws Exception {
        addGood(LARGE);
        assertContains("942 (941–943)", terminal());
        assertEquals(false, terminal().contains("*") || terminal().contains("guess"), terminal());
        guesses = List.of(new Guess("pool", LARGE, 84), new Guess("loom", LARGE, 800));
        String counted = "1 of 2 guesses and 2 of 2 predictions by theory.";
        assertContains(counted, terminal());
        assertContains(counted, page());
        assertContains("contender  load         guess/s  theory/s", terminal());
        assertContains("<td>800</td><td>117.8 %</td>", page());
        addDoubtful(SMALL);
        assertContains("* invalid: ", terminal());
        add("pool", MIDDLE, 6, run -> run.latency(5000).firstHalf(30));
        assertContains("needs 321 more", terminal());
    }

    @Test
    void aHeapProbeAddsTheCostsOfARequestAndAConnection() throws Exception {
        add("loom", LARGE, 1_000, run -> run.cpu(2).with(new Costs(0.5, 10_000 * 4_096, 10 << 20)));
        assertEquals(false, page().contains("KiB per connection") || terminal().contains("KiB/request"), terminal());
        hypotheses = "heap-probe = 1";
        assertContains("<td>140</td><td>50</td><td>4</td><td>10.2</td>", page());
        assertContains("user µs  kernel µs  KiB/request  heap KiB/connection", terminal());
    }

    @Test
    void compilerMachineAndGeneratorsAreInTheTables() throws Exception {
        RemoteGenerator generator = new RemoteGenerator("192.0.2.21:1099", 4, 20);
        add("loom", LARGE, 950, run -> run.with(new Compilation(0.75, 0.4, 0.04, 0.3, 0.2))
                .with(new Contention(50, 0, 0.35, 0.004)).with(new WarmUp(9_000, 4, ""))
                .with(new Elsewhere(true, List.of(generator))));
        for (String part : List.of("<td>0.75</td><td>20</td><td>0</td><td>0.04</td><td>0</td><td>35</td><td>0.40</td>",
                "<td>requests of the first warm-up</td><td>9,000</td>",
                "<td>192.0.2.21:1099, 4 cores</td><td>50 %</td>")) {
            assertContains(part, page());
        }
        assertContains(",0.75,20.0,0.0,0.04,0.0,", ResultsFile.csv(analysis()));
    }

    @Test
    void resultsOfAnotherVersionAreRefused() throws Exception {
        add("loom", LARGE, 950);
        page();
        String json = Files.readString(path("results.json"));
        assertContains("{\"version\":1,", json);
        Files.writeString(path("results.json"), json.replaceFirst("\"version\":1,", "\"version\":2,"));
        assertContains("has version 2, and this program reads versions up to 1",
                assertThrows(IOException.class, () -> ResultsFile.read(path(""))).getMessage());
        Files.writeString(path("results.json"), json.replaceFirst("\"version\":1,", ""));
        assertEquals(analysis().results(), ResultsFile.read(path("")), "an older file");
    }

    @Test
    void aReportOfFailuresOnlyIsWritten() throws Exception {
        addFailed("pool", LARGE, "port <in use>");
        addFailed("loom", LARGE, "died");
        add("pool", LARGE, 0, run -> run.failed(9000));
        assertContains("port &lt;in use&gt;", page());
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
        addFailed("pool", LARGE, "\u001b]0;title\u0007\u009b2J\r");
        String terminal = terminal();
        assertEquals("", terminal.replaceAll("[\\P{Cc}\n]", ""));
        assertContains("\ufffd]0;title\ufffd", terminal);
    }
}
