package lab.judge;

import module java.base;
import experiment.Contender;
import experiment.Experiment;
import experiment.Load;
import experiment.Metric;
import experiment.Results;
import experiment.Run;

/** Judges and compares an experiment's points. */
public record Analysis(Results results, List<Point> points) {
    public static final List<Metric> COMPARED =
            List.of(Metric.THROUGHPUT, Metric.P50, Metric.P99, Metric.CPU_PER_REQUEST, Metric.RSS);
    /** With more contenders than this, each is compared only with the first valid one. */
    private static final int ALL_PAIRS = 4;

    public static Analysis of(Results results) {
        Collection<Run> last = lastAttempts(results.runs());
        List<Contender> contenders = results.experiment().contenders();
        List<Point> points = new ArrayList<>();
        for (Load load : results.experiment().loads()) {
            Map<String, List<Run>> runs = last.stream()
                    .filter(run -> run.load().equals(load))
                    .collect(Collectors.groupingBy(Run::contender));
            Map<String, String> otherWork = WorkDone.differences(contenders, runs);
            contenders.stream()
                    .map(Contender::name)
                    .filter(runs::containsKey)
                    .map(name -> Point.of(name, load, runs.get(name), otherWork.get(name)))
                    .forEach(points::add);
        }
        return new Analysis(results, List.copyOf(points));
    }

    /** Of a repetition that was run again, the last run. */
    private static Collection<Run> lastAttempts(List<Run> all) {
        Map<List<?>, Run> last = new LinkedHashMap<>();
        for (Run run : all) {
            last.put(List.of(run.contender(), run.load(), run.repetition()), run);
        }
        return last.values();
    }

    public Experiment experiment() {
        return results.experiment();
    }

    public Map<String, List<Load>> series() {
        return experiment().loads().stream()
                .collect(Collectors.groupingBy(Load::series, LinkedHashMap::new, Collectors.toList()));
    }

    /** Runs that do not count, because their round was run again. */
    public List<Run> superseded() {
        return results.runs().stream()
                .filter(run -> points.stream().noneMatch(point -> point.runs().contains(run)))
                .toList();
    }

    public Point point(Run run) {
        return point(run.contender(), run.load()).orElseThrow();
    }

    public Optional<Point> point(String contender, Load load) {
        return pointsAt(load).stream()
                .filter(point -> point.contender().equals(contender))
                .findFirst();
    }

    public List<Point> pointsAt(Load load) {
        return points.stream().filter(point -> point.load().equals(load)).toList();
    }

    /** Without the path if all loads have the same. */
    public String name(Load load) {
        boolean onePath = experiment().loads().stream()
                .map(Load::path)
                .distinct()
                .count() == 1;
        return onePath ? load.label() : load.name();
    }

    public String name(Point point) {
        return point.contender() + " at " + name(point.load());
    }

    public Load mainLoad(List<Load> loads) {
        Comparator<Load> byValidPoints = Comparator.comparingLong(load ->
                pointsAt(load).stream().filter(Point::isValid).count());
        return Collections.max(loads, byValidPoints.thenComparingDouble(Load::amount));
    }

    public boolean hasValidPoint() {
        return points.stream().anyMatch(Point::isValid);
    }

    /** Pairs of valid points. */
    public List<Comparison> comparisons(Load load) {
        List<Comparison> pairs = new ArrayList<>();
        for (Metric metric : COMPARED) {
            List<Point> valid = valid(load, metric);
            for (Point base : comparesAll() ? valid : valid.stream().limit(1).toList()) {
                valid.stream()
                        .skip(valid.indexOf(base) + 1)
                        .map(other -> new Comparison(other, base, metric, ratio(other, base, metric)))
                        .forEach(pairs::add);
            }
        }
        return pairs;
    }

    private List<Point> valid(Load load, Metric metric) {
        return pointsAt(load).stream().filter(point -> point.isValid(metric)).toList();
    }

    private boolean comparesAll() {
        return experiment().contenders().size() <= ALL_PAIRS;
    }

    /** Of two valid points under the same load. What the machine adds to CPU time, it adds to service two's, too. */
    public Ratio ratio(Point point, Point base, Metric metric) {
        List<Point> valid = valid(point.load(), metric);
        int others = valid.size() - 1;
        int pairs = comparesAll() ? valid.size() * others / 2 : others;
        boolean isRelative = metric == Metric.CPU_PER_REQUEST
                && haveSameThroughput(point, base)
                && point.knowsServiceTwo()
                && base.knowsServiceTwo();
        List<Point> comparable = valid.stream()
                .filter(each -> !isRelative || each.knowsServiceTwo())
                .toList();
        Metric figure = isRelative ? Metric.CPU_RELATIVE : metric;
        return Ratio.paired(comparable, point.contender(), base.contender(), figure, pairs)
                .withClockErrors(point, base, metric);
    }

    private static boolean haveSameThroughput(Point point, Point base) {
        double ratio = point.median(Metric.THROUGHPUT) / base.median(Metric.THROUGHPUT);
        return Math.abs(Math.log(ratio)) <= Tolerances.SAME_THROUGHPUT;
    }

    public record Comparison(Point point, Point base, Metric metric, Ratio ratio) {
        public String names() {
            return point.contender() + " / " + base.contender();
        }

        public boolean needsMoreRepetitions() {
            return isInDoubt() && !needsFinerClock();
        }

        /** However often it is measured, JMeter's whole milliseconds do not show this difference. */
        public boolean needsFinerClock() {
            Ratio ofOne = Ratio.ofOne(ratio.estimate()).withClockErrors(point, base, metric);
            return isInDoubt() && !ofOne.excludesOne();
        }

        private boolean isInDoubt() {
            return ratio.repeated()
                    && !ratio.isDifferent()
                    && Math.abs(Math.log(ratio.estimate())) > Math.log1p(Tolerances.NOTICEABLE);
        }
    }
}
