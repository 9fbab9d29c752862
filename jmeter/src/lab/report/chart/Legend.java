package lab.report.chart;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import lab.judge.Spread;
import lab.judge.Validity;

/**
 * What the marks of a chart mean, below it and within the picture, so that an SVG file on a slide has it too. Holds
 * what was added, in that order. Used by one thread.
 */
final class Legend {
    private static final double ROW = 21;
    private static final double LEFT = 12;
    private static final double GAP = 16;
    /** The width of a character of the style "axis", at its widest on average. */
    private static final double CHARACTER = 6.9;

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
            double end = x + Symbol.WIDTH + 6 + CHARACTER * entry.getValue().length();
            if (end > width && x > LEFT) {
                end += LEFT - x;
                x = LEFT;
                y += ROW;
            }
            entry.getKey().draw(svg, x, y);
            svg.text("axis", x + Symbol.WIDTH + 6, y + 4.5, Svg.Anchor.START, entry.getValue());
            x = end + GAP;
        }
        y -= entries.isEmpty() ? ROW : 0;
        for (String line : lines(remark, (int) ((width - LEFT) / CHARACTER))) {
            y += ROW;
            svg.text("axis", LEFT, y + 4.5, Svg.Anchor.START, line);
        }
        return y + ROW / 2;
    }

    /** Broken between words. */
    private static List<String> lines(String text, int longest) {
        return Pattern.compile("(.{1," + longest + "})( +|$)").matcher(text).results().map(line -> line.group(1))
                .toList();
    }
}
