package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertHas;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.mode.Mode.Limit;
import javax.xml.parsers.DocumentBuilderFactory;
import lab.Doctored;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Analysis;
import lab.report.chart.Chart;
import lab.report.chart.ChartSet;
import lab.report.chart.Palette;
import lab.results.Metric;
import lab.results.Results.Guess;
import lab.results.Results;
import lab.results.Run;
import testing.TemporaryFolder;
import testing.Test;

class ReportTest extends TemporaryFolder {
    private static final Load SMALL = Load.closed("/meetings", 100);
    private static final Load LARGE = Load.closed("/meetings", 1000);
    private static final Load OPEN = Load.open("/meetings", 50);
    private static final Prediction LIMITED = new Prediction(190, 5, 200, Limit.THREADS);
    private static final String ONE_REPETITION =
            "! One repetition: no figure shows whether a difference would appear again. Use --repeat 3 or more.";

    private final List<Run> runs = new ArrayList<>();
    private boolean complete = true;
    private Map<String, String> environment = Map.of("machine", "2 cores");
    private List<Guess> guesses = List.of();
    private String more = "";

    private void add(String contender, Load load, double... throughputs) {
        add(contender, load, run -> run, throughputs);
    }

    private void add(String contender, Load load, UnaryOperator<Doctored> change, double... throughputs) {
        for (double each : throughputs) {
            long before = runs.stream().filter(run -> run.contender().equals(contender) && run.load() == load).count();
            runs.add(change.apply(Doctored.run(contender, load, (int) before + 1, each)).run());
        }
    }

    private void addGood(Load load) {
        add("pool", load, run -> run.cpu(1.5), 91, 92, 93);
        add("loom", load, 941, 942, 943);
    }

    private Analysis analysis() throws Exception {
        String users = runs.stream().map(Run::load).filter(Load::isClosed).map(load -> "" + load.users()).distinct()
                .collect(Collectors.joining(", "));
        String text = "# Pool <against> loom\n#\n# Loom & nothing else.\n" + (users.isEmpty() ? "" : "users = " + users)
                + (runs.stream().anyMatch(run -> run.load().isOpen()) ? "\nrate = 50" : "")
                + "\ncontender.pool = pool --threads 100\ncontender.loom = loom\n" + more;
        return Analysis.of(new Results(ExperimentFile.parse("doctored", text, Map.of()), runs, environment, List.of(),
                complete, guesses));
    }

    private String terminal() throws Exception {
        return Report.terminal(analysis());
    }

    private String page() throws Exception {
        assertContains("report: " + folder.resolve("index.html"), Report.write(analysis(), folder));
        return Files.readString(folder.resolve("index.html"));
    }

    @Test
    void thePageIsSelfContainedAndTheResultsCanBeReadAgain() throws Exception {
        addGood(SMALL);
        addGood(LARGE);
        add("loom", OPEN, 50);
        more = "expect = loom/pool throughput >= 4.5 at 1000\nrefute = loom/pool throughput < 3 at 1000";
        guesses = List.of(new Guess("pool", LARGE, 95), new Guess("loom", LARGE, 190));
        Path earlier = Files.createFile(Files.createDirectory(folder.resolve("charts")).resolve("latency-p50.svg"));
        String page = page();
        for (String reference : List.of("<script", "<link", "<img", "src=", "url(", "@import", "{{")) {
            assertTrue(!(page + Files.readString(folder.resolve("method.html"))).contains(reference), reference);
        }
        assertHas(page, "Pool &lt;against&gt; loom", "Loom &amp; nothing else.", "10.2×", "<td>✓ supported</td>",
                "<h2>/meetings, closed loop</h2>", "<h2>/meetings, open loop</h2>");
        assertContains("✓ supported: loom / pool, throughput, 1,000 users: 10.2× (9.84–10.7), expected >= 4.5, "
                + "refuted by < 3", terminal());
        assertEquals(false, Files.exists(earlier), "an earlier report's chart is deleted");
        assertTrue(Files.exists(folder.resolve("charts/throughput-meetings-closed-loop.svg")), "a chart's own file");
        assertEquals(18, curves("latency-over-time").getFirst().split("L").length, "7 s of warm-up, 11 of the window");
        assertContains("\"outcome\":\"SUPPORTED\"", Files.readString(folder.resolve("results.json")));
        assertEquals(analysis().results(), ResultsFile.read(folder), "read again");
    }

    @Test
    void aReportOfOthersSaysNothingAboutServiceOne() throws Exception {
        environment = Map.of("service one's JVM options", "none", "machine", "2 cores");
        add("loom", LARGE, 95);
        assertContains("<td>service one's JVM options</td>", page());
        runs.clear();
        more = "contender.mine = command: mine {port}\nonly = mine";
        add("mine", LARGE, 95);
        assertContains("the process started by mine {port}, and its child processes", page());
        assertEquals(false, page().contains("service one"), "service one in " + page());
    }

    @Test
    void spreadGuessesAndDoubtsAreShown() throws Exception {
        addGood(LARGE);
        assertContains("942 (941–943)", terminal());
        assertEquals(false, terminal().contains("*") || terminal().contains("guess"), terminal());
        guesses = List.of(new Guess("pool", LARGE, 84), new Guess("loom", LARGE, 800));
        String counted = "1 of 2 guesses and 2 of 2 predictions by theory.";
        assertHas(terminal(), counted, "name  load         guess/s  theory/s");
        assertHas(page(), counted, "<td>800</td><td>117.8 %</td>");
        add("pool", SMALL, run -> run.failed(100), 91, 92);
        add("pool", Load.closed("/meetings", 300), run -> run.latency(5000), 6);
        assertHas(terminal(), "* invalid: ", "needs 321 more");
    }

    @Test
    void theTablesShowCostsCompilerMachineAndGenerators() throws Exception {
        add("loom", LARGE, run -> run.cpu(2).with(new Run.Costs(0.5, 10_000 * 4_096, 10 << 20))
                .with(new Run.Compilation(0.75, 0.4, 0.04, 0.3, 0.2)).with(new Run.WarmUp(9_000, 4, ""))
                .with(new Run.Contention(50, 0, 0.35, 0.004)).with(new Run.Elsewhere(true,
                        List.of(new Run.RemoteGenerator("192.0.2.21:1099", 4, 20)))), 1_000);
        assertHas(page(), "<td>0.75</td><td>20</td><td>0.04</td><td>0</td><td>35</td><td>0.40</td>",
                "first warm-up</td><td>9,000</td>", "<td>192.0.2.21:1099, 4 cores</td><td>50 %</td>");
        assertEquals(false, page().contains("KiB per connection") || terminal().contains("KiB/request"), terminal());
        more = "heap-probe = 1";
        // (2 s - 0.75 s - 0.5 s) / 10,000, 0.5 s / 10,000, and (20 MiB - 10 MiB) / 1,000
        assertContains("<td>75</td><td>50</td><td>4</td><td>10.2</td>", page());
    }

    @Test
    void aSecondLoadHasItsOwnFigures() throws Exception {
        more = "beside-path = /x?a&b\nbeside-rate = 50\ndeadline = 1s";
        Run second = Doctored.run("loom", Load.open("/x?a&b", 50), 1, 50).latency(70).run();
        add("loom", LARGE, run -> run.beside(second, 10), 95);
        assertHas(page(), "The second load: /x?a&amp;b, 50 arrivals/s",
                "<td>loom</td><td>1,000 users</td><td>50</td><td>n/a</td><td>70</td><td>70</td><td>90</td>");
        assertHas(terminal(), "beside/s", "beside: /x?a&b, 50 arrivals/s; CPU time per request counts the answers");
        assertEquals(analysis().results(), ResultsFile.read(folder), "read again");
    }

    @Test
    void failuresOnlyAreReportedWithoutControlCharacters() throws Exception {
        runs.add(Run.failed("pool", LARGE, 1, Prediction.NONE, "port <in use>"));
        runs.add(Run.failed("loom", LARGE, 1, Prediction.NONE, "\u001b]0;title\u0007\u009b2J\r"));
        add("pool", LARGE, run -> run.failed(9000), 0);
        assertContains("port &lt;in use&gt;", page());
        assertEquals("", terminal().replaceAll("[\\P{Cc}\n]", ""));
        assertContains("\ufffd]0;title\ufffd", terminal());
        for (String name : List.of("index.html", "results.csv", "results.json")) {
            assertEquals("", Files.readString(folder.resolve(name)).replaceAll("\r\n|[\\P{Cc}\n\t]", ""), name);
        }
    }

    @Test
    void theCsvHasARowForEachRun() throws Exception {
        add("loom", LARGE, run -> run.machine(12, 0, 0), 950);
        runs.add(Run.failed("pool", LARGE, 1, new Prediction(95, 10.5, 100, Limit.USERS), "said \"no\", twice\nand "));
        String csv = ResultsFile.csv(analysis());
        assertHas(csv, "contender,path,load,users or rate,repetition,valid,run again,findings,invalid,"
                + "predicted requests/s,seconds,answered,failed,throughput requests/s,", "\r\nloom,/meetings,closed,"
                + "1000.0,1,true,false,other programs used 15 % of the machine's CPU time,,950.0,10.0,9500,0,950.0,",
                "\r\npool,/meetings,closed,1000.0,1,false,false,\"said \"\"no\"\", twice\nand \",\""
                + Stream.of(Metric.values()).map(Metric::label).collect(Collectors.joining(", ")) + "\",95.0,,,");
    }

    /** Other users may be able to write into the report's folder. */
    @Test
    void linksAreNeverFollowed() throws Exception {
        add("loom", LARGE, 950);
        try (TemporaryFolder outside = new TemporaryFolder()) {
            Path secret = Files.writeString(outside.path().resolve("secret.svg"), "mine");
            Files.createSymbolicLink(folder.resolve("index.html"), secret);
            Files.createSymbolicLink(folder.resolve(".index.html." + ProcessHandle.current().pid()), secret);
            Files.createLink(folder.resolve("results.csv"), secret);
            Path charts = Files.createSymbolicLink(folder.resolve("charts"), outside.path());
            assertThrows(IOException.class, "charts is a link", this::page);
            Files.delete(charts);
            Files.createSymbolicLink(Files.createDirectory(charts).resolve("throughput.svg"), secret);
            assertContains("<h1>", page());
            assertEquals("mine", Files.readString(secret));
        }
    }

    private void assertAnswers(String... expected) throws Exception {
        assertEquals(List.of(expected), Answer.of(analysis()).stream().map(Answer::sentence).toList());
    }

    private void assertDoubt(String line, String... details) throws Exception {
        assertEquals(line, Doubt.of(analysis()).line(Answer.of(analysis()).getFirst()));
        assertHas(String.join("\n", Doubt.of(analysis()).rest()), details);
    }

    private void addLimited() {
        add("pool", LARGE, run -> run.with(LIMITED), 189, 190, 191);
        add("loom", LARGE, run -> run.with(new Prediction(950, 1, 1000, Limit.USERS)), 941, 942, 943);
    }

    @Test
    void theBetterOneComesFirstWithWhatLimitsTheOther() throws Exception {
        addLimited();
        add("pool", SMALL, 95, 95, 95);
        add("loom", SMALL, run -> run.cpu(1), 95, 95, 95);
        assertAnswers("At 1,000 users, loom answers five times as many requests as pool, held back by its 200 threads "
                + "(in theory, 1,000 would keep up).",
                "At 100 users, pool and loom answer equally many requests, as many as the users make: 95 a second; "
                + "loom for 0.47 times the CPU time of pool.");
        assertDoubt("✓ 4.96 times as many (interval 4.87–5.04; theory 5). Every figure is valid: the work and the load "
                + "were as stated, and the repetitions agree.");
        add("pool", SMALL, run -> run.machine(12, 0, 0), 95);
        assertDoubt("! 4.96 times as many (interval 4.87–5.04; theory 5). The repetitions agree, although other "
                + "programs used 15 % of the machine's CPU time (worst: pool at 100 users).");
        runs.clear();
        add("pool", LARGE, 1200, 1150, 1200);
        add("loom", LARGE, 1080, 1120, 1110);
        assertAnswers("At 1,000 users, pool answers perhaps 1.1 times as many requests as loom.");
    }

    @Test
    void anOpenLoopComparesLatenciesUnlessAQueueGrows() throws Exception {
        add("pool", OPEN, run -> run.latency(5000), 50);
        add("loom", OPEN, run -> run.latency(1000), 50);
        assertAnswers("At 50 arrivals/s, loom answers in 1,000 ms (median); pool takes five times as long.");
        runs.removeFirst();
        add("pool", OPEN, run -> run.latency(5000).growth(1)
                .with(new Prediction(20, Double.NaN, 100, Limit.THREADS)), 20);
        assertAnswers("At 50 arrivals/s, loom answers in 1,000 ms (median); pool cannot keep up, so its queue grows, "
                + "held back by its 100 threads (in theory, 250 would keep up).");
        assertContains("   grows ", terminal());
        runs.removeIf(run -> run.contender().equals("loom"));
        runs.removeLast();
        add("pool", OPEN, run -> run.latency(5000).growth(1).machine(12, 0, 0)
                .with(new Prediction(30, Double.NaN, Double.NaN, Limit.ARRIVALS)), 20);
        assertAnswers("At 50 arrivals/s, pool cannot keep up: it answers 20 requests a second, and its queue grows.");
        assertDoubt(ONE_REPETITION, "The machine was busy: ");
        assertContains("more requests arrive than are answered, so the queue grows", page());
    }

    @Test
    void failuresAndWhatTheoryDoesNotExplainAreNamed() throws Exception {
        more = "failures = expected";
        Prediction some = new Prediction(1000, 1, 1000, Limit.USERS, -1);
        add("loom", LARGE, run -> run.with(some).failed(2000), 700, 700, 700);
        assertDoubt("! Far below theory, so something else limits it (its threads, a lock, a pool of connections): "
                + "loom at 1,000 users.", "Failed, and in no other figure: 22.2 % of the requests (loom at 1,000");
    }

    @Test
    void whatIsInvalidIsNamedWithItsReason() throws Exception {
        runs.add(Run.failed("loom", LARGE, 1, Prediction.NONE, "died"));
        assertAnswers("At 1,000 users, no result is valid.");
        assertDoubt("✗ Invalid: the figures of loom at 1,000 users: died.", "What helps: a look at the program");
        add("pool", LARGE, 95, 95, 95);
        complete = false;
        assertAnswers("At 1,000 users, pool answers 95 requests a second.");
        assertDoubt("✗ Stopped early: only 4 of 6 runs were made.", "Invalid: the figures of loom");
        runs.clear();
        complete = true;
        addLimited();
        add("loom", LARGE, run -> run.cpu(4), 950);
        assertContains("! 4.96 times as many (interval 4.87–5.04; theory 5). Invalid: the CPU time per request of loom",
                terminal());
        add("pool", LARGE, run -> run.with(LIMITED).failed(200), 190);
        assertDoubt("✗ 6 of 10 figures are invalid and hatched, above all the figures of pool at 1,000 users.",
                "Invalid: the figures of pool at 1,000 users: 9.5 % of the requests failed");
    }

    @Test
    void causesAreExplainedAndRerunsAreShown() throws Exception {
        runs.addAll(Doctored.runs("loom", LARGE, run -> run.failed(200), 950));
        runs.addAll(Doctored.runs("loom", LARGE, 950));
        assertDoubt(ONE_REPETITION, "Run again with their rounds: loom at 1,000 users, repetition 1 (2.1 % of the");
        runs.clear();
        add("loom", LARGE, run -> run.machine(Double.NaN, Double.NaN, 0), 950);
        assertContains("✓ all 1; not checked: other programs used at most 10 %", page());
        runs.clear();
        add("loom", LARGE, run -> run.belowItsBound().machine(12, 0, 0).with(new Run.WarmUp(9, 1, "not settled")), 950);
        assertDoubt("! Below theory while other programs used the machine: loom at 1,000 users.", "One repetition: ",
                "The machine was busy: ", "Not warm: the first warm-up had a problem: not settled (loom at 1,000");
    }

    private Map<String, String> charts() throws Exception {
        Analysis analysis = analysis();
        Palette colours = new Palette(analysis.results().experiment().contenders());
        List<Load> loads = analysis.results().experiment().loads();
        ChartSet all = new ChartSet(analysis, colours, loads, "");
        ChartSet last = new ChartSet(analysis, colours, List.of(loads.getLast()), "");
        return Stream.of(all.results(), all.costs(), last.runs()).flatMap(List::stream)
                .collect(Collectors.toMap(chart -> chart.file().replace(".svg", ""), Chart::inline));
    }

    private List<String> curves(String name) throws Exception {
        return Pattern.compile("<path class=\"curve c0\" d=\"M(.*?)\"").matcher(charts().get(name)).results()
                .map(path -> path.group(1)).toList();
    }

    @Test
    void chartsAreWellFormedAndTheirLegendsExplainTheMarksUsed() throws Exception {
        addGood(SMALL);
        add("loom", LARGE, run -> run.machine(12, 0, 0), 941, 942);
        add("pool", LARGE, run -> run.failed(100), 91, 92);
        String all = String.join("", charts().values());
        assertTrue(!all.contains("NaN") && !all.contains("Infinity"), "coordinates that are not numbers: " + all);
        DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(("<all>" + all + "</all>").getBytes(StandardCharsets.UTF_8)));
        assertHas(all, "\"hatched c", "invalid", "\"whisker\"", "minimum to maximum", "\"target\"", "theory",
                "\"interval\"", "95 % interval of a percentile", "\"range\"", "p99");
        runs.removeIf(run -> run.load() == LARGE);
        assertEquals(false, String.join("", charts().values()).contains("invalid"), "a legend for a missing mark");
    }

    @Test
    void thePercentileCurveEndsAtTheSlowestRequest() throws Exception {
        add("loom", LARGE, run -> run.latency(1000), 950);
        // The axis has four decades, from y = 280 to y = 14. One request in 9,500 is log10 9,500 = 3.978 decades.
        String end = " " + (280 - Math.round(2660 * 3.978 / 4) / 10.0);
        assertTrue(curves("percentiles").getLast().endsWith(end), end + ": " + curves("percentiles"));
        runs.clear();
        add("loom", LARGE, run -> run.latency(1000).failed(100), 0.3);
        assertEquals(false, charts().get("percentiles").contains("class=\"interval"), "three answers have none");
        assertContains("*: p99 is invalid.", charts().get("percentiles"));
        add("pool", LARGE, run -> run.latency(5000), 6);
        assertContains("needs 381 requests", charts().get("latency").replaceAll("</text>\\s*<text[^>]*>", " "));
    }
}
