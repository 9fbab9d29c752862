package lab.report.chart;

import module java.base;
import lab.report.chart.Plot.Place;
import lab.results.Point;
import lab.results.Run.Tick;
import text.Numbers;

/** One run of each contender, second by second: how a queue grows. The measured window is shaded and begins at 0. */
final class OverTime {
    static Chart draw(Chart chart, List<Point> points, Palette colours, ToDoubleFunction<Tick> value,
            String meaning) {
        double first = ticks(points).mapToDouble(tick -> tick.at() - tick.seconds()).min().orElseThrow();
        double last = ticks(points).mapToDouble(Tick::at).max().orElseThrow();
        double greatest = ticks(points).mapToDouble(value).filter(Double::isFinite).max().orElse(0);
        Plot plot = new Plot(chart, new Scale(first, last, Plot.LEFT,
                Plot.right(points.stream().map(Point::contender)), false),
                Scale.linear(greatest > 0 ? greatest : 1, Plot.BOTTOM, Plot.TOP));
        plot.shade(0, points.stream().mapToDouble(point -> point.representative().measured().seconds()).max()
                .orElseThrow());
        plot.leftAxis(plot.y().ticks(), Numbers::text);
        plot.bottomAxis(plot.x().ticks(), "seconds since the measured window began");
        points.forEach(point -> plot.curve("curve " + colours.css(point.contender()), places(point, value)));
        plot.names(points.stream().map(point -> new Plot.Name(point.contender(), colours.css(point.contender()),
                places(point, value).reduce((_, later) -> later).map(Place::y).orElse(0.0))));
        return chart.note(true, "Line: " + meaning + ". Shaded: the measured window.").finish(Plot.HEIGHT);
    }

    private static Stream<Tick> ticks(List<Point> points) {
        return points.stream().flatMap(point -> point.representative().measured().ticks().stream());
    }

    private static Stream<Place> places(Point point, ToDoubleFunction<Tick> value) {
        return point.representative().measured().ticks().stream()
                .map(tick -> new Place(tick.at(), value.applyAsDouble(tick)))
                .filter(place -> Double.isFinite(place.y()));
    }
}
