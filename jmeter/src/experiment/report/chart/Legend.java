package experiment.report.chart;

import experiment.statistics.Spread;
import experiment.statistics.Validity;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the marks of a chart mean, below it and within the picture, so that an SVG file on a slide has it too. Holds what
 * was added, in that order. Used by one thread.
 */
final class Legend {
    /** The marks. Each is drawn in the middle of a field of this width. */
    private static final double SYMBOL = 26;
    private static final double ROW = 21;
    private static final double LEFT = 12;
    private static final double GAP = 16;
    /** The width of a character of the style "axis", at its widest on average. */
    private static final double CHARACTER = 6.9;
    private static final String COLOUR = " key";

    enum Symbol { BAR, CARE_BAR, HOLLOW_BAR, WHISKER, TARGET, DOT, CARE_DOT, HOLLOW_DOT, SPREAD, THEORY, RANGE, CURVE,
            OTHER, OTHER2, SHADE, NONE }

    private final Map<Symbol, String> entries = new LinkedHashMap<>();
    private String remark = "";

    Legend add(Symbol symbol, String text) {
        entries.put(symbol, text);
        return this;
    }

    Legend addIf(boolean used, Symbol symbol, String text) {
        return used ? add(symbol, text) : this;
    }

    /** A sentence below the marks. */
    Legend remark(String text) {
        remark = (remark + " " + text).strip();
        return this;
    }

    Legend remarkIf(boolean said, String text) {
        return said ? remark(text) : this;
    }

    /** The marks of points that are not wholly valid, where there are such. */
    Legend validity(Collection<Validity> shown, Symbol withCare, Symbol notValid) {
        return addIf(shown.contains(Validity.WITH_CARE), withCare, Validity.WITH_CARE.label())
                .addIf(shown.contains(Validity.NOT_VALID), notValid, Validity.NOT_VALID.label());
    }

    /** The mark of a value, and that of its spread. */
    Legend value(Symbol value, Collection<Spread> shown, Symbol spread) {
        boolean several = shown.stream().anyMatch(each -> each.count() > 1);
        return add(value, several ? "median of the repetitions" : "measured").spread(shown, spread);
    }

    /** The mark of a spread, where some value was measured more than once. */
    Legend spread(Collection<Spread> shown, Symbol symbol) {
        return addIf(shown.stream().anyMatch(spread -> spread.count() > 1), symbol, "least to greatest");
    }

    /** Draws it below a height. @return the height of the picture with it */
    double draw(Svg svg, double below, double width) {
        double x = LEFT;
        double y = below + ROW;
        for (Map.Entry<Symbol, String> entry : entries.entrySet()) {
            double end = x + SYMBOL + 6 + CHARACTER * entry.getValue().length();
            if (end > width && x > LEFT) {
                end += LEFT - x;
                x = LEFT;
                y += ROW;
            }
            symbol(svg, entry.getKey(), x, y);
            svg.text("axis", x + SYMBOL + 6, y + 4.5, Svg.Anchor.START, entry.getValue());
            x = end + GAP;
        }
        return sentence(svg, entries.isEmpty() ? y - ROW : y, width) + ROW / 2;
    }

    private double sentence(Svg svg, double above, double width) {
        double y = above;
        StringBuilder line = new StringBuilder();
        for (String word : (remark + " ").split(" ")) {
            if (LEFT + CHARACTER * (line.length() + 1 + word.length()) > width) {
                y += ROW;
                svg.text("axis", LEFT, y + 4.5, Svg.Anchor.START, line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        if (!line.isEmpty()) {
            y += ROW;
            svg.text("axis", LEFT, y + 4.5, Svg.Anchor.START, line.toString());
        }
        return y;
    }

    private static void symbol(Svg svg, Symbol symbol, double x, double y) {
        double middle = x + SYMBOL / 2;
        double end = x + SYMBOL;
        switch (symbol) {
            case BAR -> svg.rect("bar" + COLOUR, x, y - 6, SYMBOL, 12);
            case CARE_BAR -> svg.rect("carebar" + COLOUR, x, y - 6, SYMBOL, 12);
            case HOLLOW_BAR -> svg.rect("hollowbar" + COLOUR, x, y - 6, SYMBOL, 12);
            case WHISKER -> whisker(svg, x, end, y);
            case TARGET -> svg.line("target", middle, y - 9, middle, y + 9);
            case DOT -> svg.circle("mark" + COLOUR, middle, y, 6, "");
            case CARE_DOT -> svg.circle("care" + COLOUR, middle, y, 6, "");
            case HOLLOW_DOT -> svg.circle("hollow" + COLOUR, middle, y, 6, "");
            case SPREAD -> svg.line("spread" + COLOUR, middle, y - 9, middle, y + 9);
            case THEORY -> svg.line("theory" + COLOUR, x, y, end, y);
            case RANGE -> {
                svg.line("range" + COLOUR, x, y, end - 2, y);
                svg.rect("bar" + COLOUR, end - 4, y - 7, 4, 14);
            }
            case CURVE -> svg.line("curve" + COLOUR, x, y, end, y);
            case OTHER -> svg.rect("other", x, y - 6, SYMBOL, 12);
            case OTHER2 -> svg.rect("other2", x, y - 6, SYMBOL, 12);
            case SHADE -> svg.rect("shade edge", x, y - 6, SYMBOL, 12);
            case NONE -> { }
        }
    }

    /** A stroke from one value to another, with its ends marked. */
    static void whisker(Svg svg, double from, double to, double middle) {
        svg.line("whisker", from, middle, to, middle);
        svg.line("whisker", from, middle - 4, from, middle + 4);
        svg.line("whisker", to, middle - 4, to, middle + 4);
    }
}
