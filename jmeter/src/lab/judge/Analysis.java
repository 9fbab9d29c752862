package lab.judge;

import module java.base;
import experiment.Contender;
import experiment.Limit;
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
        List<Point> points = new ArrayList<>();
        for (Load load : results.experiment().loads()) {
            Map<String, List<Run>> runs = lastAttempts(results.runs(), load);
            SameWork sameWork = SameWork.of(results.experiment().contenders(), runs);
            for (Contender each : results.experiment().contenders()) {
                String name = each.name();
                if (runs.containsKey(name)) {
                    points.add(Point.of(name, load, runs.get(name), sameWork.difference(name)));
                }
            }
        }
        return new Analysis(results, List.copyOf(points));
    }

    /** Of a repetition that was run again, the last run. */
    private static Map<String, List<Run>> lastAttempts(List<Run> all, Load load) {
        Map<String, SortedMap<Integer, Run>> runs = new HashMap<>();
        for (Run run : all) {
            if (run.load().equals(load)) {
                runs.computeIfAbsent(run.contender(), _ -> new TreeMap<>()).put(run.repetition(), run);
            }
        }
        return runs.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> List.copyOf(each.getValue().values())));
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
        boolean onePath = experiment().loads().stream().map(Load::path).distinct().count() == 1;
        return onePath ? load.label() : load.name();
    }

    public String name(Point point) {
        return point.contender() + " at " + name(point.load());
    }

    public Load mainLoad(List<Load> loads) {
        Comparator<Load> byValidPoints =
                Comparator.comparingLong(load -> pointsAt(load).stream().filter(Point::isValid).count());
        return loads.stream().max(byValidPoints.thenComparingDouble(Load::amount)).orElseThrow();
    }

    public boolean hasValidPoint() {
        return points.stream().anyMatch(Point::isValid);
    }

    /** Pairs of valid points. */
    public List<Comparison> comparisons(Load load) {
        return COMPARED.stream().flatMap(metric -> comparisons(load, metric).stream()).toList();
    }

    private List<Comparison> comparisons(Load load, Metric metric) {
        List<Point> valid = valid(load, metric);
        int bases = comparesAll() ? valid.size() : Math.min(1, valid.size());
        List<Comparison> pairs = new ArrayList<>();
        for (int base = 0; base < bases; base++) {
            for (Point other : valid.subList(base + 1, valid.size())) {
                pairs.add(compare(other, valid.get(base), metric));
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

    /** Two valid points under the same load. What the machine adds to CPU time, it adds to service two's, too. */
    public Comparison compare(Point point, Point base, Metric metric) {
        List<Point> valid = valid(point.load(), metric);
        int others = valid.size() - 1;
        int pairs = comparesAll() ? valid.size() * others / 2 : others;
        boolean isRelative = metric == Metric.CPU_PER_REQUEST
                && haveSameThroughput(point, base)
                && knowsServiceTwo(point)
                && knowsServiceTwo(base);
        Ratios ratios = isRelative
                ? new Ratios(valid.stream().filter(Analysis::knowsServiceTwo).toList(), Metric.CPU_RELATIVE, pairs)
                : new Ratios(valid, metric, pairs);
        Ratio ratio = ratios.of(point.contender(), base.contender()).withClockErrors(point, base, metric);
        return new Comparison(point, base, metric, ratio);
    }

    private static boolean haveSameThroughput(Point point, Point base) {
        double ratio = point.median(Metric.THROUGHPUT) / base.median(Metric.THROUGHPUT);
        return Math.abs(Math.log(ratio)) <= Tolerances.SAME_THROUGHPUT;
    }

    private static boolean knowsServiceTwo(Point point) {
        return point.spread(Metric.CPU_RELATIVE).count() == point.measured().size();
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
            return isInDoubt()
                    && !Ratio.ofOne(ratio.estimate()).withClockErrors(point, base, metric).excludesOne();
        }

        private boolean isInDoubt() {
            return ratio.repeated()
                    && !ratio.isDifferent()
                    && Math.abs(Math.log(ratio.estimate())) > Math.log1p(Tolerances.NOTICEABLE);
        }
    }
}
