package experiment.report.chart;

import experiment.statistics.Numbers;
import experiment.statistics.Spread;
import java.util.List;

/** Median and 99th percentile of each contender's latency as the ends of a range. Stateless. */
final class RangeChart {
    private static final double VALUES_WIDTH = 144;      // of two latencies of ten seconds and more

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
        String scaleNote = scale.logarithmic() ? (note + " Logarithmic axis.").strip() : note;
        return BarChart.frame(title, scaleNote, file, svg, scale, ranges,
                (range, middle) -> row(svg, range, scale, middle));
    }

    private static void row(Svg svg, Range range, Scale scale, double middle) {
        if (!BarChart.begin(svg, scale.start(), range.name(), range.colour(), range.low(), middle)) {
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
                Numbers.text(range.low().median())
                + (range.high().isKnown() ? " – " + Numbers.text(range.high().median()) : ""));
    }
}
