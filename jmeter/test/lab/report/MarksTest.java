package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import lab.Doctored;
import lab.define.Load;
import testing.Test;

/** Whatever marks a figure is explained beside it: in each picture, below each table, in the terminal. */
class MarksTest implements AutoCloseable {
    private static final Load LARGE = DoctoredReport.LARGE;
    /** A class of mark in a picture, and what its legend says of it. */
    private static final Map<String, String> LEGEND = new LinkedHashMap<>();

    static {
        LEGEND.put("\"carebar c", "usable with care");
        LEGEND.put("\"care c", "usable with care");
        LEGEND.put("\"hollowbar c", "not valid");
        LEGEND.put("\"hollow c", "not valid");
        LEGEND.put("\"whisker", "least to greatest");
        LEGEND.put("\"interval", "95 % interval of a percentile");
        LEGEND.put("\"tail", "the last four requests");
        LEGEND.put("\"spread c", "least to greatest");
        LEGEND.put("\"target", "predicted by Little's law");
        LEGEND.put("\"range c", "to the 99th percentile");
        LEGEND.put("\"shade", "the measured window");
        LEGEND.put("\"other\"", "service two");
        LEGEND.put("\"other2\"", "JMeter");
    }

    private final DoctoredReport report = new DoctoredReport();

    MarksTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        report.close();
    }

    /** One contender that is usable with care, and one that is not valid. */
    private void addDoubtful(Load load) {
        for (int repetition = 1; repetition <= 2; repetition++) {
            report.add(Doctored.run("loom", load, repetition, 940 + repetition).machine(12, 0, 0),
                    Doctored.run("pool", load, repetition, 90 + repetition).failed(100));
        }
    }

    private List<Path> charts() throws IOException {
        try (Stream<Path> files = Files.list(report.folder().resolve("charts"))) {
            return files.toList();
        }
    }

    private void assertEveryMarkIsExplained() throws IOException {
        for (Path chart : charts()) {
            String svg = Files.readString(chart);
            String body = svg.substring(svg.indexOf("</style>"));
            LEGEND.forEach((mark, says) -> assertTrue(!body.contains(mark) || body.contains(says)
                    || mark.equals("\"target") && body.contains("predicted mean"),
                    chart.getFileName() + " has " + mark + " and does not say: " + says));
        }
    }

    @Test
    void everyPictureHasALegendForWhatItUses() throws Exception {
        addDoubtful(LARGE);
        report.page();
        assertEveryMarkIsExplained();
        addDoubtful(DoctoredReport.SMALL);
        report.page();
        assertEveryMarkIsExplained();
        addDoubtful(Load.closed("/meetings", 300));
        addDoubtful(Load.open("/meetings", 50));
        report.page();
        assertEveryMarkIsExplained();
    }

    @Test
    void aLegendHasNothingThatIsNotThere() throws Exception {
        report.addGood(LARGE);
        String page = report.page();
        assertEquals(false, page.contains("class=\"carebar") || page.contains("class=\"hollowbar"), "doubtful marks");
        assertEquals(false, report.terminal().contains("†") || report.terminal().contains("*"), "in the terminal");
    }

    @Test
    void theTerminalAndTheTablesExplainTheirs() throws Exception {
        addDoubtful(LARGE);
        String page = report.page();
        for (String text : List.of(page, report.terminal())) {
            assertContains("† usable with care: others used the machine meanwhile", text);
            assertContains("* not valid, for a reason that is said with the checks", text);
        }
        assertContains("942†", report.terminal());
        assertContains("91.5*", report.terminal());
    }

    @Test
    void aPercentileThatTheSamplesCannotCarryIsNotShown() throws Exception {
        report.add(Doctored.run("loom", LARGE, 1, 6).latency(5000).firstHalf(30));
        String page = report.page();
        assertContains("<td>needs 321 more</td><td>needs 3,778 more</td>", page);
        assertContains("are lacking in some repetition for this percentile", page);
        assertContains("needs 321 more", report.terminal());
        assertEquals(false, page.contains("p99 5,"), "in the histogram, or on the card");
        assertContains("a 99th percentile needs 381 requests in each repetition", page.replace("</text>\n", " ")
                .replaceAll("<text[^>]*>", "").replace("  ", " "));
    }

    @Test
    void resultsSayWhatTheyAreWorthAndAreReadAgain() throws Exception {
        addDoubtful(LARGE);
        report.page();
        String json = Files.readString(report.folder().resolve("results.json"));
        assertContains("\"validity\":\"WITH_CARE\"", json);
        assertContains("\"validity\":\"NOT_VALID\"", json);
        assertEquals(4, ResultsFile.read(report.folder()).runs().size(), "runs");
    }
}
