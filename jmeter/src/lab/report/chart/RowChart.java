package lab.report.chart;

import common.text.Numbers;
import java.util.List;
import java.util.function.ObjDoubleConsumer;
import java.util.stream.Stream;
import lab.judge.Metric;
import lab.judge.Spread;
import lab.judge.Validity;
import lab.report.chart.Legend.Symbol;

/**
 * For each load, a row of each contender on one horizontal axis: a bar, its spread as a whisker, its prediction dashed;
 * or the range from one figure to a greater one.
 */
final class RowChart {
    private static final double WIDTH = 600;
    private static final double ROW = 42;
    private static final double HEAD = 32;
    private static final double BAR = 22;
    private static final double AXIS = 30;
    private static final double CHARACTER = 8.2;
    private static final double VALUE_WIDTH = 78;
    private static final double RANGE_WIDTH = 144;      // of two latencies of ten seconds and more
    private static final double DOT = 7;                // the radius

    /** The rows of one load. @param title names the load; empty where there is but one */
    record Group(String title, List<Row> rows) {
    }

    /**
     * One contender's figure.
     *
     * @param colour    the class that colours it
     * @param high      the other end of its range; null for a bar
     * @param predicted drawn as a dashed stroke; NaN: none
     */
    record Row(String name, String colour, Validity validity, Spread value, Spread high, double predicted) {
        private Stream<Double> extents() {
            return Stream.of(value.least(), value.greatest(), high == null ? Double.NaN : high.least(),
                    high == null ? Double.NaN : high.greatest(), predicted).filter(Double::isFinite);
        }
    }

    private final Svg svg = new Svg();
    private final List<Group> groups;
    private final List<Row> rows;
    private final List<Row> known;
    private final double left;

    private RowChart(List<Group> groups) {
        this.groups = groups;
        this.rows = groups.stream().flatMap(group -> group.rows().stream()).toList();
        this.known = rows.stream().filter(row -> row.value().isKnown()).toList();
        this.left = nameWidth(Stream.concat(groups.stream().map(Group::title), rows.stream().map(Row::name)).toList());
    }

    static double nameWidth(List<String> names) {
        return 16 + CHARACTER * names.stream().mapToInt(String::length).max().orElse(1);
    }

    /** @param theory what the dashed strokes are */
    static Chart bars(String title, String file, List<Group> groups, String theory, Legend legend) {
        RowChart chart = new RowChart(groups);
        double greatest = chart.rows.stream().flatMap(Row::extents).max(Double::compare).orElse(1.0);
        Scale scale = Scale.linear(greatest, chart.left, WIDTH - VALUE_WIDTH);
        legend.value(Symbol.BAR, chart.rows.stream().map(Row::value).toList(), Symbol.WHISKER)
                .addIf(chart.rows.stream().anyMatch(row -> Double.isFinite(row.predicted())), Symbol.TARGET,
                        theory)
                .validity(chart.known.stream().map(Row::validity).toList(), Symbol.CARE_BAR,
                        Symbol.HOLLOW_BAR);
        double bottom = chart.frame(scale, (row, middle) -> chart.bar(row, scale, middle));
        return Chart.of(title, file, WIDTH, bottom, chart.svg, legend);
    }

    /**
     * Median and 99th percentile of latencies as the ends of ranges. What the dot of the median would hide is not drawn:
     * its figures stand beside it.
     */
    static Chart ranges(String title, String file, List<Group> groups) {
        RowChart chart = new RowChart(groups);
        double least = chart.rows.stream().flatMap(Row::extents).min(Double::compare).orElse(1.0);
        double greatest = chart.rows.stream().flatMap(Row::extents).max(Double::compare).orElse(1.0);
        Scale scale = Scale.fitting(least, greatest, chart.left, WIDTH - RANGE_WIDTH);
        double bottom = chart.frame(scale, (row, middle) -> chart.range(row, scale, middle));
        boolean anyHigh = chart.known.stream().anyMatch(row -> row.high().isKnown());
        boolean allHigh = chart.known.stream().allMatch(row -> row.high().isKnown());
        Legend legend = new Legend().add(Symbol.DOT, "median latency")
                .addIf(chart.known.stream().anyMatch(row -> hasRange(row, scale)), Symbol.RANGE,
                        "to the 99th percentile")
                .addIf(chart.known.stream().anyMatch(row -> whiskers(row, scale).findAny().isPresent()),
                        Symbol.WHISKER, "least to greatest")
                .validity(chart.known.stream().map(Row::validity).toList(), Symbol.CARE_DOT,
                        Symbol.HOLLOW_DOT)
                .remarkIf(anyHigh, "In figures: median – 99th percentile.")
                .remarkIf(!allHigh, "Without a range: a 99th percentile needs " + Metric.P99.leastRequests()
                        + " requests in each repetition.")
                .remarkIf(scale.logarithmic(), "The axis is logarithmic.");
        return Chart.of(title, file, WIDTH, bottom, chart.svg, legend);
    }

    /** Axis, grid and rows, each of which draws itself around the height that it is given. @return the whole height */
    private double frame(Scale scale, ObjDoubleConsumer<Row> draw) {
        double bottom = 6 + groups.stream().mapToDouble(group -> head(group) + group.rows().size() * ROW).sum();
        for (double tick : scale.ticks()) {
            svg.line("grid", scale.at(tick), 2, scale.at(tick), bottom);
            svg.text("axis", scale.at(tick), bottom + 18, Svg.Anchor.MIDDLE, Numbers.text(tick));
        }
        double y = 6;
        for (Group group : groups) {
            svg.text("group", 2, y + 22, Svg.Anchor.START, group.title());
            y += head(group);
            for (Row row : group.rows()) {
                double middle = y + ROW / 2;
                svg.text("label " + row.colour(), left - 8, middle + 5, Svg.Anchor.END, row.name());
                if (row.value().isKnown()) {
                    draw.accept(row, middle);
                } else {
                    svg.text("small", left + 8, middle + 5, Svg.Anchor.START, Numbers.UNKNOWN);
                }
                y += ROW;
            }
        }
        svg.line("base", left, 2, left, bottom);
        return bottom + AXIS;
    }

    private static double head(Group group) {
        return group.title().isEmpty() ? 0 : HEAD;
    }

    private void bar(Row row, Scale scale, double middle) {
        String style = switch (row.validity()) {
            case VALID -> "bar ";
            case WITH_CARE -> "carebar ";
            case NOT_VALID -> "hollowbar ";
        };
        svg.rect(style + row.colour(), left, middle - BAR / 2, scale.at(row.value().median()) - left, BAR);
        double end = scale.at(row.value().greatest());
        if (row.value().count() > 1) {
            svg.whisker("whisker", scale.at(row.value().least()), end, middle);
        }
        if (Double.isFinite(row.predicted())) {
            double target = scale.at(row.predicted());
            svg.line("target", target, middle - ROW / 2 + 4, target, middle + ROW / 2 - 4);
            end = Math.max(end, target);
        }
        svg.text("value", end + 8, middle + 5, Svg.Anchor.START, Numbers.text(row.value().median()));
    }

    private void range(Row row, Scale scale, double middle) {
        double low = scale.at(row.value().median());
        if (hasRange(row, scale)) {
            double high = scale.at(row.high().median());
            svg.line("range " + row.colour(), low, middle, high, middle);
            svg.rect("bar " + row.colour(), high - 2, middle - 9, 4, 18);
        }
        whiskers(row, scale).forEach(spread ->
                svg.whisker("whisker", scale.at(spread.least()), scale.at(spread.greatest()), middle));
        svg.dot(row.validity(), row.colour(), low, middle, DOT, row.name());
        svg.text("value", WIDTH - RANGE_WIDTH + 10, middle + 5, Svg.Anchor.START, Numbers.text(row.value().median())
                + (row.high().isKnown() ? " – " + Numbers.text(row.high().median()) : ""));
    }

    private static boolean hasRange(Row row, Scale scale) {
        return row.high().isKnown() && isBesideDot(row.high().median(), row, scale);
    }

    private static Stream<Spread> whiskers(Row row, Scale scale) {
        return Stream.of(row.value(), row.high()).filter(spread -> spread.count() > 1
                && (isBesideDot(spread.least(), row, scale) || isBesideDot(spread.greatest(), row, scale)));
    }

    private static boolean isBesideDot(double value, Row row, Scale scale) {
        return Math.abs(scale.at(value) - scale.at(row.value().median())) > DOT;
    }
}
