package lab.report.chart;

import common.text.Numbers;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import lab.judge.Metric;
import lab.judge.Spread;
import lab.judge.Validity;

/**
 * For each load, median and 99th percentile of each contender's latency as the ends of a range. What the dot of the
 * median would hide is not drawn: its figures stand beside it. Stateless.
 */
final class RangeChart {
    private static final double DOT = 7;                 // the radius
    private static final double VALUES_WIDTH = 144;      // of two latencies of ten seconds and more

    /** @param high the 99th percentile; not known where there were too few requests */
    record Range(String name, String colour, Validity validity, Spread low, Spread high) {
        DoubleStream extents() {
            return DoubleStream.of(low.least(), low.greatest(), high.least(), high.greatest())
                    .filter(value -> !Double.isNaN(value));
        }

        boolean hasRange(Scale scale) {
            return high.isKnown() && isBesideDot(high.median(), scale);
        }

        /** Those of the median and of the 99th percentile. */
        Stream<Spread> whiskers(Scale scale) {
            return Stream.of(low, high).filter(spread -> spread.count() > 1
                    && (isBesideDot(spread.least(), scale) || isBesideDot(spread.greatest(), scale)));
        }

        private boolean isBesideDot(double value, Scale scale) {
            return Math.abs(scale.at(value) - scale.at(low.median())) > DOT;
        }
    }

    static Chart draw(String title, String file, List<Group<Range>> groups) {
        Svg svg = new Svg();
        List<Range> ranges = groups.stream().flatMap(group -> group.rows().stream()).toList();
        double left = BarChart.nameWidth(groups, Range::name);
        double least = ranges.stream().flatMapToDouble(Range::extents).min().orElse(1);
        double greatest = ranges.stream().flatMapToDouble(Range::extents).max().orElse(1);
        Scale scale = Scale.fitting(least, greatest, left, BarChart.WIDTH - VALUES_WIDTH);
        double bottom = BarChart.frame(svg, scale, groups, (range, middle) -> row(svg, range, scale, middle));
        return Chart.of(title, file, BarChart.WIDTH, bottom, svg, legend(ranges, scale));
    }

    private static Legend legend(List<Range> ranges, Scale scale) {
        List<Range> known = ranges.stream().filter(range -> range.low().isKnown()).toList();
        boolean anyHigh = known.stream().anyMatch(range -> range.high().isKnown());
        boolean allHigh = known.stream().allMatch(range -> range.high().isKnown());
        return new Legend().add(Symbol.DOT, "median latency")
                .addIf(known.stream().anyMatch(range -> range.hasRange(scale)), Symbol.RANGE, "to the 99th percentile")
                .addIf(known.stream().anyMatch(range -> range.whiskers(scale).findAny().isPresent()), Symbol.WHISKER,
                        "least to greatest")
                .validity(known.stream().map(Range::validity).toList(), Symbol.CARE_DOT,
                        Symbol.HOLLOW_DOT)
                .remarkIf(anyHigh, "In figures: median – 99th percentile.")
                .remarkIf(!allHigh, "Without a range: a 99th percentile needs " + Metric.P99.leastRequests()
                        + " requests in each repetition.")
                .remarkIf(scale.logarithmic(), "The axis is logarithmic.");
    }

    private static void row(Svg svg, Range range, Scale scale, double middle) {
        BarChart.name(svg, scale.start(), range.name(), range.colour(), middle);
        if (!range.low().isKnown()) {
            BarChart.unknown(svg, scale.start(), Numbers.UNKNOWN, middle);
            return;
        }
        double low = scale.at(range.low().median());
        if (range.hasRange(scale)) {
            double high = scale.at(range.high().median());
            svg.line("range " + range.colour(), low, middle, high, middle);
            svg.rect("bar " + range.colour(), high - 2, middle - 9, 4, 18);
        }
        range.whiskers(scale).forEach(spread ->
                Symbol.whisker(svg, scale.at(spread.least()), scale.at(spread.greatest()), middle));
        svg.circle(LineChart.style(range.validity()) + range.colour(), low, middle, DOT, range.name());
        svg.text("value", BarChart.WIDTH - VALUES_WIDTH + 10, middle + 5, Svg.Anchor.START,
                Numbers.text(range.low().median())
                + (range.high().isKnown() ? " – " + Numbers.text(range.high().median()) : ""));
    }
}
