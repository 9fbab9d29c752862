package lab.report.chart;

import module java.base;
import text.Markup;

/** A picture, drawn element by element. Styles are CSS classes of {@code chart.css}. */
public final class Chart {
    static final double WIDTH = 600;
    private static final double HEAD = 44;
    private static final double HATCH = 7;
    private static final double LINE = 21;

    private final String title;
    private final String file;
    private final StringBuilder inside = new StringBuilder();
    private final List<String> notes = new ArrayList<>();
    private double height;

    Chart(String title, String file) {
        this.title = title;
        this.file = file;
    }

    public String title() {
        return title;
    }

    public String file() {
        return file;
    }

    void line(String style, double x1, double y1, double x2, double y2) {
        add("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", style, x1,
                y1, x2, y2);
    }

    void rect(String style, double x, double y, double width, double height) {
        add("<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                style, x, y, Math.max(0, width), Math.max(0, height));
    }

    /** Draws the lines itself, because a pattern would need an id that is unique on the page. */
    void hatched(String colour, double x, double y, double width, double height) {
        rect("hatched " + colour, x, y, width, height);
        for (double at = HATCH; at < width + height; at += HATCH) {
            line("hatch " + colour, x + Math.max(0, at - height), y + Math.min(height, at),
                    x + Math.min(width, at), y + Math.max(0, at - width));
        }
    }

    void text(String style, double x, double y, String anchor, String text) {
        add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", style, x, y,
                anchor, Markup.escape(text));
    }

    void path(String style, String points) {
        add("<path class=\"%s\" d=\"M%s\"/>", style, points);
    }

    void interval(String style, double from, double to, double middle) {
        line(style, from, middle, to, middle);
        line(style, from, middle - 4, from, middle + 4);
        line(style, to, middle - 4, to, middle + 4);
    }

    /** Explains a mark below the picture, so that an SVG file on a slide says what it shows. */
    Chart note(boolean applies, String text) {
        if (applies) {
            notes.add(text);
        }
        return this;
    }

    /** Completes the picture. Each note has a line. */
    Chart finish(double bottom) {
        height = bottom;
        for (String note : notes) {
            height += LINE;
            text("axis", 12, height + 4, "start", note);
        }
        height += LINE / 2;
        return this;
    }

    private void add(String format, Object... values) {
        inside.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** For a page that has the style sheet and shows the title itself. */
    public String inline() {
        return "<svg viewBox=\"0 0 " + WIDTH + " " + height + "\" role=\"img\" aria-label=\""
                + Markup.escape(title) + "\">\n" + inside + "</svg>\n";
    }

    /** A self-contained file, for slides. */
    public String standalone(String styles) {
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$s %2$s" width="%1$s" height="%2$s">
                <style>
                %3$s</style>
                <rect class="paper" width="100%%" height="100%%"/>
                <text class="head" x="8" y="26">%4$s</text>
                <g transform="translate(0 %5$s)">
                %6$s</g>
                </svg>
                """.formatted(WIDTH, height + HEAD, styles, Markup.escape(title), HEAD, inside);
    }
}
