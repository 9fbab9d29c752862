package lab.report.chart;

import common.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import lab.judge.Point;
import lab.judge.Run.Bucket;
import lab.judge.Run.Latency;
import lab.judge.Run.Requests;
import lab.judge.Spread;
import lab.judge.Validity;
import lab.report.chart.Legend.Symbol;
import load.jtl.Percentiles.Interval;

/**
 * A curve for each contender, labelled at its end: a figure over three loads or more, with what theory expects dashed;
 * or how many of the requests took at most how long.
 */
final class CurveChart {
    private static final double WIDTH = 600;
    private static final double HEIGHT = 330;
    private static final double LEFT = 62;
    private static final double TOP = 14;
    private static final double BOTTOM = 280;
    /** Loads further apart than this share no linear axis, on which alone a cost per user is a straight line. */
    private static final double WIDE = 100;
    private static final double LABEL = 17;
    /** Of requests that took longer than a percentile: fewer leave it without an interval. */
    private static final double FEW = 4;

    record Dot(double x, Spread value, Validity validity) {
    }

    /** A place on the dashed line. */
    record Expected(double x, double y) {
    }

    record Curve(String name, String colour, List<Dot> dots, List<Expected> theory) {
        private List<Dot> known() {
            return dots.stream().filter(dot -> dot.value().isKnown()).toList();
        }
    }

    /** A text beside the end of a curve. */
    private record Label(String text, String colour, double y) {
    }

    private final Svg svg = new Svg();
    private final double right;
    private final List<Label> labels = new ArrayList<>();

    private CurveChart(Stream<String> names) {
        right = WIDTH - 4 - RowChart.nameWidth(names.toList());
    }

    /**
     * @param axis     what the horizontal axis counts
     * @param fromZero false: the vertical axis may be logarithmic where the values are far apart
     * @param theory   what the dashed lines are
     */
    static Chart overLoads(String title, String file, String axis, boolean fromZero, List<Curve> curves,
            String theory, Legend legend) {
        CurveChart chart = new CurveChart(curves.stream().map(Curve::name));
        List<Dot> known = curves.stream().flatMap(curve -> curve.known().stream()).toList();
        Scale x = chart.loads(curves);
        Scale y = values(curves, fromZero);
        chart.grid(x, y, axis, curves.stream().flatMap(curve -> curve.dots().stream()).map(Dot::x).distinct().sorted()
                .toList());
        curves.forEach(curve -> chart.svg.path("theory " + curve.colour(), false, curve.theory().stream()
                .filter(expected -> Double.isFinite(expected.y()))
                .flatMapToDouble(expected -> DoubleStream.of(x.at(expected.x()), y.at(expected.y()))).toArray()));
        curves.forEach(curve -> chart.curve(curve, x, y));
        legend.value(Symbol.DOT, known.stream().map(Dot::value).toList(), Symbol.SPREAD)
                .addIf(curves.stream().flatMap(curve -> curve.theory().stream())
                        .anyMatch(expected -> Double.isFinite(expected.y())), Symbol.THEORY, theory)
                .validity(known.stream().map(Dot::validity).toList(), Symbol.CARE_DOT, Symbol.HOLLOW_DOT)
                .remarkIf(x.logarithmic() && y.logarithmic(), "Both axes are logarithmic.")
                .remarkIf(x.logarithmic() && !y.logarithmic(), "The horizontal axis is logarithmic.")
                .remarkIf(!x.logarithmic() && y.logarithmic(), "The vertical axis is logarithmic.");
        return chart.finished(title, file, legend);
    }

    private Scale loads(List<Curve> curves) {
        var loads = curves.stream().flatMap(curve -> curve.dots().stream()).mapToDouble(Dot::x).summaryStatistics();
        return loads.getMax() / loads.getMin() >= WIDE
                ? new Scale(loads.getMin(), loads.getMax(), LEFT + 14, right, true)
                : new Scale(0, loads.getMax(), LEFT, right, false);
    }

    private static Scale values(List<Curve> curves, boolean fromZero) {
        double[] values = curves.stream().flatMapToDouble(curve -> DoubleStream.concat(curve.dots().stream()
                .flatMapToDouble(dot -> DoubleStream.of(dot.value().greatest(), dot.value().least())),
                curve.theory().stream().mapToDouble(Expected::y)))
                .filter(value -> Double.isFinite(value) && value > 0).sorted().toArray();
        double greatest = values.length == 0 ? 1 : values[values.length - 1];
        return values.length == 0 || fromZero ? Scale.linear(greatest, BOTTOM, TOP)
                : Scale.fitting(values[0], greatest, BOTTOM, TOP);
    }

    private void grid(Scale x, Scale y, String axis, List<Double> loads) {
        for (double tick : y.ticks()) {
            level(y.at(tick), tick == y.least(), Numbers.text(tick));
        }
        double last = -100;
        for (double load : loads) {
            boolean named = x.at(load) - last > 44;
            tick(x.at(load), named ? Numbers.text(load) : "");
            last = named ? x.at(load) : last;
        }
        svg.text("axis", (LEFT + right) / 2, BOTTOM + 42, Svg.Anchor.MIDDLE, axis);
    }

    private void level(double height, boolean isBase, String text) {
        svg.line(isBase ? "base" : "grid", LEFT, height, right, height);
        svg.text("axis", LEFT - 8, height + 4, Svg.Anchor.END, text);
    }

    private void tick(double place, String text) {
        svg.line("base", place, BOTTOM, place, BOTTOM + 5);
        if (!text.isEmpty()) {
            svg.text("axis", place, BOTTOM + 21, Svg.Anchor.MIDDLE, text);
        }
    }

    private void curve(Curve curve, Scale x, Scale y) {
        List<Dot> known = curve.known();
        svg.path("curve " + curve.colour(), false, known.stream().flatMapToDouble(dot -> DoubleStream.of(x.at(dot.x()),
                y.at(dot.value().median()))).toArray());
        for (Dot dot : known) {
            svg.line("spread " + curve.colour(), x.at(dot.x()), y.at(dot.value().least()), x.at(dot.x()),
                    y.at(dot.value().greatest()));
            svg.dot(dot.validity(), curve.colour(), x.at(dot.x()), y.at(dot.value().median()), 5,
                    curve.name() + " at " + Numbers.text(dot.x()) + ": " + Numbers.text(dot.value().median()));
        }
        if (!known.isEmpty()) {
            labels.add(new Label(curve.name(), curve.colour(), y.at(known.getLast().value().median())));
        }
    }

    /** The labels, moved apart where they would cover one another, and the legend. */
    private Chart finished(String title, String file, Legend legend) {
        labels.sort(Comparator.comparingDouble(Label::y));
        double[] places = new double[labels.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = Math.max(labels.get(i).y(), i == 0 ? TOP : places[i - 1] + LABEL);
        }
        for (int i = places.length - 1; i >= 0; i--) {
            places[i] = Math.min(places[i], i == places.length - 1 ? BOTTOM - 6 : places[i + 1] - LABEL);
        }
        for (int i = 0; i < places.length; i++) {
            svg.text("label " + labels.get(i).colour(), right + 12, places[i] + 5, Svg.Anchor.START,
                    labels.get(i).text());
        }
        return Chart.of(title, file, WIDTH, HEIGHT, svg, legend);
    }

    /**
     * How many of the requests took at most how long, with the 95 % intervals of percentiles. The vertical axis is
     * logarithmic in the requests that took longer, as HdrHistogram's plots have it, so that the tail has as much room
     * as the rest. The horizontal one is that of the histogram.
     *
     * @param points each with a run that has answers
     */
    static Chart distribution(String title, String file, List<Point> points, Colours colours) {
        CurveChart chart = new CurveChart(points.stream().map(CurveChart::name));
        Scale x = PanelChart.latencies(points, LEFT, chart.right);
        double most = points.stream().mapToDouble(point -> requests(point).latencies()).max().orElse(1);
        int nines = (int) Math.max(1, Math.ceil(Math.log10(most) - 1e-9));
        Scale y = new Scale(0, nines, BOTTOM, TOP, false);
        chart.level(height(y, 1), true, percent(0));
        chart.level(height(y, 0.5), false, percent(0.5));
        for (int i = 1; i <= nines; i++) {
            chart.level(height(y, Math.pow(10, -i)), false, percent(1 - Math.pow(10, -i)));
        }
        x.ticks().forEach(tick -> chart.tick(x.at(tick), Numbers.text(tick)));
        chart.svg.text("axis", (LEFT + x.end()) / 2, BOTTOM + 42, Svg.Anchor.MIDDLE, "milliseconds");
        points.forEach(point -> chart.distribution(point, colours.of(point.contender()), x, y));
        return chart.finished(title, file, new Legend().add(Symbol.CURVE, "requests that took at most so long")
                .addIf(points.stream().anyMatch(point -> !latency(point).intervals().isEmpty()), Symbol.INTERVAL,
                        "95 % interval of a percentile")
                .add(Symbol.TAIL, "the last four requests")
                .remark("The vertical axis is logarithmic in the requests that took longer: 10 % above the line of "
                        + "90 %, 1 % above that of 99 %.")
                .remarkIf(x.logarithmic(), "The horizontal one is logarithmic, too.")
                .remarkIf(is(points, Validity.WITH_CARE), "† usable with care.")
                .remarkIf(is(points, Validity.NOT_VALID), "* not valid."));
    }

    private static boolean is(List<Point> points, Validity validity) {
        return points.stream().anyMatch(point -> point.validity() == validity);
    }

    private static String name(Point point) {
        return point.contender() + point.validity().mark();
    }

    private static Requests requests(Point point) {
        return point.representative().measured().requests();
    }

    private static Latency latency(Point point) {
        return requests(point).latency();
    }

    private static String percent(double share) {
        int digits = share < 0.995 ? 0 : (int) Math.round(-Math.log10(1 - share)) - 2;
        return String.format(Locale.ROOT, "%." + digits + "f %%", 100 * share);
    }

    /** @param longer the share of the requests that took longer, above 0 */
    private static double height(Scale y, double longer) {
        return y.at(-Math.log10(longer));
    }

    private void distribution(Point point, String colour, Scale x, Scale y) {
        double count = requests(point).latencies();
        List<Step> steps = steps(requests(point));
        svg.path("curve " + colour, false, path(steps.stream().filter(step -> step.left() >= FEW), count, x, y));
        svg.path("tail " + colour, false, path(steps.stream().filter(step -> step.left() <= FEW), count, x, y));
        for (Interval interval : latency(point).intervals()) {
            double at = height(y, 1 - interval.percent() / 100);
            svg.whisker("interval", x.at(interval.low()), x.at(interval.high()), at);
        }
        labels.add(new Label(name(point), colour, height(y, 1 / count)));
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
