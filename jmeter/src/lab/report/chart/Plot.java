package lab.report.chart;

import module java.base;
import text.Numbers;

/** A plot area with two axes. Callers draw in the units of the axes. */
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

    record Name(String text, String colour, double y) {
    }

    static double nameWidth(Stream<String> names) {
        return 20 + CHARACTER * names.mapToInt(String::length).max().orElse(1);
    }

    static double right(Stream<String> names) {
        return Chart.WIDTH - 4 - nameWidth(names);
    }

    void bottomAxis(List<Double> ticks, String title) {
        double last = -TICK_TEXT_WIDTH;
        for (double tick : ticks) {
            chart.line("base", x.at(tick), y.start(), x.at(tick), y.start() + 5);
            if (x.at(tick) - last > TICK_TEXT_WIDTH) {
                chart.text("axis", x.at(tick), y.start() + 21, "middle", Numbers.text(tick).replace('-', '−'));
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

    void curve(String style, Stream<Place> places) {
        double[] path = places.flatMapToDouble(each -> DoubleStream.of(x.at(each.x()), y.at(each.y()))).toArray();
        if (path.length > 0) {
            chart.path(style, DoubleStream.of(path));
        }
    }

    void shade(double from, double to) {
        chart.rect("shade", x.at(from), y.end(), x.at(to) - x.at(from), y.start() - y.end());
    }

    /** Moves names apart if they would overlap. */
    void names(Stream<Name> names) {
        List<Name> down = names.sorted(Comparator.comparingDouble(name -> y.at(name.y()))).toList();
        double[] places = new double[down.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = Math.max(y.at(down.get(i).y()), i == 0 ? TOP : places[i - 1] + LINE);
        }
        for (int i = places.length - 1; i >= 0; i--) {
            places[i] = Math.min(places[i], i == places.length - 1 ? BOTTOM - 6 : places[i + 1] - LINE);
            chart.text("label " + down.get(i).colour(), x.end() + 12, places[i] + 5, "start", down.get(i).text());
        }
    }
}
