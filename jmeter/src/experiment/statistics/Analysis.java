package experiment.statistics;

import experiment.define.Contender;
import experiment.define.Load;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What the results say: points, and which of them may be compared. Plain data, computed once. */
public record Analysis(Results results, List<Point> points) {
    /** What contenders are compared by. */
    public static final List<Metric> COMPARED =
            List.of(Metric.THROUGHPUT, Metric.P99, Metric.CPU_PER_REQUEST, Metric.RSS);
    /** More contenders than this are each compared with the first alone: all pairs would be more than anybody reads. */
    private static final int ALL_PAIRS = 4;

    public static Analysis of(Results results) {
        List<Point> points = new ArrayList<>();
        for (Load load : results.experiment().loads()) {
            for (Contender contender : results.experiment().contenders()) {
                List<Run> runs = results.runs().stream()
                        .filter(run -> run.load().equals(load) && run.contender().equals(contender.name())).toList();
                if (!runs.isEmpty()) {
                    points.add(new Point(contender.name(), load, runs));
                }
            }
        }
        return new Analysis(results, List.copyOf(points));
    }

    /** The loads that share an axis, by the name of their series, in the experiment's order. */
    public Map<String, List<Load>> series() {
        return results.experiment().loads().stream()
                .collect(Collectors.groupingBy(Load::series, LinkedHashMap::new, Collectors.toList()));
    }

    public List<Point> at(Load load) {
        return points.stream().filter(point -> point.load().equals(load)).toList();
    }

    /** The one of several loads to show first: the largest of those under which the most points are valid. */
    public Load mainLoad(List<Load> loads) {
        return loads.stream()
                .max(Comparator.comparingLong((Load load) -> at(load).stream().filter(Point::isValid).count())
                .thenComparingDouble(Load::amount)).orElseThrow();
    }

    /** The points of a contender under the given loads, in their order. */
    public List<Point> of(String contender, List<Load> loads) {
        return points.stream().filter(point -> point.contender().equals(contender) && loads.contains(point.load()))
                .toList();
    }

    /** Every pair of points that are valid for a metric, or each with the first where there are many. */
    public List<Comparison> comparisons(Load load) {
        List<Comparison> all = new ArrayList<>();
        for (Metric metric : COMPARED) {
            List<Point> valid = at(load).stream().filter(point -> point.isValid(metric)).toList();
            int bases = results.experiment().contenders().size() > ALL_PAIRS ? Math.min(1, valid.size()) : valid.size();
            for (int base = 0; base < bases; base++) {
                for (int other = base + 1; other < valid.size(); other++) {
                    all.add(Comparison.of(valid.get(other), valid.get(base), metric));
                }
            }
        }
        return all;
    }

    public List<Run> invalidRuns() {
        return results.runs().stream().filter(run -> Rules.judge(run).stream().anyMatch(Rule.Finding::isOfAll))
                .toList();
    }
}
