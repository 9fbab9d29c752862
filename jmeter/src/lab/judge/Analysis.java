package lab.judge;

import module java.base;
import experiment.Contender;
import experiment.Limit;
import experiment.Load;
import experiment.Metric;
import experiment.Point;
import experiment.Results;
import experiment.Run;
import lab.judge.Rule.Finding;

/** Judges and compares an experiment's points. */
public record Analysis(Results results, List<Point> points) {
    public static final List<Metric> COMPARED =
            List.of(Metric.THROUGHPUT, Metric.P50, Metric.P99, Metric.CPU_PER_REQUEST, Metric.RSS);
    /** With more contenders than this, each is compared only with the first valid one. */
    private static final int ALL_PAIRS = 4;
    /** A throughput of at least this share of the prediction is as theory says. */
    private static final double AS_PREDICTED = 0.97;
    private static final double FAR_BELOW = 0.8;
    /** Under a higher load, service two needs less CPU time for a call. */
    private static final double SAME_THROUGHPUT = 0.05;

    public static Analysis of(Results results) {
        List<Point> points = new ArrayList<>();
        for (Load load : results.experiment().loads()) {
            Map<String, List<Run>> runs = results.runs().stream().filter(run -> run.load().equals(load))
                    .collect(Collectors.groupingBy(Run::contender, Collectors.collectingAndThen(Collectors.toMap(
                            Run::repetition, run -> run, (_, again) -> again, TreeMap::new),
                            last -> List.copyOf(last.values()))));
            SameWork sameWork = SameWork.of(results.experiment().contenders(), runs);
            results.experiment().contenders().stream().map(Contender::name).filter(runs::containsKey)
                    .forEach(name -> points.add(new Point(name, load, runs.get(name),
                            Validity.doubts(runs.get(name), sameWork.difference(name)))));
        }
        return new Analysis(results, List.copyOf(points));
    }

    public Map<String, List<Load>> series() {
        return results.experiment().loads().stream()
                .collect(Collectors.groupingBy(Load::series, LinkedHashMap::new, Collectors.toList()));
    }

    /** Runs that do not count, because their round was run again. */
    public List<Run> superseded() {
        return results.runs().stream().filter(run -> points.stream().noneMatch(point -> point.runs().contains(run)))
                .toList();
    }

    public Point point(Run run) {
        return point(run.contender(), run.load()).orElseThrow();
    }

    public Optional<Point> point(String contender, Load load) {
        return pointsAt(load).stream().filter(point -> point.contender().equals(contender)).findFirst();
    }

    public List<Point> pointsAt(Load load) {
        return points.stream().filter(point -> point.load().equals(load)).toList();
    }

    public Load mainLoad(List<Load> loads) {
        return loads.stream()
                .max(Comparator.comparingLong((Load load) -> pointsAt(load).stream().filter(Point::isValid).count())
                .thenComparingDouble(Load::amount)).orElseThrow();
    }

    public boolean hasValidPoint() {
        return points.stream().anyMatch(Point::isValid);
    }

    /** The worst finding of each check, over the repetitions. */
    public static List<Finding> findings(Point point) {
        return point.runs().stream().flatMap(run -> Rules.judge(run).stream())
                .collect(Collectors.groupingBy(Finding::check, LinkedHashMap::new, Collectors.toList())).values()
                .stream().map(all -> Collections.max(all, Comparator.comparing(Finding::value))).toList();
    }

    /** While this contender ran, other programs used the machine, and its throughput stayed below theory. */
    public static boolean isHeldBack(Point point) {
        boolean isOverloaded = point.predicted().limit() == Limit.ARRIVALS && point.grows(Metric.P50);
        return !isOverloaded && point.shareOfPredicted() < AS_PREDICTED && findings(point).stream().anyMatch(finding ->
                finding.rule() == Rules.MACHINE && finding.check() != Rules.SATURATED);
    }

    public static boolean isFarBelowTheory(Point point) {
        return point.shareOfPredicted() < FAR_BELOW;
    }

    /** The waits of users without an answer are missing, so the true value is at least the measured one. */
    public static boolean isAtLeast(Point point, Metric metric) {
        return metric.isLatency() && point.measured().stream().flatMap(run -> metric.load(run).stream())
                .flatMap(Rules.STARVED::judge).findAny().isPresent();
    }

    /** Pairs of valid points. */
    public List<Comparison> comparisons(Load load) {
        return COMPARED.stream().flatMap(metric -> comparisons(load, metric).stream()).toList();
    }

    private List<Comparison> comparisons(Load load, Metric metric) {
        List<Point> valid = pointsAt(load).stream().filter(point -> point.isValid(metric)).toList();
        List<Comparison> pairs = new ArrayList<>();
        for (int base = 0; base < (comparesAll() ? valid.size() : Math.min(1, valid.size())); base++) {
            for (Point other : valid.subList(base + 1, valid.size())) {
                pairs.add(compare(other, valid.get(base), metric));
            }
        }
        return pairs;
    }

    private boolean comparesAll() {
        return results.experiment().contenders().size() <= ALL_PAIRS;
    }

    /** Two valid points under the same load. What the machine adds to CPU time, it adds to service two's, too. */
    public Comparison compare(Point point, Point base, Metric metric) {
        List<Point> valid = pointsAt(point.load()).stream().filter(each -> each.isValid(metric)).toList();
        int others = valid.size() - 1;
        Metric measure = metric == Metric.CPU_PER_REQUEST && haveSameThroughput(point, base)
                && Stream.of(point, base).allMatch(Analysis::knowsServiceTwo) ? Metric.CPU_RELATIVE : metric;
        List<Point> known = measure == metric ? valid : valid.stream().filter(Analysis::knowsServiceTwo).toList();
        return new Comparison(point, base, metric, new Ratios(known, measure,
                comparesAll() ? valid.size() * others / 2 : others).of(point.contender(), base.contender())
                .withClockErrors(point, base, metric));
    }

    private static boolean haveSameThroughput(Point point, Point base) {
        double ratio = point.spread(Metric.THROUGHPUT).median() / base.spread(Metric.THROUGHPUT).median();
        return Math.abs(Math.log(ratio)) <= SAME_THROUGHPUT;
    }

    private static boolean knowsServiceTwo(Point point) {
        return point.spread(Metric.CPU_RELATIVE).count() == point.measured().size();
    }

    public record Comparison(Point point, Point base, Metric metric, Ratio ratio) {
        /** A reader would notice medians that differ by this share. */
        private static final double NOTICEABLE = 0.05;

        public boolean needsMoreRepetitions() {
            return isInDoubt() && !needsFinerClock();
        }

        /** However often it is measured, JMeter's whole milliseconds do not show this difference. */
        public boolean needsFinerClock() {
            return isInDoubt() && !Ratio.ofOne(ratio.estimate()).withClockErrors(point, base, metric).excludesOne();
        }

        private boolean isInDoubt() {
            return ratio.repeated() && Math.abs(Math.log(ratio.estimate())) > Math.log1p(NOTICEABLE)
                    && !ratio.isDifferent();
        }
    }
}
