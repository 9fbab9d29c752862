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
import lab.results.Figure;
import lab.results.Metric;
import lab.results.Results;
import lab.results.Run;
import lab.results.Spread;

/** Compares an experiment's points. Each is one contender under one load. */
public record Analysis(Results results, List<Point> points) {
    public static final List<Metric> COMPARED =
            List.of(Metric.THROUGHPUT, Metric.P99, Metric.CPU_PER_REQUEST, Metric.RSS);
    /** With more contenders than this, each is compared only with the first usable one. */
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
                            sameWork.difference(name), sameWork.hasOtherMembers(name))));
        }
        return new Analysis(results, List.copyOf(points));
    }

    public Map<String, List<Load>> series() {
        return results.experiment().loads().stream()
                .collect(Collectors.groupingBy(Load::series, LinkedHashMap::new, Collectors.toList()));
    }

    public Point point(Run run) {
        return points.stream().filter(point -> point.runs().contains(run)).findFirst().orElseThrow();
    }

    public List<Point> pointsAt(Load load) {
        return points.stream().filter(point -> point.load().equals(load)).toList();
    }

    public Load mainLoad(List<Load> loads) {
        return loads.stream()
                .max(Comparator.comparingLong((Load load) -> pointsAt(load).stream().filter(Point::isUsable).count())
                .thenComparingDouble(Load::amount)).orElseThrow();
    }

    public List<Point> pointsOf(String contender, List<Load> loads) {
        return points.stream().filter(point -> point.contender().equals(contender) && loads.contains(point.load()))
                .toList();
    }

    /** Pairs of usable points. */
    public List<Comparison> comparisons(Load load) {
        boolean many = results.experiment().contenders().size() > ALL_PAIRS;
        List<Comparison> all = new ArrayList<>();
        for (Metric metric : COMPARED) {
            List<Point> usable = pointsAt(load).stream().filter(point -> point.isUsable(metric)).toList();
            for (int base = 0; base < (many ? 1 : usable.size()); base++) {
                for (Point other : usable.stream().skip(base + 1).toList()) {
                    all.add(Comparison.of(other, usable.get(base), metric));
                }
            }
        }
        return all;
    }

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

    public boolean hasUsablePoint() {
        return points.stream().anyMatch(Point::isUsable);
    }

    /** Two usable points under the same load. */
    public record Comparison(Point point, Point base, Metric metric, ConfidenceInterval ratio, boolean isWithCare) {
        /** A reader would notice medians that differ by this share. */
        private static final double NOTICEABLE = 0.05;

        public static Comparison of(Point point, Point base, Metric metric) {
            boolean withCare = point.validity(metric).orWorse(base.validity(metric)) != Validity.VALID;
            return new Comparison(point, base, metric, ConfidenceInterval.ofRatio(point.values(metric),
                    base.values(metric)), withCare);
        }

        /** If there are too few valid runs, adds those that are usable with care. */
        public Comparison withEnough() {
            ConfidenceInterval all = ConfidenceInterval.ofRatio(point.usable(metric), base.usable(metric));
            return ratio.hasConfidence() || !all.hasConfidence() ? this
                    : new Comparison(point, base, metric, all, true);
        }

        public boolean needsMoreRepetitions() {
            return ratio.isKnown() && Math.abs(Math.log(ratio.estimate())) > Math.log(1 + NOTICEABLE)
                    && !ratio.excludesOne();
        }
    }

    /**
     * The growth of memory from a smaller load to a larger one, in KiB per additional connection. The spreads
     * cover all pairs of repetitions.
     *
     * @param live growth of the heap after a full collection
     * @param resident growth of the process's memory, with stacks and garbage
     */
    public record MemoryGrowth(Point from, Point to, Spread live, Spread resident) {
        private static final double KIB_PER_MIB = 1024;

        public Validity validity() {
            return from.validity(Figure.MEMORY).orWorse(to.validity(Figure.MEMORY));
        }

        public String span() {
            return String.format("from %,d to %s", from.load().users(), to.load().label());
        }

        private static Spread perConnection(Point from, Point to, Metric mebibytes) {
            int connections = to.load().users() - from.load().users();
            return Spread.of(Arrays.stream(to.values(mebibytes)).flatMap(more -> Arrays.stream(from.values(mebibytes))
                    .map(less -> (more - less) * KIB_PER_MIB / connections)).toArray());
        }
    }
}
