package lab.report;

import common.mode.Mode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.define.Contender;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Analysis.Comparison;
import lab.judge.Analysis;
import lab.judge.Ratio;
import lab.results.Metric;
import lab.results.Point;
import text.Numbers;

/**
 * The result in one sentence for each important load. In an open loop, arrivals set the throughput, so the sentence
 * compares latencies.
 */
final class Answer {
    private static final int MOST_LOADS = 4;
    private static final int MOST_NAMED = 3;
    /** Ratios this close to 1 count as equal. */
    private static final double SAME = 0.03;
    /** Limits that the contender itself sets. */
    private static final Set<String> OWN_LIMITS = Set.of("threads", "worker threads", "carriers", "connections");

    /** The most important load comes first. */
    static List<String> of(Analysis analysis) {
        List<Load> loads = new ArrayList<>();
        analysis.series().values().forEach(series -> {
            loads.add(analysis.mainLoad(series));
            loads.add(Collections.max(series, Comparator.comparing(Load::amount)));
            loads.add(Collections.min(series, Comparator.comparing(Load::amount)));
        });
        return loads.stream().distinct().limit(MOST_LOADS).map(load -> (load.isBurst() ? "With " : "At ")
                + Figures.loadName(analysis, load) + " " + sentence(analysis, load)).toList();
    }

    private static String sentence(Analysis analysis, Load load) {
        List<Contender> contenders = analysis.results().experiment().contenders();
        List<Point> usable = analysis.pointsAt(load).stream().filter(Point::isValid).toList();
        if (usable.isEmpty()) {
            return "no contender can be judged: " + analysis.pointsAt(load).stream().collect(Collectors.groupingBy(
                    point -> (point.isMeasured() ? "the " + point.result().label() + " of %s is invalid"
                    : "%s gave no result") + " (" + point.doubts().get(point.result()).replace("%", "%%") + ")",
                    LinkedHashMap::new,
                    Collectors.mapping(Point::contender, Collectors.toList()))).entrySet().stream()
                    .map(each -> each.getKey().formatted(joined(each.getValue())))
                    .collect(Collectors.joining("; ", "", "."));
        }
        Map<String, Integer> exercises = contenders.stream().filter(contender -> contender.exercise() > 0)
                .collect(Collectors.toMap(Contender::name, Contender::exercise));
        Set<String> virtual = contenders.stream().filter(contender -> contender.isServiceOne(Mode::isOnVirtualThreads))
                .map(Contender::name).collect(Collectors.toSet());
        Point point = usable.stream().filter(each -> exercises.containsKey(each.contender())).findFirst()
                .or(() -> usable.stream().filter(each -> virtual.contains(each.contender())).findFirst())
                .orElse(usable.getFirst());
        Integer exercise = exercises.get(point.contender());
        List<Comparison> pairs = usable.stream().filter(other -> other != point).map(other -> load.isOpen()
                ? analysis.compare(other, point, Metric.P50) : analysis.compare(point, other, Metric.THROUGHPUT))
                .filter(pair -> pair.ratio().isKnown()).toList();
        Map<Boolean, List<Comparison>> bySame = pairs.stream().collect(Collectors.partitioningBy(pair ->
                Math.abs(Math.log(pair.ratio().estimate())) < Math.log(1 + SAME)));
        String phrases = Stream.concat(bySame.get(false).stream().limit(MOST_NAMED).map(Answer::different),
                same(bySame.get(true), load)).collect(Collectors.joining(", "));
        List<String> growing = usable.stream().filter(each -> each != point && each.grows(Metric.P50))
                .map(Point::contender).toList();
        List<String> excluded = analysis.pointsAt(load).stream().filter(each -> !each.isValid()).map(Point::contender)
                .toList();
        return point.contender() + (exercise == null ? "" : " (your exercise " + exercise + ")") + limit(point, ",")
                + (point.grows(Metric.P50) ? " cannot keep up, and its latency grows"
                : load.isOpen() ? " took " + Numbers.text(point.spread(Metric.P50).median())
                + " ms to answer (median)" : " answered "
                + Numbers.text(point.spread(Metric.THROUGHPUT).median()) + " requests/s")
                + (phrases.isEmpty() ? "" : (load.isOpen() ? "; " : ": ") + phrases) + "."
                + (growing.isEmpty() ? "" : " The latency of " + joined(growing) + " grows.")
                + (excluded.isEmpty() ? "" : " Left out: " + joined(excluded) + " (" + point.result().label()
                + " invalid).");
    }

    private static String limit(Point point, String after) {
        String limit = point.capped().limit();
        return OWN_LIMITS.contains(limit) ? ", limited by its " + limit + after : "";
    }

    /** {@code 4.98 times (4.95–5.02; predicted 5) as many as pool-200, limited by its threads}. */
    private static String different(Comparison pair) {
        Ratio ratio = pair.ratio();
        Prediction one = pair.point().predicted();
        Prediction other = pair.base().predicted();
        boolean open = pair.point().load().isOpen();
        double predicted = open ? one.latency() / other.latency() : one.throughput() / other.throughput();
        String times = Numbers.text(ratio.estimate()) + " times ("
                + (!ratio.hasInterval() ? "one repetition" : ratio.interval()
                + (ratio.isDifferent() ? "" : ", so they may be equal"))
                + (Double.isFinite(predicted) ? "; predicted " + Numbers.text(predicted) : "") + ") as ";
        return open ? pair.point().contender() + limit(pair.point(), ",") + " took " + times + "long"
                : times + "many as " + pair.base().contender() + limit(pair.base(), "");
    }

    private static Stream<String> same(List<Comparison> pairs, Load load) {
        List<String> names = pairs.stream().map(pair -> (load.isOpen() ? pair.point() : pair.base()).contender())
                .toList();
        return names.isEmpty() ? Stream.empty() : Stream.of(load.isOpen() ? joined(names) + " about as long"
                : "about as many as " + joined(names));
    }

    private static String joined(List<String> names) {
        int last = names.size() - 1;
        return last == 0 ? names.getFirst() : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }
}
