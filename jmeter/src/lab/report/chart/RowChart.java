package lab.report.chart;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ObjDoubleConsumer;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import lab.results.Metric;
import lab.results.Spread;
import lab.judge.Validity;
import lab.report.chart.Legend.Shape;
import text.Numbers;

/** A row for each contender and load: the bar of a figure, or the range from p50 to p99. */
final class RowChart {
    private static final double ROW = 42;
    private static final double HEAD = 32;
    private static final double BAR = 22;
    private static final double AXIS = 30;
    private static final double DOT_RADIUS = 7;
    private static final double VALUE_WIDTH = 78;
    private static final double RANGE_WIDTH = 144;       // fits two latencies of ten seconds or more

    record Row(String name, String colour, Validity validity, Spread value, Spread high, double predicted) {
        private DoubleStream extents() {
            return Stream.of(value, high).filter(Objects::nonNull).flatMapToDouble(each ->
                    DoubleStream.of(each.least(), each.greatest())).filter(Double::isFinite);
        }

        /** The median's dot may hide a stroke. */
        private boolean isVisible(double other, Scale scale) {
            return Math.abs(scale.at(other) - scale.at(value.median())) > DOT_RADIUS;
        }

        private boolean hasRange(Scale scale) {
            return high.isKnown() && isVisible(high.median(), scale);
        }

        private Stream<Spread> whiskers(Scale scale) {
            return Stream.of(value, high).filter(spread -> spread.count() > 1
                    && (isVisible(spread.least(), scale) || isVisible(spread.greatest(), scale)));
        }
    }

    record Group(String title, List<Row> rows) {
        private double head() {
            return title.isEmpty() ? 0 : HEAD;
        }
    }

    private final Chart chart;
    private final List<Group> groups;
    private final List<Row> rows;
    private final List<Row> known;
    private final double left;

    RowChart(String title, String file, List<Group> groups) {
        this.chart = new Chart(title, file, Chart.WIDTH);
        this.groups = groups;
        this.rows = groups.stream().flatMap(group -> group.rows().stream()).toList();
        this.known = rows.stream().filter(row -> row.value().isKnown()).toList();
        this.left = Plot.nameWidth(Stream.concat(groups.stream().map(Group::title), rows.stream().map(Row::name))
                .toList());
    }

    Chart bars(String theory, Legend legend) {
        double greatest = rows.stream().flatMapToDouble(row -> DoubleStream.concat(row.extents(),
                DoubleStream.of(row.predicted()))).filter(Double::isFinite).max().orElse(1);
        Scale scale = Scale.linear(greatest, left, Chart.WIDTH - VALUE_WIDTH);
        legend.value(all(Row::value), Shape.BOX, "bar", Shape.INTERVAL, "whisker")
                .addIf(rows.stream().anyMatch(row -> Double.isFinite(row.predicted())), Shape.STROKE, "target", theory)
                .validity(all(Row::validity), Shape.BOX);
        return draw(scale, (row, middle) -> bar(row, scale, middle), legend);
    }

    private <T> List<T> all(Function<Row, T> part) {
        return known.stream().map(part).toList();
    }

    private void bar(Row row, Scale scale, double middle) {
        Spread value = row.value();
        chart.rect(Chart.style(row.validity(), "bar") + " " + row.colour(), left, middle - BAR / 2,
                scale.at(value.median()) - left, BAR);
        if (value.count() > 1) {
            chart.interval("whisker", scale.at(value.least()), scale.at(value.greatest()), middle);
        }
        double end = scale.at(value.greatest());
        if (Double.isFinite(row.predicted())) {
            double target = scale.at(row.predicted());
            chart.line("target", target, middle - ROW / 2 + 4, target, middle + ROW / 2 - 4);
            end = Math.max(end, target);
        }
        chart.text("value", end + 8, middle + 5, "start", Numbers.text(value.median()));
    }

    Chart ranges() {
        Scale scale = Scale.fitting(rows.stream().flatMapToDouble(Row::extents).min().orElse(1),
                rows.stream().flatMapToDouble(Row::extents).max().orElse(1), left, Chart.WIDTH - RANGE_WIDTH);
        Legend legend = new Legend().add(Shape.DOT, "mark", "median latency")
                .addIf(known.stream().anyMatch(row -> row.hasRange(scale)), Shape.RANGE, "range",
                        "to the 99th percentile")
                .addIf(known.stream().flatMap(row -> row.whiskers(scale)).findAny().isPresent(), Shape.INTERVAL,
                        "whisker", "minimum to maximum")
                .validity(all(Row::validity), Shape.DOT)
                .remarkIf(known.stream().anyMatch(row -> row.high().isKnown()), "Figures: median – 99th percentile.")
                .remarkIf(known.stream().anyMatch(row -> !row.high().isKnown()), "No range: a 99th percentile "
                        + "needs " + Metric.P99.leastRequests() + " requests in each repetition.")
                .remarkIf(scale.logarithmic(), "The axis is logarithmic.");
        return draw(scale, (row, middle) -> range(row, scale, middle), legend);
    }

    private void range(Row row, Scale scale, double middle) {
        double low = scale.at(row.value().median());
        if (row.hasRange(scale)) {
            double high = scale.at(row.high().median());
            chart.line("range " + row.colour(), low, middle, high, middle);
            chart.rect("bar " + row.colour(), high - 2, middle - 9, 4, 18);
        }
        row.whiskers(scale).forEach(spread ->
                chart.interval("whisker", scale.at(spread.least()), scale.at(spread.greatest()), middle));
        chart.circle(Chart.style(row.validity(), "mark") + " " + row.colour(), low, middle, DOT_RADIUS, row.name());
        chart.text("value", Chart.WIDTH - RANGE_WIDTH + 10, middle + 5, "start", Numbers.text(row.value().median())
                + (row.high().isKnown() ? " – " + Numbers.text(row.high().median()) : ""));
    }

    private Chart draw(Scale scale, ObjDoubleConsumer<Row> drawRow, Legend legend) {
        double bottom = 6 + groups.stream().mapToDouble(group -> group.head() + group.rows().size() * ROW).sum();
        for (double tick : scale.ticks()) {
            chart.line("grid", scale.at(tick), 2, scale.at(tick), bottom);
            chart.text("axis", scale.at(tick), bottom + 18, "middle", Numbers.text(tick));
        }
        double middle = 6 - ROW / 2;
        for (Group group : groups) {
            chart.text("group", 2, middle + ROW / 2 + 22, "start", group.title());
            middle += group.head();
            for (Row row : group.rows()) {
                middle += ROW;
                chart.text("label " + row.colour(), left - 8, middle + 5, "end", row.name());
                if (row.value().isKnown()) {
                    drawRow.accept(row, middle);
                } else {
                    chart.text("small", left + 8, middle + 5, "start", Numbers.UNKNOWN);
                }
            }
        }
        chart.line("base", left, 2, left, bottom);
        return chart.finish(bottom + AXIS, legend);
    }
}
