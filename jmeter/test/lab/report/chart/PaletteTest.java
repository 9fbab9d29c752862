package lab.report.chart;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import lab.define.Contender;
import testing.Test;

/** One colour for a contender, and one that can be read. */
class PaletteTest {
    private static Palette of(String... specifications) throws Exception {
        List<Contender> contenders = new ArrayList<>();
        for (String specification : specifications) {
            contenders.add(Contender.parse("c" + contenders.size(), specification));
        }
        return new Palette(contenders);
    }

    @Test
    void theModesAreTheSameInEveryReport() throws Exception {
        Palette all = of("pool --threads 1", "pool --threads 4", "loom");
        Palette two = of("loom", "async");
        assertEquals(all.of("c2"), two.of("c0"), "loom");
        assertEquals(of("pool").of("c0"), all.of("c0"), "the first pool");
        assertTrue(!all.of("c1").equals(all.of("c0")), "the second differs");
    }

    @Test
    void tenContendersDiffer() throws Exception {
        Palette colours = of("loom", "loom", "loom", "loom", "loom", "loom", "loom", "loom", "loom", "loom", "loom");
        long distinct = IntStream.range(0, 10).mapToObj(i -> colours.of("c" + i)).distinct().count();
        assertEquals(10L, distinct);
        assertTrue(colours.of("c10").startsWith("c"), "the eleventh has one, too");
    }

    /** WCAG 2.1, 1.4.3: 4.5 : 1 for text. */
    @Test
    void everyColourOfTextStandsOutFromItsPaper() {
        String sheet = Palette.sheet(":root");
        for (String theme : sheet.split("color-scheme: ")) {
            Matcher paper = Pattern.compile("--paper: (#\\w{6})").matcher(theme);
            if (paper.find()) {
                Matcher colour = Pattern.compile("--(c\\d|ink|muted|good|bad): (#\\w{6})").matcher(theme);
                while (colour.find()) {
                    double contrast = contrast(colour.group(2), paper.group(1));
                    assertTrue(contrast >= 4.5, colour.group() + " on " + paper.group(1) + " has only " + contrast);
                }
            }
        }
    }

    private static double contrast(String a, String b) {
        double first = luminance(a) + 0.05;
        double second = luminance(b) + 0.05;
        return Math.max(first, second) / Math.min(first, second);
    }

    private static double luminance(String colour) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            double part = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
            sum += weights[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
        }
        return sum;
    }
}
