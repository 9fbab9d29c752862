package lab.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import lab.define.Load;
import lab.judge.Analysis.Comparison;
import lab.judge.Analysis;
import lab.judge.Point;
import lab.judge.Validity;
import lab.judge.ValidityRules.Rule;
import lab.judge.ValidityRules;

/**
 * Whether the figures are to be trusted, and which are not. Immutable.
 *
 * @param worst   of all points; not valid also where the experiment was stopped before its end
 * @param details the most important first
 */
record Verdict(Validity worst, String headline, List<String> details) {
    private static final int FEW = 3;
    private static final int MOST_NAMED = 4;
    /** What makes a point useless comes first, what concerns CPU time alone last. */
    private static final List<Rule> RULES = ValidityRules.ALL.stream()
            .sorted(Comparator.comparing(Rule::scope).thenComparing(Rule::leaves, Comparator.reverseOrder())).toList();

    static Verdict of(Analysis analysis) {
        int runs = analysis.results().runs().size();
        List<String> details = new ArrayList<>(analysis.results().notes());
        if (!analysis.results().complete()) {
            details.add("Stopped before its end: " + runs + " of " + analysis.results().experiment().runs()
                    + " runs were made.");
        }
        unlike(analysis, Point::otherWork, "Not the same work, so that a ratio says nothing").ifPresent(details::add);
        RULES.forEach(rule -> broken(analysis, rule).ifPresent(details::add));
        unlike(analysis, Point::unlike, "Not disturbed alike, so that a ratio says nothing").ifPresent(details::add);
        details.addAll(Unevenness.of(analysis.results()));
        details.addAll(WarmUps.problems(analysis.results()));
        if (analysis.hasUsablePoint()) {
            repetitions(analysis, details);
        }
        return new Verdict(worst(analysis), headline(analysis), details);
    }

    private static Validity worst(Analysis analysis) {
        return !analysis.results().complete() ? Validity.NOT_VALID
                : analysis.points().stream().map(Point::validity).max(Comparator.naturalOrder()).orElseThrow();
    }

    private static String headline(Analysis analysis) {
        if (!analysis.hasUsablePoint()) {
            return "No point is valid";
        }
        int runs = analysis.results().runs().size();
        long out = analysis.results().runs().stream()
                .filter(run -> ValidityRules.validity(run) != Validity.VALID).count();
        String bad = points(analysis, Validity.NOT_VALID, "they take part in no ratio", "it takes part in no ratio");
        String care = points(analysis, Validity.WITH_CARE, "their ratios hold better than their figures",
                "its ratios hold better than its figures");
        if (!bad.isEmpty() || !care.isEmpty()) {
            return bad + (bad.isEmpty() || care.isEmpty() ? "" : ". ") + care;
        }
        return out == 0 ? passed(analysis, runs) : out + " of " + runs + " runs failed a check and "
                + (out == 1 ? "was" : "were") + " left out; every point has enough others";
    }

    /** {@code 2 of 6 points are not valid and take part in no ratio}; empty where there is none. */
    private static String points(Analysis analysis, Validity validity, String what, String whatOne) {
        long count = analysis.points().stream().filter(point -> point.validity() == validity).count();
        return count == 0 ? "" : count + " of " + analysis.points().size()
                + (analysis.points().size() == 1 ? " point" : " points") + (count == 1 ? " is " : " are ")
                + validity.label() + ": " + (count == 1 ? whatOne : what);
    }

    private static String passed(Analysis analysis, int runs) {
        long limited = analysis.results().runs().stream().filter(run -> !ValidityRules.judge(run).isEmpty()).count();
        String all = runs == 1 ? "The one run" : "All " + runs + " runs";
        return limited == 0 ? all + " passed the " + ValidityRules.ALL.size() + " checks of validity"
                : all + (runs == 1 ? " is valid, except for its CPU time"
                : " are valid, except for the CPU time of " + limited);
    }

    /** The points that broke a rule in some of their runs, and for a few how, in their worst run. */
    private static Optional<String> broken(Analysis analysis, Rule rule) {
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
        String concerns = rule.scope() == Rule.Scope.CPU_TIME ? ", which concerns CPU time alone: " : ": ";
        return points.isEmpty() ? Optional.empty() : Optional.of(capital(rule.name()) + concerns + some(points) + ".");
    }

    /** The points that are not like the others in something, and how. */
    private static Optional<String> unlike(Analysis analysis, Function<Point, Optional<String>> unlike, String what) {
        List<String> points = analysis.points().stream().flatMap(point -> unlike.apply(point).stream()
                .map(how -> name(analysis, point) + " (" + how + ")")).toList();
        return points.isEmpty() ? Optional.empty() : Optional.of(what + ": " + some(points) + ".");
    }

    private static String name(Analysis analysis, Point point) {
        return point.contender() + " at " + Tables.where(analysis, point.load());
    }

    private static String some(List<String> names) {
        int others = names.size() - MOST_NAMED;
        return String.join("; ", names.stream().limit(MOST_NAMED).toList())
                + (others > 0 ? "; and " + others + " more" : "");
    }

    private static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
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
                    + pair.base().contender() + " at " + Tables.where(analysis, load)));
        }
        if (!pairs.isEmpty()) {
            details.add("Too few repetitions to show a difference: " + some(pairs) + ".");
        }
    }
}
