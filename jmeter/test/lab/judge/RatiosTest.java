package lab.judge;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import lab.Doctored;
import lab.define.Load;
import lab.results.Metric;
import lab.results.Point;
import lab.results.Spread;
import testing.Test;

class RatiosTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final int EXPERIMENTS = 1_000;

    private final Random random = new Random(7);

    private static double[] rounds(double... throughputs) {
        return throughputs;
    }

    /** The first contender's to the second's. Each contender has an array. */
    private static Ratio ratio(double[]... throughputs) {
        int all = throughputs.length;
        List<Point> points = IntStream.range(0, all).mapToObj(i -> new Point("c" + i, LOAD,
                Doctored.runs("c" + i, LOAD, throughputs[i]), Map.of())).toList();
        return new Ratios(points, Metric.THROUGHPUT, all * (all - 1) / 2).of("c0", "c1");
    }

    @Test
    void aSpreadCoversTheKnownValues() {
        assertEquals(new Spread(2, 1, 9, 3), Spread.of(9, 1, 2), "an odd number of values");
        assertEquals(new Spread(2.5, 1, 9, 4), Spread.of(9, 1, 2, 3), "an even number: the mean of the middle two");
        assertEquals(new Spread(4, 3, 5, 2), Spread.of(3, Double.NaN, 5), "an unmeasured value does not count");
        assertEquals(false, Spread.of(Double.NaN).isKnown(), "nothing measured");
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

    @Test
    void theIntervalIsStudents() {
        // The logarithms' differences are ln 2 ± 0.01, so their standard deviation is 0.01.
        double[] a = rounds(200, 400, 800 * Math.exp(0.01));
        double[] b = rounds(100, 200 * Math.exp(0.01), 400);
        double[] even = rounds(10, 20, 40);
        String[][] table = {
            {"2.00× (1.92–2.08)", ratio(a, b).text(), "2 · e^(± 6.965 · 0.01 / √3)"},
            {"2.00× (1.94–2.06)", ratio(a, b, even).text(), "three ratios, four degrees of freedom"},
            {"2.00× (1.74–2.30)", ratio(rounds(200, 400, 800), rounds(100, 200, 400), rounds(10, 20, 40
                    * Math.exp(0.1))).text(), "only the third scatters: 2 · (4/9) · 0.01 / 4 is the pooled variance"},
            {"2.00× (1.95–2.05)", ratio(a, b, even, even).text(), "the pair scatters more than the four together"},
            {"2.00×", ratio(rounds(200), rounds(100)).text(), "one repetition"},
            {"2.00× (2.00–2.00)", ratio(rounds(200, 300, 500), rounds(100, 150)).text(), "only rounds of both"},
            {"n/a", ratio(rounds(0, 0), rounds(100, 100)).text(), "no answers"},
            {"n/a", ratio(rounds(200)).text(), "the other has no valid figure"},
            {"1.05× (0.93–1.18)", Ratio.unpaired(rounds(110, 100, 105), rounds(100, 98, 103), 1).text(),
                "two samples of three: t(4) = 3.747 at 98 %"},
            {"2.00×", Ratio.unpaired(rounds(2), rounds(1), 1).text(), "two samples of one"},
            {"n/a", Ratio.unpaired(rounds(2, 3), rounds(0, 0), 1).text(), "nothing above 0"}};
        for (String[] row : table) {
            assertEquals(row[0], row[1], row[2]);
        }
    }

    @Test
    void aDifferenceIsAtLeastOnePercentAndBeyondTheInterval() {
        assertEquals(false, ratio(rounds(100.9, 100.9), rounds(100, 100)).isDifferent(), "0.9 %");
        assertEquals(true, ratio(rounds(101.1, 101.1), rounds(100, 100)).isDifferent(), "1.1 %");
        assertEquals(false, ratio(rounds(200), rounds(100)).isDifferent(), "no interval");
        double[][] alike = {{0.1, 0.1}, {0.1, 0.1, 0.1, 0.1}, {0.1, 0.1, 0.02, 0.02}, {0.05, 0.05, 0.005}};
        for (double[] scatters : alike) {
            double alarms = different(1, scatters);
            assertTrue(alarms <= 0.05, "called different, but alike: " + alarms + " of " + Arrays.toString(scatters));
        }
        for (int contenders = 2; contenders <= 4; contenders++) {
            double found = different(139 / 88.0, Collections.nCopies(contenders, 0.05).stream()
                    .mapToDouble(each -> each).toArray());
            assertTrue(found >= 0.9, "async and loom: found " + found + " with " + contenders + " contenders");
        }
    }

    /** How often the first two are called different, in experiments with three rounds. */
    private double different(double times, double... scatters) {
        return IntStream.range(0, EXPERIMENTS).filter(_ -> ratio(IntStream.range(0, scatters.length)
                .mapToObj(c -> DoubleStream.generate(() -> 1e4 * (c == 0 ? times : 1)
                        * Math.exp(scatters[c] * random.nextGaussian())).limit(3).toArray())
                .toArray(double[][]::new)).isDifferent()).count() / (double) EXPERIMENTS;
    }
}
