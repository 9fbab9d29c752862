package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import javax.xml.parsers.DocumentBuilderFactory;
import lab.define.Load;
import lab.judge.Analysis;
import lab.report.chart.Chart;
import lab.report.chart.ChartSet;
import lab.report.chart.Palette;
import testing.Test;

class ChartsTest extends DoctoredReport {
    private static final Map<String, String> LEGEND = Map.ofEntries(Map.entry("\"hatched c", "invalid"),
            Map.entry("\"whisker\"", "minimum to maximum"), Map.entry("\"target\"", "theory"),
            Map.entry("\"interval\"", "95 % interval of a percentile"), Map.entry("\"range\"", "p99"));

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
    void eachLegendExplainsTheMarksUsed() throws Exception {
        Set<String> used = new TreeSet<>();
        addDoubtful(LARGE);
        for (int i = 0; i < 2; i++) {
            String all = String.join("", charts().values());
            charts().forEach((name, svg) -> LEGEND.forEach((mark, says) -> {
                if (svg.contains(mark)) {
                    used.add(mark);
                    assertContains(says, svg);
                }
            }));
            assertTrue(!all.contains("NaN") && !all.contains("Infinity"), "coordinates that are not numbers: " + all);
            DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new ByteArrayInputStream(("<all>" + all + "</all>").getBytes(StandardCharsets.UTF_8)));
            addGood(SMALL);
        }
        assertEquals(LEGEND.keySet(), used, "each mark was seen");
        runs.removeIf(run -> run.load() == LARGE);
        assertEquals(false, String.join("", charts().values()).contains("invalid"), "a legend for a missing mark");
    }

    @Test
    void anOpenLoopHasChartsOverTime() throws Exception {
        add("loom", OPEN, 50);
        for (String name : List.of("latency-over-time", "goodput-over-time")) {
            assertContains("class=\"shade\"", charts().get(name));
            assertEquals(18, curves(name).getFirst().split("L").length, "7 s of warm-up, 11 of the window");
        }
    }

    @Test
    void thePercentileCurveEndsAtTheSlowestRequest() throws Exception {
        add("loom", LARGE, 950, run -> run.latency(1000));
        // The axis has four decades, from y = 280 at its foot to y = 14 at its top. The curve ends at the share of one
        // request in 9,500, which lies log10 9,500 = 3.978 decades above the foot.
        String end = " " + (280 - Math.round(2660 * 3.978 / 4) / 10.0);
        assertTrue(curves("percentiles").getLast().endsWith(end), end + ": " + curves("percentiles"));
        assertEquals(5 * 3, charts().get("percentiles").split("<line class=\"interval\"", -1).length - 1,
                "three strokes for each of five intervals");
        runs.clear();
        add("loom", LARGE, 0.3, run -> run.latency(1000).failed(100));
        String few = charts().get("percentiles");
        assertEquals(false, few.contains("NaN") || few.contains("class=\"interval"), "an interval in " + few);
        assertContains("*: p99 is invalid.", few);
        add("pool", LARGE, 6, run -> run.latency(5000));
        assertContains("needs 381 requests", charts().get("latency").replaceAll("</text>\\s*<text[^>]*>", " "));
    }
}
