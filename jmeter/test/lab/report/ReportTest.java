package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.json.Json;
import common.mode.Mode;
import experiment.Limit;
import experiment.Load;
import experiment.Metric;
import experiment.Prediction;
import experiment.Results;
import experiment.ResultsFile;
import experiment.Run;
import lab.Doctored;
import lab.judge.Rule;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

class ReportTest extends DoctoredReport {

    /** What the modes are belongs to {@code common}, and the charts have a file of their own. */
    private static String words(String page) {
        String words = page.replaceAll("(?s)<style>.*?</style>\n|<svg.*?</svg>\n", "");
        for (Mode mode : Mode.values()) {
            String who = mode.label() + ": ";
            words = words.replace(who + mode.threads(), who + "‹what " + mode.label() + " is›");
        }
        return words;
    }

    private void assertTerminal(String situation) throws Exception {
        Words.assertSame("compare", "terminal: " + situation, terminal());
    }

    /** The parts of a page in which a text stands. */
    private static String part(String page, String text) {
        return Stream.of(words(page).split("(?=<header|<details|<section|<h2>)")).filter(part -> part.contains(text))
                .collect(Collectors.joining());
    }

    private void addWhatMostReportsHave() {
        addLimited();
        addGood(SMALL);
        add("pool", OPEN, run -> run.latency(5000).growth(1), 20);
        add("loom", OPEN, run -> run.latency(70).with(new Prediction(50, 0.05, 2.5, Limit.ARRIVALS)
                .waitingAtLeast(0.05)), 49);
        more = "expect = loom/pool throughput >= 4.5 at 1000\nrefute = loom/pool throughput < 3 at 1000\n"
                + "expect = loom throughput > 1000 at 1000\nexpect = loom/pool p50 latency <= 3 at 50\n";
        environment = new TreeMap<>(Map.of("machine", "2 <cores>", "begun", "today", "service one's JVM options",
                "none"));
    }

    @Test
    void aWholeReport() throws Exception {
        addWhatMostReportsHave();
        assertTerminal("two closed loops and an open one");
        Words.assertSame("compare", "page: two closed loops and an open one", words(page()));
    }

    @Test
    void costsMachineAndGeneratorsAreShownIfTheyWereMeasured() throws Exception {
        add("loom", LARGE, run -> run.cpu(2).with(new Run.Costs(0.5, 10_000 * 4_096, 10 << 20, false))
                .with(new Run.Compilation(0.75, 0.4, 0.04, 0.3, 0.2)).with(new Run.WarmUp(9_000, 4, ""))
                .with(new Run.Contention(50, 0, 0.35, 0.004)).with(new Run.Elsewhere(true, List.of(
                        new Run.RemoteGenerator("192.0.2.21:1099", 4, 20),
                        new Run.RemoteGenerator("192.0.2.22:1099", 2, 4)))), 1_000);
        more = "repeat = 1\n";
        String page = page();
        assertEquals(2, page.split("<td>125</td>").length, "CPU time per request");
        Words.assertSame("compare", "page: without a probe of the heap", part(page, "<td>125</td>"));
        more += "heap-probe = 1\n";
        assertTerminal("with a probe of the heap");
        // (2 s - 0.75 s - 0.5 s) / 10,000, 0.5 s / 10,000, and (20 MiB - 10 MiB) / 1,000
        String costs = "<td>75</td><td>50</td><td>4</td><td>10.2</td>";
        page = page();
        assertContains(costs, page);
        Words.assertSame("compare", "page: costs, machine and generators", part(page, "<header>") + part(page, costs)
                + part(page, "<td>0.75</td>") + part(page, "192.0.2.21"));
    }

    private static String text(Results results) {
        return ResultsFile.text(results, Map.of());
    }

    @Test
    void aSecondLoadHasItsOwnFigures() throws Exception {
        more = "beside-path = /x?a&b\nbeside-rate = 50\ndeadline = 1s";
        Run second = Doctored.run("loom", Load.open("/x?a&b", 50), 1, 50).latency(70).answers(0, 400).run();
        add("loom", LARGE, run -> run.beside(second, 10), 95);
        assertTerminal("a second load");
        Words.assertSame("compare", "page: a second load", part(page(), "/x?a&amp;b"));
        assertEquals(text(analysis().results()), text(ResultsFile.read(folder)), "read again");
    }

    @Test
    void theLineDoesNotCallFiguresOfASecondLoadValidThatAreNot() throws Exception {
        more = "beside-path = /x\nbeside-rate = 50";
        Iterator<Integer> latencies = List.of(10, 25).iterator();
        add("loom", LARGE, run -> run.beside(Doctored.run("loom", Load.open("/x", 50), 1, 50)
                .latency(latencies.next()).answers(0, 500).run(), 10), 95, 95);
        assertTerminal("a second load whose repetitions differ");
    }

    @Test
    void invalidAndMissingFiguresAreMarked() throws Exception {
        addGood(LARGE);
        add("pool", SMALL, run -> run.failed(100), 91, 92);
        add("pool", Load.closed("/meetings", 300), run -> run.latency(5000), 6);
        add("loom", Load.closed("/meetings", 300), run -> run.with(Prediction.CPU_BOUND).latency(900), 300);
        runs.add(Run.failed("loom", SMALL, 1, Prediction.NONE, "died"));
        assertTerminal("invalid and missing figures");
        Words.assertSame("compare", "page: invalid and missing figures", part(page(), "class=\"figure-table"));
    }

    @Test
    void aReportOfOthersSaysNothingAboutServiceOne() throws Exception {
        environment = Map.of("service one's JVM options", "none", "machine", "2 cores");
        more = "contender.mine = command: mine {port}\nonly = mine";
        add("mine", LARGE, run -> run.with(Run.WarmUp.NONE), 95);
        String page = page();
        assertEquals(false, page.contains("<td>service one's JVM options</td>"), page);
        Words.assertSame("compare", "page: a program of the user's own", part(page, "mine")
                + part(page, "class=\"doubt"));
        more = "contender.mine = command: mine {port}\nonly = mine, loom";
        assertContains("<td>service one's JVM options</td>", page());
    }

    /** A row for each reason why the measured throughput is not the predicted one. */
    @Test
    void aRemarkSaysWhyAPredictionWasMissed() throws Exception {
        Prediction byUsers = new Prediction(1000, 1, 1000, Limit.USERS);
        Prediction failing = new Prediction(1000, 1, 1000, Limit.USERS, 0.1);
        Load burst = Load.burst("/meetings", 1000);
        Map<String, Doctored> table = new LinkedHashMap<>();
        table.put("as predicted", Doctored.run("loom", LARGE, 1, 970).with(byUsers));
        table.put("below", Doctored.run("loom", LARGE, 1, 969).with(byUsers));
        table.put("below, on a busy machine", Doctored.run("loom", LARGE, 1, 950).with(byUsers).machine(12, 0, 0));
        table.put("limited by the cores", Doctored.run("loom", LARGE, 1, 950).with(byUsers).cpu(18));
        table.put("only computes", Doctored.run("loom", LARGE, 1, 950).with(Prediction.CPU_BOUND));
        table.put("unknown", Doctored.run("loom", LARGE, 1, 950).with(Prediction.NONE));
        table.put("a burst", Doctored.run("loom", burst, 1, 900).with(byUsers));
        table.put("a growing queue", Doctored.run("loom", OPEN, 1, 40).latency(5000).growth(1)
                .with(new Prediction(50, 1, 50, Limit.ARRIVALS)));
        table.put("few arrivals", Doctored.run("loom", OPEN, 1, 40).with(new Prediction(50, 1, 50, Limit.ARRIVALS)));
        table.put("failures", Doctored.run("loom", LARGE, 1, 950).with(failing).failed(1000));
        table.put("more failures than expected", Doctored.run("loom", LARGE, 1, 950).with(byUsers).failed(1000));
        table.put("any failures", Doctored.run("loom", LARGE, 1, 950).with(byUsers.withFailures()).failed(1000));
        table.put("failures and an obstacle", Doctored.run("loom", LARGE, 1, 950).with(new Prediction(1000, 1, 1000,
                Limit.USERS, -1, 0, "an obstacle")).failed(1000));
        StringBuilder remarks = new StringBuilder();
        for (Map.Entry<String, Doctored> row : table.entrySet()) {
            runs.clear();
            runs.add(row.getValue().run());
            remarks.append(row.getKey()).append(" -> ").append(rows(new Tables(analysis()).predictions()));
        }
        Words.assertSame("compare", "remarks on predictions", remarks.toString());
    }

    @Test
    void aRuleWithoutItsFiguresIsNotChecked() throws Exception {
        add("loom", LARGE, run -> run.machine(Double.NaN, Double.NaN, 0), 950);
        add("pool", LARGE, run -> run.machine(Double.NaN, Double.NaN, 1).failed(500), 950);
        Table<Rule> rules = new Tables(analysis()).rules();
        Words.assertSame("compare", "page: checked rules", rows(new Table<>(rules.rows(),
                List.of(rules.columns().getFirst(), rules.columns().getLast()))));
    }

    @Test
    void thePageIsSelfContainedAndTheResultsCanBeReadAgain() throws Exception {
        addWhatMostReportsHave();
        Path earlier = Files.createFile(Files.createDirectory(folder.resolve("charts")).resolve("latency-p50.svg"));
        String page = page();
        for (String reference : List.of("<script", "<link", "<img", "src=", "url(", "@import", "{{")) {
            assertTrue(!(page + Files.readString(folder.resolve("method.html"))).contains(reference), reference);
        }
        assertEquals(false, Files.exists(earlier), "an earlier report's chart is deleted");
        try (Stream<Path> files = Files.walk(folder)) {
            Words.assertSame("compare", "files of a report", files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString()).sorted().collect(Collectors.joining("\n")));
        }
        assertEquals(text(analysis().results()), text(ResultsFile.read(folder)), "read again");
    }

    record Values(String a, String b) {
        String twice(String text) {
            return text + text;
        }

        List<Values> pair() {
            return List.of(new Values(a, "<"), new Values(b, ">"));
        }
    }

    @Test
    void aPageOfATemplateNeedsAllItsValues() {
        Template template = new Template("<{{if a}}\n[{{a}}{{if b}}, {{b}}{{/if b}}]\n{{/if a}}\n>{{b}}");
        assertEquals("<[1, $2]\n>$2", template.filled(new Values("1", "$2")));
        assertEquals("<[1]\n>", template.filled(new Values("1", "")));
        assertEquals("<>2", template.filled(new Values("", "2")));
        Template each = new Template("{{each pair}}{{a}}{{b}}|{{/each pair}}");
        assertEquals("1&lt;|2&gt;|", each.filled(new Values("1", "2")));
        assertEquals("x 1x 1", new Template("{{twice x 1}}").filled(new Values("", "")));
        assertThrows(NoSuchElementException.class, "{{c}}", () -> new Template("{{c}}").filled(new Values("", "")));
    }

    /** A name that the template no longer has would leave a part of the page out. */
    @Test
    void thePageOfAReportHasNoMoreValuesThanItsTemplate() throws Exception {
        String template = Template.of("report.html").text();
        Stream.of(Page.class, Tables.class).flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .filter(method -> !Modifier.isPrivate(method.getModifiers()) && method.getParameterCount() == 0
                        && Set.of(String.class, Table.class, List.class).contains(method.getReturnType()))
                .map(Method::getName).filter(name -> !Set.of("results", "charts", "answers", "toString").contains(name))
                .forEach(name -> assertTrue(template.matches("(?s).*\\{\\{(if |each )?" + name + "}}.*"), name));
    }

    /** A line for each row, without the heads. */
    private static <T> String rows(Table<T> table) {
        return table.rows().stream().map(row -> table.columns().stream().map(column -> column.cell().apply(row))
                .collect(Collectors.joining(" | ", "", "\n"))).collect(Collectors.joining());
    }

    @Test
    void ofFiveContendersEachIsComparedWithTheFirst() throws Exception {
        more = "contender.async = async\ncontender.a = loom\ncontender.b = loom\n";
        addLimited();
        add("async", LARGE, run -> run.cpu(1.8), 950, 951, 952);
        add("a", LARGE, 930, 940, 950);
        add("b", LARGE, run -> run.failed(300), 930, 940, 950);
        Words.assertSame("compare", "page: ratios of five contenders", rows(new Tables(analysis()).ratios()));
    }

    @Test
    void otherProgramsFindVerdictsAndInvalidFiguresInTheJson() throws Exception {
        addLimited();
        add("loom", LARGE, run -> run.cpu(4), 950);
        more = "expect = loom/pool throughput >= 4.5";
        Map<?, ?> json = (Map<?, ?>) Json.read(Export.json(analysis()));
        assertEquals(2.0, json.get("version"));
        assertEquals(List.of("SUPPORTED"), ((List<?>) json.get("judgements")).stream().map(each -> ((Map<?, ?>) each)
                .get("outcome")).toList());
        List<?> points = (List<?>) json.get("points");
        assertEquals(List.of("pool", "loom"), points.stream().map(each -> ((Map<?,
                ?>) each).get("contender")).toList());
        Map<?, ?> loom = (Map<?, ?>) points.getLast();
        assertEquals(true, loom.get("valid"));
        Map<?, ?> invalid = (Map<?, ?>) ((List<?>) loom.get("invalid")).getFirst();
        assertEquals(List.of(Metric.CPU_PER_REQUEST.label(), analysis().points().getLast().doubts()
                .get(Metric.CPU_PER_REQUEST)), List.of(invalid.get("metric"), invalid.get("why")));
        assertEquals(Remark.of(analysis().points().getLast()), loom.get("remark"));
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

    /** A line for each column, with its values. */
    @Test
    void theCsvHasARowForEachRun() throws Exception {
        add("loom", LARGE, run -> run.failed(500), 950);
        add("pool", OPEN, run -> run.latency(5000).growth(1), 20);
        runs.add(Doctored.run("loom", LARGE, 1, 950).machine(12, 0.2, 0).latency(1000).answers(0, 9_000)
                .with(new Run.Costs(0.5, 10_000 * 4_096, 10 << 20, false)).with(new Run.Contention(50, 10, 0.35, 0.004))
                .with(new Run.Work(Map.of("info", 9_500.0), 95, 19, null)).run());
        runs.add(Run.failed("pool", LARGE, 1, new Prediction(95, 10.5, 100, Limit.USERS), "died"));
        more = "deadline = 1s\n";
        List<List<String>> rows = Export.csv(analysis()).lines().map(line -> line.replaceAll("\"[^\"]*\"",
                "‹quoted›"))
                .map(line -> List.of(line.split(",", -1))).toList();
        assertEquals(Set.of(rows.getFirst().size()), rows.stream().map(List::size).collect(Collectors.toSet()));
        Words.assertSame("compare", "results.csv", IntStream.range(0, rows.getFirst().size()).mapToObj(column ->
                rows.stream().map(row -> row.get(column)).collect(Collectors.joining(" | ")))
                .collect(Collectors.joining("\n")));
    }

    @Test
    void aCellIsQuotedIfItContainsWhatSeparatesCells() {
        List<String> cells = List.of("a", "b,c", "say \"no\"", "two\nlines", "\r", "");
        assertEquals(",\r\na,\r\n\"b,c\",\r\n\"say \"\"no\"\"\",\r\n\"two\nlines\",\r\n\"\r\",\r\n,\r\n",
                new Table<>(cells, List.of(Table.column("", cell -> cell), Table.column("", _ -> ""))).csv());
        assertEquals(List.of("0.3333", "1.0", "", "", "-0.6667"), DoubleStream.of(1 / 3.0, 1, Double.NaN,
                Double.POSITIVE_INFINITY, -2 / 3.0).mapToObj(Export::rounded).toList());
        assertEquals("a     n\nbbb  10\n", new Table<>(List.of(10), List.of(Table.column("a", _ -> "bbb"),
                Table.column("n", each -> each.toString()))).aligned(1));
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
            String refused = assertThrows(IOException.class, this::page).getMessage();
            Words.assertSame("compare", "errors of a report", refused.replace(charts + "", "‹charts›"));
            Files.delete(charts);
            Files.createSymbolicLink(Files.createDirectory(charts).resolve("throughput.svg"), secret);
            assertContains("<h1>", page());
            assertEquals("mine", Files.readString(secret));
            assertEquals(0L, Files.list(folder).filter(file -> file.getFileName().toString().startsWith(".")).count());
        }
    }

    @Test
    void aFileThatCannotBeReplacedIsNamed() throws Exception {
        Files.createDirectories(folder.resolve("name/full"));
        String message = assertThrows(IOException.class, () -> Report.write(folder, "name", "text")).getMessage();
        assertContains(folder.resolve("name").toString(), message);
        assertEquals(List.of("name"), List.of(folder.toFile().list()), "the unfinished file is deleted");
    }
}
