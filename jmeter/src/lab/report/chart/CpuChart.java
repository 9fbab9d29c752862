package lab.report.chart;

import common.text.Numbers;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import lab.judge.Point;
import lab.judge.Run.Tick;
import lab.judge.Run;

/**
 * The cores that a run kept busy, second by second, as VisualVM shows them: service one at the bottom in its
 * contender's colour, service two and JMeter on top of it in greys. The measured window is shaded. Stateless.
 */
final class CpuChart {
    /** @param points each with a run to show */
    static Chart draw(String title, String file, List<Point> points, Colours colours) {
        List<Run> runs = points.stream().map(Point::representative).toList();
        double first = runs.stream().mapToDouble(run -> begin(run.measured().ticks().getFirst())).min().orElse(0);
        double last = runs.stream().mapToDouble(run -> run.measured().ticks().getLast().at()).max().orElse(1);
        Scale x = Scale.linear(last - first, Panels.LEFT, Panels.RIGHT);
        Scale fitted = new Scale(0, last - first, x.start(), x.end(), false);
        List<Panels.Panel> panels = points.stream().map(point -> panel(point, fitted, first, colours)).toList();
        return Panels.draw(title, file, "seconds", fitted, panels,
                new Legend().add(Symbol.BAR, "service one, in its colour").add(Symbol.OTHER, "service two")
                        .add(Symbol.OTHER2, "JMeter").add(Symbol.SHADE, "the measured window")
                        .remark("The full height is all cores."));
    }

    static double begin(Tick tick) {
        return tick.at() - tick.seconds();
    }

    private static Panels.Panel panel(Point point, Scale x, double first, Colours colours) {
        Run run = point.representative();
        double used = run.measured().serviceOne().cpuSeconds() / run.measured().seconds();
        String remark = Numbers.text(used) + " of " + run.measured().machine().cores() + " cores";
        return new Panels.Panel(Panels.name(point), colours.of(run.contender()), remark, (svg, top, bottom) -> {
            double offset = -first;
            svg.rect("shade", x.at(offset), top, x.at(offset + run.measured().seconds()) - x.at(offset), bottom - top);
            Scale y = new Scale(0, run.measured().machine().cores(), bottom, top, false);
            area(svg, "other2", run, x, y, first, tick -> known(tick.serviceOne()) + known(tick.serviceTwo())
                    + known(tick.generator()));
            area(svg, "other", run, x, y, first, tick -> known(tick.serviceOne()) + known(tick.serviceTwo()));
            area(svg, "bar " + colours.of(run.contender()), run, x, y, first, tick -> known(tick.serviceOne()));
        });
    }

    static double known(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    /** In steps, for a tick's value is the mean of its time. */
    static void area(Svg svg, String style, Run run, Scale x, Scale y, double first,
            ToDoubleFunction<Tick> value) {
        List<Tick> ticks = run.measured().ticks();
        DoubleStream steps = ticks.stream().flatMapToDouble(tick -> {
            double height = y.at(value.applyAsDouble(tick));
            return DoubleStream.of(x.at(begin(tick) - first), height, x.at(tick.at() - first), height);
        });
        DoubleStream start = DoubleStream.of(x.at(begin(ticks.getFirst()) - first), y.start());
        DoubleStream end = DoubleStream.of(x.at(ticks.getLast().at() - first), y.start());
        svg.path(style, true, DoubleStream.concat(start, DoubleStream.concat(steps, end)).toArray());
    }
}
