package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import javax.xml.parsers.DocumentBuilderFactory;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Analysis;
import lab.report.chart.Chart;
import lab.report.chart.ChartSet;
import lab.report.chart.Palette;
import testing.Test;

class ChartsTest extends DoctoredReport {
    private static final Map<String, String> LEGEND = Map.ofEntries(Map.entry("\"hatched c", "invalid"),
            Map.entry("\"whisker\"", "minimum to maximum"),
            Map.entry("\"interval\"", "95 % interval of a percentile"),
            Map.entry("\"target\"", "theory"),
            Map.entry("\"range\"", "p99"));

    private Map<String, String> charts() throws Exception {
        Analysis analysis = analysis();
        Palette colours = new Palette(analysis.results().experiment().contenders());
        List<Load> loads = analysis.results().experiment().loads();
        ChartSet all = new ChartSet(analysis, colours, loads, "");
        ChartSet last = new ChartSet(analysis, colours, List.of(loads.getLast()), "");
        return Stream.of(all.results(), all.costs(), last.runs()).flatMap(List::stream)
                .collect(Collectors.toMap(chart -> chart.file().replace(".svg", ""), Chart::inline));
    }

    private String chart(String name) throws Exception {
        String chart = charts().get(name);
        assertTrue(chart != null, "no chart " + name + " in " + charts().keySet());
        return chart;
    }

    @Test
    void eachLegendExplainsTheMarksUsed() throws Exception {
        TreeSet<String> used = new TreeSet<>();
        for (Load load : List.of(LARGE, SMALL)) {
            if (load == LARGE) {
                addDoubtful(load);
            } else {
                addGood(load);
            }
            Map<String, String> charts = charts();
            charts.forEach((name, svg) -> LEGEND.forEach((mark, says) -> {
                if (svg.contains(mark)) {
                    used.add(mark);
                    assertContains(says, svg);
                }
            }));
            String all = String.join("", charts.values());
            assertTrue(!all.contains("NaN") && !all.contains("Infinity"), "coordinates that are not numbers: " + all);
            DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new ByteArrayInputStream(("<all>" + all + "</all>").getBytes(StandardCharsets.UTF_8)));
        }
        assertEquals(new TreeSet<>(LEGEND.keySet()), used, "each mark was seen");
        runs.removeIf(run -> run.load() == LARGE);
        assertEquals(false, String.join("", charts().values()).contains("invalid"),
                "a legend for a mark that is not there");
        addGood(MIDDLE);
        assertContains("text-anchor=\"start\">100 users<", chart("throughput"));
    }

    @Test
    void anOpenLoopHasChartsOverTime() throws Exception {
        add("loom", OPEN, 50);
        for (String name : List.of("latency-over-time", "goodput-over-time")) {
            assertContains("class=\"shade\"", chart(name));
            String curve = Pattern.compile("\"curve c0\" d=\"M(.*?)\"").matcher(chart(name)).results().findFirst()
                    .orElseThrow().group(1);
            assertEquals(18, curve.split("L").length, "seven seconds of warm-up, eleven of the window: " + curve);
        }
    }

    @Test
    void thePercentileCurveEndsAtTheSlowestRequest() throws Exception {
        add("loom", LARGE, 950, run -> run.latency(1000));
        String chart = chart("percentiles");
        List<String> paths = Pattern.compile("<path class=\"curve c0\" d=\"M(.*?)\"/>").matcher(chart)
                .results().map(path -> path.group(1)).toList();
        assertEquals(1, paths.size(), "curves in " + chart);
        double[] last = {0, 1000};
        for (String place : String.join("L", paths).split("L")) {
            double[] here = {Double.parseDouble(place.split(" ")[0]), Double.parseDouble(place.split(" ")[1])};
            assertTrue(here[0] >= last[0] && here[1] <= last[1], place
                    + " is to the left of the previous point, or below it");
            last = here;
        }
        // The axis has four decades, from y = 280 at its foot to y = 14 at its top. The curve ends at the share of one
        // request in 9,500, which lies log10 9,500 = 3.978 decades above the foot.
        assertEquals(280 - Math.round(2660 * 3.978 / 4) / 10.0, last[1], "the end of the curve");
        assertEquals(5 * 3, chart.split("<line class=\"interval\"", -1).length - 1,
                "three strokes for each of five intervals");
    }

    @Test
    void aCurveOfFewRequestsHasNoIntervals() throws Exception {
        add("loom", LARGE, 0.3, run -> run.latency(1000).failed(100));
        String chart = chart("percentiles");
        assertEquals(false, chart.contains("NaN") || chart.contains("class=\"interval"), "an interval in " + chart);
        assertContains(">loom*</text>", chart);
        assertContains("*: p99 is invalid.", chart);
        add("pool", LARGE, 6, run -> run.latency(5000).firstHalf(30));
        assertContains("No p99: it needs 381 requests",
                chart("latency").replaceAll("</text>\\s*<text[^>]*>", " "));
    }
}
