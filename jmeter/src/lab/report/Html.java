package lab.report;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import lab.report.chart.Chart;

/** A page's building blocks. Each method returns an empty text if there is nothing to show. */
final class Html {
    static String paragraphs(Collection<String> texts) {
        return texts.stream().map(text -> "<p>" + Chart.escape(text) + "</p>\n").collect(Collectors.joining());
    }

    static String list(List<String> items) {
        return items.isEmpty() ? "" : items.stream().map(item -> "<li>" + Chart.escape(item) + "</li>\n")
                .collect(Collectors.joining("", "<ul>\n", "</ul>\n"));
    }

    /** The content shows after a click on the summary, and on paper. */
    static String folded(String summary, String content) {
        return content.isEmpty() ? "" : "<details>\n<summary>" + Chart.escape(summary) + "</summary>\n" + content
                + "</details>\n";
    }

    static String table(String style, List<List<String>> rows, String... notes) {
        return rows.size() < 2 ? "" : "<div class=\"scroll\"><table class=\"" + style + "\">\n<thead>"
                + row("th", rows.getFirst()) + "</thead>\n<tbody>\n" + rows.stream().skip(1).map(row -> row("td", row))
                .collect(Collectors.joining()) + "</tbody></table></div>\n" + paragraphs(List.of(notes));
    }

    private static String row(String cell, List<String> values) {
        return values.stream().map(value -> "<" + cell + ">" + Chart.escape(value) + "</" + cell + ">")
                .collect(Collectors.joining("", "<tr>", "</tr>\n"));
    }

    static String section(String title, String content) {
        return content.isEmpty() ? "" : "<section>\n<h2>" + Chart.escape(title) + "</h2>\n" + content + "</section>\n";
    }
}
