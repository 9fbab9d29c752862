package lab.judge;

import module java.base;
import experiment.Metric;
import experiment.Run;

/**
 * The ratios of one figure under one load. Two contenders' runs in the same round are neighbours in time, so the
 * machine affects them alike, and what counts is the scatter of their differences (of logarithms) between rounds. Three
 * rounds say little about a scatter, so those of all contenders are pooled. If a pair scatters more than that, its own
 * scatter counts.
 *
 * <p>The interval is Student's, at a level of 98 %, corrected for the number of pairs (Bonferroni). In simulations of
 * three rounds, two identical contenders whose figures scatter by 10 % were called different in at most one ratio of
 * twenty, and 88 µs against 139 µs, scattering by 5 %, in at least nine of ten.
 */
final class Ratios {
    static final double ERROR = 0.02;

    private final Map<String, double[]> logs;
    private final int rounds;
    private final double error;
    private final double pooled;

    /**
     * @param points the valid points under one load
     * @param pairs how many ratios are shown together
     */
    Ratios(List<Point> points, Metric metric, int pairs) {
        Map<String, Map<Integer, Double>> known = points.stream()
                .filter(point -> point.spread(metric).greatest() > 0)
                .collect(Collectors.toMap(Point::contender, point -> byRound(point, metric)));
        // after an early stop, some contenders lack the last round
        List<Integer> common = known.values().stream()
                .flatMap(each -> each.keySet().stream())
                .distinct()
                .filter(round -> known.values().stream().allMatch(each -> each.containsKey(round)))
                .toList();
        logs = known.keySet().stream().collect(Collectors.toMap(name -> name, name -> common.stream()
                .mapToDouble(known.get(name)::get).toArray()));
        rounds = common.size();
        error = ERROR / Math.max(1, pairs);
        pooled = residuals();
    }

    /** Logarithms of the known values above 0. */
    private static Map<Integer, Double> byRound(Point point, Metric metric) {
        return point.measured().stream()
                .filter(run -> metric.of(run) > 0)
                .collect(Collectors.toMap(Run::repetition, run -> Math.log(metric.of(run))));
    }

    private int freedom() {
        return (logs.size() - 1) * (rounds - 1);
    }

    /** The variance of a difference between two contenders in one round. */
    private double residuals() {
        double[] round = IntStream.range(0, rounds)
                .mapToDouble(i -> logs.values().stream().mapToDouble(each -> each[i]).average().orElse(0))
                .toArray();
        double sum = logs.values().stream().mapToDouble(each -> squares(minus(each, round))).sum();
        return 2 * sum / freedom();
    }

    private static double[] minus(double[] some, double[] others) {
        return IntStream.range(0, some.length).mapToDouble(i -> some[i] - others[i]).toArray();
    }

    /** Around the mean. */
    static double squares(double... values) {
        double mean = Arrays.stream(values).average().orElse(0);
        return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    }

    Ratio of(String contender, String base) {
        if (rounds == 0 || !Stream.of(contender, base).map(logs::get).allMatch(Objects::nonNull)) {
            return Ratio.UNKNOWN;
        }
        double[] differences = minus(logs.get(contender), logs.get(base));
        double mean = Arrays.stream(differences).average().orElseThrow();
        double variance = Math.max(pooled, squares(differences) / (rounds - 1));
        double half = rounds == 1
                ? Double.NaN
                : StudentT.quantile(1 - error / 2, freedom()) * Math.sqrt(variance / rounds);
        return Ratio.ofLogs(mean, half);
    }
}
