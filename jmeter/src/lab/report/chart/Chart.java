package lab.report.chart;

import java.util.Locale;
import java.util.stream.DoubleStream;

/** A picture, drawn element by element. Styles are CSS classes of {@link Palette}. */
public final class Chart {
    static final double WIDTH = 600;
    private static final double HEAD = 44;

    private final String title;
    private final String file;
    private final double width;
    private final StringBuilder inside = new StringBuilder();
    private double height;

    Chart(String title, String file, double width) {
        this.title = title;
        this.file = file;
        this.width = width;
    }

    public String title() {
        return title;
    }

    public String file() {
        return file;
    }

    void line(String style, double x1, double y1, double x2, double y2) {
        add("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", style, x1, y1, x2, y2);
    }

    void rect(String style, double x, double y, double width, double height) {
        add("<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>", style, x, y,
                Math.max(0, width), Math.max(0, height));
    }

    void circle(String style, double x, double y, double radius, String title) {
        add("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>%s</title></circle>", style, x, y, radius,
                escape(title));
    }

    void text(String style, double x, double y, String anchor, String text) {
        add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", style, x, y, anchor, escape(text));
    }

    void path(String style, DoubleStream points, boolean closed) {
        StringBuilder path = new StringBuilder();
        double[] each = points.toArray();
        for (int i = 0; i < each.length; i += 2) {
            path.append(String.format(Locale.ROOT, "%s%.1f %.1f", i == 0 ? "M" : "L", each[i], each[i + 1]));
        }
        add("<path class=\"%s\" d=\"%s%s\"/>", style, path, closed ? "Z" : "");
    }

    void interval(String style, double from, double to, double middle) {
        line(style, from, middle, to, middle);
        line(style, from, middle - 4, from, middle + 4);
        line(style, to, middle - 4, to, middle + 4);
    }

    static String style(boolean valid, String full) {
        return valid ? full : "hollow";
    }

    /** The legend below {@code bottom} completes the picture. */
    Chart finish(double bottom, Legend legend) {
        height = legend.draw(this, bottom, width);
        return this;
    }

    private void add(String format, Object... values) {
        inside.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    public static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    /** For a page that has the style sheet and shows the title itself. */
    public String inline() {
        return "<svg viewBox=\"0 0 " + width + " " + height + "\" role=\"img\" aria-label=\"" + escape(title)
                + "\">\n" + inside + "</svg>\n";
    }

    /** A self-contained file, for slides. */
    public String standalone() {
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$s %2$s" width="%1$s" height="%2$s">
                <style>
                %3$s</style>
                <rect class="paper" width="100%%" height="100%%"/>
                <text class="head" x="8" y="26">%4$s</text>
                <g transform="translate(0 %5$s)">
                %6$s</g>
                </svg>
                """.formatted(width, height + HEAD, Palette.sheet("svg"), escape(title), HEAD, inside);
    }
}
