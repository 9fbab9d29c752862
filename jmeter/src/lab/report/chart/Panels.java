package lab.report.chart;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import lab.results.Point;

/**
 * A panel for each contender, with a shared horizontal axis below the last.
 *
 * @param full the value that fills a panel's height
 * @param remark the text at the upper right
 */
record Panels(String axis, Scale x, ToDoubleFunction<Point> full, Function<Point, String> remark,
        BiConsumer<Plot, Point> body) {
    static final double LEFT = 20;
    static final double RIGHT = Chart.WIDTH - 24;
    private static final double HEAD = 24;
    private static final double BODY = 74;
    private static final double GAP = 12;
    private static final double AXIS = 46;

    Chart draw(String title, String file, List<Point> points, Palette colours, Legend legend) {
        Chart chart = new Chart(title, file, Chart.WIDTH);
        double bottom = -GAP;
        for (Point point : points) {
            double top = bottom + GAP + HEAD;
            bottom = top + BODY;
            chart.text("label " + colours.css(point.contender()), LEFT, top - 8, "start", point.contender()
                    + (point.isValid() ? "" : " (invalid)"));
            chart.text("axis", RIGHT, top - 8, "end", remark.apply(point));
            Plot plot = new Plot(chart, x, new Scale(0, full.applyAsDouble(point), bottom, top, false));
            body.accept(plot, point);
            chart.line("base", LEFT, bottom, RIGHT, bottom);
            if (point == points.getLast()) {
                plot.bottomAxis(x.ticks(), axis);
            }
        }
        return chart.finish(bottom + AXIS, legend);
    }
}
