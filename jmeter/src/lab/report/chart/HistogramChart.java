package lab.report.chart;

import common.text.Numbers;
import java.util.Arrays;
import java.util.List;
import lab.judge.Metric;
import lab.judge.Point;
import lab.judge.Run.Bucket;
import lab.judge.Run.Latency;
import lab.judge.Run;

/** How each contender's latencies are distributed, on one axis; each panel is as high as its highest bar. Stateless. */
final class HistogramChart {
    private static final int BARS = 96;

    /** @param points each with a run that has answers */
    static Chart draw(String title, String file, List<Point> points, Colours colours) {
        Scale x = horizontal(points, Panels.LEFT, Panels.RIGHT);
        List<Panels.Panel> panels = points.stream().map(point -> panel(point, x, colours.of(point.contender())))
                .toList();
        return Panels.draw(title, file, "milliseconds", x, panels,
                new Legend().remark("The more answers of a latency, the higher its bar; each contender's highest "
                        + "fills the height." + (x.logarithmic() ? " The axis is logarithmic." : "")));
    }

    /** From the least latency of all contenders to the greatest. */
    static Scale horizontal(List<Point> points, double left, double right) {
        List<Run> runs = points.stream().map(Point::representative).toList();
        double least = runs.stream().mapToDouble(run -> run.measured().requests().histogram().getFirst().from()).min()
                .orElse(1);
        double greatest = runs.stream().mapToDouble(run -> run.measured().requests().histogram().getLast().to()).max()
                .orElse(1);
        return Scale.around(Math.max(1, least), greatest, left, right);
    }

    private static Panels.Panel panel(Point point, Scale x, String colour) {
        Run run = point.representative();
        Latency latency = run.measured().requests().latency();
        String remark = "p50 " + Numbers.text(latency.p50())
                + (Metric.P99.isCarriedBy(run) ? "   p99 " + Numbers.text(latency.p99()) : "") + "   longest "
                + Numbers.text(latency.max()) + " ms";
        return new Panels.Panel(Panels.name(point), colour, remark, (svg, top, bottom) -> {
            double[] bars = bars(run.measured().requests().histogram(), x);
            double highest = Arrays.stream(bars).max().orElse(1);
            double width = (x.end() - x.start()) / BARS;
            for (int i = 0; i < BARS; i++) {
                double height = (bottom - top) * bars[i] / highest;
                if (height > 0) {      // and then at least so high that a few out of very many stay visible
                    double seen = Math.max(1.2, height);
                    svg.rect("bar " + colour, x.start() + i * width, bottom - seen, width + 0.3, seen);
                }
            }
        });
    }

    /** Counts in bars of equal width on the axis; a bucket that spans several is shared out among them. */
    private static double[] bars(List<Bucket> buckets, Scale x) {
        double[] bars = new double[BARS];
        for (Bucket bucket : buckets) {
            double from = place(x, bucket.from());
            double to = Math.max(from + 1e-6, place(x, bucket.to()));
            for (int i = (int) from; i < BARS && i < to; i++) {
                bars[i] += bucket.count() * (Math.min(to, i + 1) - Math.max(from, i)) / (to - from);
            }
        }
        return bars;
    }

    private static double place(Scale x, double value) {
        return Math.min(BARS - 1e-3, BARS * (x.at(value) - x.start()) / (x.end() - x.start()));
    }
}
