package lab.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.define.Load;
import lab.judge.Analysis.Comparison;
import lab.judge.Analysis;
import lab.judge.Conditions;
import lab.judge.Point;
import lab.judge.Run.Yardsticks;
import lab.judge.Run;
import lab.judge.Spread;
import lab.judge.Validity;
import lab.judge.ValidityRules.Rule;
import lab.judge.ValidityRules;

/**
 * Whether the figures are to be trusted, and which are not.
 *
 * @param worst   of all points; not valid also where the experiment was stopped before its end
 * @param details the most important first
 */
record Verdict(Validity worst, String headline, List<String> details) {
    private static final int FEW = 3;
    private static final int MOST_NAMED = 4;
    /** Milliseconds; on a machine of its own, a timer is late by a tenth of one. */
    private static final double LATE = 1;
    /** What makes a point useless comes first, what concerns CPU time alone last. */
    private static final List<Rule> RULES = ValidityRules.ALL.stream()
            .sorted(Comparator.comparing(Rule::scope).thenComparing(Rule::leaves, Comparator.reverseOrder())).toList();

    static Verdict of(Analysis analysis) {
        List<Run> runs = analysis.results().runs();
        List<String> details = new ArrayList<>(analysis.results().notes());
        if (!analysis.results().complete()) {
            details.add("Stopped before its end: " + runs.size() + " of " + analysis.results().experiment().runs()
                    + " runs were made.");
        }
        add(details, "Not the same work, so that a ratio says nothing: ", unlike(analysis, Point::otherWork));
        for (Rule rule : RULES) {
            String name = Character.toUpperCase(rule.name().charAt(0)) + rule.name().substring(1);
            add(details, name + (rule.scope() == Rule.Scope.CPU_TIME ? ", which concerns CPU time alone: " : ": "),
                    broken(analysis, rule));
        }
        add(details, "Not disturbed alike, so that a ratio says nothing: ", unlike(analysis, Point::unlike));
        unevenness(runs, details);
        coldness(runs, details);
        if (analysis.hasUsablePoint()) {
            repetitions(analysis, details);
        }
        Validity worst = analysis.points().stream().map(Point::validity).max(Comparator.naturalOrder()).orElseThrow();
        return new Verdict(analysis.results().complete() ? worst : Validity.NOT_VALID, headline(analysis), details);
    }

    /** A few of them, where there are any. */
    private static void add(List<String> details, String what, List<String> names) {
        int others = names.size() - MOST_NAMED;
        if (!names.isEmpty()) {
            details.add(what + String.join("; ", names.stream().limit(MOST_NAMED).toList())
                    + (others > 0 ? "; and " + others + " more" : "") + ".");
        }
    }

    private static String headline(Analysis analysis) {
        if (!analysis.hasUsablePoint()) {
            return "No point is valid";
        }
        String doubtful = Stream.of(points(analysis, Validity.NOT_VALID, "they take part in no ratio",
                "it takes part in no ratio"), points(analysis, Validity.WITH_CARE,
                "their ratios hold better than their figures", "its ratios hold better than its figures"))
                .flatMap(Optional::stream).collect(Collectors.joining(". "));
        List<Run> runs = analysis.results().runs();
        long out = runs.stream().filter(run -> ValidityRules.validity(run) != Validity.VALID).count();
        return !doubtful.isEmpty() ? doubtful : out == 0 ? passed(runs) : out + " of " + runs.size()
                + " runs failed a check and " + (out == 1 ? "was" : "were")
                + " left out; every point has enough others";
    }

    /** {@code 2 of 6 points are not valid: they take part in no ratio}. */
    private static Optional<String> points(Analysis analysis, Validity validity, String what, String whatOne) {
        int all = analysis.points().size();
        long count = analysis.points().stream().filter(point -> point.validity() == validity).count();
        return count == 0 ? Optional.empty() : Optional.of(count + " of " + all + (all == 1 ? " point" : " points")
                + (count == 1 ? " is " : " are ") + validity.label() + ": " + (count == 1 ? whatOne : what));
    }

    private static String passed(List<Run> runs) {
        long limited = runs.stream().filter(run -> !ValidityRules.judge(run).isEmpty()).count();
        String all = runs.size() == 1 ? "The one run" : "All " + runs.size() + " runs";
        return limited == 0 ? all + " passed the " + ValidityRules.ALL.size() + " checks of validity"
                : all + (runs.size() == 1 ? " is valid, except for its CPU time"
                : " are valid, except for the CPU time of " + limited);
    }

    /** The points that broke a rule in some of their runs, and how in their worst run. */
    private static List<String> broken(Analysis analysis, Rule rule) {
        List<String> points = new ArrayList<>();
        for (Point point : analysis.points()) {
            List<Rule.Finding> found = point.runs().stream().flatMap(run -> rule.judge(run).stream())
                    .sorted(Comparator.comparing(Rule.Finding::value).reversed()).toList();
            if (!found.isEmpty()) {
                String runs = found.size() == point.runs().size() ? "" : " in " + found.size() + " of "
                        + point.runs().size() + " runs";
                points.add(name(analysis, point) + runs + " (" + found.getFirst().text() + ")");
            }
        }
        return points;
    }

    /** The points that are not like the others in something, and how. */
    private static List<String> unlike(Analysis analysis, Function<Point, Optional<String>> unlike) {
        return analysis.points().stream().flatMap(point -> unlike.apply(point).stream()
                .map(how -> name(analysis, point) + " (" + how + ")")).toList();
    }

    private static String name(Analysis analysis, Point point) {
        return point.contender() + " at " + Figures.where(analysis, point.load());
    }

    /**
     * Whether the machine was equally fast all the time, from what was measured before each run. This is no rule: it
     * concerns all runs, and alike those that take turns.
     */
    private static void unevenness(List<Run> runs, List<String> details) {
        Spread arithmetic = spread(runs, yardsticks -> 1e3 * yardsticks.arithmetic());
        if (arithmetic.greatest() >= Conditions.SLOWER * arithmetic.least()) {
            details.add(String.format(Locale.ROOT, """
                    The machine was not equally fast all the time: a fixed piece of arithmetic took between %.1f and \
                    %.1f ms of CPU time, so others used its cores, or its clock changed. Ratios of runs in turn suffer \
                    less from that than the figures do.""", arithmetic.least(), arithmetic.greatest()));
        }
        Spread roundTrip = spread(runs, yardsticks -> 1e6 * yardsticks.roundTrip());
        if (roundTrip.greatest() >= Conditions.DEARER * roundTrip.least()) {
            details.add(String.format(Locale.ROOT, """
                    The kernel's work did not cost the same all the time: a round trip over loopback took between \
                    %.0f and %.0f µs of CPU time. Most of a request's CPU time is such work, so requests cost more at \
                    times for no reason of the contender's.""", roundTrip.least(), roundTrip.greatest()));
        }
        Spread lateness = spread(runs, yardsticks -> 1e3 * yardsticks.lateness());
        if (lateness.median() >= LATE) {
            details.add(String.format(Locale.ROOT, """
                    The machine is slow to wake up: with nothing else to do, a sleep ended %.1f ms late (%.1f to \
                    %.1f). Where the cores are idle between a request's waits, each of them is as late: throughput is \
                    below the prediction by that, and waking may cost more CPU time than the request's own work.""",
                    lateness.median(), lateness.least(), lateness.greatest()));
        }
    }

    private static Spread spread(List<Run> runs, ToDoubleFunction<Yardsticks> value) {
        return Spread.of(runs.stream().filter(Run::isMeasured).map(run -> run.measured().yardsticks())
                .mapToDouble(value).filter(Double::isFinite).toArray());
    }

    /** What kept some of them from being warm, the contenders of the same problem in one sentence. */
    private static void coldness(List<Run> runs, List<String> details) {
        Map<String, List<String>> cold = runs.stream().filter(Run::isMeasured)
                .filter(run -> !run.measured().warmUp().problem().isEmpty())
                .collect(Collectors.groupingBy(run -> run.measured().warmUp().problem(), LinkedHashMap::new,
                        Collectors.mapping(run -> run.contender() + " at " + run.load().label(), Collectors.toList())));
        cold.forEach((problem, contenders) -> details.add("Warm-up: " + problem + ": "
                + String.join(", ", contenders.stream().distinct().toList()) + "."));
    }

    private static void repetitions(Analysis analysis, List<String> details) {
        int repeat = analysis.points().stream().mapToInt(point -> point.runs().size()).max().orElse(0);
        if (repeat < FEW) {
            details.add(repeat + (repeat == 1 ? " repetition" : " repetitions")
                    + ": differences are shown, but not whether they would come out again; --repeat 3 or more tells.");
            return;
        }
        List<String> pairs = new ArrayList<>();
        for (Load load : analysis.results().experiment().loads()) {
            analysis.comparisons(load).stream().filter(Comparison::needsMoreRepetitions)
                    .forEach(pair -> pairs.add(pair.metric().label() + " of " + pair.point().contender() + " and "
                    + name(analysis, pair.base())));
        }
        add(details, "Too few repetitions to show a difference: ", pairs);
    }
}
