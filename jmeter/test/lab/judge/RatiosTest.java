package lab.judge;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import lab.Doctored;
import lab.define.Load;
import lab.results.Metric;
import lab.results.Point;
import lab.results.Run;
import lab.results.Spread;
import testing.Test;

class RatiosTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final int EXPERIMENTS = 2_000;

    private final Random random = new Random(7);

    private static Point point(String contender, double... throughputs) {
        return new Point(contender, LOAD, Doctored.runs(contender, LOAD, throughputs), Map.of());
    }

    private static Ratio ratio(Point... points) {
        return new Ratios(List.of(points), Metric.THROUGHPUT, points.length * (points.length - 1) / 2).of("a", "b");
    }

    @Test
    void aSpreadCoversTheKnownValues() {
        assertEquals(new Spread(2, 1, 9, 3), Spread.of(9, 1, 2), "an odd number of values");
        assertEquals(new Spread(2.5, 1, 9, 4), Spread.of(9, 1, 2, 3), "an even number: the mean of the middle two");
        assertEquals(new Spread(4, 3, 5, 2), Spread.of(3, Double.NaN, 5),
                "a value that was not measured does not count");
        assertEquals(false, Spread.of(Double.NaN).isKnown(), "nothing measured");
        assertEquals(0.5, Spread.of(9, 10, 14).variation());
    }

    /** From the tables of the distribution. */
    @Test
    void studentsQuantiles() {
        double[][] table = {{0.975, 1, 12.706}, {0.975, 2, 4.303}, {0.99, 2, 6.965}, {0.995, 3, 5.841},
            {0.99, 4, 3.747}, {0.95, 5, 2.015}, {0.975, 30, 2.042}, {0.99, 61, 2.389}};
        for (double[] row : table) {
            assertEquals(row[2], Math.round(1e3 * StudentT.quantile(row[0], (int) row[1])) / 1e3, 
                    row[0] + ", " + row[1]);
        }
    }

    /** The logarithms' differences are ln 2 ± 0.01, so their standard deviation is 0.01. */
    @Test
    void theIntervalIsStudentsForPairedDifferences() {
        double up = Math.exp(0.01);
        Ratio ratio = ratio(point("a", 200, 400, 800 * up), point("b", 100, 200 * up, 400));
        assertEquals("2.00× (1.92–2.08)", ratio.text(), "2 · e^(± 6.965 · 0.01 / √3)");
        assertEquals(true, ratio.isDifferent());
        Ratio pooled = ratio(point("a", 200, 400, 800 * up), point("b", 100, 200 * up, 400), point("c", 10, 20, 40));
        assertEquals("2.00× (1.94–2.06)", pooled.text(), "three contenders: three ratios, four degrees of freedom");
        Ratio alone = ratio(point("a", 200, 400, 800), point("b", 100, 200, 400),
                point("c", 10, 20, 40 * Math.exp(0.1)));
        assertEquals("2.00× (1.74–2.30)", alone.text(), "only c scatters: 2 · (4/9) · 0.01 / 4 is the pooled variance");
        Ratio own = ratio(point("a", 200, 400, 800 * up), point("b", 100, 200 * up, 400), point("c", 10, 20, 40),
                point("d", 10, 20, 40));
        assertEquals("2.00× (1.95–2.05)", own.text(), "the pair scatters more than the four together");
    }

    @Test
    void aRatioMayBeUnknownOrWithoutInterval() {
        Ratio one = ratio(point("a", 200), point("b", 100));
        assertEquals(List.of("2.00×", false, false), List.of(one.text(), one.hasInterval(), one.isDifferent()));
        assertEquals(false, ratio(point("a", 0, 0), point("b", 100, 100)).isKnown(), "no answers");
        assertEquals(false, ratio(point("a", 200), point("c", 100)).isKnown(), "b has no valid figure");
        assertEquals("2.00× (2.00–2.00)", ratio(point("a", 200, 300, 500), point("b", 100, 150)).text(),
                "only rounds of both contenders");
        assertEquals(false, ratio(point("a", 100.9, 100.9), point("b", 100, 100)).isDifferent(), "0.9 % is nothing");
        assertEquals(true, ratio(point("a", 101.1, 101.1), point("b", 100, 100)).isDifferent(), "1.1 %");
    }

    @Test
    void identicalContendersAreRarelyCalledDifferent() {
        double[][] scatters = {{0.1, 0.1}, {0.1, 0.1, 0.1, 0.1}, {0.1, 0.1, 0.02, 0.02}, {0.05, 0.05, 0.005}};
        for (double[] each : scatters) {
            double alarms = share(0, each);
            assertTrue(alarms <= 0.05, "called different: " + alarms + " of " + List.of(each[0], each.length));
        }
    }

    @Test
    void asyncAndLoomAreCalledDifferent() {
        for (int contenders = 2; contenders <= 4; contenders++) {
            double found = share(Math.log(139 / 88.0), IntStream.range(0, contenders).mapToDouble(_ -> 0.05).toArray());
            assertTrue(found >= 0.9, "found " + found + " with " + contenders + " contenders");
        }
    }

    /** How often the first two of these contenders are called different, in experiments with three rounds. */
    private double share(double difference, double... scatters) {
        int different = 0;
        for (int i = 0; i < EXPERIMENTS; i++) {
            List<Point> points = new ArrayList<>();
            for (int c = 0; c < scatters.length; c++) {
                List<Run> runs = new ArrayList<>();
                for (int round = 1; round <= 3; round++) {
                    double log = (c == 0 ? difference : 0) + scatters[c] * random.nextGaussian();
                    runs.add(Doctored.run("abcd".substring(c, c + 1), LOAD, round, 1e4 * Math.exp(log)).run());
                }
                points.add(new Point(runs.getFirst().contender(), LOAD, runs, Map.of()));
            }
            different += ratio(points.toArray(Point[]::new)).isDifferent() ? 1 : 0;
        }
        return (double) different / EXPERIMENTS;
    }
}
