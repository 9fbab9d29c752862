package lab.report;

import common.text.Numbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import lab.define.Contender;
import lab.define.Load;
import lab.judge.Analysis.Comparison;
import lab.judge.Analysis;
import lab.judge.ConfidenceInterval;
import lab.judge.Metric;
import lab.judge.Point;
import lab.judge.Validity;

/**
 * What came out, in a sentence for each load that tells something: virtual threads beside the others, where they take
 * part. Arrivals that don't wait for answers set the throughput themselves, so there it is the latency that differs.
 *
 * @param load  under which
 * @param point of which the sentence speaks
 */
record Answer(Analysis analysis, Load load, Point point) {
    private static final int MOST_LOADS = 4;
    private static final int MOST_NAMED = 3;
    /** Ratios this close to 1 are as good as the same. */
    private static final double SAME = 0.03;
    /** What a contender itself is limited by, as a prediction names it. */
    private static final Set<String> OWN_LIMITS = Set.of("threads", "worker threads", "carriers", "connections");

    /** The sentences, the most important first. */
    static List<String> of(Analysis analysis) {
        List<Load> loads = new ArrayList<>();
        analysis.series().values().forEach(series -> {
            loads.add(analysis.mainLoad(series));
            loads.add(Collections.max(series, Comparator.comparing(Load::amount)));
            loads.add(Collections.min(series, Comparator.comparing(Load::amount)));
        });
        return loads.stream().distinct().limit(MOST_LOADS).map(load -> sentence(analysis, load)).toList();
    }

    private static String sentence(Analysis analysis, Load load) {
        List<Point> usable = analysis.at(load).stream().filter(Point::isUsable).toList();
        if (usable.isEmpty()) {
            return at(analysis, load) + "nothing can be said: no point is valid.";
        }
        Point point = usable.stream().filter(each -> isVirtual(analysis, each)).findFirst().orElse(usable.getFirst());
        return new Answer(analysis, load, point).sentence(usable.stream().filter(each -> each != point).toList());
    }

    private static String at(Analysis analysis, Load load) {
        return (load.isBurst() ? "With " : "At ") + Tables.where(analysis, load) + " ";
    }

    private static boolean isVirtual(Analysis analysis, Point point) {
        return analysis.results().experiment().contenders().stream()
                .anyMatch(contender -> contender.name().equals(point.contender()) && contender.mode().equals("loom"));
    }

    private String sentence(List<Point> others) {
        String where = at(analysis, load) + point.contender() + limit(point, ",");
        String figure = load.isOpen() ? " took " + median(Metric.P50) + " ms for an answer (median)"
                : " answered " + median(Metric.THROUGHPUT) + " requests/s";
        List<Comparison> pairs = others.stream().map(this::comparison).filter(pair -> pair.ratio().isKnown()).toList();
        List<String> phrases = new ArrayList<>(pairs.stream().filter(pair -> !isSame(pair.ratio())).limit(MOST_NAMED)
                .map(this::different).toList());
        same(pairs, phrases);
        boolean withCare = point.validity() == Validity.WITH_CARE || pairs.stream().anyMatch(Comparison::isWithCare);
        return where + figure + (phrases.isEmpty() ? "" : (load.isOpen() ? "; " : ": ") + String.join(", ", phrases))
                + "." + (withCare ? " Usable with care: others used the machine." : "") + excluded();
    }

    private String median(Metric metric) {
        return Numbers.text(point.spread(metric).median());
    }

    private static String limit(Point point, String after) {
        String limit = point.predicted().limit();
        return OWN_LIMITS.contains(limit) ? ", limited by its " + limit + after : "";
    }

    /** So that what is better than another is some times as much: more requests, and for latencies the other's. */
    private Comparison comparison(Point other) {
        return load.isOpen() ? Comparison.of(other, point, Metric.P50)
                : Comparison.of(point, other, Metric.THROUGHPUT);
    }

    private static boolean isSame(ConfidenceInterval ratio) {
        return Math.abs(Math.log(ratio.estimate())) < Math.log(1 + SAME);
    }

    /** {@code 4.98 times as many as pool-200, limited by its threads (4.95–5.02; predicted 5)}. */
    private String different(Comparison pair) {
        ConfidenceInterval ratio = pair.ratio();
        String times = Numbers.text(ratio.estimate()) + " times as ";
        String spread = ratio.confidence() == 0 ? "one repetition" : ratio.text()
                + (ratio.leavesOneOut() ? "" : ", so it may be the same");
        String words = load.isOpen() ? pair.point().contender() + limit(pair.point(), ",") + " took " + times + "long"
                : times + "many as " + pair.base().contender() + limit(pair.base(), "");
        return words + " (" + spread + predicted(pair) + ")";
    }

    private String predicted(Comparison pair) {
        double ratio = load.isOpen() ? pair.point().predicted().latency() / pair.base().predicted().latency()
                : pair.point().predicted().throughput() / pair.base().predicted().throughput();
        return Double.isFinite(ratio) ? "; predicted " + Numbers.text(ratio) : "";
    }

    private void same(List<Comparison> pairs, List<String> phrases) {
        List<String> names = pairs.stream().filter(pair -> isSame(pair.ratio()))
                .map(pair -> (load.isOpen() ? pair.point() : pair.base()).contender()).toList();
        if (!names.isEmpty()) {
            phrases.add(load.isOpen() ? joined(names) + " about as long" : "about as many as " + joined(names));
        }
    }

    /** {@code a, b and c}. */
    private static String joined(List<String> names) {
        int last = names.size() - 1;
        return last == 0 ? names.getFirst() : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    private String excluded() {
        List<String> names = analysis.results().experiment().contenders().stream().map(Contender::name)
                .filter(name -> analysis.at(load).stream()
                        .anyMatch(each -> each.contender().equals(name) && !each.isUsable()))
                .toList();
        return names.isEmpty() ? "" : " Nothing is said of " + joined(names) + ": not valid there.";
    }
}
