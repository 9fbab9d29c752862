package lab.report.chart;

import common.text.Numbers;
import java.util.List;
import java.util.function.Function;
import java.util.function.ObjDoubleConsumer;
import java.util.stream.Stream;
import lab.judge.Validity;

/** For each load, a horizontal bar of each contender, its spread as a whisker, its prediction dashed. Stateless. */
final class BarChart {
    static final double WIDTH = 600;
    private static final double ROW = 42;
    private static final double HEAD = 32;
    private static final double BAR = 22;
    private static final double CHARACTER = 8.2;
    private static final double VALUE_WIDTH = 78;
    private static final double AXIS = 30;

    /** @param theory what the dashed strokes are; see {@link Row#predicted} */
    static Chart draw(String title, String file, List<Group<Row>> groups, String theory, Legend legend) {
        Svg svg = new Svg();
        List<Row> rows = groups.stream().flatMap(group -> group.rows().stream()).toList();
        double left = nameWidth(groups, Row::name);
        double greatest = rows.stream().mapToDouble(BarChart::extent).filter(Double::isFinite).max().orElse(1);
        Scale scale = Scale.linear(greatest, left, WIDTH - VALUE_WIDTH);
        legend.value(Symbol.BAR, rows.stream().map(Row::value).toList(), Symbol.WHISKER)
                .addIf(rows.stream().anyMatch(row -> Double.isFinite(row.predicted())), Symbol.TARGET, theory)
                .validity(rows.stream().filter(row -> row.value().isKnown()).map(Row::validity).toList(),
                        Symbol.CARE_BAR, Symbol.HOLLOW_BAR);
        double bottom = frame(svg, scale, groups, (row, middle) -> row(svg, row, scale, middle));
        return Chart.of(title, file, WIDTH, bottom, svg, legend);
    }

    /**
     * Axis, grid and a row for each contender; each row draws itself around the height that it is given.
     *
     * @return the height of all that
     */
    static <T> double frame(Svg svg, Scale scale, List<Group<T>> groups, ObjDoubleConsumer<T> row) {
        double bottom = 6 + groups.stream().mapToDouble(group -> head(group) + group.rows().size() * ROW).sum();
        for (double tick : scale.ticks()) {
            svg.line("grid", scale.at(tick), 2, scale.at(tick), bottom);
            svg.text("axis", scale.at(tick), bottom + 18, Svg.Anchor.MIDDLE, Numbers.text(tick));
        }
        double y = 6;
        for (Group<T> group : groups) {
            svg.text("group", 2, y + 22, Svg.Anchor.START, group.title());
            y += head(group);
            for (T each : group.rows()) {
                row.accept(each, y + ROW / 2);
                y += ROW;
            }
        }
        svg.line("base", scale.start(), 2, scale.start(), bottom);
        return bottom + AXIS;
    }

    private static double head(Group<?> group) {
        return group.title().isEmpty() ? 0 : HEAD;
    }

    /** Of the names of rows, and the titles of groups. */
    static <T> double nameWidth(List<Group<T>> groups, Function<T, String> name) {
        return nameWidth(groups.stream().flatMap(group -> Stream.concat(Stream.of(group.title()),
                group.rows().stream().map(name))).toList());
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
        name(svg, left, row.name(), row.colour(), middle);
        if (!row.value().isKnown()) {
            unknown(svg, left, row.unknown(), middle);
            return;
        }
        svg.rect(style(row.validity()) + row.colour(), left, middle - BAR / 2,
                scale.at(row.value().median()) - left, BAR);
        double end = scale.at(row.value().greatest());
        if (row.value().count() > 1) {
            Symbol.whisker(svg, scale.at(row.value().least()), end, middle);
        }
        if (Double.isFinite(row.predicted())) {
            double target = scale.at(row.predicted());
            svg.line("target", target, middle - ROW / 2 + 4, target, middle + ROW / 2 - 4);
            end = Math.max(end, target);
        }
        svg.text("value", end + 8, middle + 5, Svg.Anchor.START, Numbers.text(row.value().median()));
    }

    private static String style(Validity validity) {
        return switch (validity) {
            case VALID -> "bar ";
            case WITH_CARE -> "carebar ";
            case NOT_VALID -> "hollowbar ";
        };
    }

    static void name(Svg svg, double left, String name, String colour, double middle) {
        svg.text("label " + colour, left - 8, middle + 5, Svg.Anchor.END, name);
    }

    static void unknown(Svg svg, double left, String why, double middle) {
        svg.text("small", left + 8, middle + 5, Svg.Anchor.START, why);
    }
}
