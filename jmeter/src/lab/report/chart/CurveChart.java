package lab.report.chart;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import lab.report.chart.Legend.Shape;
import lab.report.chart.Plot.Place;
import text.Numbers;

/**
 * A curve for each contender over three or more loads. Predictions are dashed.
 *
 * @param axis the horizontal axis's title
 * @param fromZero whether the vertical axis must begin at 0; if not, it may be logarithmic
 * @param theory the meaning of the dashed lines
 */
record CurveChart(String axis, boolean fromZero, String theory, List<Curve> curves) {
    /**
     * If the largest load is at least this many times the smallest, the axis of loads is logarithmic. Otherwise it is
     * linear, and shows a constant cost per user as a straight line.
     */
    private static final double WIDE = 100;

    record Curve(String name, String colour, List<Mark> marks, List<Place> expected) {
    }

    /** A measured figure, with a stroke from {@code least} to {@code greatest}. */
    record Mark(double load, double value, double least, double greatest, boolean valid) {
    }

    private Stream<Mark> marks() {
        return curves.stream().flatMap(curve -> curve.marks().stream());
    }

    Chart draw(Chart chart, Legend legend) {
        List<Double> loads = marks().map(Mark::load).distinct().sorted().toList();
        Plot plot = new Plot(chart, horizontal(loads), vertical());
        plot.leftAxis(plot.y().ticks(), Numbers::text);
        plot.bottomAxis(loads, axis);
        curves.forEach(curve -> plot.curve("theory " + curve.colour(), curve.expected().stream()));
        curves.forEach(curve -> draw(plot, curve));
        plot.names(curves.stream().map(curve -> new Plot.Name(curve.name(), curve.colour(),
                curve.marks().getLast().value())));
        boolean x = plot.x().logarithmic();
        boolean y = plot.y().logarithmic();
        return chart.finish(Plot.HEIGHT, legend
                .add(curves.stream().anyMatch(curve -> !curve.expected().isEmpty()), Shape.LINE, "theory", theory)
                .add(marks().anyMatch(mark -> !mark.valid()), Shape.DOT, "hollow", "invalid")
                .remark(x && y, "Both axes are logarithmic.")
                .remark(x != y, "The " + (x ? "horizontal" : "vertical") + " axis is logarithmic."));
    }

    private Scale horizontal(List<Double> loads) {
        double right = Plot.right(curves.stream().map(Curve::name));
        double least = loads.getFirst();
        double greatest = loads.getLast();
        return greatest / least >= WIDE ? new Scale(least, greatest, Plot.LEFT + 14, right, true)
                : new Scale(0, greatest, Plot.LEFT, right, false);
    }

    private Scale vertical() {
        double[] heights = DoubleStream.concat(
                curves.stream().flatMap(curve -> curve.expected().stream()).mapToDouble(Place::y),
                marks().flatMapToDouble(mark -> DoubleStream.of(mark.least(), mark.greatest())))
                .filter(value -> value > 0).sorted().toArray();
        return heights.length == 0 ? Scale.linear(1, Plot.BOTTOM, Plot.TOP) : Scale.fitting(fromZero ? 0 : heights[0],
                heights[heights.length - 1], Plot.BOTTOM, Plot.TOP);
    }

    private static void draw(Plot plot, Curve curve) {
        plot.curve("curve " + curve.colour(), curve.marks().stream().map(mark -> new Place(mark.load(), mark.value())));
        for (Mark mark : curve.marks()) {
            double x = plot.x().at(mark.load());
            plot.chart().line("spread " + curve.colour(), x, plot.y().at(mark.least()), x,
                    plot.y().at(mark.greatest()));
            plot.chart().circle((mark.valid() ? "mark " : "hollow ") + curve.colour(), x, plot.y().at(mark.value()), 5,
                    curve.name() + " at " + Numbers.text(mark.load()) + ": " + Numbers.text(mark.value()));
        }
    }
}
