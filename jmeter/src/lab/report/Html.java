package lab.report;

import java.util.List;
import java.util.stream.Collectors;
import lab.report.chart.Chart;

/** The few pieces of HTML that the page is made of. Stateless. */
final class Html {
    static String paragraph(String text) {
        return "<p>" + Chart.escape(text) + "</p>\n";
    }

    /** Empty where there is nothing to list. */
    static String list(List<String> items) {
        return items.isEmpty() ? "" : items.stream().map(item -> "<li>" + Chart.escape(item) + "</li>\n")
                .collect(Collectors.joining("", "<ul>\n", "</ul>\n"));
    }

    /** Shown when its summary is clicked, and on paper. */
    static String folded(String summary, String content) {
        return content.isEmpty() ? "" : "<details>\n<summary>" + Chart.escape(summary) + "</summary>\n" + content
                + "</details>\n";
    }

    /** Text in the first column, figures or short words in the others, as {@code style} lays them out. */
    static String table(String style, List<String> head, List<List<String>> rows) {
        return "<div class=\"scroll\"><table class=\"" + style + "\">\n<thead>" + row("th", head)
                + "</thead>\n<tbody>\n"
                + rows.stream().map(row -> row("td", row)).collect(Collectors.joining()) + "</tbody></table></div>\n";
    }

    private static String row(String cell, List<String> values) {
        return values.stream().map(value -> "<" + cell + ">" + Chart.escape(value) + "</" + cell + ">")
                .collect(Collectors.joining("", "<tr>", "</tr>\n"));
    }

    static String section(String title, String content) {
        return content.isEmpty() ? "" : "<section>\n<h2>" + Chart.escape(title) + "</h2>\n" + content + "</section>\n";
    }
}
