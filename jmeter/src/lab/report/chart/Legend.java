package lab.report.chart;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import lab.judge.Spread;
import lab.judge.Validity;

/**
 * What the marks of a chart mean, in the order in which they were added: below it and within the picture, so that an
 * SVG file on a slide has it too.
 */
final class Legend {
    private static final double ROW = 21;
    private static final double LEFT = 12;
    private static final double GAP = 16;
    private static final double MARK = 26;
    /** The width of a character of the style "axis", at its widest on average. */
    private static final double CHARACTER = 6.9;

    /** A mark, in a neutral colour, as the charts draw it in a contender's. */
    enum Symbol {
        BAR((svg, x, y) -> svg.rect("bar key", x, y - 6, MARK, 12)),
        CARE_BAR((svg, x, y) -> svg.rect("carebar key", x, y - 6, MARK, 12)),
        HOLLOW_BAR((svg, x, y) -> svg.rect("hollowbar key", x, y - 6, MARK, 12)),
        WHISKER((svg, x, y) -> svg.whisker("whisker", x, x + MARK, y)),
        INTERVAL((svg, x, y) -> svg.whisker("interval", x, x + MARK, y)),
        /** A prediction among bars. */
        TARGET((svg, x, y) -> svg.line("target", x + MARK / 2, y - 9, x + MARK / 2, y + 9)),
        DOT((svg, x, y) -> svg.dot(Validity.VALID, "key", x + MARK / 2, y, 6, "")),
        CARE_DOT((svg, x, y) -> svg.dot(Validity.WITH_CARE, "key", x + MARK / 2, y, 6, "")),
        HOLLOW_DOT((svg, x, y) -> svg.dot(Validity.NOT_VALID, "key", x + MARK / 2, y, 6, "")),
        /** A whisker on a curve. */
        SPREAD((svg, x, y) -> svg.line("spread key", x + MARK / 2, y - 9, x + MARK / 2, y + 9)),
        /** A prediction among curves. */
        THEORY((svg, x, y) -> svg.line("theory key", x, y, x + MARK, y)),
        RANGE((svg, x, y) -> {
            svg.line("range key", x, y, x + MARK - 2, y);
            svg.rect("bar key", x + MARK - 4, y - 7, 4, 14);
        }),
        CURVE((svg, x, y) -> svg.line("curve key", x, y, x + MARK, y)),
        /** The end of a curve, where it rests on next to nothing. */
        TAIL((svg, x, y) -> svg.line("tail key", x, y, x + MARK, y)),
        /** What other programs used; the second stands on top of the first. */
        OTHER((svg, x, y) -> svg.rect("other", x, y - 6, MARK, 12)),
        OTHER2((svg, x, y) -> svg.rect("other2", x, y - 6, MARK, 12)),
        SHADE((svg, x, y) -> svg.rect("shade edge", x, y - 6, MARK, 12));

        private interface Drawing {
            void draw(Svg svg, double left, double middle);
        }

        private final Drawing drawing;

        Symbol(Drawing drawing) {
            this.drawing = drawing;
        }
    }

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

    /** The mark of a value, and that of its spread where some value was measured more than once. */
    Legend value(Symbol value, Collection<Spread> shown, Symbol spread) {
        boolean several = shown.stream().anyMatch(each -> each.count() > 1);
        return add(value, several ? "median of the repetitions" : "measured")
                .addIf(several, spread, "least to greatest");
    }

    /** Draws it below a height. @return the height of the picture with it */
    double draw(Svg svg, double below, double width) {
        double x = LEFT;
        double y = below + ROW;
        for (Map.Entry<Symbol, String> entry : entries.entrySet()) {
            double end = x + MARK + 6 + CHARACTER * entry.getValue().length();
            if (end > width && x > LEFT) {
                end += LEFT - x;
                x = LEFT;
                y += ROW;
            }
            entry.getKey().drawing.draw(svg, x, y);
            svg.text("axis", x + MARK + 6, y + 4.5, Svg.Anchor.START, entry.getValue());
            x = end + GAP;
        }
        y -= entries.isEmpty() ? ROW : 0;
        int longest = (int) ((width - LEFT) / CHARACTER);
        for (var line : Pattern.compile("(.{1," + longest + "})( +|$)").matcher(remark).results().toList()) {
            y += ROW;
            svg.text("axis", LEFT, y + 4.5, Svg.Anchor.START, line.group(1));
        }
        return y + ROW / 2;
    }
}
