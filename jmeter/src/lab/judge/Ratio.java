package lab.judge;

import module java.base;
import experiment.Metric;
import experiment.Run;
import text.Numbers;

/**
 * One contender's figure divided by another's.
 *
 * <p>It is estimated from logarithms. Two contenders' runs in the same round are neighbours in time, so the machine
 * affects them alike, and what counts is the scatter of their differences between rounds. Three rounds say little about
 * a scatter, so those of all contenders are pooled. If a pair scatters more than that, its own scatter counts.
 *
 * <p>The interval is Student's, at a level of 98 %, corrected for the number of pairs (Bonferroni). In simulations of
 * three rounds, two identical contenders whose figures scatter by 10 % were called different in at most one ratio of
 * twenty, and 88 µs against 139 µs, scattering by 5 %, in at least nine of ten.
 *
 * @param estimate NaN if unknown
 * @param low the interval's lower end; of a single repetition, the interval covers only what JMeter's clock leaves open
 * @param repeated whether the interval also covers how much repetitions scatter
 */
public record Ratio(double estimate, double low, double high, boolean repeated) {
    private static final double ERROR = 0.02;
    private static final int STEPS = 2_000;      // t is then exact to three digits
    static final Ratio UNKNOWN = ofOne(Double.NaN);

    static Ratio ofOne(double estimate) {
        return new Ratio(estimate, estimate, estimate, false);
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
                .filter(point -> point.repetitions(metric).greatest() > 0)
                .collect(Collectors.toMap(Point::contender, point -> byRound(point, metric)));
        // after an early stop, some contenders lack the last round
        List<Integer> rounds = known.values().stream()
                .flatMap(each -> each.keySet().stream())
                .distinct()
                .filter(round -> known.values().stream().allMatch(each -> each.containsKey(round)))
                .toList();
        if (rounds.isEmpty() || !known.keySet().containsAll(List.of(contender, base))) {
            return UNKNOWN;
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
            return ofOne(Math.exp(mean));
        }
        double half = student(1 - ERROR / ratios, freedom) * Math.sqrt(variance);
        return new Ratio(
                Math.exp(mean),
                Math.exp(mean - half),
                Math.exp(mean + half),
                true);
    }

    /**
     * What the absolute value of Student's t stays below with this probability. With t = √freedom · tan(angle), that is
     * the share of the area below cos(angle)^(freedom - 1).
     */
    private static double student(double probability, int freedom) {
        double step = Math.PI / 2 / STEPS;
        double[] areas = IntStream.range(0, STEPS)
                .mapToDouble(i -> Math.pow(Math.cos((i + 0.5) * step), freedom - 1))
                .toArray();
        double left = probability * Arrays.stream(areas).sum();
        int i = 0;
        while (left > areas[i]) {
            left -= areas[i++];
        }
        return Math.sqrt(freedom) * Math.tan(step * (i + left / areas[i]));
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

    /**
     * With an interval that covers what JMeter's clock leaves open, too. Repetitions do not make that smaller, because
     * the clock may err alike in each.
     */
    public Ratio withClockErrors(Point point, Point base, Metric metric) {
        double error = point.relativeClockError(metric);
        double baseError = base.relativeClockError(metric);
        return new Ratio(
                estimate,
                low * Math.max(0, 1 - error) / (1 + baseError),
                high * (1 + error) / Math.max(0, 1 - baseError),
                repeated);
    }

    public boolean isKnown() {
        return !Double.isNaN(estimate);
    }

    public boolean isDifferent() {
        return repeated
                && excludesOne()
                && Math.abs(Math.log(estimate)) >= Math.log1p(Tolerances.NO_DIFFERENCE);
    }

    /** Whether chance or the clock may be all that there is. Of a single repetition, only the clock is known. */
    public boolean mayBeNone() {
        return repeated ? !isDifferent() : low < 1 && high > 1;
    }

    boolean excludesOne() {
        return low > 1 || high < 1;
    }

    /** {@code 4.95–5.02} */
    public String interval() {
        return Numbers.ratio(low) + "–" + Numbers.ratio(high);
    }

    /** {@code 4.98× (4.95–5.02)} */
    public String text() {
        if (!isKnown()) {
            return Numbers.UNKNOWN;
        }
        return Numbers.times(estimate) + (repeated ? " (" + interval() + ")" : "");
    }

    /** The mark ≈ means that there is no difference. */
    public String marked() {
        return text() + (mayBeNone() ? " ≈" : "");
    }
}
