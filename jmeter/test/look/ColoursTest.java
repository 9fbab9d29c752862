package look;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.PageServer;
import testing.Test;

class ColoursTest {
    /** WCAG 2.1, 1.4.3: text has a contrast of at least 4.5 : 1. Each style sheet has a light and a dark theme. */
    @Test
    void everyTextColourContrastsWithItsBackground() throws Exception {
        for (String sheet : List.of("/report/chart.css", "/serviceone/status.css")) {
            List<String> themes = Stream.of(PageServer.resource(sheet).split("(?=--paper: )")).skip(1).toList();
            assertEquals(2, themes.size(), "themes of " + sheet);
            for (String theme : themes) {
                double paper = luminance(theme.substring(theme.indexOf('#')));
                List<MatchResult> colours = Pattern.compile("--(c\\d|ink|muted|soft|good|bad): (#\\w{6})")
                        .matcher(theme).results().toList();
                assertTrue(colours.size() > 2, "colours of " + theme);
                for (MatchResult colour : colours) {
                    double its = luminance(colour.group(2));
                    assertTrue(Math.max(its, paper) >= 4.5 * Math.min(its, paper), sheet + ": " + colour.group());
                }
            }
        }
    }

    private static double luminance(String colour) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        return 0.05 + IntStream.range(0, 3).mapToDouble(i -> {
            double part = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
            return weights[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
        }).sum();
    }
}
