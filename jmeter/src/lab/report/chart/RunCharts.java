package lab.report.chart;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import lab.results.Figure;
import lab.results.Metric;
import lab.judge.Point;
import lab.results.Run.Tick;
import lab.results.Run;
import lab.judge.Validity;
import lab.judge.ValidityRules;
import lab.report.chart.Legend.Shape;
import lab.report.chart.Plot.Place;
import text.Numbers;

/** Runs second by second. The measured window is shaded and begins at 0. */
final class RunCharts {
    private static final String AXIS = "seconds since the measured window began";
    private static final double STRIPS_WIDTH = 1200;
    private static final double NAMES = 200;
    private static final double GAP = 20;
    private static final double HEAD = 30;
    private static final double STRIP = 30;
    private static final double SPACE = 7;

    private enum Column {
        THROUGHPUT("requests/s", tick -> tick.answers() / tick.seconds()),
        CPU("cores, service one", Tick::serviceOne),
        COMPILER("cores, JIT compiler", Tick::compiler),
        COLLECTOR("cores, collector", Tick::collector);

        private static final double WIDTH = (STRIPS_WIDTH - NAMES) / values().length - GAP;

        private final String title;
        private final ToDoubleFunction<Tick> value;

        Column(String title, ToDoubleFunction<Tick> value) {
            this.title = title;
            this.value = value;
        }
    }

    /** One run per contender. Each area covers the lower part of the area drawn before it. */
    static Chart cpu(String title, String file, List<Point> points, Palette colours) {
        return new Panels(AXIS, time(runs(points), Panels.LEFT, Panels.RIGHT),
                point -> point.representative().measured().machine().cores(),
                point -> Numbers.text(Metric.CORES.of(point.representative())) + " of "
                        + point.representative().measured().machine().cores() + " cores", (plot, point) -> {
                    Run run = point.representative();
                    plot.shade(0, run.measured().seconds());
                    area(plot, "other2", run, tick -> orZero(tick.serviceOne()) + orZero(tick.serviceTwo())
                            + orZero(tick.generator()));
                    area(plot, "other", run, tick -> orZero(tick.serviceOne()) + orZero(tick.serviceTwo()));
                    area(plot, "bar " + colours.css(run.contender()), run, Tick::serviceOne);
                }).draw(title, file, points, colours, new Legend()
                        .add(Shape.BOX, "bar", "service one, in the contender's colour")
                        .add(Shape.BOX, "other", "service two").add(Shape.BOX, "other2", "JMeter")
                        .add(Shape.BOX, "shade", "the measured window")
                        .remarkIf(true, "The full height stands for all cores."));
    }

    /** Shows how an overload develops. */
    static Chart latency(String title, String file, List<Point> points, Palette colours) {
        double known = greatest(runs(points), Tick::latency);
        double greatest = known > 0 ? known : 1;
        return new Panels(AXIS, time(runs(points), Panels.LEFT, Panels.RIGHT), point -> greatest,
                point -> answered(point).isEmpty() ? "" : "at the end "
                        + Numbers.text(Math.rint(answered(point).getLast().latency())) + " ms", (plot, point) -> {
                    plot.shade(0, point.representative().measured().seconds());
                    plot.curve("curve " + colours.css(point.contender()), answered(point).stream()
                            .map(tick -> new Place(tick.at(), tick.latency())));
                }).draw(title, file, points, colours, new Legend()
                        .add(Shape.LINE, "curve", "mean of each second's answers")
                        .add(Shape.BOX, "shade", "the measured window")
                        .remarkIf(true, "The full height stands for " + Numbers.text(greatest) + " ms."));
    }

    private static List<Tick> answered(Point point) {
        return point.representative().measured().ticks().stream().filter(tick -> Double.isFinite(tick.latency()))
                .toList();
    }

    private static List<Run> runs(List<Point> points) {
        return points.stream().map(Point::representative).toList();
    }

    private static Scale time(List<Run> runs, double left, double right) {
        double first = runs.stream().mapToDouble(run -> begin(run.measured().ticks().getFirst())).min().orElseThrow();
        double last = runs.stream().mapToDouble(run -> run.measured().ticks().getLast().at()).max().orElseThrow();
        return new Scale(first, last, left, right, false);
    }

    private static double begin(Tick tick) {
        return tick.at() - tick.seconds();
    }

    private static double greatest(List<Run> runs, ToDoubleFunction<Tick> value) {
        return runs.stream().flatMap(run -> run.measured().ticks().stream()).mapToDouble(value)
                .filter(Double::isFinite).max().orElse(Double.NaN);
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    /** In steps, because a tick's value is a mean over its time. */
    private static void area(Plot plot, String style, Run run, ToDoubleFunction<Tick> value) {
        plot.area(style, run.measured().ticks().stream().flatMap(tick -> Stream.of(begin(tick), tick.at())
                .map(at -> new Place(at, orZero(value.applyAsDouble(tick))))).toList());
    }

    /**
     * Every run under one load. The strips of a column share a scale, so an unusual run stands out.
     *
     * @param runs the measured runs, in display order
     */
    static Chart strips(String title, String file, List<Run> runs, Palette colours) {
        Chart chart = new Chart(title, file, STRIPS_WIDTH);
        for (int i = 0; i < runs.size(); i++) {
            Run run = runs.get(i);
            chart.text("label " + colours.css(run.contender()), 2, bottom(i) - 12, "start", (run.contender() + " · "
                    + run.repetition() + " " + ValidityRules.validity(run, Figure.THROUGHPUT).mark()).stripTrailing());
        }
        for (Column column : Column.values()) {
            column(chart, column, runs, colours);
        }
        List<Validity> validities = runs.stream().map(run -> ValidityRules.validity(run, Figure.THROUGHPUT))
                .toList();
        return chart.finish(bottom(runs.size() - 1) + 44, new Legend().add(Shape.BOX, "shade", "the measured window")
                .remarkIf(true, "Each column has one scale for all runs, from 0. Time is in seconds.")
                .remarkIf(validities.contains(Validity.WITH_CARE), "†: throughput usable with care.")
                .remarkIf(validities.contains(Validity.NOT_VALID), "*: throughput in doubt."));
    }

    private static double bottom(int row) {
        return HEAD + (row + 1) * (STRIP + SPACE);
    }

    private static void column(Chart chart, Column column, List<Run> runs, Palette colours) {
        double left = NAMES + column.ordinal() * (Column.WIDTH + GAP);
        double greatest = greatest(runs, column.value);
        chart.text("axis", left, HEAD - 12, "start", column.title + (Double.isNaN(greatest) ? ": unknown"
                : ", up to " + Numbers.text(greatest)));
        Scale time = time(runs, left, left + Column.WIDTH);
        for (int i = 0; i < runs.size(); i++) {
            Plot plot = new Plot(chart, time, new Scale(0, greatest > 0 ? greatest : 1, bottom(i), bottom(i) - STRIP,
                    false));
            plot.shade(0, runs.get(i).measured().seconds());
            area(plot, "bar " + colours.css(runs.get(i).contender()), runs.get(i), column.value);
            chart.line("base", left, bottom(i), left + Column.WIDTH, bottom(i));
            if (i == runs.size() - 1) {
                plot.bottomAxis(time.ticks(), "");
            }
        }
    }
}
