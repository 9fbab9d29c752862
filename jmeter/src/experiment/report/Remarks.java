package experiment.report;

import experiment.predict.Prediction;
import experiment.statistics.Metric;
import experiment.statistics.Point;
import experiment.statistics.Rule;
import experiment.statistics.Rules;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Says in words what kept a point from its prediction. Stateless. */
final class Remarks {
    /** From here on a prediction counts as met. */
    private static final double MET = 0.97;

    static String of(Point point) {
        if (!point.isValid()) {
            return commonestFinding(point);
        }
        Prediction predicted = point.predicted();
        if (!predicted.isKnown() || point.grade() >= MET) {
            int invalid = point.runs().size() - point.validRuns().size();
            return invalid == 0 ? "" : invalid == 1 ? "without one run that is not valid"
                    : "without " + invalid + " runs that are not valid";
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

    private static String commonestFinding(Point point) {
        return point.runs().stream().flatMap(run -> Rules.judge(run).stream()).filter(Rule.Finding::isOfAll)
                .collect(Collectors.groupingBy(Rule.Finding::rule, LinkedHashMap::new, Collectors.toList())).values()
                .stream().max(Comparator.comparingInt(List::size))
                .map(found -> found.getFirst().rule().name() + ": " + found.getFirst().text()).orElse("");
    }
}
