package lab.report;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import experiment.Load;
import experiment.Prediction;
import experiment.Run;
import javax.xml.parsers.DocumentBuilderFactory;
import lab.judge.Analysis;
import lab.report.chart.Chart;
import lab.report.chart.Charts;
import lab.report.chart.Palette;
import testing.Test;
import testing.Words;
import text.Markup;

/** The pictures of a report. Each is a list of elements, so a changed number is one changed line. */
class ChartsTest extends DoctoredReport {

    /** By file. The costs and results are of all loads, the single runs of the last load. */
    private Map<String, Chart> charts() throws Exception {
        Analysis analysis = analysis();
        Palette colours = new Palette(analysis.results().experiment().contenders());
        List<Load> loads = analysis.results().experiment().loads();
        Charts all = new Charts(analysis, colours, loads, "");
        Charts last = new Charts(analysis, colours, List.of(loads.getLast()), "");
        Map<String, Chart> charts = new LinkedHashMap<>();
        Stream.of(all.results(), all.costs(), last.runs()).flatMap(List::stream)
                .forEach(chart -> charts.put(chart.file().replace(".svg", ""), chart));
        return charts;
    }

    private String drawn(String file) throws Exception {
        return charts().get(file).inline();
    }

    private List<String> curves(String file) throws Exception {
        return Pattern.compile("<path class=\"curve c1\" d=\"M(.*?)\"").matcher(drawn(file)).results()
                .map(path -> path.group(1)).toList();
    }

    /** The page's words have the titles and the names of loads. */
    private void assertDrawn(String situation, String... files) throws Exception {
        StringBuilder drawn = new StringBuilder();
        Map<String, Chart> charts = charts();
        for (String file : files) {
            Chart chart = charts.get(file);
            drawn.append(chart.inline().replace(Markup.escape(chart.title()), "‹title›"));
        }
        String text = drawn.toString();
        for (Load load : analysis().results().experiment().loads()) {
            text = text.replace(load.label(), "‹" + load.amount() + "›");
        }
        Words.assertSame("charts", situation, text);
    }

    @Test
    void barsShowMediansRangesTheoryAndWhatIsInvalid() throws Exception {
        more = "contender.a-long-name = async\n";
        add("pool", SMALL, run -> run.with(LIMITED).cpu(1.5), 91, 92, 94);
        add("a-long-name", SMALL, run -> run.failed(100), 20, 20);
        add("pool", Load.closed("/meetings", 300), run -> run.latency(5000), 6);
        add("loom", Load.closed("/meetings", 300), run -> run.with(Prediction.CPU_BOUND), 300);
        add("a-long-name", Load.closed("/meetings", 300), run -> run.latency(1_000), 300);
        add("a-long-name", Load.closed("/meetings", 300), run -> run.latency(1_100), 300);
        runs.add(Run.failed("loom", LARGE, 1, Prediction.NONE, "died"));
        assertDrawn("bars", "throughput", "latency", "cpu");
    }

    @Test
    void aGrowingQueueIsDrawnSecondBySecond() throws Exception {
        add("pool", OPEN, run -> run.latency(5000).growth(1), 20);
        add("loom", OPEN, run -> run.latency(70), 50);
        assertDrawn("an open loop", "latency", "latency-over-time", "goodput-over-time");
        assertEquals(18, curves("latency-over-time").getFirst().split("L").length, "7 s of warm-up, 11 of the window");
        runs.removeLast();
        add("loom", OPEN, run -> run.latency(Double.NaN), 50);
        assertEquals(List.of(1, 0), List.of(curves("goodput-over-time").size(), curves("latency-over-time").size()),
                "curves of a run without latencies");
        runs.clear();
        add("loom", OPEN, 0.3);
        assertDrawn("no answer in any whole second", "goodput-over-time");
        runs.clear();
        add("loom", LARGE, 950);
        assertEquals(false, charts().containsKey("latency-over-time"), "in a steady closed loop");
        more = "change = 5s delay=200";
        assertEquals(true, charts().containsKey("latency-over-time"), "with changing delays");
    }

    @Test
    void aPercentileCurveIsLogarithmicAndEndsAtTheSlowestRequest() throws Exception {
        add("pool", LARGE, run -> run.latency(9_000).failed(1), 9.5);
        add("loom", LARGE, run -> run.latency(100).with(Prediction.NONE), 950);
        // The axis has four decades, from y = 280 to y = 14. One request in 9,500 is log10 9,500 = 3.978 decades.
        String end = " " + (280 - Math.round(2660 * 3.978 / 4) / 10.0);
        assertTrue(curves("percentiles").getLast().endsWith(end), end + ": " + curves("percentiles"));
        assertDrawn("percentiles", "percentiles");
        runs.clear();
        add("loom", LARGE, run -> run.latency(1000), 0.3);
        assertDrawn("three answers", "percentiles");
    }

    /** The numbers on the horizontal axis, and where they stand. */
    private String axis(String file) throws Exception {
        return Pattern.compile("<text class=\"axis\" x=\"([0-9.]+)\" y=\"[0-9.]+\" text-anchor=\"middle\">"
                + "([0-9.,−]+)<").matcher(drawn(file)).results().map(text -> text.group(2) + " at " + text.group(1))
                .collect(Collectors.joining("; "));
    }

    @Test
    void anAxisHasRoundTicksAndIsLogarithmicIfValuesAreFarApart() throws Exception {
        StringBuilder axes = new StringBuilder();
        for (double most : new double[] {0.2, 1, 1.01, 9.99, 10, 26, 47, 100, 101, 240, 260, 949, 4_001, 123_456}) {
            add("loom", LARGE, most);
            axes.append("up to ").append(most).append(": ").append(axis("throughput")).append('\n');
            runs.clear();
        }
        double[][] millis = {{2, 2}, {2, 9_000}, {2, 900}, {42, 780}, {42, 740}, {1_000, 1_200}, {1_000, 30_000}};
        for (double[] each : millis) {
            add("pool", LARGE, run -> run.latency(each[0]), 100);
            add("loom", LARGE, run -> run.latency(each[1]), 100);
            axes.append("from ").append(each[0] - 2).append(" to ").append(each[1] + 60).append(" ms: ")
                    .append(axis("percentiles")).append('\n');
            runs.clear();
        }
        more = "contender.a-name-that-leaves-little-room = loom\n";
        add("a-name-that-leaves-little-room", LARGE, run -> run.latency(2), 100);
        axes.append("beside a long name: ").append(axis("percentiles")).append('\n');
        runs.clear();
        more = "";
        for (int nines : new int[] {1, 2, 3, 4}) {
            add("loom", LARGE, run -> run.latency(1000), Math.pow(10, nines) / 10);
            axes.append("one request in ").append((int) Math.pow(10, nines)).append(": ")
                    .append(drawn("percentiles").replaceAll("(?s).*?text-anchor=\"end\">([0-9.]+ %)|.+", "$1 "))
                    .append('\n');
            runs.clear();
        }
        Words.assertSame("charts", "axes", axes.toString());
    }

    @Test
    void aFigureThatNobodyKnowsHasNoChart() throws Exception {
        runs.add(Run.failed("loom", LARGE, 1, Prediction.NONE, "died"));
        assertEquals(Set.of(), charts().keySet());
        runs.clear();
        add("loom", LARGE, 0);
        assertEquals(Set.of("throughput", "memory"), charts().keySet(), "no request was answered");
    }

    @Test
    void chartsAreWellFormed() throws Exception {
        more = "contender.mine = command: <&> {port}\n";
        addGood(SMALL);
        add("mine", LARGE, run -> run.machine(12, 0, 0), 941, 942);
        add("pool", LARGE, run -> run.failed(100), 91, 92);
        add("pool", OPEN, run -> run.latency(5000).growth(1), 20);
        StringBuilder all = new StringBuilder();
        for (Chart chart : charts().values()) {
            all.append(chart.inline()).append(chart.standalone("p > a { }\n".replace(">", "&gt;")));
        }
        assertTrue(!all.toString().contains("NaN") && !all.toString().contains("Infinity"), "no numbers: " + all);
        DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(("<all>" + all + "</all>").getBytes(StandardCharsets.UTF_8)));
    }

    /** For slides. */
    @Test
    void aFileOfItsOwnHasItsTitleAndStyles() throws Exception {
        add("loom", LARGE, 950);
        Chart chart = charts().get("memory");
        Words.assertSame("charts", "a file of its own", chart.standalone("styles\n")
                .replace(Markup.escape(chart.title()), "‹title›"));
        assertEquals("a &amp; &lt;b&gt; &quot;c&quot;", Markup.escape("a & <b> \"c\""));
    }

    @Test
    void eachContenderKeepsItsColour() throws Exception {
        assertColours(Map.of("pool", "c0", "loom", "c1"));
        more = "contender.async = async\ncontender.second = loom\ncontender.mine = command: x {port}\n";
        assertColours(Map.of("pool", "c0", "loom", "c1", "async", "c2", "second", "c3", "mine", "c4"));
        more = IntStream.range(0, 12).mapToObj(i -> "contender.x" + i + " = command: x {port}\n")
                .collect(Collectors.joining());
        assertColours(Map.of("pool", "c0", "loom", "c1", "x0", "c3", "x6", "c9", "x7", "c0", "x8", "c1", "x9", "c2"));
    }

    private void assertColours(Map<String, String> expected) throws Exception {
        runs.clear();
        add("loom", LARGE, 950);
        Palette colours = new Palette(analysis().results().experiment().contenders());
        assertEquals(new TreeMap<>(expected), new TreeMap<>(expected.keySet().stream().collect(Collectors.toMap(
                name -> name, colours::css))));
    }
}
