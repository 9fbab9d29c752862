package lab.report.chart;

import module java.base;
import lab.report.chart.Legend.Shape;
import lab.results.Metric;
import lab.results.Spread;
import text.Numbers;

/** A row for each contender and load: the bar of a figure, or the range from p50 to p99. */
final class RowChart {
    private static final double ROW = 42;
    private static final double HEAD = 32;
    private static final double BAR = 22;
    private static final double AXIS = 30;
    private static final double VALUE_WIDTH = 78;
    private static final double RANGE_WIDTH = 144;       // fits two latencies of ten seconds or more

    /**
     * @param high unknown in a chart of bars
     * @param otherwise what the chart says if the value is unknown
     */
    record Row(String name, String colour, boolean valid, Spread value, Spread high, double predicted,
            String otherwise) {
    }

    record Group(String title, List<Row> rows) {
        private double head() {
            return title.isEmpty() ? 0 : HEAD;
        }
    }

    private final Chart chart;
    private final List<Group> groups;
    private final List<Row> known;
    private final double left;

    RowChart(Chart chart, List<Group> groups) {
        this.chart = chart;
        this.groups = groups;
        this.known = rows(groups).filter(row -> row.value().isKnown()).toList();
        this.left = Plot.nameWidth(Stream.concat(groups.stream().map(Group::title), rows(groups).map(Row::name)));
    }

    private static Stream<Row> rows(List<Group> groups) {
        return groups.stream().flatMap(group -> group.rows().stream());
    }

    Chart bars() {
        Scale scale = Scale.linear(known.stream().flatMapToDouble(row -> DoubleStream.of(row.value().greatest(),
                row.predicted())).filter(Double::isFinite).max().orElse(1), left, Chart.WIDTH - VALUE_WIDTH);
        boolean repeated = known.stream().anyMatch(row -> row.value().count() > 1);
        Legend legend = new Legend().add(true, Shape.BOX, "bar", repeated ? "median of the repetitions" : "measured")
                .add(repeated, Shape.INTERVAL, "whisker", "minimum to maximum")
                .add(known.stream().anyMatch(row -> Double.isFinite(row.predicted())), Shape.STROKE, "target",
                        "theory");
        return draw(scale, (row, middle) -> bar(row, scale, middle), legend);
    }

    private void bar(Row row, Scale scale, double middle) {
        Spread value = row.value();
        box(row, "bar", middle, BAR, left, scale.at(value.median()));
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

    private void box(Row row, String style, double middle, double height, double from, double to) {
        if (row.valid()) {
            chart.rect(style + " " + row.colour(), from, middle - height / 2, to - from, height);
        } else {
            chart.hatched(row.colour(), from, middle - height / 2, to - from, height);
        }
    }

    Chart ranges() {
        double[] extents = known.stream().flatMapToDouble(row -> DoubleStream.of(row.value().median(),
                row.high().median())).filter(Double::isFinite).sorted().toArray();
        Scale scale = extents.length == 0 ? Scale.linear(1, left, Chart.WIDTH - RANGE_WIDTH)
                : Scale.fitting(extents[0], extents[extents.length - 1], left, Chart.WIDTH - RANGE_WIDTH);
        Legend legend = new Legend().add(true, Shape.DOT, "mark", "p50, the median")
                .add(known.stream().anyMatch(row -> row.high().isKnown()), Shape.STROKE, "spread", "p99")
                .remark(known.stream().anyMatch(row -> !row.high().isKnown()), "No p99: it needs "
                        + Metric.P99.leastRequests() + " requests in each repetition.")
                .remark(scale.logarithmic(), "The axis is logarithmic.");
        return draw(scale, (row, middle) -> range(row, scale, middle), legend);
    }

    private void range(Row row, Scale scale, double middle) {
        double low = scale.at(row.value().median());
        if (row.high().isKnown()) {
            double high = scale.at(row.high().median());
            box(row, "range", middle, BAR / 2, low, high);
            chart.line("spread " + row.colour(), high, middle - 9, high, middle + 9);
        }
        chart.circle((row.valid() ? "mark " : "hollow ") + row.colour(), low, middle, 7, row.name());
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
                    chart.text("small", left + 8, middle + 5, "start", row.otherwise());
                }
            }
        }
        chart.line("base", left, 2, left, bottom);
        return chart.finish(bottom + AXIS, legend.add(known.stream().anyMatch(row -> !row.valid()), Shape.HATCHED, "",
                "invalid"));
    }
}
