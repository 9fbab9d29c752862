package lab.report.chart;

import module java.base;
import lab.report.chart.Plot.Place;
import lab.results.Metric;
import lab.results.Point;
import lab.results.Run.Bucket;
import lab.results.Run.Requests;
import load.jtl.Percentiles;

/**
 * For each contender with answers, the share of one run's requests that took at most a given time. The vertical axis is
 * logarithmic in the share that took longer, as in HdrHistogram's plots, so the tail has enough room.
 */
final class PercentileCurve {
    /** The curve is dotted where fewer requests than this were slower: a percentile there has no 95 % interval. */
    private static final double FEW = 4;

    static Chart draw(Chart chart, List<Point> points, Palette colours) {
        double most = points.stream().mapToDouble(point -> requests(point).latencies()).max().orElseThrow();
        int nines = (int) Math.max(1, Math.ceil(Math.log10(most) - 1e-9));
        Plot plot = new Plot(chart, horizontal(points), new Scale(0, nines, Plot.BOTTOM, Plot.TOP, false));
        List<Double> levels = new ArrayList<>(List.of(0.0, height(0.5)));
        for (double each = 1; each <= nines; each++) {
            levels.add(each);
        }
        plot.leftAxis(levels, level -> percent(1 - Math.pow(10, -level)));
        plot.bottomAxis(plot.x().ticks(), "milliseconds");
        points.forEach(point -> draw(plot, requests(point), colours.css(point.contender())));
        plot.names(points.stream().map(point -> new Plot.Name(name(point), colours.css(point.contender()),
                height(1.0 / requests(point).latencies()))));
        return chart.note(true, "Curve: share of requests that took at most this long.")
                .note(true, "Dotted: the four slowest requests.")
                .note(points.stream().anyMatch(point -> !requests(point).latency().intervals().isEmpty()),
                        "Thin line: 95 % interval of a percentile.")
                .note(plot.x().logarithmic(), "The horizontal axis is logarithmic.")
                .note(points.stream().anyMatch(point -> !point.isValid(Metric.P99)), "*: p99 is invalid.")
                .finish(Plot.HEIGHT);
    }

    private static Requests requests(Point point) {
        return point.representative().measured().requests();
    }

    private static Scale horizontal(List<Point> points) {
        double least = points.stream().mapToDouble(point -> requests(point).histogram().getFirst().from()).min()
                .orElseThrow();
        double greatest = points.stream().mapToDouble(point -> requests(point).histogram().getLast().to()).max()
                .orElseThrow();
        return Scale.around(Math.max(1, least), greatest, Plot.LEFT,
                Plot.right(points.stream().map(PercentileCurve::name)));
    }

    private static String name(Point point) {
        return point.contender() + (point.isValid(Metric.P99) ? "" : "*");
    }

    private static String percent(double share) {
        int digits = share < 0.995 ? 0 : (int) Math.round(-Math.log10(1 - share)) - 2;
        return String.format(Locale.ROOT, "%." + digits + "f %%", 100 * share);
    }

    private static double height(double shareLonger) {
        return -Math.log10(shareLonger);
    }

    private static void draw(Plot plot, Requests requests, String colour) {
        List<Place> curve = steps(requests);
        double few = height(FEW / requests.latencies());
        plot.curve("curve " + colour, curve.stream().filter(place -> place.y() <= few));
        plot.curve("tail " + colour, curve.stream().filter(place -> place.y() >= few));
        for (Percentiles.Interval each : requests.latency().intervals()) {
            plot.chart().interval("interval", plot.x().at(each.low()), plot.x().at(each.high()),
                    plot.y().at(height(1 - each.percent() / 100)));
        }
    }

    /** A logarithmic axis cannot show zero, so the curve ends when only the longest latency is left. */
    private static List<Place> steps(Requests requests) {
        List<Place> steps = new ArrayList<>();
        double all = requests.latencies();
        double left = all;
        for (Bucket bucket : requests.histogram()) {
            double after = left - bucket.count();
            double end = after == 0 ? requests.latency().max() : bucket.to() - 1;
            steps.add(new Place(bucket.from(), height(left / all)));
            if (left > FEW && after < FEW) {      // the style changes here, without a gap
                double share = (left - FEW) / (left - Math.max(1, after));
                steps.add(new Place(bucket.from() + share * (end - bucket.from()), height(FEW / all)));
            }
            steps.add(new Place(end, height(Math.max(1, after) / all)));
            left = after;
        }
        return steps;
    }
}
