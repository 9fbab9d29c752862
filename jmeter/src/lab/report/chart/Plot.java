package lab.report.chart;

import module java.base;
import text.Numbers;

/** Curves over two axes. Callers draw in the units of the axes. */
record Plot(Chart chart, Scale x, Scale y) {
    /** The edges of a plot area with room for axes and names. */
    static final double LEFT = 62;
    static final double TOP = 14;
    static final double BOTTOM = 280;
    static final double HEIGHT = 330;
    private static final double CHARACTER = 8.8;         // mean width in bold text, a generous estimate
    private static final double TICK_TEXT_WIDTH = 44;
    private static final double LINE = 17;

    record Place(double x, double y) {
    }

    /** @param places at least one */
    record Curve(String name, String colour, List<Place> places) {
    }

    static double nameWidth(Stream<String> names) {
        return 20 + CHARACTER * names.mapToInt(String::length).max().orElse(1);
    }

    static double right(List<Curve> curves) {
        return Chart.WIDTH - 4 - nameWidth(curves.stream().map(Curve::name));
    }

    static DoubleSummaryStatistics extent(List<Curve> curves, ToDoubleFunction<Place> coordinate) {
        return curves.stream().flatMap(curve -> curve.places().stream()).mapToDouble(coordinate)
                .summaryStatistics();
    }

    void bottomAxis(String title) {
        double last = -TICK_TEXT_WIDTH;
        for (double tick : x.ticks()) {
            chart.line("base", x.at(tick), y.start(), x.at(tick), y.start() + 5);
            if (x.at(tick) - last > TICK_TEXT_WIDTH) {
                chart.text("axis", x.at(tick), y.start() + 21, "middle",
                        Numbers.text(tick).replace('-', '−'));
                last = x.at(tick);
            }
        }
        chart.text("axis", (x.start() + x.end()) / 2, y.start() + 42, "middle", title);
    }

    void leftAxis(List<Double> ticks, DoubleFunction<String> text) {
        for (double tick : ticks) {
            chart.line(tick == y.least() ? "base" : "grid", LEFT, y.at(tick), x.end(), y.at(tick));
            chart.text("axis", LEFT - 8, y.at(tick) + 4, "end", text.apply(tick));
        }
    }

    /** Each curve's name is beside its end. Names move apart if they would overlap. */
    void draw(List<Curve> curves) {
        for (Curve curve : curves) {
            chart.path("curve " + curve.colour(), curve.places().stream()
                    .map(each -> String.format(Locale.ROOT, "%.1f %.1f", x.at(each.x()), y.at(each.y())))
                    .collect(Collectors.joining("L")));
        }
        double place = TOP - LINE;
        double lowest = BOTTOM - 6 - LINE * (curves.size() - 1);
        for (Curve curve : curves.stream().sorted(Comparator.comparingDouble(this::end)).toList()) {
            place = Math.min(Math.max(end(curve), place + LINE), lowest);
            lowest += LINE;
            chart.text("label " + curve.colour(), x.end() + 12, place + 5, "start", curve.name());
        }
    }

    private double end(Curve curve) {
        return y.at(curve.places().getLast().y());
    }
}
