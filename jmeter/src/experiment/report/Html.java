package experiment.report;

import java.util.List;

/** The few pieces of HTML that the page is made of. Stateless. */
final class Html {
    private Html() {
    }

    static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    static String paragraph(String text) {
        return "<p>" + escape(text) + "</p>\n";
    }

    /** Text as it is; the first column on the left, the others, which are figures or short, as {@code style} says. */
    static String table(String style, List<String> head, List<List<String>> rows) {
        StringBuilder html =
                new StringBuilder("<div class=\"scroll\"><table class=\"" + style + "\">\n<thead>" + row("th", head)
                + "</thead>\n<tbody>\n");
        rows.forEach(row -> html.append(row("td", row)));
        return html.append("</tbody></table></div>\n").toString();
    }

    private static String row(String cell, List<String> values) {
        StringBuilder html = new StringBuilder("<tr>");
        values.forEach(value -> html.append('<').append(cell).append('>').append(escape(value)).append("</").append(cell)
                .append('>'));
        return html.append("</tr>\n").toString();
    }

    static String section(String title, String content) {
        return content.isEmpty() ? "" : "<section>\n<h2>" + escape(title) + "</h2>\n" + content + "</section>\n";
    }
}
