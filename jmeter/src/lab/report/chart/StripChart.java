package lab.report.chart;

import common.text.Numbers;
import java.util.List;
import java.util.function.ToDoubleFunction;
import lab.judge.Run.Tick;
import lab.judge.Run;
import lab.judge.Validity;
import lab.judge.ValidityRules;

/**
 * Every run under one load, second by second, one below the other: throughput, and the cores that service one, its
 * compiler and its collector kept busy. Small, and each column on one scale, so that a run which is unlike the others
 * is seen at once. The measured window is shaded. Stateless.
 */
final class StripChart {
    private static final double WIDTH = 1200;
    private static final double NAMES = 200;
    private static final double GAP = 20;
    private static final double HEAD = 30;
    private static final double ROW = 30;
    private static final double SPACE = 7;
    private static final double AXIS = 44;

    /** What a column shows of each second. */
    private enum Column {
        THROUGHPUT("requests/s", tick -> tick.answers() / tick.seconds()),
        CPU("cores, service one", Tick::serviceOne),
        COMPILER("cores, its compiler", Tick::compiler),
        COLLECTOR("cores, its collector", Tick::collector);

        private final String title;
        private final ToDoubleFunction<Tick> value;

        Column(String title, ToDoubleFunction<Tick> value) {
            this.title = title;
            this.value = value;
        }

        double left() {
            return NAMES + ordinal() * (width() + GAP);
        }

        static double width() {
            return (WIDTH - NAMES) / values().length - GAP;
        }

        double greatest(List<Run> runs) {
            return runs.stream().flatMap(run -> run.measured().ticks().stream()).mapToDouble(value)
                    .filter(Double::isFinite).max().orElse(Double.NaN);
        }
    }

    private final Svg svg = new Svg();
    private final List<Run> runs;
    private final Colours colours;
    private final double first;
    private final double last;

    private StripChart(List<Run> runs, Colours colours) {
        this.runs = runs;
        this.colours = colours;
        this.first = runs.stream().mapToDouble(run -> CpuChart.begin(run.measured().ticks().getFirst())).min()
                .orElse(0);
        this.last = runs.stream().mapToDouble(run -> run.measured().ticks().getLast().at()).max().orElse(1);
    }

    /** @param runs that were measured, in the order to show */
    static Chart draw(String title, String file, List<Run> runs, Colours colours) {
        return new StripChart(runs, colours).draw(title, file);
    }

    private Chart draw(String title, String file) {
        for (int i = 0; i < runs.size(); i++) {
            name(runs.get(i), bottom(i));
        }
        for (Column column : Column.values()) {
            draw(column);
        }
        return Chart.of(title, file, WIDTH, bottom(runs.size() - 1) + AXIS, svg, new Legend()
                .add(Symbol.SHADE, "the measured window").remark("Each column has one scale, from 0, for all runs.")
                .remarkIf(has(Validity.WITH_CARE), "†: usable with care.").remarkIf(has(Validity.NOT_VALID),
                        "*: not valid."));
    }

    private boolean has(Validity validity) {
        return runs.stream().anyMatch(run -> ValidityRules.validity(run) == validity);
    }

    private static double bottom(int row) {
        return HEAD + (row + 1) * (ROW + SPACE);
    }

    private void name(Run run, double bottom) {
        svg.text("label " + colours.of(run.contender()), 2, bottom - 12, Svg.Anchor.START,
                run.contender() + " · " + run.repetition() + mark(ValidityRules.validity(run)));
    }

    private static String mark(Validity validity) {
        return switch (validity) {
            case VALID -> "";
            case WITH_CARE -> " †";
            case NOT_VALID -> " *";
        };
    }

    private void draw(Column column) {
        double greatest = column.greatest(runs);
        double right = column.left() + Column.width();
        svg.text("axis", column.left(), HEAD - 12, Svg.Anchor.START, column.title
                + (Double.isNaN(greatest) ? ": not known" : ", up to " + Numbers.text(greatest)));
        Scale x = new Scale(0, last - first, column.left(), right, false);
        for (int i = 0; i < runs.size(); i++) {
            strip(column, runs.get(i), x, new Scale(0, greatest > 0 ? greatest : 1, bottom(i), bottom(i) - ROW, false));
        }
        svg.text("axis", column.left(), bottom(runs.size() - 1) + 18, Svg.Anchor.START, seconds(first));
        svg.text("axis", x.at(-first), bottom(runs.size() - 1) + 18, Svg.Anchor.MIDDLE, "0");
        svg.text("axis", right, bottom(runs.size() - 1) + 18, Svg.Anchor.END, seconds(last));
    }

    private static String seconds(double at) {
        return Numbers.text(Math.rint(at)).replace('-', '−') + " s";
    }

    private void strip(Column column, Run run, Scale x, Scale y) {
        double begin = x.at(-first);
        svg.rect("shade", begin, y.end(), x.at(run.measured().seconds() - first) - begin, y.start() - y.end());
        CpuChart.area(svg, "bar " + colours.of(run.contender()), run, x, y, first,
                tick -> CpuChart.known(column.value.applyAsDouble(tick)));
        svg.line("base", x.start(), y.start(), x.end(), y.start());
    }
}
