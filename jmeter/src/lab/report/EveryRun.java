package lab.report;

import java.util.List;
import java.util.stream.Collectors;
import lab.report.chart.Chart;

/** The section with the strips of every run, folded: there may be dozens. Stateless. */
final class EveryRun {
    private EveryRun() {
    }

    static String section(List<Chart> strips) {
        String folded = strips.stream().map(strip -> Html.folded(strip.title(), "<figure>\n" + strip.inline()
                + "</figure>\n")).collect(Collectors.joining());
        return Html.section("Every run, second by second", folded.isEmpty() ? "" : "<div class=\"runs\">\n" + folded
                + "</div>\n");
    }
}
