package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import lab.Doctored;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Run;
import testing.Test;

/** Which pictures a report has, and that each is whole and explains its marks. */
class ChartsTest extends DoctoredReport {
    /** A class of mark in a picture, and what its legend says of it. */
    private static final Map<String, String> LEGEND = Map.ofEntries(Map.entry("\"care c", "usable with care"),
            Map.entry("\"hollow c", "not valid"), Map.entry("\"whisker\"", "least to greatest"),
            Map.entry("\"interval\"", "95 % interval of a percentile"), Map.entry("\"tail c", "the last four requests"),
            Map.entry("\"spread c", "least to greatest"), Map.entry("\"target\"", "predicted by Little's law"),
            Map.entry("\"theory c", "predicted"), Map.entry("\"range c", "to the 99th percentile"),
            Map.entry("\"shade\"", "the measured window"), Map.entry("\"other\"", "service two"),
            Map.entry("\"other2\"", "JMeter"));

    private void assertEveryChartIsWholeAndExplained() throws Exception {
        page();
        for (Path file : charts()) {
            String svg = Files.readString(file);
            assertTrue(!svg.contains("NaN") && !svg.contains("Infinity"), file + " has places without numbers");
            DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
            String body = svg.substring(svg.indexOf("</style>"));
            LEGEND.forEach((mark, says) -> assertTrue(!body.contains(mark) || body.contains(says),
                    file.getFileName() + " has " + mark + " and does not say: " + says));
        }
    }

    @Test
    void everyPictureIsWholeAndHasALegendForWhatItUses() throws Exception {
        addDoubtful(LARGE);
        assertEveryChartIsWholeAndExplained();
        assertContains("\"care c0\"", chart("throughput.svg"));
        assertContains("\"hollow c1\"", chart("throughput.svg"));
        addDoubtful(SMALL);
        addDoubtful(MIDDLE);
        addDoubtful(OPEN);
        assertEveryChartIsWholeAndExplained();
        assertContains("\"hollow c1\"", chart("throughput-meetings-closed-loop.svg"));
    }

    @Test
    void aLegendHasNothingThatIsNotThere() throws Exception {
        addGood(LARGE);
        String page = page();
        assertEquals(false, page.contains("class=\"care") || page.contains("class=\"hollow"), "doubtful marks");
        assertEquals(false, terminal().contains("†") || terminal().contains("*"), "in the terminal");
    }

    @Test
    void threeLoadsMakeCurvesWithPredictionsDashed() throws Exception {
        List.of(SMALL, MIDDLE, LARGE).forEach(this::addGood);
        runs.add(Run.failed("loom", LARGE, 4, Prediction.NONE, "died"));
        String page = page();
        assertContains("class=\"curve c0\"", page);
        assertContains("class=\"theory c1\"", page);
        assertContains("Live heap per additional connection, KiB", page);
    }

    /** 95.2 requests/s are 100 users in 1.05 s: there the line bends, between 50 and 300 users. */
    @Test
    void aPredictionBendsWhereUsersBeginToOutnumberThreads() throws Exception {
        for (Load load : List.of(Load.closed("/meetings", 50), MIDDLE, LARGE)) {
            boolean few = load.users() < 100;
            double throughput = Math.min(load.users(), 100) / 1.05;
            add(Doctored.run("pool", load, 1, throughput).with(new Prediction(throughput,
                    load.users() / throughput, 100, few ? "users" : "threads")));
        }
        page();
        String line = Pattern.compile("\"theory c1\" d=\"(.*?)\"").matcher(chart("throughput.svg")).results()
                .findFirst().orElseThrow().group(1);
        assertEquals(4, line.split("L").length, "places of " + line);
    }

    @Test
    void twoLoadsMakeBarsForALineWouldLookLikeATrend() throws Exception {
        addGood(SMALL);
        addGood(LARGE);
        Path earlier = Files.createDirectories(path("charts")).resolve("latency-p50.svg");
        Files.writeString(earlier, "of an earlier form of the report");
        String page = page();
        assertEquals(false, Files.exists(earlier), "a picture that is not of this report");
        assertEquals(false, page.contains("class=\"theory"), "a line of predictions");
        assertContains("class=\"group\" x=\"2.0\" y=\"28.0\" text-anchor=\"start\">100 users<", page);
        assertContains("class=\"target\"", page);
    }

    @Test
    void anOpenLoopHasASectionOfItsOwnWithLatencyOverTime() throws Exception {
        addGood(LARGE);
        add(Doctored.run("loom", OPEN, 1, 50));
        String page = page();
        assertContains("<h2>/meetings, closed loop</h2>", page);
        assertContains("<h2>/meetings, open loop</h2>", page);
        assertContains("Latency over time, ms", page);
        assertTrue(Files.exists(path("charts/latency-over-time-meetings-open-loop.svg")), "a file of its own");
    }

    @Test
    void eachRunHasItsStripFoldedByLoad() throws Exception {
        addGood(SMALL);
        addGood(LARGE);
        add(Doctored.run("loom", MIDDLE, 1, 950).silent());
        String page = page();
        String section = page.substring(page.indexOf("<h2>Every run, second by second</h2>"));
        section = section.substring(0, section.indexOf("</section>"));
        assertEquals(3, section.split("<details>", -1).length - 1, "one for each load");
        assertContains("<summary>/meetings, 1,000 users</summary>", section);
        assertEquals(2, section.split(">loom · 2<", -1).length - 1, "strips of the second repetition");
        assertContains("requests/s, up to 943", section);
        assertContains("cores, its compiler, up to", section);
        assertContains("cores, its compiler: not known", section);
        assertTrue(Files.exists(path("charts/runs-meetings-1000-users.svg")), "a file of its own");
    }

    /** Up to 4 of 9,500 requests in full, the last four of them in dots. */
    @Test
    void theCurveOfPercentilesGoesUpAndToTheRightUntilOneRequestIsLeft() throws Exception {
        add(Doctored.run("loom", LARGE, 1, 950).latency(1000));
        page();
        String chart = chart("latency-percentiles.svg");
        List<String> paths = Pattern.compile("<path class=\"(?:curve|tail) c0\" d=\"M(.*?)\"/>").matcher(chart)
                .results().map(path -> path.group(1)).toList();
        assertEquals(2, paths.size(), "parts of the curve in " + chart);
        double[] last = {0, 1000};
        for (String place : String.join("L", paths).split("L")) {
            double[] here = {Double.parseDouble(place.split(" ")[0]), Double.parseDouble(place.split(" ")[1])};
            assertTrue(here[0] >= last[0] && here[1] <= last[1], place + " is left of or below the place before");
            last = here;
        }
        // the axis has four decades, from 280 up to 14; of 9,500 one is left after 3.978
        assertEquals(280 - Math.round(2660 * 3.978 / 4) / 10.0, last[1], "where it ends");
        assertEquals(5 * 3, chart.split("<line class=\"interval\"", -1).length - 1, "strokes of five intervals");
    }

    @Test
    void twoRequestsAreDotsAndNoPercentile() throws Exception {
        add(Doctored.run("loom", LARGE, 1, 0.3).latency(1000).failed(100));
        assertContains("<td>needs 6 more</td>", page());
        String chart = chart("latency-percentiles.svg");
        assertEquals(false, chart.contains("NaN"), "places without numbers");
        assertEquals(false, chart.contains("class=\"interval"), "an interval");
        assertContains(">loom*</text>", chart);
        assertContains("* not valid.", chart);
    }
}
