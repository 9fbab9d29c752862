package experiment.report.chart;

import experiment.statistics.Numbers;
import experiment.statistics.Spread;
import java.util.List;

/** Median and 99th percentile of each contender's latency as the ends of a range. Stateless. */
final class RangeChart {
    private static final double ROW = 42;
    private static final double VALUES_WIDTH = 144;      // of two latencies of ten seconds and more
    private static final double AXIS = 30;

    private RangeChart() {
    }

    /** @param high the 99th percentile; not known where there were too few requests */
    record Range(String name, String colour, boolean valid, Spread low, Spread high) {
        double greatest() {
            return high.isKnown() ? high.median() : low.median();
        }
    }

    static Chart draw(String title, String note, String file, List<Range> ranges) {
        Svg svg = new Svg();
        double left = BarChart.nameWidth(ranges.stream().map(Range::name).toList());
        List<Range> known = ranges.stream().filter(range -> range.low().isKnown()).toList();
        double least = known.stream().mapToDouble(range -> range.low().median()).min().orElse(1);
        double greatest = known.stream().mapToDouble(Range::greatest).max().orElse(1);
        Scale scale = Scale.fitting(least, greatest, left, BarChart.WIDTH - VALUES_WIDTH);
        double bottom = ranges.size() * ROW + 6;
        for (double tick : scale.ticks()) {
            svg.line("grid", scale.at(tick), 2, scale.at(tick), bottom);
            svg.text("axis", scale.at(tick), bottom + 18, Svg.Anchor.MIDDLE, Numbers.text(tick));
        }
        for (int i = 0; i < ranges.size(); i++) {
            row(svg, ranges.get(i), scale, 6 + i * ROW + ROW / 2);
        }
        svg.line("base", left, 2, left, bottom);
        String scaleNote = scale.logarithmic() ? (note + " Logarithmic axis.").strip() : note;
        return new Chart(title, scaleNote, file, BarChart.WIDTH, bottom + AXIS, svg.toString());
    }

    private static void row(Svg svg, Range range, Scale scale, double middle) {
        svg.text("label " + range.colour(), scale.start() - 8, middle + 5, Svg.Anchor.END, range.name());
        if (!range.low().isKnown()) {
            svg.text("small", scale.start() + 8, middle + 5, Svg.Anchor.START, Numbers.text(Double.NaN));
            return;
        }
        double low = scale.at(range.low().median());
        double high = scale.at(range.greatest());
        svg.line("range " + range.colour(), low, middle, high, middle);
        if (range.high().isKnown()) {
            svg.rect("bar " + range.colour(), high - 2, middle - 9, 4, 18);
        }
        svg.circle((range.valid() ? "mark " : "hollow ") + range.colour(), low, middle, 7, range.name());
        svg.text("value", BarChart.WIDTH - VALUES_WIDTH + 10, middle + 5, Svg.Anchor.START,
                Numbers.text(range.low().median()) + (range.high().isKnown() ? " – "
                + Numbers.text(range.high().median()) : ""));
    }
}
