package lab.report.chart;

/** A mark in a {@link Legend}, in a neutral colour, as the charts draw it in a contender's. */
enum Symbol {
    BAR((svg, x, y) -> svg.rect("bar key", x, y - 6, Symbol.WIDTH, 12)),
    CARE_BAR((svg, x, y) -> svg.rect("carebar key", x, y - 6, Symbol.WIDTH, 12)),
    HOLLOW_BAR((svg, x, y) -> svg.rect("hollowbar key", x, y - 6, Symbol.WIDTH, 12)),
    WHISKER((svg, x, y) -> whisker(svg, x, x + Symbol.WIDTH, y)),
    INTERVAL((svg, x, y) -> interval(svg, x, x + Symbol.WIDTH, y)),
    /** A prediction among bars. */
    TARGET((svg, x, y) -> svg.line("target", x + Symbol.WIDTH / 2, y - 9, x + Symbol.WIDTH / 2, y + 9)),
    DOT((svg, x, y) -> svg.circle("mark key", x + Symbol.WIDTH / 2, y, 6, "")),
    CARE_DOT((svg, x, y) -> svg.circle("care key", x + Symbol.WIDTH / 2, y, 6, "")),
    HOLLOW_DOT((svg, x, y) -> svg.circle("hollow key", x + Symbol.WIDTH / 2, y, 6, "")),
    /** A whisker on a curve. */
    SPREAD((svg, x, y) -> svg.line("spread key", x + Symbol.WIDTH / 2, y - 9, x + Symbol.WIDTH / 2, y + 9)),
    /** A prediction among curves. */
    THEORY((svg, x, y) -> svg.line("theory key", x, y, x + Symbol.WIDTH, y)),
    RANGE((svg, x, y) -> {
        svg.line("range key", x, y, x + Symbol.WIDTH - 2, y);
        svg.rect("bar key", x + Symbol.WIDTH - 4, y - 7, 4, 14);
    }),
    CURVE((svg, x, y) -> svg.line("curve key", x, y, x + Symbol.WIDTH, y)),
    /** The end of a curve, where it rests on next to nothing. */
    TAIL((svg, x, y) -> svg.line("tail key", x, y, x + Symbol.WIDTH, y)),
    /** What other programs used; the second stands on top of the first. */
    OTHER((svg, x, y) -> svg.rect("other", x, y - 6, Symbol.WIDTH, 12)),
    OTHER2((svg, x, y) -> svg.rect("other2", x, y - 6, Symbol.WIDTH, 12)),
    SHADE((svg, x, y) -> svg.rect("shade edge", x, y - 6, Symbol.WIDTH, 12));

    static final double WIDTH = 26;

    private interface Drawing {
        void draw(Svg svg, double x, double y);
    }

    private final Drawing drawing;

    Symbol(Drawing drawing) {
        this.drawing = drawing;
    }

    /** @param x its left end @param y its middle */
    void draw(Svg svg, double x, double y) {
        drawing.draw(svg, x, y);
    }

    /** A stroke from one value to another, with its ends marked. */
    static void whisker(Svg svg, double from, double to, double middle) {
        range(svg, "whisker", from, to, middle);
    }

    /** The same, of a confidence interval. */
    static void interval(Svg svg, double from, double to, double middle) {
        range(svg, "interval", from, to, middle);
    }

    private static void range(Svg svg, String style, double from, double to, double middle) {
        svg.line(style, from, middle, to, middle);
        svg.line(style, from, middle - 4, from, middle + 4);
        svg.line(style, to, middle - 4, to, middle + 4);
    }
}
