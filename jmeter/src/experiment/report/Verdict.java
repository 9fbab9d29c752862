package experiment.report;

import experiment.define.Load;
import experiment.statistics.Analysis;
import experiment.statistics.Comparison;
import experiment.statistics.Point;
import experiment.statistics.Rule;
import experiment.statistics.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the report says first: whether its figures are to be trusted, and which are not. Immutable. */
record Verdict(boolean good, String headline, List<String> details) {
    private static final int FEW = 3;
    private static final int MOST_NAMED = 4;

    static Verdict of(Analysis analysis) {
        int runs = analysis.results().runs().size();
        int invalid = analysis.invalidRuns().size();
        List<String> details = new ArrayList<>(analysis.results().notes());
        if (!analysis.results().complete()) {
            details.add("Stopped before its end: " + runs + " of " + analysis.results().experiment().runs()
                    + " runs were made.");
        }
        Rules.ALL.forEach(rule -> broken(analysis, rule).ifPresent(details::add));
        details.addAll(Unevenness.of(analysis.results()));
        repetitions(analysis, details);
        long broken = analysis.points().stream().filter(point -> !point.isValid()).count();
        String headline = invalid == 0 ? passed(analysis, runs)
                : invalid + " of " + runs + " runs failed at least one of the " + Rules.ALL.size()
                + " checks of validity" + points(broken);
        return new Verdict(broken == 0 && analysis.results().complete(), headline, details);
    }

    private static String passed(Analysis analysis, int runs) {
        long limited = analysis.results().runs().stream().filter(run -> !Rules.judge(run).isEmpty()).count();
        String all = runs == 1 ? "The one run" : "All " + runs + " runs";
        return limited == 0 ? all + " passed the " + Rules.ALL.size() + " checks of validity"
                : all + (runs == 1 ? " is valid, except for its CPU time"
                : " are valid, except for the CPU time of " + limited);
    }

    /** The points that broke a rule in some of their runs, and for a few how. */
    private static Optional<String> broken(Analysis analysis, Rule rule) {
        List<String> points = new ArrayList<>();
        for (Point point : analysis.points()) {
            List<String> texts = point.runs().stream().flatMap(run -> rule.judge(run).stream()).map(Rule.Finding::text)
                    .toList();
            if (!texts.isEmpty()) {
                String runs = texts.size() == point.runs().size() ? "" : " in " + texts.size() + " of "
                        + point.runs().size() + " runs";
                points.add(point.contender() + " at " + Tables.where(analysis, point.load()) + runs + " ("
                        + texts.getFirst() + ")");
            }
        }
        return points.isEmpty() ? Optional.empty() : Optional.of(capital(rule.name())
                + (rule.scope() == Rule.Scope.CPU_TIME ? ", which concerns CPU time alone: " : ": ")
                + String.join("; ", points.stream().limit(MOST_NAMED).toList())
                + (points.size() > MOST_NAMED ? "; and " + (points.size() - MOST_NAMED) + " more" : "") + ".");
    }

    private static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static String points(long broken) {
        return broken == 0 ? " and were left out; every point has enough others" : broken == 1
                ? ": one point is drawn hollow and compared with nothing"
                : ": " + broken + " points are drawn hollow and compared with nothing";
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
            int others = pairs.size() - MOST_NAMED;
            String more = others > 0 ? "; and " + others + " more, marked ≈ below" : "";
            details.add("Too few repetitions to show a difference: "
                    + String.join("; ", pairs.stream().limit(MOST_NAMED).toList()) + more + ".");
        }
    }

}
