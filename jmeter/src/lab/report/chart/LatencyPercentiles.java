package lab.report.chart;

import module java.base;
import experiment.Metric;
import experiment.Percentiles;
import experiment.Run.Bucket;
import experiment.Run.Requests;
import lab.judge.Point;
import lab.report.chart.Plot.Curve;
import lab.report.chart.Plot.Place;

/**
 * For each contender with answers, the share of one run's requests that took at most a given time. The vertical axis is
 * logarithmic in the share that took longer, as in HdrHistogram's plots, so the tail has enough room.
 */
final class LatencyPercentiles {
    static Chart draw(Chart chart, List<Point> points, Palette colours) {
        List<Curve> curves = points.stream().map(point -> curve(point, colours)).toList();
        List<Percentiles.Interval> intervals = points.stream()
                .flatMap(point -> requests(point).latency().intervals().stream()).toList();
        DoubleSummaryStatistics millis = Plot.extent(curves, Place::x);
        int nines = (int) Math.max(1, Math.ceil(Plot.extent(curves, Place::y).getMax() - 1e-9));
        Plot plot = new Plot(chart, Scale.around(Math.max(1, millis.getMin()), millis.getMax(),
                Plot.LEFT, Plot.right(curves)), new Scale(0, nines, Plot.BOTTOM, Plot.TOP, false));
        List<Double> levels = new ArrayList<>(List.of(0.0, height(0.5)));
        IntStream.rangeClosed(1, nines).forEach(level -> levels.add((double) level));
        plot.leftAxis(levels, level -> percent(1 - Math.pow(10, -level)));
        plot.bottomAxis("milliseconds");
        plot.draw(curves);
        for (Percentiles.Interval each : intervals) {
            chart.interval("interval", plot.x().at(each.low()), plot.x().at(each.high()),
                    plot.y().at(height(1 - each.percent() / 100)));
        }
        return chart.note(true, "Curve: share of requests that took at most this long.")
                .note(!intervals.isEmpty(), "Thin line: 95 % interval of a percentile.")
                .note(plot.x().logarithmic(), "The horizontal axis is logarithmic.")
                .note(points.stream().anyMatch(point -> !point.isValid(Metric.P99)),
                        "*: p99 is invalid.")
                .finish(Plot.HEIGHT);
    }

    private static Curve curve(Point point, Palette colours) {
        String mark = point.isValid(Metric.P99) ? "" : "*";
        return new Curve(point.contender() + mark, colours.css(point.contender()),
                steps(requests(point)));
    }

    private static Requests requests(Point point) {
        return point.representative().measured().requests();
    }

    private static String percent(double share) {
        int digits = share < 0.995 ? 0 : (int) Math.round(-Math.log10(1 - share)) - 2;
        return String.format(Locale.ROOT, "%." + digits + "f %%", 100 * share);
    }

    private static double height(double shareLonger) {
        return -Math.log10(shareLonger);
    }

    /** A logarithmic axis cannot show zero, so the curve ends when only the longest latency is left. */
    private static List<Place> steps(Requests requests) {
        List<Place> steps = new ArrayList<>();
        double all = requests.latencies();
        double left = all;
        for (Bucket bucket : requests.histogram()) {
            steps.add(new Place(bucket.from(), height(left / all)));
            left -= bucket.count();
            steps.add(new Place(left == 0 ? requests.latency().max() : bucket.to() - 1,
                    height(Math.max(1, left) / all)));
        }
        return steps;
    }
}
