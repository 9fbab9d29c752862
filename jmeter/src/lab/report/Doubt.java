package lab.report;

import module java.base;
import experiment.Load;
import experiment.Metric;
import experiment.Run;
import lab.judge.Analysis.Comparison;
import lab.judge.Analysis;
import lab.judge.Point;
import lab.judge.Rule.Finding;
import lab.judge.Rules;
import lab.judge.Validity;
import text.Numbers;

/**
 * Which figures a reader can trust, and how to get better ones.
 *
 * @param isGood whether the experiment was completed and every result's main figure (throughput or p50) is valid
 * @param doubts the gravest first
 * @param remarks what questions no figure
 */
record Doubt(boolean isGood, List<String> doubts, List<String> remarks) {
    private static final int ENOUGH_REPETITIONS = 3;
    private static final int MOST_NAMED = 4;
    private static final int MOST_STEPS = 3;
    private static final double LEAST_FAILED = 0.001;

    static Doubt of(Analysis analysis) {
        List<String> doubts = new ArrayList<>();
        doubts.addAll(stopped(analysis));
        doubts.addAll(invalid(analysis));
        doubts.addAll(sentence("Below theory while other programs used the machine: ",
                names(analysis, Point::isHeldBack)));
        doubts.addAll(sentence("Far below theory, so something else limits it (its threads, a lock, a pool of "
                + "connections): ", names(analysis, Doubt::isUnexplained)));
        doubts.addAll(repetitions(analysis));
        explanations(analysis).forEach((rule, found) -> doubts.addAll(sentence(
                doubts.isEmpty() ? "The repetitions agree, although " : capital(rule) + ": ", found)));
        List<String> remarks = new ArrayList<>();
        analysis.results().experiment().loads().forEach(load -> remarks.addAll(differences(analysis, load)));
        remarks.addAll(sentence("Failed, and in no other figure: ", failed(analysis)));
        remarks.addAll(sentence("CPU time unknown, because a process ignores SIGCHLD and the kernel then counts its "
                + "ended children for nobody: ", names(analysis, Doubt::losesChildren)));
        remarks.addAll(sentence("Run again with their rounds: ", superseded(analysis)));
        remarks.addAll(analysis.results().notes());
        remarks.addAll(sentence("What helps: ", remedies(analysis)));
        boolean isGood = analysis.results().complete() && analysis.points().stream().allMatch(Point::isValid);
        return new Doubt(isGood, doubts, remarks);
    }

    /** How exact the answer is, and the gravest doubt. */
    String line(Answer answer) {
        String precision = answer.precision();
        return mark() + " " + (precision.isEmpty() ? "" : precision + ". ") + doubts.stream().findFirst()
                .orElse("Every figure is valid: the work and the load were as stated, and the repetitions agree.");
    }

    private String mark() {
        if (doubts.isEmpty()) {
            return "✓";
        }
        return isGood ? "!" : "✗";
    }

    /** What the line leaves out. */
    List<String> rest() {
        return Stream.concat(doubts.stream().skip(1), remarks.stream()).toList();
    }

    /** A sentence that names the first few; none about nobody. */
    private static List<String> sentence(String what, List<String> names) {
        if (names.isEmpty()) {
            return List.of();
        }
        int others = names.size() - MOST_NAMED;
        return List.of(what + String.join("; ", names.stream().limit(MOST_NAMED).toList())
                + (others > 0 ? "; and " + others + " more" : "") + ".");
    }

    private static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static List<String> names(Analysis analysis, Predicate<Point> which) {
        return analysis.points().stream().filter(which).map(analysis::name).toList();
    }

    private static List<String> stopped(Analysis analysis) {
        if (analysis.results().complete()) {
            return List.of();
        }
        int made = analysis.results().runs().size();
        int wanted = analysis.results().experiment().runs();      // of a search, those of the loads that it tried
        return List.of("Stopped early: " + (made < wanted ? "only " + made + " of " + wanted : made)
                + " runs were made.");
    }

    private static List<String> invalid(Analysis analysis) {
        List<Point> doubtful = analysis.points().stream().filter(point -> !invalid(point).isEmpty())
                .sorted(Comparator.comparing(Point::isValid)).toList();
        List<String> all = new ArrayList<>();
        if (doubtful.size() > 1) {
            all.add(doubtful.stream().mapToInt(point -> invalid(point).size()).sum() + " of "
                    + analysis.points().stream().mapToInt(point -> figures(point).size()).sum()
                    + " figures are invalid, above all the " + what(analysis, doubtful.getFirst()) + ".");
        }
        doubtful.forEach(point -> all.add("Invalid: the " + what(analysis, point) + ": "
                + point.doubts().get(invalid(point).getFirst()) + "."));
        return all;
    }

    /** The figures that a reader compares; the others say little more. */
    private static List<Metric> figures(Point point) {
        Stream<Metric> others = Stream.of(Metric.LIVE_HEAP, Metric.THROUGHPUT_BESIDE, Metric.P50_BESIDE,
                Metric.P99_BESIDE).filter(metric -> point.spread(metric).isKnown());
        return Stream.concat(Analysis.COMPARED.stream(), others).toList();
    }

    private static List<Metric> invalid(Point point) {
        return figures(point).stream().filter(metric -> !point.isValid(metric)).toList();
    }

    private static String what(Analysis analysis, Point point) {
        List<Metric> invalid = invalid(point);
        String figures = invalid.size() == figures(point).size() ? "figures"
                : invalid.stream().map(Metric::label).collect(Collectors.joining(", "));
        return figures + " of " + analysis.name(point);
    }

    private static boolean isUnexplained(Point point) {
        return point.isValid() && !point.grows(Metric.P50) && point.isFarBelowTheory() && !point.isHeldBack();
    }

    private static List<String> repetitions(Analysis analysis) {
        int repeat = analysis.points().stream().mapToInt(point -> point.runs().size()).max().orElse(0);
        if (!analysis.hasValidPoint() || repeat >= ENOUGH_REPETITIONS) {
            return List.of();
        }
        return List.of((repeat == 1 ? "One repetition: no figure shows whether a difference would appear again."
                : "Two repetitions: too few for narrow intervals.") + " Use --repeat 3 or more.");
    }

    private record Worst(Finding finding, String where) {
    }

    /** By rule, the worst finding of each check. */
    private static Map<String, List<String>> explanations(Analysis analysis) {
        Map<String, Worst> worst = new LinkedHashMap<>();
        for (Point point : analysis.points()) {
            point.findings().stream().filter(finding -> !finding.invalidates()).forEach(finding ->
                    worst.merge(finding.limit(), new Worst(finding, analysis.name(point)),
                            (one, other) -> one.finding.value() >= other.finding.value() ? one : other));
        }
        Map<String, List<String>> found = new LinkedHashMap<>();
        worst.values().forEach(each -> found.computeIfAbsent(each.finding.rule().name(), _ -> new ArrayList<>())
                .add(each.finding.text() + " (worst: " + each.where + ")"));
        List<String> problems = warmUpProblems(analysis);
        if (!problems.isEmpty()) {
            found.computeIfAbsent(Rules.COLD.name(), _ -> new ArrayList<>()).addAll(problems);
        }
        return found;
    }

    private static List<String> warmUpProblems(Analysis analysis) {
        return analysis.results().runs().stream().filter(Run::isMeasured)
                .filter(run -> !run.measured().warmUp().problem().isEmpty())
                .map(run -> "the first warm-up had a problem: " + run.measured().warmUp().problem() + " ("
                        + run.contender() + " at " + run.load().label() + ")").distinct().toList();
    }

    private static List<String> differences(Analysis analysis, Load load) {
        List<Comparison> pairs = analysis.comparisons(load);
        return Stream.of(sentence("Too few repetitions to show a difference: ",
                names(analysis, pairs, Comparison::needsMoreRepetitions)),
                sentence("JMeter's clock counts whole milliseconds, which are too coarse to show a difference: ",
                names(analysis, pairs, Comparison::needsFinerClock))).flatMap(List::stream).toList();
    }

    private static List<String> names(Analysis analysis, List<Comparison> pairs, Predicate<Comparison> which) {
        return pairs.stream().filter(which).map(pair -> pair.metric().label() + " of " + pair.point().contender()
                + " and " + analysis.name(pair.base())).toList();
    }

    private static List<String> failed(Analysis analysis) {
        return analysis.points().stream().filter(point -> point.isMeasured() && point.failedShare() >= LEAST_FAILED)
                .map(point -> Numbers.percent(point.failedShare()) + " of the requests (" + analysis.name(point) + ")")
                .toList();
    }

    private static boolean losesChildren(Point point) {
        return point.measured().stream().anyMatch(run -> run.measured().costs().losesChildren());
    }

    private static List<String> superseded(Analysis analysis) {
        return analysis.superseded().stream().flatMap(run -> Validity.of(run).reasons().stream().limit(1)
                .map(reason -> run.contender() + " at " + run.load().label() + ", repetition " + run.repetition()
                        + " (" + reason.text() + ")")).toList();
    }

    private static List<String> remedies(Analysis analysis) {
        return analysis.points().stream().filter(point -> !point.doubts().isEmpty())
                .flatMap(point -> point.findings().stream())
                .sorted(Comparator.comparing(Finding::invalidates).reversed())
                .map(finding -> finding.rule().remedy()).distinct().limit(MOST_STEPS).toList();
    }
}
