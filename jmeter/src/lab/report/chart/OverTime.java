package lab.report.chart;

import module java.base;
import lab.report.chart.Plot.Curve;
import lab.report.chart.Plot.Place;
import text.Numbers;

/** One run of each contender, second by second: how a queue grows. The measured window begins at 0. */
final class OverTime {
    static Chart draw(Chart chart, List<Curve> curves, double window) {
        DoubleSummaryStatistics seconds = Plot.extent(curves, Place::x);
        double greatest = Plot.extent(curves, Place::y).getMax();
        Plot plot = new Plot(chart,
                new Scale(seconds.getMin(), seconds.getMax(), Plot.LEFT, Plot.right(curves), false),
                Scale.linear(greatest > 0 ? greatest : 1, Plot.BOTTOM, Plot.TOP));
        double begin = plot.x().at(0);
        chart.rect("shade", begin, Plot.TOP, plot.x().at(window) - begin, Plot.BOTTOM - Plot.TOP);
        plot.leftAxis(plot.y().ticks(), Numbers::text);
        plot.bottomAxis("seconds since the measured window began");
        plot.draw(curves);
        return chart.note(true, "Shaded: the measured window.").finish(Plot.HEIGHT);
    }
}
