package lab.report.chart;

import common.text.Numbers;
import java.util.List;
import java.util.stream.DoubleStream;
import lab.judge.Point;
import lab.judge.Run.Tick;
import lab.judge.Run;

/** The mean latency of the answers of each second: what an overload does while it lasts. Stateless. */
final class LatencyChart {
    /** @param points each with a run to show */
    static Chart draw(String title, String file, List<Point> points, Colours colours) {
        List<Run> runs = points.stream().map(Point::representative).toList();
        double first = runs.stream().mapToDouble(run -> run.measured().ticks().getFirst().at()).min().orElse(0);
        double last = runs.stream().mapToDouble(run -> run.measured().ticks().getLast().at()).max().orElse(1);
        double greatest = runs.stream().flatMap(run -> run.measured().ticks().stream()).mapToDouble(Tick::latency)
                .filter(Double::isFinite).max().orElse(1);
        Scale x = new Scale(0, last - first, Panels.LEFT, Panels.RIGHT, false);
        List<Panels.Panel> panels = points.stream().map(point -> panel(point, x, first, greatest,
                colours.of(point.contender()))).toList();
        return Panels.draw(title, file, "seconds", x, panels,
                new Legend().add(Symbol.CURVE, "mean of each second's answers")
                        .add(Symbol.SHADE, "the measured window")
                        .remark("The full height is " + Numbers.text(greatest) + " ms."));
    }

    private static Panels.Panel panel(Point point, Scale x, double first, double greatest, String colour) {
        Run run = point.representative();
        List<Tick> ticks = run.measured().ticks().stream().filter(tick -> Double.isFinite(tick.latency())).toList();
        String remark = ticks.isEmpty() ? "" : "at the end " + Numbers.text(Math.rint(ticks.getLast().latency()))
                + " ms";
        return new Panels.Panel(Panels.name(point), colour, remark, (svg, top, bottom) -> {
            svg.rect("shade", x.at(-first), top, x.at(run.measured().seconds() - first) - x.at(-first), bottom - top);
            Scale y = new Scale(0, greatest, bottom, top, false);
            svg.path("curve " + colour, false,
                    ticks.stream().flatMapToDouble(tick -> DoubleStream.of(x.at(tick.at() - first),
                    y.at(tick.latency()))).toArray());
        });
    }
}
