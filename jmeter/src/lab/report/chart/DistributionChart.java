package lab.report.chart;

import common.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import lab.judge.Point;
import lab.judge.Run.Bucket;
import lab.judge.Run.Latency;
import lab.judge.Run.Requests;
import lab.judge.Validity;
import load.jtl.Percentiles;

/**
 * How many of the requests took at most how long: a curve for each contender, with the 95 % intervals of percentiles.
 * The vertical axis is logarithmic in the requests that took longer, as HdrHistogram's plots have it, so that the tail
 * has as much room as the rest. The horizontal one is that of the histogram beside it. Stateless.
 */
final class DistributionChart {
    private static final double LEFT = 62;
    private static final double TOP = 14;
    private static final double BOTTOM = 280;
    private static final double HEIGHT = 330;
    /** Of requests that took longer than a percentile: fewer leave it without an interval. */
    private static final double FEW = 4;

    /** @param points each with a run that has answers */
    static Chart draw(String title, String file, List<Point> points, Colours colours) {
        Svg svg = new Svg();
        double right = Panels.WIDTH - 4 - BarChart.nameWidth(points.stream().map(DistributionChart::name).toList());
        Scale x = HistogramChart.horizontal(points, LEFT, right);
        double most = points.stream().mapToDouble(point -> requests(point).latencies()).max().orElse(1);
        Scale y = new Scale(0, Math.max(1, Math.ceil(Math.log10(most) - 1e-9)), BOTTOM, TOP, false);
        grid(svg, x, y);
        Labels labels = new Labels();
        points.forEach(point -> curve(svg, x, y, point, colours.of(point.contender()), labels));
        labels.draw(svg, right + 12, TOP, BOTTOM - 6);
        return Chart.of(title, file, Panels.WIDTH, HEIGHT, svg, legend(points, x));
    }

    private static Legend legend(List<Point> points, Scale x) {
        boolean intervals = points.stream().anyMatch(point -> !latency(point).intervals().isEmpty());
        return new Legend().add(Symbol.CURVE, "requests that took at most so long")
                .addIf(intervals, Symbol.INTERVAL, "95 % interval of a percentile")
                .add(Symbol.TAIL, "the last four requests")
                .remark("The vertical axis is logarithmic in the requests that took longer: 10 % above the line of "
                        + "90 %, 1 % above that of 99 %.")
                .remarkIf(x.logarithmic(), "The horizontal one is logarithmic, too.")
                .remarkIf(is(points, Validity.WITH_CARE), "† usable with care.")
                .remarkIf(is(points, Validity.NOT_VALID), "* not valid.");
    }

    private static boolean is(List<Point> points, Validity validity) {
        return points.stream().anyMatch(point -> point.validity() == validity);
    }

    private static String name(Point point) {
        return point.contender() + switch (point.validity()) {
            case VALID -> "";
            case WITH_CARE -> "†";
            case NOT_VALID -> "*";
        };
    }

    private static Requests requests(Point point) {
        return point.representative().measured().requests();
    }

    private static Latency latency(Point point) {
        return requests(point).latency();
    }

    private static void grid(Svg svg, Scale x, Scale y) {
        levels(y).forEach(share -> {
            double at = height(y, 1 - share);
            svg.line(share == 0 ? "base" : "grid", LEFT, at, x.end(), at);
            svg.text("axis", LEFT - 8, at + 4, Svg.Anchor.END, percent(share));
        });
        for (double tick : x.ticks()) {
            svg.line("base", x.at(tick), BOTTOM, x.at(tick), BOTTOM + 5);
            svg.text("axis", x.at(tick), BOTTOM + 21, Svg.Anchor.MIDDLE, Numbers.text(tick));
        }
        svg.text("axis", (LEFT + x.end()) / 2, BOTTOM + 42, Svg.Anchor.MIDDLE, "milliseconds");
    }

    /** 0, 50, 90, 99, 99.9 % and so on, as far as the axis goes. */
    private static DoubleStream levels(Scale y) {
        return DoubleStream.concat(DoubleStream.of(0, 0.5),
                IntStream.rangeClosed(1, (int) y.greatest()).mapToDouble(nines -> 1 - Math.pow(10, -nines)));
    }

    private static String percent(double share) {
        int digits = share < 0.995 ? 0 : (int) Math.round(-Math.log10(1 - share)) - 2;
        return String.format(Locale.ROOT, "%." + digits + "f %%", 100 * share);
    }

    /** @param longer the share of the requests that took longer, above 0 */
    private static double height(Scale y, double longer) {
        return y.at(-Math.log10(longer));
    }

    private static void curve(Svg svg, Scale x, Scale y, Point point, String colour, Labels labels) {
        double count = requests(point).latencies();
        List<Step> steps = steps(requests(point));
        svg.path("curve " + colour, false, path(steps.stream().filter(step -> step.left() >= FEW), count, x, y));
        svg.path("tail " + colour, false, path(steps.stream().filter(step -> step.left() <= FEW), count, x, y));
        for (Percentiles.Interval interval : latency(point).intervals()) {
            double at = height(y, 1 - interval.percent() / 100);
            Symbol.interval(svg, x.at(interval.low()), x.at(interval.high()), at);
        }
        labels.add("label " + colour, name(point), height(y, 1 / count));
    }

    /** After so many milliseconds so many requests have no answer yet. */
    private record Step(double millis, double left) {
    }

    /**
     * From the shortest latency to the longest. After that none is left, which no logarithm shows: the curve ends where
     * the longest is the only one.
     */
    private static List<Step> steps(Requests requests) {
        List<Step> steps = new ArrayList<>();
        double left = requests.latencies();
        for (Bucket bucket : requests.histogram()) {
            double after = left - bucket.count();
            double end = after == 0 ? requests.latency().max() : bucket.to() - 1;
            steps.add(new Step(bucket.from(), left));
            if (left > FEW && after < FEW) {      // where the curve changes its style, so that none is missing between
                double share = (left - FEW) / (left - Math.max(1, after));
                steps.add(new Step(bucket.from() + share * (end - bucket.from()), FEW));
            }
            steps.add(new Step(end, Math.max(1, after)));
            left = after;
        }
        return steps;
    }

    private static double[] path(Stream<Step> steps, double count, Scale x, Scale y) {
        return steps.flatMapToDouble(step -> DoubleStream.of(x.at(step.millis()), height(y, step.left() / count)))
                .toArray();
    }
}
