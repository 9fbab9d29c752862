package lab.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import lab.results.Metric;
import lab.judge.Point;
import lab.results.Spread;
import lab.report.chart.Legend.Shape;
import lab.report.chart.Plot.Place;
import text.Numbers;

/** A curve for each contender over three or more loads. Predictions are dashed. */
final class CurveChart {
    /**
     * If the largest load is at least this many times the smallest, the axis of loads is logarithmic. Otherwise it is
     * linear, and shows a constant cost per user as a straight line.
     */
    private static final double WIDE = 100;

    record Curve(List<Point> points, List<Place> expected) {
        private String name() {
            return points.getFirst().contender();
        }

        private Stream<Point> known(Metric metric) {
            return points.stream().filter(point -> point.spread(metric).isKnown());
        }
    }

    /**
     * @param axis the horizontal axis's title
     * @param fromZero whether the vertical axis must begin at 0; if not, it may be logarithmic
     * @param theory the meaning of the dashed lines
     */
    static Chart draw(Chart chart, String axis, Metric metric, boolean fromZero, List<Curve> curves, String theory,
            Palette colours, Legend legend) {
        List<Double> loads = curves.stream().flatMap(curve -> curve.points().stream())
                .map(point -> point.load().amount()).distinct().sorted().toList();
        List<Spread> values = curves.stream().flatMap(curve -> curve.known(metric)).map(point -> point.spread(metric))
                .toList();
        List<Double> expected = curves.stream().flatMap(curve -> curve.expected().stream()).map(Place::y).toList();
        Plot plot = new Plot(chart, horizontal(loads, Plot.right(curves.stream().map(Curve::name).toList())),
                vertical(values, expected, fromZero));
        plot.leftAxis(plot.y().ticks(), Numbers::text);
        plot.bottomAxis(loads, axis);
        List<Plot.Name> names = new ArrayList<>();
        curves.forEach(curve -> plot.curve("theory " + colours.css(curve.name()), curve.expected().stream()));
        curves.forEach(curve -> draw(plot, curve, metric, colours.css(curve.name()), names));
        plot.names(names);
        boolean x = plot.x().logarithmic();
        boolean y = plot.y().logarithmic();
        return chart.finish(Plot.HEIGHT, legend.value(values, Shape.DOT, "mark", Shape.STROKE, "spread")
                .addIf(!expected.isEmpty(), Shape.LINE, "theory", theory)
                .validity(curves.stream().flatMap(curve -> curve.known(metric)).map(point -> point.validity(metric))
                        .toList(), Shape.DOT)
                .remarkIf(x && y, "Both axes are logarithmic.")
                .remarkIf(x != y, "The " + (x ? "horizontal" : "vertical") + " axis is logarithmic."));
    }

    private static Scale horizontal(List<Double> loads, double right) {
        double least = loads.getFirst();
        double greatest = loads.getLast();
        return greatest / least >= WIDE ? new Scale(least, greatest, Plot.LEFT + 14, right, true)
                : new Scale(0, greatest, Plot.LEFT, right, false);
    }

    private static Scale vertical(List<Spread> values, List<Double> expected, boolean fromZero) {
        double[] heights = DoubleStream.concat(expected.stream().mapToDouble(each -> each), values.stream()
                .flatMapToDouble(spread -> DoubleStream.of(spread.least(), spread.greatest())))
                .filter(value -> value > 0).sorted().toArray();
        return heights.length == 0 ? Scale.linear(1, Plot.BOTTOM, Plot.TOP) : Scale.fitting(fromZero ? 0 : heights[0],
                heights[heights.length - 1], Plot.BOTTOM, Plot.TOP);
    }

    private static void draw(Plot plot, Curve curve, Metric metric, String colour, List<Plot.Name> names) {
        List<Point> known = curve.known(metric).toList();
        plot.curve("curve " + colour, known.stream().map(point -> new Place(point.load().amount(),
                point.spread(metric).median())));
        for (Point point : known) {
            Spread value = point.spread(metric);
            double x = plot.x().at(point.load().amount());
            plot.chart().line("spread " + colour, x, plot.y().at(value.least()), x, plot.y().at(value.greatest()));
            plot.chart().circle(Chart.style(point.validity(metric), "mark") + " " + colour, x,
                    plot.y().at(value.median()), 5, curve.name() + " at " + Numbers.text(point.load().amount()) + ": "
                    + Numbers.text(value.median()));
        }
        if (!known.isEmpty()) {
            names.add(new Plot.Name(curve.name(), colour, known.getLast().spread(metric).median()));
        }
    }
}
