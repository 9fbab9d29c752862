package lab.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Texts beside the ends of curves, moved apart where they would cover one another. Used by one thread. */
final class Labels {
    private static final double LINE = 17;

    private record Label(String style, String text, double y) {
    }

    private final List<Label> labels = new ArrayList<>();

    void add(String style, String text, double y) {
        labels.add(new Label(style, text, y));
    }

    /** Draws them one below the other at x, between top and bottom. */
    void draw(Svg svg, double x, double top, double bottom) {
        labels.sort(Comparator.comparingDouble(Label::y));
        double[] places = new double[labels.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = Math.max(labels.get(i).y(), i == 0 ? top : places[i - 1] + LINE);
        }
        for (int i = places.length - 1; i >= 0; i--) {
            places[i] = Math.min(places[i], i == places.length - 1 ? bottom : places[i + 1] - LINE);
        }
        for (int i = 0; i < places.length; i++) {
            svg.text(labels.get(i).style(), x, places[i] + 5, Svg.Anchor.START, labels.get(i).text());
        }
    }
}
