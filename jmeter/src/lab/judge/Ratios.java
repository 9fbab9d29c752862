package lab.judge;

import module java.base;
import experiment.Metric;
import experiment.Run;

/**
 * Estimates ratios from logarithms. Two contenders' runs in the same round are neighbours in time, so the machine
 * affects them alike, and what counts is the scatter of their differences between rounds. Three rounds say little about
 * a scatter, so those of all contenders are pooled. If a pair scatters more than that, its own scatter counts.
 *
 * <p>The interval is Student's, at a level of 98 %, corrected for the number of pairs (Bonferroni). In simulations of
 * three rounds, two identical contenders whose figures scatter by 10 % were called different in at most one ratio of
 * twenty, and 88 µs against 139 µs, scattering by 5 %, in at least nine of ten.
 */
public final class Ratios {
    private static final double ERROR = 0.02;

    private Ratios() {
    }

    /**
     * Of runs in the same rounds.
     *
     * @param points the valid points under one load
     * @param ratios how many are shown together
     */
    static Ratio paired(
            List<Point> points,
            String contender,
            String base,
            Metric metric,
            int ratios) {
        Map<String, Map<Integer, Double>> known = points.stream()
                .filter(point -> point.spread(metric).greatest() > 0)
                .collect(Collectors.toMap(Point::contender, point -> byRound(point, metric)));
        // after an early stop, some contenders lack the last round
        List<Integer> rounds = known.values().stream()
                .flatMap(each -> each.keySet().stream())
                .distinct()
                .filter(round -> known.values().stream().allMatch(each -> each.containsKey(round)))
                .toList();
        if (rounds.isEmpty() || !known.keySet().containsAll(List.of(contender, base))) {
            return Ratio.UNKNOWN;
        }
        Map<String, double[]> logs = new HashMap<>();
        known.forEach((name, each) ->
                logs.put(name, rounds.stream().mapToDouble(each::get).toArray()));
        double[] differences = minus(logs.get(contender), logs.get(base));
        int freedom = (logs.size() - 1) * (rounds.size() - 1);
        double own = squares(differences) / (rounds.size() - 1);
        double variance = Math.max(residuals(logs.values(), rounds.size()) / freedom, own);
        return estimate(mean(differences), variance / rounds.size(), freedom, ratios);
    }

    /**
     * Of runs that are not neighbours in time: two samples of equal scatter.
     *
     * @param ratios how many are shown together
     */
    public static Ratio unpaired(double[] values, double[] base, int ratios) {
        double[] logs = logs(values);
        double[] others = logs(base);
        int freedom = logs.length + others.length - 2;
        double variance = (squares(logs) + squares(others)) / freedom;
        return estimate(
                mean(logs) - mean(others),
                variance / logs.length + variance / others.length,
                freedom,
                ratios);
    }

    private static Ratio estimate(double mean, double variance, int freedom, int ratios) {
        if (freedom < 1) {
            return Ratio.ofOne(Math.exp(mean));
        }
        double half = StudentT.quantile(1 - ERROR / ratios / 2, freedom) * Math.sqrt(variance);
        return new Ratio(
                Math.exp(mean),
                Math.exp(mean - half),
                Math.exp(mean + half),
                true);
    }

    private static Map<Integer, Double> byRound(Point point, Metric metric) {
        return point.measured().stream()
                .filter(run -> metric.of(run) > 0)
                .collect(Collectors.toMap(Run::repetition, run -> Math.log(metric.of(run))));
    }

    /** Of the differences between two contenders, as all contenders' deviations from the rounds' means show them. */
    private static double residuals(Collection<double[]> logs, int rounds) {
        double[] means = IntStream.range(0, rounds)
                .mapToDouble(i -> logs.stream().mapToDouble(each -> each[i]).average().orElseThrow())
                .toArray();
        return 2 * logs.stream()
                .mapToDouble(each -> squares(minus(each, means)))
                .sum();
    }

    /** Of the known values above 0. */
    private static double[] logs(double... values) {
        return Arrays.stream(values)
                .filter(value -> value > 0)
                .map(Math::log)
                .toArray();
    }

    private static double[] minus(double[] some, double[] others) {
        return IntStream.range(0, some.length).mapToDouble(i -> some[i] - others[i]).toArray();
    }

    private static double mean(double... values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    /** Around the mean. */
    private static double squares(double... values) {
        double mean = mean(values);
        return Arrays.stream(values)
                .map(value -> value - mean)
                .map(deviation -> deviation * deviation)
                .sum();
    }
}
