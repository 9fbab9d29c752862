package lab.report.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import lab.results.Figure;
import lab.results.Metric;
import lab.judge.Point;
import lab.results.Run.Bucket;
import lab.results.Run.Requests;
import lab.judge.Validity;
import lab.report.chart.Legend.Shape;
import lab.report.chart.Plot.Place;
import load.jtl.Percentiles;
import text.Numbers;

/** For each contender with answers, one run's distribution of latencies. */
final class LatencyCharts {
    private static final int BARS = 96;
    /** The curve is dotted where fewer requests than this were slower: a percentile there has no 95 % interval. */
    private static final double FEW = 4;

    static Chart histogram(String title, String file, List<Point> points, Palette colours) {
        Scale x = horizontal(points, Panels.LEFT, Panels.RIGHT);
        return new Panels("milliseconds", x, point -> 1, LatencyCharts::remark, (plot, point) -> bars(plot,
                requests(point).histogram(), "bar " + colours.css(point.contender()))).draw(title, file, points,
                colours, new Legend().remarkIf(true, "A bar's height shows how many answers had that latency; each "
                        + "contender's highest bar fills its panel."
                        + (x.logarithmic() ? " The axis is logarithmic." : "")));
    }

    private static Requests requests(Point point) {
        return point.representative().measured().requests();
    }

    private static Scale horizontal(List<Point> points, double left, double right) {
        double least = points.stream().mapToDouble(point -> requests(point).histogram().getFirst().from()).min()
                .orElseThrow();
        double greatest = points.stream().mapToDouble(point -> requests(point).histogram().getLast().to()).max()
                .orElseThrow();
        return Scale.around(Math.max(1, least), greatest, left, right);
    }

    private static String remark(Point point) {
        String p99 = Metric.P99.hasEnoughAnswers(point.representative()) ? "   p99 "
                + Numbers.text(requests(point).latency().p99()) : "";
        return "p50 " + Numbers.text(requests(point).latency().p50()) + p99 + "   longest "
                + Numbers.text(requests(point).latency().max()) + " ms";
    }

    /** A bucket's count is divided among the bars that it spans. */
    private static void bars(Plot plot, List<Bucket> buckets, String style) {
        double[] bars = new double[BARS];
        double width = (plot.x().end() - plot.x().start()) / BARS;
        for (Bucket bucket : buckets) {
            double from = place(plot.x(), bucket.from(), width);
            double to = Math.max(from + 1e-6, place(plot.x(), bucket.to(), width));
            for (int i = (int) from; i < BARS && i < to; i++) {
                bars[i] += bucket.count() * (Math.min(to, i + 1) - Math.max(from, i)) / (to - from);
            }
        }
        double highest = Arrays.stream(bars).max().orElseThrow();
        for (int i = 0; i < BARS; i++) {
            if (bars[i] > 0) {      // visible even for a single answer
                double height = Math.max(1.2, plot.y().start() - plot.y().at(bars[i] / highest));
                plot.chart().rect(style, plot.x().start() + i * width, plot.y().start() - height, width + 0.3, height);
            }
        }
    }

    private static double place(Scale x, double value, double width) {
        return Math.min(BARS - 1e-3, (x.at(value) - x.start()) / width);
    }

    /**
     * The share of requests that took at most a given time. The vertical axis is logarithmic in the share that took
     * longer, as in HdrHistogram's plots, so the tail has enough room.
     */
    static Chart percentiles(String title, String file, List<Point> points, Palette colours) {
        Chart chart = new Chart(title, file, Chart.WIDTH);
        double most = points.stream().mapToDouble(point -> requests(point).latencies()).max().orElseThrow();
        int nines = (int) Math.max(1, Math.ceil(Math.log10(most) - 1e-9));
        Plot plot = new Plot(chart, horizontal(points, Plot.LEFT, Plot.right(points.stream().map(LatencyCharts::name)
                .toList())), new Scale(0, nines, Plot.BOTTOM, Plot.TOP, false));
        List<Double> levels = new ArrayList<>(List.of(0.0, height(0.5)));
        for (double each = 1; each <= nines; each++) {
            levels.add(each);
        }
        plot.leftAxis(levels, level -> percent(1 - Math.pow(10, -level)));
        plot.bottomAxis(plot.x().ticks(), "milliseconds");
        points.forEach(point -> percentiles(plot, requests(point), colours.css(point.contender())));
        plot.names(points.stream().map(point -> new Plot.Name(name(point), colours.css(point.contender()),
                height(1.0 / requests(point).latencies()))).toList());
        return chart.finish(Plot.HEIGHT, legend(points, plot.x().logarithmic()));
    }

    private static Legend legend(List<Point> points, boolean logarithmic) {
        Predicate<Validity> any = validity -> points.stream()
                .anyMatch(point -> point.validity(Figure.P99) == validity);
        return new Legend().add(Shape.LINE, "curve", "share of requests that took at most this long")
                .addIf(points.stream().anyMatch(point -> !requests(point).latency().intervals().isEmpty()),
                        Shape.INTERVAL, "interval", "95 % interval of a percentile")
                .add(Shape.LINE, "tail", "the four slowest requests")
                .remarkIf(true, "The vertical axis is logarithmic in the share of requests that took longer: 10 % at "
                        + "the 90 % line, 1 % at the 99 % line.")
                .remarkIf(logarithmic, "The horizontal axis is logarithmic, too.")
                .remarkIf(any.test(Validity.WITH_CARE), "†: the contender's p99 is usable with care.")
                .remarkIf(any.test(Validity.NOT_VALID), "*: the contender's p99 is in doubt.");
    }

    private static String name(Point point) {
        return point.contender() + point.validity(Figure.P99).mark();
    }

    private static String percent(double share) {
        int digits = share < 0.995 ? 0 : (int) Math.round(-Math.log10(1 - share)) - 2;
        return String.format(Locale.ROOT, "%." + digits + "f %%", 100 * share);
    }

    private static double height(double shareLonger) {
        return -Math.log10(shareLonger);
    }

    private static void percentiles(Plot plot, Requests requests, String colour) {
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
