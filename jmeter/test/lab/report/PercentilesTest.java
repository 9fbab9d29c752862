package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import lab.Doctored;
import lab.define.Load;
import testing.Test;

/** What a report shows of the distribution of latencies: intervals of one run, and a curve for each contender. */
class PercentilesTest implements AutoCloseable {
    private static final Load LOAD = DoctoredReport.LARGE;
    private static final Pattern PATH = Pattern.compile("<path class=\"(?:curve|tail) c0\" d=\"M(.*?)\"/>");

    private final DoctoredReport report = new DoctoredReport();

    PercentilesTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        report.close();
    }

    private String chart() throws IOException {
        String svg = Files.readString(report.folder().resolve("charts/latency-percentiles.svg"));
        return svg.substring(svg.indexOf("</style>"));
    }

    @Test
    void theIntervalsAreThoseOfTheRunOfMedianThroughput() throws Exception {
        report.add(Doctored.run("loom", LOAD, 1, 940).latency(2000), Doctored.run("loom", LOAD, 2, 950).latency(1100),
                Doctored.run("loom", LOAD, 3, 960).latency(3000));
        assertContains("<td>9,500</td><td>1,100 (1,099–1,101)</td><td>1,105 (1,104–1,106)</td>", report.page());
    }

    @Test
    void aPercentileWithoutAnIntervalSaysHowManyRequestsItNeeds() throws Exception {
        report.add(Doctored.run("loom", LOAD, 1, 38).latency(1000));
        assertContains("<td>380</td><td>1,000* (999–1,001)</td>", report.page());
        assertContains("<td>needs 1 more</td><td>needs 3,458 more</td><td>1,060</td>", report.page());
    }

    /** Up to 4 of 9,500 requests in full, the last four of them in dots. */
    @Test
    void theCurveGoesUpAndToTheRightUntilOneRequestIsLeft() throws Exception {
        report.add(Doctored.run("loom", LOAD, 1, 950).latency(1000));
        report.page();
        List<String> paths = PATH.matcher(chart()).results().map(path -> path.group(1)).toList();
        assertEquals(2, paths.size(), "parts of the curve in " + chart());
        double[] last = {0, 1000};
        for (String place : String.join("L", paths).split("L")) {
            double[] here = {Double.parseDouble(place.split(" ")[0]), Double.parseDouble(place.split(" ")[1])};
            assertTrue(here[0] >= last[0] && here[1] <= last[1], place + " is left of or below the place before");
            last = here;
        }
        // the axis has four decades, from 280 up to 14; of 9,500 one is left after 3.978
        assertEquals(280 - Math.round(2660 * 3.978 / 4) / 10.0, last[1], "where it ends");
    }

    @Test
    void theIntervalsAreOnTheCurve() throws Exception {
        report.add(Doctored.run("loom", LOAD, 1, 950).latency(1000));
        report.page();
        List<MatchResult> lines = Pattern.compile("<line class=\"interval\"").matcher(chart()).results().toList();
        assertEquals(5 * 3, lines.size(), "strokes: each interval with its two ends");
    }

    @Test
    void aCurveThatIsNotValidSaysSo() throws Exception {
        report.add(Doctored.run("loom", LOAD, 1, 950).failed(100));
        report.page();
        assertContains(">loom*</text>", chart());
        assertContains("* not valid.", chart());
    }

    @Test
    void twoRequestsAreDotsAndNoPercentile() throws Exception {
        report.add(Doctored.run("loom", LOAD, 1, 0.3).latency(1000));
        assertContains("<td>needs 6 more</td>", report.page());
        assertEquals(false, chart().contains("NaN"), "places without numbers");
        assertEquals(false, chart().contains("class=\"interval"), "an interval");
    }
}
