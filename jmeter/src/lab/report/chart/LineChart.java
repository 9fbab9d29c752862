package lab.report.chart;

import common.text.Numbers;
import java.util.List;
import java.util.stream.DoubleStream;
import lab.judge.Spread;
import lab.judge.Validity;

/** A curve for each contender over three loads or more, labelled at its end; dashed: what theory expects. Stateless. */
final class LineChart {
    private static final double WIDTH = 600;
    private static final double HEIGHT = 330;
    private static final double LEFT = 62;
    private static final double TOP = 14;
    private static final double BOTTOM = 280;
    /** Loads further apart than this share no linear axis, on which alone a cost per user is a straight line. */
    private static final double WIDE = 100;

    record Dot(double x, Spread value, Validity validity) {
    }

    /** A place on the dashed line. */
    record Expected(double x, double y) {
    }

    record Curve(String name, String colour, List<Dot> dots, List<Expected> theory) {
    }

    /**
     * @param theory   what the dashed lines are; see {@link Curve#theory}
     * @param fromZero false: the vertical axis may be logarithmic where the values are far apart
     */
    static Chart draw(String title, String file, String axis, boolean fromZero, List<Curve> curves, String theory,
            Legend legend) {
        Svg svg = new Svg();
        List<Dot> dots = curves.stream().flatMap(curve -> curve.dots().stream()).toList();
        double right = WIDTH - 4 - BarChart.nameWidth(curves.stream().map(Curve::name).toList());
        Scale x = horizontal(dots, right);
        Scale y = vertical(curves, fromZero);
        grid(svg, x, y, axis, right, dots.stream().map(Dot::x).distinct().sorted().toList());
        curves.forEach(curve -> theory(svg, x, y, curve));
        Labels labels = new Labels();
        curves.forEach(curve -> curve(svg, x, y, curve, labels));
        labels.draw(svg, right + 12, TOP, BOTTOM - 6);
        return Chart.of(title, file, WIDTH, HEIGHT, svg, explain(legend, curves, theory, x, y));
    }

    private static Legend explain(Legend legend, List<Curve> curves, String theory, Scale x, Scale y) {
        List<Dot> known = curves.stream().flatMap(curve -> known(curve).stream()).toList();
        boolean predicted = curves.stream().flatMap(curve -> curve.theory().stream())
                .anyMatch(expected -> Double.isFinite(expected.y()));
        return legend.value(Symbol.DOT, known.stream().map(Dot::value).toList(), Symbol.SPREAD)
                .addIf(predicted, Symbol.THEORY, theory)
                .validity(known.stream().map(Dot::validity).toList(), Symbol.CARE_DOT, Symbol.HOLLOW_DOT)
                .remarkIf(x.logarithmic() && y.logarithmic(), "Both axes are logarithmic.")
                .remarkIf(x.logarithmic() && !y.logarithmic(), "The horizontal axis is logarithmic.")
                .remarkIf(!x.logarithmic() && y.logarithmic(), "The vertical axis is logarithmic.");
    }

    private static List<Dot> known(Curve curve) {
        return curve.dots().stream().filter(dot -> dot.value().isKnown()).toList();
    }

    /** A dot: full, pale or hollow. */
    static String style(Validity validity) {
        return switch (validity) {
            case VALID -> "mark ";
            case WITH_CARE -> "care ";
            case NOT_VALID -> "hollow ";
        };
    }

    private static Scale horizontal(List<Dot> dots, double right) {
        double least = dots.stream().mapToDouble(Dot::x).min().orElse(1);
        double greatest = dots.stream().mapToDouble(Dot::x).max().orElse(1);
        return greatest / least >= WIDE ? new Scale(least, greatest, LEFT + 14, right, true)
                : new Scale(0, greatest, LEFT, right, false);
    }

    private static Scale vertical(List<Curve> curves, boolean fromZero) {
        double[] values = curves.stream().flatMapToDouble(curve -> DoubleStream.concat(
                curve.dots().stream()
                .flatMapToDouble(dot -> DoubleStream.of(dot.value().greatest(), dot.value().least())),
                curve.theory().stream().mapToDouble(Expected::y)))
                .filter(value -> Double.isFinite(value) && value > 0).sorted().toArray();
        double greatest = values.length == 0 ? 1 : values[values.length - 1];
        return values.length == 0 || fromZero ? Scale.linear(greatest, BOTTOM, TOP)
                : Scale.fitting(values[0], greatest, BOTTOM, TOP);
    }

    private static void grid(Svg svg, Scale x, Scale y, String axis, double right, List<Double> loads) {
        for (double tick : y.ticks()) {
            svg.line(tick == y.least() ? "base" : "grid", LEFT, y.at(tick), right, y.at(tick));
            svg.text("axis", LEFT - 8, y.at(tick) + 4, Svg.Anchor.END, Numbers.text(tick));
        }
        double last = -100;
        for (double load : loads) {
            svg.line("base", x.at(load), BOTTOM, x.at(load), BOTTOM + 5);
            if (x.at(load) - last > 44) {
                svg.text("axis", x.at(load), BOTTOM + 21, Svg.Anchor.MIDDLE, Numbers.text(load));
                last = x.at(load);
            }
        }
        svg.text("axis", (LEFT + right) / 2, BOTTOM + 42, Svg.Anchor.MIDDLE, axis);
    }

    private static void theory(Svg svg, Scale x, Scale y, Curve curve) {
        svg.path("theory " + curve.colour(), false, curve.theory().stream()
                .filter(expected -> Double.isFinite(expected.y()))
                .flatMapToDouble(expected -> DoubleStream.of(x.at(expected.x()), y.at(expected.y()))).toArray());
    }

    private static void curve(Svg svg, Scale x, Scale y, Curve curve, Labels labels) {
        List<Dot> known = known(curve);
        svg.path("curve " + curve.colour(), false, known.stream().flatMapToDouble(dot -> DoubleStream.of(x.at(dot.x()),
                y.at(dot.value().median()))).toArray());
        for (Dot dot : known) {
            svg.line("spread " + curve.colour(), x.at(dot.x()), y.at(dot.value().least()), x.at(dot.x()),
                    y.at(dot.value().greatest()));
            svg.circle(style(dot.validity()) + curve.colour(), x.at(dot.x()), y.at(dot.value().median()),
                    5, curve.name() + " at " + Numbers.text(dot.x()) + ": " + Numbers.text(dot.value().median()));
        }
        if (!known.isEmpty()) {
            labels.add("label " + curve.colour(), curve.name(), y.at(known.getLast().value().median()));
        }
    }
}
