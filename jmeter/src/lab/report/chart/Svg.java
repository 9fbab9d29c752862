package lab.report.chart;

import java.util.Locale;
import lab.judge.Validity;

/**
 * Builds the inside of an SVG picture, element by element. Colours and strokes are the classes of {@link Style}.
 */
public final class Svg {
    /** Where a text stands against its point. */
    enum Anchor { START, MIDDLE, END }

    private final StringBuilder out = new StringBuilder();

    void line(String style, double x1, double y1, double x2, double y2) {
        add("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", style, x1, y1, x2, y2);
    }

    void rect(String style, double x, double y, double width, double height) {
        add("<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>", style, x, y,
                Math.max(0, width), Math.max(0, height));
    }

    /** Full, pale or hollow, with a text that shows when pointed at. */
    void dot(Validity validity, String colour, double x, double y, double radius, String title) {
        String style = switch (validity) {
            case VALID -> "mark ";
            case WITH_CARE -> "care ";
            case NOT_VALID -> "hollow ";
        };
        add("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>%s</title></circle>", style + colour, x, y,
                radius, escape(title));
    }

    /** A stroke from one value to another, with its ends marked. */
    void whisker(String style, double from, double to, double middle) {
        line(style, from, middle, to, middle);
        line(style, from, middle - 4, from, middle + 4);
        line(style, to, middle - 4, to, middle + 4);
    }

    void text(String style, double x, double y, Anchor anchor, String text) {
        add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", style, x, y,
                anchor.name().toLowerCase(Locale.ROOT), escape(text));
    }

    /** @param points x and y in turn */
    void path(String style, boolean area, double... points) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i + 1 < points.length; i += 2) {
            path.append(String.format(Locale.ROOT, "%s%.1f %.1f", i == 0 ? "M" : "L", points[i], points[i + 1]));
        }
        add("<path class=\"%s\" d=\"%s%s\"/>", style, path, area ? "Z" : "");
    }

    private void add(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** Also for HTML, in texts and in attributes. */
    public static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
