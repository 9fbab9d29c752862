package lab.report.chart;

import common.text.Numbers;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import lab.judge.Metric;
import lab.judge.Point;
import lab.judge.Run;
import lab.judge.Run.Bucket;
import lab.judge.Run.Latency;
import lab.judge.Run.Tick;
import lab.judge.Validity;
import lab.judge.ValidityRules;
import lab.report.chart.Legend.Symbol;

/**
 * Small pictures of one run each, one below the other on one horizontal axis: how latencies are distributed, or what it
 * did second by second. The measured window is shaded.
 */
final class PanelChart {
    private static final double WIDTH = 600;
    private static final double LEFT = 12;
    private static final double RIGHT = WIDTH - 12;
    private static final double HEAD = 24;
    private static final double BODY = 74;
    private static final double GAP = 12;
    private static final double AXIS = 46;
    private static final int BARS = 96;

    private final Svg svg = new Svg();
    private final List<Point> points;
    private final Colours colours;

    /** Where a panel is drawn. */
    private record Panel(Run run, String colour, double top, double bottom) {
        /** A vertical axis from 0. */
        Scale upTo(double greatest) {
            return new Scale(0, greatest, bottom, top, false);
        }
    }

    private PanelChart(List<Point> points, Colours colours) {
        this.points = points;
        this.colours = colours;
    }

    private Chart draw(String title, String file, String axis, Scale x, Function<Run, String> remark,
            BiConsumer<Svg, Panel> body, Legend legend) {
        double y = 0;
        for (Point point : points) {
            String colour = colours.of(point.contender());
            boolean valid = point.validity() == Validity.VALID;
            svg.text("label " + colour, LEFT, y + 16, Svg.Anchor.START,
                    point.contender() + (valid ? "" : ", " + point.validity().label()));
            svg.text("axis", RIGHT, y + 16, Svg.Anchor.END, remark.apply(point.representative()));
            double bottom = y + HEAD + BODY;
            body.accept(svg, new Panel(point.representative(), colour, y + HEAD, bottom));
            svg.line("base", LEFT, bottom, RIGHT, bottom);
            y = bottom + GAP;
        }
        double bottom = y - GAP;
        for (double tick : x.ticks()) {
            svg.line("base", x.at(tick), bottom, x.at(tick), bottom + 5);
            Svg.Anchor anchor = x.at(tick) > RIGHT - 20 ? Svg.Anchor.END : x.at(tick) < LEFT + 10 ? Svg.Anchor.START
                    : Svg.Anchor.MIDDLE;
            svg.text("axis", x.at(tick), bottom + 20, anchor, Numbers.text(tick));
        }
        svg.text("axis", (LEFT + RIGHT) / 2, bottom + 39, Svg.Anchor.MIDDLE, axis);
        return Chart.of(title, file, WIDTH, bottom + AXIS, svg, legend);
    }

    /** From the least latency of all contenders to the greatest. */
    static Scale latencies(List<Point> points, double left, double right) {
        List<List<Bucket>> histograms =
                points.stream().map(point -> point.representative().measured().requests().histogram()).toList();
        double least = histograms.stream().mapToDouble(each -> each.getFirst().from()).min().orElse(1);
        double greatest = histograms.stream().mapToDouble(each -> each.getLast().to()).max().orElse(1);
        return Scale.around(Math.max(1, least), greatest, left, right);
    }

    /** Each panel is as high as its highest bar. @param points each with a run that has answers */
    static Chart histogram(String title, String file, List<Point> points, Colours colours) {
        Scale x = latencies(points, LEFT, RIGHT);
        return new PanelChart(points, colours).draw(title, file, "milliseconds", x, PanelChart::percentiles,
                (svg, panel) -> histogram(svg, panel, x),
                new Legend().remark("The more answers of a latency, the higher its bar; each contender's highest "
                        + "fills the height." + (x.logarithmic() ? " The axis is logarithmic." : "")));
    }

    private static String percentiles(Run run) {
        Latency latency = run.measured().requests().latency();
        return "p50 " + Numbers.text(latency.p50())
                + (Metric.P99.isCarriedBy(run) ? "   p99 " + Numbers.text(latency.p99()) : "") + "   longest "
                + Numbers.text(latency.max()) + " ms";
    }

    /** In bars of equal width on the axis; a bucket that spans several is shared out among them. */
    private static void histogram(Svg svg, Panel panel, Scale x) {
        double[] bars = new double[BARS];
        double width = (x.end() - x.start()) / BARS;
        for (Bucket bucket : panel.run().measured().requests().histogram()) {
            double from = Math.min(BARS - 1e-3, (x.at(bucket.from()) - x.start()) / width);
            double to = Math.max(from + 1e-6, Math.min(BARS - 1e-3, (x.at(bucket.to()) - x.start()) / width));
            for (int i = (int) from; i < BARS && i < to; i++) {
                bars[i] += bucket.count() * (Math.min(to, i + 1) - Math.max(from, i)) / (to - from);
            }
        }
        double highest = Arrays.stream(bars).max().orElse(1);
        for (int i = 0; i < BARS; i++) {
            double height = BODY * bars[i] / highest;
            if (height > 0) {      // and then at least so high that a few out of very many stay visible
                double seen = Math.max(1.2, height);
                svg.rect("bar " + panel.colour(), x.start() + i * width, panel.bottom() - seen, width + 0.3, seen);
            }
        }
    }

    /**
     * The cores that a run kept busy, as VisualVM shows them: service one at the bottom in its contender's colour,
     * service two and JMeter on top of it in greys.
     *
     * @param points each with a run to show
     */
    static Chart cpu(String title, String file, List<Point> points, Colours colours) {
        Seconds seconds = Seconds.of(points.stream().map(Point::representative).toList());
        Scale x = seconds.scale(LEFT, RIGHT);
        return new PanelChart(points, colours).draw(title, file, "seconds", x, run -> Numbers.text(
                run.measured().serviceOne().cpuSeconds() / run.measured().seconds()) + " of "
                + run.measured().machine().cores() + " cores", (svg, panel) -> {
            Scale y = panel.upTo(panel.run().measured().machine().cores());
            seconds.shade(svg, panel.run(), x, y);
            seconds.area(svg, "other2", panel.run(), x, y, tick -> known(tick.serviceOne()) + known(tick.serviceTwo())
                    + known(tick.generator()));
            seconds.area(svg, "other", panel.run(), x, y, tick -> known(tick.serviceOne())
                    + known(tick.serviceTwo()));
            seconds.area(svg, "bar " + panel.colour(), panel.run(), x, y, Tick::serviceOne);
        }, new Legend().add(Symbol.BAR, "service one, in its colour").add(Symbol.OTHER, "service two")
                .add(Symbol.OTHER2, "JMeter").add(Symbol.SHADE, "the measured window")
                .remark("The full height is all cores."));
    }

    /** The mean latency of the answers of each second: what an overload does while it lasts. */
    static Chart latency(String title, String file, List<Point> points, Colours colours) {
        List<Run> runs = points.stream().map(Point::representative).toList();
        Seconds seconds = Seconds.of(runs);
        Scale x = seconds.scale(LEFT, RIGHT);
        double greatest = runs.stream().flatMap(run -> run.measured().ticks().stream()).mapToDouble(Tick::latency)
                .filter(Double::isFinite).max().orElse(1);
        return new PanelChart(points, colours).draw(title, file, "seconds", x, run -> answered(run).stream()
                .reduce((first, last) -> last).map(last -> "at the end " + Numbers.text(Math.rint(last.latency()))
                + " ms").orElse(""), (svg, panel) -> {
            Scale y = panel.upTo(greatest);
            seconds.shade(svg, panel.run(), x, y);
            svg.path("curve " + panel.colour(), false, answered(panel.run()).stream().flatMapToDouble(tick ->
                    DoubleStream.of(x.at(tick.at() - seconds.first()), y.at(tick.latency()))).toArray());
        }, new Legend().add(Symbol.CURVE, "mean of each second's answers").add(Symbol.SHADE, "the measured window")
                .remark("The full height is " + Numbers.text(greatest) + " ms."));
    }

    private static List<Tick> answered(Run run) {
        return run.measured().ticks().stream().filter(tick -> Double.isFinite(tick.latency())).toList();
    }

    private static double known(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    /** The time of several runs on one axis. Its 0 is at {@code -first}, where each run's window begins. */
    private record Seconds(double first, double last) {
        static Seconds of(List<Run> runs) {
            return new Seconds(runs.stream().mapToDouble(run -> begin(run.measured().ticks().getFirst())).min()
                    .orElse(0), runs.stream().mapToDouble(run -> run.measured().ticks().getLast().at()).max()
                    .orElse(1));
        }

        private static double begin(Tick tick) {
            return tick.at() - tick.seconds();
        }

        Scale scale(double left, double right) {
            return new Scale(0, last - first, left, right, false);
        }

        void shade(Svg svg, Run run, Scale x, Scale y) {
            svg.rect("shade", x.at(-first), y.end(), x.at(run.measured().seconds() - first) - x.at(-first),
                    y.start() - y.end());
        }

        /** In steps, for a tick's value is the mean of its time. */
        void area(Svg svg, String style, Run run, Scale x, Scale y, ToDoubleFunction<Tick> value) {
            List<Tick> ticks = run.measured().ticks();
            DoubleStream steps = ticks.stream().flatMapToDouble(tick -> {
                double height = y.at(known(value.applyAsDouble(tick)));
                return DoubleStream.of(x.at(begin(tick) - first), height, x.at(tick.at() - first), height);
            });
            svg.path(style, true, Stream.of(
                    DoubleStream.of(x.at(begin(ticks.getFirst()) - first), y.start()), steps,
                    DoubleStream.of(x.at(ticks.getLast().at() - first), y.start()))
                    .flatMapToDouble(each -> each).toArray());
        }
    }

    private static final double STRIPS_WIDTH = 1200;
    private static final double NAMES = 200;
    private static final double STRIP = 30;

    /** What a column of strips shows of each second. */
    private enum Column {
        THROUGHPUT("requests/s", tick -> tick.answers() / tick.seconds()),
        CPU("cores, service one", Tick::serviceOne),
        COMPILER("cores, its compiler", Tick::compiler),
        COLLECTOR("cores, its collector", Tick::collector);

        private static final double SPACE = 20;
        private static final double WIDTH = (STRIPS_WIDTH - NAMES) / 4 - SPACE;
        private final String title;
        private final ToDoubleFunction<Tick> value;

        Column(String title, ToDoubleFunction<Tick> value) {
            this.title = title;
            this.value = value;
        }

        double left() {
            return NAMES + ordinal() * (WIDTH + SPACE);
        }
    }

    /**
     * Every run under one load, second by second, one below the other: throughput, and the cores that service one, its
     * compiler and its collector kept busy. Small, and each column on one scale, so that a run which is unlike the
     * others is seen at once.
     *
     * @param runs that were measured, in the order to show
     */
    static Chart strips(String title, String file, List<Run> runs, Colours colours) {
        Svg svg = new Svg();
        Seconds seconds = Seconds.of(runs);
        for (int i = 0; i < runs.size(); i++) {
            Run run = runs.get(i);
            String mark = ValidityRules.validity(run).mark();
            svg.text("label " + colours.of(run.contender()), 2, bottom(i) - 12, Svg.Anchor.START,
                    run.contender() + " · " + run.repetition() + (mark.isEmpty() ? "" : " " + mark));
        }
        double foot = bottom(runs.size() - 1);
        for (Column column : Column.values()) {
            double greatest = runs.stream().flatMap(run -> run.measured().ticks().stream())
                    .mapToDouble(column.value).filter(Double::isFinite).max().orElse(Double.NaN);
            svg.text("axis", column.left(), STRIP - 12, Svg.Anchor.START, column.title
                    + (Double.isNaN(greatest) ? ": not known" : ", up to " + Numbers.text(greatest)));
            Scale x = seconds.scale(column.left(), column.left() + Column.WIDTH);
            for (int i = 0; i < runs.size(); i++) {
                Scale y = new Scale(0, greatest > 0 ? greatest : 1, bottom(i), bottom(i) - STRIP, false);
                seconds.shade(svg, runs.get(i), x, y);
                seconds.area(svg, "bar " + colours.of(runs.get(i).contender()), runs.get(i), x, y, column.value);
                svg.line("base", x.start(), y.start(), x.end(), y.start());
            }
            svg.text("axis", x.start(), foot + 18, Svg.Anchor.START, moment(seconds.first()));
            svg.text("axis", x.at(-seconds.first()), foot + 18, Svg.Anchor.MIDDLE, "0");
            svg.text("axis", x.end(), foot + 18, Svg.Anchor.END, moment(seconds.last()));
        }
        List<Validity> found = runs.stream().map(ValidityRules::validity).toList();
        return Chart.of(title, file, STRIPS_WIDTH, foot + 44, svg, new Legend()
                .add(Symbol.SHADE, "the measured window").remark("Each column has one scale, from 0, for all runs.")
                .remarkIf(found.contains(Validity.WITH_CARE), "†: usable with care.")
                .remarkIf(found.contains(Validity.NOT_VALID), "*: not valid."));
    }

    private static double bottom(int row) {
        return STRIP + (row + 1) * (STRIP + 7);
    }

    private static String moment(double at) {
        return Numbers.text(Math.rint(at)).replace('-', '−') + " s";
    }
}
