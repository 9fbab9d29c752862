package lab.report.chart;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.PageServer;
import testing.Test;

class AxesAndColoursTest {
    @Test
    void anAxisIsLinearOrLogarithmicWithRoundTicks() {
        Scale linear = Scale.linear(383, 0, 100);
        assertEquals(List.of(0.0, 100.0, 200.0, 300.0, 400.0), linear.ticks(), "both ends are round numbers");
        assertEquals(List.of(50.0, 100.0), List.of(linear.at(200), linear.at(1000)), "inside, and beyond the end");
        Scale logarithmic = Scale.around(1049, 22_000, 0, 100);
        assertEquals(List.of(1000.0, 2000.0, 5000.0, 10_000.0, 20_000.0, 50_000.0), logarithmic.ticks());
        assertEquals(0.0, logarithmic.at(1), "below the scale's beginning");
        assertEquals(false, Scale.around(50, 900, 0, 100).logarithmic() || Scale.around(0, 900, 0, 100).logarithmic());
        assertEquals(List.of(1040.0, 1060.0, 1080.0, 1100.0), Scale.around(1049, 1098, 0, 100).ticks());
    }

    /** WCAG 2.1, 1.4.3: text has a contrast of at least 4.5 : 1. */
    @Test
    void everyTextColourContrastsWithItsBackground() throws Exception {
        int checked = 0;
        for (String theme : PageServer.resource("/report/chart.css").split("(?=--paper: )")) {
            String paper = theme.replaceFirst("(?s)--paper: (#\\w{6}).*", "$1");
            for (MatchResult colour : Pattern.compile("--(c\\d|ink|muted|good|bad): (#\\w{6})").matcher(theme)
                    .results().toList()) {
                double a = luminance(colour.group(2)) + 0.05;
                double b = luminance(paper) + 0.05;
                checked++;
                assertTrue(Math.max(a, b) >= 4.5 * Math.min(a, b), colour.group() + " is too much like " + paper);
            }
        }
        assertEquals(2 * 14, checked, "colours in light and dark");
    }

    private static double luminance(String colour) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        return IntStream.range(0, 3).mapToDouble(i -> {
            double part = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
            return weights[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
        }).sum();
    }
}
