package lab.report.chart;

import common.text.Numbers;
import java.util.List;
import lab.judge.Point;
import lab.judge.Validity;

/** Small pictures of the same kind, one for each contender, one below the other on one horizontal axis. Stateless. */
final class Panels {
    static final double WIDTH = 600;
    static final double LEFT = 12;
    static final double RIGHT = WIDTH - 12;
    private static final double HEAD = 24;
    private static final double BODY = 74;
    private static final double GAP = 12;
    private static final double AXIS = 46;

    /** Draws the inside of one panel between top and bottom. */
    interface Body {
        void draw(Svg svg, double top, double bottom);
    }

    /** @param remark stands at the right of the name */
    record Panel(String name, String colour, String remark, Body body) {
    }

    /** A contender's name, and what its figures are worth where that is not all. */
    static String name(Point point) {
        return point.contender() + (point.validity() == Validity.VALID ? "" : ", " + point.validity().label());
    }

    static Chart draw(String title, String file, String axis, Scale x, List<Panel> panels, Legend legend) {
        Svg svg = new Svg();
        double y = 0;
        for (Panel panel : panels) {
            svg.text("label " + panel.colour(), LEFT, y + 16, Svg.Anchor.START, panel.name());
            svg.text("axis", RIGHT, y + 16, Svg.Anchor.END, panel.remark());
            double bottom = y + HEAD + BODY;
            panel.body().draw(svg, y + HEAD, bottom);
            svg.line("base", LEFT, bottom, RIGHT, bottom);
            y = bottom + GAP;
        }
        axis(svg, axis, x, y - GAP);
        return Chart.of(title, file, WIDTH, y - GAP + AXIS, svg, legend);
    }

    private static void axis(Svg svg, String axis, Scale x, double bottom) {
        for (double tick : x.ticks()) {
            svg.line("base", x.at(tick), bottom, x.at(tick), bottom + 5);
            Svg.Anchor anchor = x.at(tick) > RIGHT - 20 ? Svg.Anchor.END : x.at(tick) < LEFT + 10 ? Svg.Anchor.START
                    : Svg.Anchor.MIDDLE;
            svg.text("axis", x.at(tick), bottom + 20, anchor, Numbers.text(tick));
        }
        svg.text("axis", (LEFT + RIGHT) / 2, bottom + 39, Svg.Anchor.MIDDLE, axis);
    }
}
