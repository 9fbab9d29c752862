package lab.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import lab.define.Load;
import lab.judge.Analysis.Comparison;
import lab.judge.Analysis;
import lab.judge.Rule.Kind;
import lab.judge.Rule;
import lab.judge.Rules;
import lab.results.Metric;
import lab.results.Point;
import lab.results.Run.Yardsticks;
import lab.results.Run;
import lab.results.Spread;

/**
 * Which figures a reader can trust, and how to get better ones.
 *
 * @param isGood whether the experiment was completed and every result's main figure (throughput or p50) is valid
 * @param details the most important first
 * @param next what would remove the doubts
 */
record Verdict(boolean isGood, String headline, List<String> details, List<String> next) {
    private static final int ENOUGH_REPETITIONS = 3;
    private static final int MOST_NAMED = 4;
    private static final int MOST_STEPS = 3;
    /** On a quiet machine, a timer is about 0.1 ms late. */
    private static final double LATE_MILLIS = 1;
    /** The machine's speed may vary by this factor without a remark. */
    private static final double SLOWER_ARITHMETIC = 1.2;
    /** Round trips over loopback vary by a quarter even on a quiet machine. */
    private static final double SLOWER_ROUND_TRIP = 1.5;

    static Verdict of(Analysis analysis) {
        List<Run> runs = analysis.results().runs();
        List<String> details = new ArrayList<>(analysis.results().notes());
        if (!analysis.results().complete()) {
            details.add("Stopped early: only " + runs.size() + " of " + analysis.results().experiment().runs()
                    + " runs were made.");
        }
        invalid(analysis, details);
        add(details, "Run again with their rounds: ", analysis.superseded().stream().flatMap(run ->
                Rules.invalidating(run).stream().limit(1).map(finding -> run.contender() + " at " + run.load().label()
                + ", repetition " + run.repetition() + " (" + finding.text() + ")")).toList());
        add(details, "Below theory while other programs used the machine: ", analysis.points().stream()
                .filter(Analysis::isHeldBack).map(point -> name(analysis, point)).toList());
        explanations(analysis).forEach((rule, names) -> add(details, capital(rule.name()) + ": ", names));
        speedChanges(runs, details);
        warmUpProblems(runs, details);
        if (analysis.hasValidPoint()) {
            repetitions(analysis, details);
        }
        return new Verdict(analysis.results().complete() && analysis.points().stream().allMatch(Point::isValid),
                headline(analysis), details, next(analysis));
    }

    private static String headline(Analysis analysis) {
        long points = analysis.points().stream().filter(point -> !point.doubts().isEmpty()).count();
        return !analysis.hasValidPoint() ? "No result is valid" : points == 0 ? "All figures are valid"
                : "Of " + points + " of " + analysis.points().size() + " results, figures are invalid";
    }

    private static void invalid(Analysis analysis, List<String> details) {
        for (Point point : analysis.points()) {
            List<String> figures = point.doubts().keySet().stream().map(Metric::label).toList();
            point.doubts().values().stream().findFirst().ifPresent(why -> details.add("Invalid: "
                    + (figures.size() == Metric.values().length ? "" : String.join(", ", figures) + " of ")
                    + name(analysis, point) + ": " + why + "."));
        }
    }

    private static Map<Rule, List<String>> explanations(Analysis analysis) {
        Map<Rule, List<String>> found = new LinkedHashMap<>();
        for (Point point : analysis.points()) {
            Analysis.findings(point).stream().filter(finding -> finding.rule().kind() == Kind.EXPLANATION)
                    .forEach(finding -> found.computeIfAbsent(finding.rule(), _ -> new ArrayList<>())
                            .add(finding.text() + " (" + name(analysis, point) + ")"));
        }
        return found;
    }

    private static List<String> next(Analysis analysis) {
        String steps = analysis.points().stream().filter(point -> !point.doubts().isEmpty())
                .flatMap(point -> Analysis.findings(point).stream()).map(finding -> finding.rule().remedy()).distinct()
                .limit(MOST_STEPS).collect(Collectors.joining("; "));
        return steps.isEmpty() ? List.of() : List.of("What helps: " + steps + ".");
    }

    private static void add(List<String> details, String what, List<String> names) {
        int others = names.size() - MOST_NAMED;
        if (!names.isEmpty()) {
            details.add(what + String.join("; ", names.stream().limit(MOST_NAMED).toList())
                    + (others > 0 ? "; and " + others + " more" : "") + ".");
        }
    }

    private static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static String name(Analysis analysis, Point point) {
        return point.contender() + " at " + Figures.loadName(analysis, point.load());
    }

    /** A change of the machine's speed breaks no rule, because contenders take turns. */
    private static void speedChanges(List<Run> runs, List<String> details) {
        Spread arithmetic = spread(runs, yardsticks -> 1e3 * yardsticks.arithmetic());
        if (arithmetic.greatest() >= SLOWER_ARITHMETIC * arithmetic.least()) {
            details.add(String.format(Locale.ROOT, """
                    The machine's speed changed: a fixed piece of arithmetic took between %.1f and %.1f ms of CPU \
                    time. Either other programs used its cores, or its clock rate changed. Contenders take turns, so \
                    ratios suffer less than absolute figures.""", arithmetic.least(), arithmetic.greatest()));
        }
        Spread roundTrip = spread(runs, yardsticks -> 1e6 * yardsticks.roundTrip());
        if (roundTrip.greatest() >= SLOWER_ROUND_TRIP * roundTrip.least()) {
            details.add(String.format(Locale.ROOT, """
                    The cost of kernel work changed: a round trip over loopback took between %.0f and %.0f µs of CPU \
                    time. Most of a request's CPU time is kernel work, so requests sometimes cost more through no \
                    fault of the contender.""", roundTrip.least(), roundTrip.greatest()));
        }
        Spread lateness = spread(runs, yardsticks -> 1e3 * yardsticks.lateness());
        if (lateness.median() >= LATE_MILLIS) {
            details.add(String.format(Locale.ROOT, """
                    The machine is slow to wake up: on the idle machine, a sleep ended %.1f ms late (%.1f to \
                    %.1f). If the cores are idle while a request waits, each of its waits ends that late. Throughput \
                    then falls below the prediction, and waking up may cost more CPU time than the request's work.""",
                    lateness.median(), lateness.least(), lateness.greatest()));
        }
    }

    private static Spread spread(List<Run> runs, ToDoubleFunction<Yardsticks> value) {
        return Spread.of(runs.stream().filter(Run::isMeasured).map(run -> run.measured().yardsticks())
                .mapToDouble(value).filter(Double::isFinite).toArray());
    }

    private static void warmUpProblems(List<Run> runs, List<String> details) {
        Map<String, List<String>> cold = runs.stream().filter(Run::isMeasured)
                .filter(run -> !run.measured().warmUp().problem().isEmpty())
                .collect(Collectors.groupingBy(run -> run.measured().warmUp().problem(), LinkedHashMap::new,
                        Collectors.mapping(run -> run.contender() + " at " + run.load().label(), Collectors.toList())));
        cold.forEach((problem, contenders) -> details.add("Warm-up: " + problem + ": "
                + String.join(", ", contenders.stream().distinct().toList()) + "."));
    }

    private static void repetitions(Analysis analysis, List<String> details) {
        int repeat = analysis.points().stream().mapToInt(point -> point.runs().size()).max().orElse(0);
        if (repeat < ENOUGH_REPETITIONS) {
            details.add(repeat + (repeat == 1 ? " repetition" : " repetitions")
                    + ": too few to tell whether a difference would appear again. Use --repeat 3 or more.");
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
