package lab.report.chart;

import module java.base;
import text.Numbers;

/** A row for each contender and load: a bar, a thin line from one value to another, and a dashed one at theory's. */
final class Bars {
    private static final double ROW = 42;
    private static final double HEAD = 32;
    private static final double BAR = 22;
    private static final double AXIS = 30;

    /**
     * @param value NaN if unknown
     * @param from NaN without a thin line
     * @param predicted NaN without a dashed line
     * @param text at the bar's end
     */
    record Row(String name, String colour, boolean valid, double value, double from, double to,
            double predicted, String text) {
        private double greatest() {
            return DoubleStream.of(value, to, predicted).filter(Double::isFinite).max().orElse(0);
        }

        private void draw(Chart chart, String thinLine, Scale scale, double middle) {
            chart.text("label " + colour, scale.start() - 8, middle + 5, "end", name);
            double width = Double.isNaN(value) ? 0 : scale.at(value) - scale.start();
            if (valid) {
                chart.rect("bar " + colour, scale.start(), middle - BAR / 2, width, BAR);
            } else if (width > 0) {
                chart.hatched(colour, scale.start(), middle - BAR / 2, width, BAR);
            }
            if (from <= to) {
                chart.interval(thinLine, scale.at(from), scale.at(to), middle);
            }
            if (Double.isFinite(predicted)) {
                chart.line("target", scale.at(predicted), middle - ROW / 2 + 4, scale.at(predicted),
                        middle + ROW / 2 - 4);
            }
            chart.text("value", scale.at(greatest()) + 8, middle + 5, "start", text);
        }
    }

    /** @param title may be empty */
    record Group(String title, List<Row> rows) {
        private double head() {
            return title.isEmpty() ? 0 : HEAD;
        }
    }

    /** @param thinLine its style */
    static Chart draw(Chart chart, String thinLine, List<Group> groups) {
        List<Row> rows = groups.stream().flatMap(group -> group.rows().stream()).toList();
        double left = Plot.nameWidth(Stream.concat(groups.stream().map(Group::title),
                rows.stream().map(Row::name)));
        Scale scale = Scale.linear(rows.stream().mapToDouble(Row::greatest).max().orElse(1), left,
                Chart.WIDTH - Plot.nameWidth(rows.stream().map(Row::text)));
        double bottom = 6
                + groups.stream()
                .mapToDouble(group -> group.head() + group.rows().size() * ROW).sum();
        for (double tick : scale.ticks()) {
            chart.line("grid", scale.at(tick), 2, scale.at(tick), bottom);
            chart.text("axis", scale.at(tick), bottom + 18, "middle", Numbers.text(tick));
        }
        double top = 6;
        for (Group group : groups) {
            chart.text("group", 2, top + 22, "start", group.title());
            top += group.head();
            for (Row row : group.rows()) {
                row.draw(chart, thinLine, scale, top + ROW / 2);
                top += ROW;
            }
        }
        chart.line("base", left, 2, left, bottom);
        return chart.note(rows.stream().anyMatch(row -> !row.valid() && row.value() > 0),
                "Hatched: invalid.")
                .finish(bottom + AXIS);
    }
}
