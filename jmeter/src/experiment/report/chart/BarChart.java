package experiment.report.chart;

import experiment.statistics.Numbers;
import experiment.statistics.Spread;
import java.util.List;
import java.util.function.ObjDoubleConsumer;

/** A horizontal bar for each contender, its spread as a whisker, its prediction as a dashed stroke. Stateless. */
final class BarChart {
    static final double WIDTH = 600;
    private static final double ROW = 42;
    private static final double BAR = 22;
    private static final double CHARACTER = 8.2;
    private static final double VALUE_WIDTH = 78;
    private static final double AXIS = 30;

    static Chart draw(String title, String note, String file, List<Row> rows) {
        Svg svg = new Svg();
        double left = nameWidth(rows.stream().map(Row::name).toList());
        double greatest = rows.stream().mapToDouble(BarChart::extent).filter(Double::isFinite).max().orElse(1);
        Scale scale = Scale.linear(greatest, left, WIDTH - VALUE_WIDTH);
        return frame(title, note, file, svg, scale, rows, (row, middle) -> row(svg, row, scale, middle));
    }

    /** Axis, grid and a row for each contender; each row draws itself around the height that it is given. */
    static <T> Chart frame(String title, String note, String file, Svg svg, Scale scale, List<T> rows,
            ObjDoubleConsumer<T> row) {
        double bottom = rows.size() * ROW + 6;
        for (double tick : scale.ticks()) {
            svg.line("grid", scale.at(tick), 2, scale.at(tick), bottom);
            svg.text("axis", scale.at(tick), bottom + 18, Svg.Anchor.MIDDLE, Numbers.text(tick));
        }
        for (int i = 0; i < rows.size(); i++) {
            row.accept(rows.get(i), 6 + i * ROW + ROW / 2);
        }
        svg.line("base", scale.start(), 2, scale.start(), bottom);
        return new Chart(title, note, file, WIDTH, bottom + AXIS, svg.toString());
    }

    static double nameWidth(List<String> names) {
        return 16 + CHARACTER * names.stream().mapToInt(String::length).max().orElse(1);
    }

    private static double extent(Row row) {
        return Math.max(row.value().isKnown() ? row.value().greatest() : 0,
                Double.isFinite(row.predicted()) ? row.predicted() : 0);
    }

    private static void row(Svg svg, Row row, Scale scale, double middle) {
        double left = scale.start();
        if (!begin(svg, left, row.name(), row.colour(), row.value(), middle)) {
            return;
        }
        svg.rect((row.valid() ? "bar " : "hollowbar ") + row.colour(), left, middle - BAR / 2,
                scale.at(row.value().median()) - left, BAR);
        double end = scale.at(row.value().greatest());
        if (row.value().count() > 1) {
            whisker(svg, scale.at(row.value().least()), end, middle);
        }
        if (Double.isFinite(row.predicted())) {
            double target = scale.at(row.predicted());
            svg.line("target", target, middle - ROW / 2 + 4, target, middle + ROW / 2 - 4);
            end = Math.max(end, target);
        }
        svg.text("value", end + 8, middle + 5, Svg.Anchor.START, Numbers.text(row.value().median()));
    }

    /** The contender's name. @return whether there is a value to draw; where there is none, that is written */
    static boolean begin(Svg svg, double left, String name, String colour, Spread value, double middle) {
        svg.text("label " + colour, left - 8, middle + 5, Svg.Anchor.END, name);
        if (!value.isKnown()) {
            svg.text("small", left + 8, middle + 5, Svg.Anchor.START, Numbers.UNKNOWN);
        }
        return value.isKnown();
    }

    private static void whisker(Svg svg, double from, double to, double middle) {
        svg.line("whisker", from, middle, to, middle);
        svg.line("whisker", from, middle - 4, from, middle + 4);
        svg.line("whisker", to, middle - 4, to, middle + 4);
    }
}
