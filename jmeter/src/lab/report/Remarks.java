package lab.report;

import common.text.Numbers;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.define.Prediction;
import lab.judge.Metric;
import lab.judge.Point;
import lab.judge.Spread;
import lab.judge.ValidityRules.Rule;
import lab.judge.ValidityRules;

/** Says in words what kept a point from its prediction. Stateless. */
final class Remarks {
    /** From here on a prediction counts as met. */
    private static final double MET = 0.97;

    static String of(Point point) {
        return switch (point.validity()) {
            case VALID -> told(point);
            case WITH_CARE -> Stream.of(commonestFinding(point), told(point)).filter(text -> !text.isEmpty())
                    .collect(Collectors.joining("; "));
            case NOT_VALID -> commonestFinding(point);
        };
    }

    private static String told(Point point) {
        return point.predicted().expectsFailures() ? failures(point) : shortfall(point);
    }

    /** In place of a shortfall: where requests fail, those that are answered say little of the others' waits. */
    private static String failures(Point point) {
        Prediction predicted = point.predicted();
        double failed = Spread.of(point.shown().stream().mapToDouble(run -> run.measured().failedShare()).toArray())
                .median();
        return Numbers.percent(failed) + " of the requests failed, " + (predicted.knowsFailing()
                ? "predicted " + Numbers.percent(predicted.failing()) : "none predicted (" + predicted.limit() + ")");
    }

    private static String shortfall(Point point) {
        Prediction predicted = point.predicted();
        if (!predicted.isKnown() || point.shareOfPredicted() >= MET) {
            int others = point.runs().size() - point.shown().size();
            return others == 0 ? "" : others == 1 ? "without one run that passed fewer checks"
                    : "without " + others + " runs that passed fewer checks";
        }
        if (predicted.isCpuBound() || point.ceiled().throughput() < predicted.throughput()) {
            return "the cores were idle at times";
        }
        if (point.load().isBurst()) {
            return "the last answer of a burst came later than after whole groups of waits";
        }
        if (predicted.limit().equals("arrivals")) {
            return "arrivals are random: so many fell into the window";
        }
        double throughput = point.spread(Metric.THROUGHPUT).median();
        double inFlight = 1e3 * predicted.inFlight() / throughput;
        double waiting = 1e3 * predicted.inFlight() / predicted.throughput();
        return String.format(Locale.ROOT,
                "a request was worked on for %.1f ms, %.1f ms more than it has to wait: CPU time, queues, timers",
                inFlight, inFlight - waiting);
    }

    /** What the most of its runs are out for, or else how its work or the machine was unlike for this contender. */
    private static String commonestFinding(Point point) {
        Optional<String> found = point.runs().stream().flatMap(run -> ValidityRules.judge(run).stream())
                .filter(finding -> finding.rule().scope() == Rule.Scope.ALL)
                .filter(finding -> finding.rule().leaves().isUsable() == point.isUsable())
                .collect(Collectors.groupingBy(Rule.Finding::rule, LinkedHashMap::new, Collectors.toList())).values()
                .stream().max(Comparator.comparingInt(List::size))
                .map(all -> Collections.max(all, Comparator.comparing(Rule.Finding::value)))
                .map(worst -> worst.rule().name() + ": " + worst.text());
        return found.or(point::otherWork).or(point::unlike).orElse("");
    }
}
