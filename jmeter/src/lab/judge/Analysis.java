package lab.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import lab.define.Contender;
import lab.define.Load;

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
            Map<String, List<Run>> runs = results.runs().stream().filter(run -> run.load().equals(load))
                    .collect(Collectors.groupingBy(Run::contender));
            SameWork sameWork = SameWork.of(results.experiment().contenders(), runs);
            results.experiment().contenders().stream().map(Contender::name).filter(runs::containsKey)
                    .forEach(name -> points.add(new Point(name, load, runs.get(name),
                            Conditions.of(runs.get(name), runs.values()), sameWork.work().get(name),
                            sameWork.unlike(name), sameWork.saysOther(name))));
        }
        return new Analysis(results, List.copyOf(points));
    }

    /** The loads that share an axis, by the name of their series, in the experiment's order. */
    public Map<String, List<Load>> series() {
        return results.experiment().loads().stream()
                .collect(Collectors.groupingBy(Load::series, LinkedHashMap::new, Collectors.toList()));
    }

    /** The one that a run belongs to. */
    public Point point(Run run) {
        return points.stream().filter(point -> point.runs().contains(run)).findFirst().orElseThrow();
    }

    public List<Point> at(Load load) {
        return points.stream().filter(point -> point.load().equals(load)).toList();
    }

    /** The one of several loads to show first: the largest of those under which the most points are usable. */
    public Load mainLoad(List<Load> loads) {
        return loads.stream()
                .max(Comparator.comparingLong((Load load) -> at(load).stream().filter(Point::isUsable).count())
                .thenComparingDouble(Load::amount)).orElseThrow();
    }

    /** The points of a contender under the given loads, in their order. */
    public List<Point> of(String contender, List<Load> loads) {
        return points.stream().filter(point -> point.contender().equals(contender) && loads.contains(point.load()))
                .toList();
    }

    /** Every pair of points that are usable for a metric, or each with the first where there are many. */
    public List<Comparison> comparisons(Load load) {
        boolean many = results.experiment().contenders().size() > ALL_PAIRS;
        List<Comparison> all = new ArrayList<>();
        for (Metric metric : COMPARED) {
            List<Point> usable = at(load).stream().filter(point -> point.isUsable(metric)).toList();
            for (int base = 0; base < (many ? 1 : usable.size()); base++) {
                for (Point other : usable.stream().skip(base + 1).toList()) {
                    all.add(Comparison.of(other, usable.get(base), metric));
                }
            }
        }
        return all;
    }

    /** What each additional connection costs at a point; none without a usable point of fewer users beside it. */
    public Optional<MemoryGrowth> memoryGrowth(Point point) {
        return points.stream().filter(other -> other.contender().equals(point.contender())
                && other.load().series().equals(point.load().series()) && point.load().isClosed()
                && other.load().amount() < point.load().amount() && other.isUsable(Metric.RSS)
                && point.isUsable(Metric.RSS))
                .min(Comparator.comparingDouble(other -> other.load().amount()))
                .map(smallest -> new MemoryGrowth(smallest, point,
                        MemoryGrowth.perConnection(smallest, point, Metric.LIVE_HEAP),
                        MemoryGrowth.perConnection(smallest, point, Metric.RSS)));
    }

    /** Whether a reader may conclude anything from it. */
    public boolean hasUsablePoint() {
        return points.stream().anyMatch(Point::isUsable);
    }

    /**
     * How one point compares with another under the same load, by one metric. Both points are usable.
     *
     * @param isWithCare whether the ratio is usable with care only
     */
    public record Comparison(Point point, Point base, Metric metric, ConfidenceInterval ratio, boolean isWithCare) {
        /** A difference of medians that a reader would take for one. */
        private static final double NOTICEABLE = 0.05;

        public static Comparison of(Point point, Point base, Metric metric) {
            boolean withCare = point.validity(metric).orWorse(base.validity(metric)) != Validity.VALID;
            return new Comparison(point, base, metric, ConfidenceInterval.ofRatio(point.values(metric),
                    base.values(metric)), withCare);
        }

        /** Where the valid runs are too few to conclude from: the same with those that are usable with care. */
        public Comparison withEnough() {
            ConfidenceInterval all = ConfidenceInterval.ofRatio(point.usable(metric), base.usable(metric));
            return ratio.hasConfidence() || !all.hasConfidence() ? this
                    : new Comparison(point, base, metric, all, true);
        }

        /** The medians look different, but the repetitions lie too far apart for their number to show that they are. */
        public boolean needsMoreRepetitions() {
            return ratio.isKnown() && Math.abs(Math.log(ratio.estimate())) > Math.log(1 + NOTICEABLE)
                    && !ratio.leavesOneOut();
        }
    }

    /**
     * What a connection costs service one in memory: by how much more it holds under one load than under a smaller one,
     * for each additional connection, served or queued. All that a JVM holds divided by its connections would say
     * nothing of them: most of it is the JVM itself. In KiB; the spread is that of all pairs of repetitions.
     *
     * @param live     what a full collection leaves on the heap: no garbage, but a platform thread's stack is not in it
     * @param resident memory that the process occupies: stacks, but also the garbage that lies around until the
     *                 collector takes it, which grows with the requests per second and not with the connections
     */
    public record MemoryGrowth(Point from, Point to, Spread live, Spread resident) {
        private static final double KIBIBYTES = 1024;

        public Validity validity() {
            return from.validity(Figure.MEMORY).orWorse(to.validity(Figure.MEMORY));
        }

        /** {@code from 100 to 1,000 users}. */
        public String span() {
            return String.format("from %,d to %s", from.load().users(), to.load().label());
        }

        private static Spread perConnection(Point from, Point to, Metric mebibytes) {
            int connections = to.load().users() - from.load().users();
            return Spread.of(Arrays.stream(to.values(mebibytes)).flatMap(more -> Arrays.stream(from.values(mebibytes))
                    .map(less -> (more - less) * KIBIBYTES / connections)).toArray());
        }
    }
}
