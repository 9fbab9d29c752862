package lab.report;

import module java.base;
import experiment.Load;
import experiment.Metric;
import experiment.Point;
import experiment.Run;
import lab.judge.Analysis.Comparison;
import lab.judge.Analysis;
import lab.judge.Rule.Kind;
import lab.judge.Rule;
import lab.judge.Rules;
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
        List<String> remarks = new ArrayList<>();
        if (!analysis.results().complete()) {
            doubts.add("Stopped early: only " + analysis.results().runs().size() + " of "
                    + analysis.results().experiment().runs() + " runs were made.");
        }
        invalid(analysis, doubts);
        add(doubts, "Below theory while other programs used the machine: ", analysis.points().stream()
                .filter(Analysis::isHeldBack).map(point -> name(analysis, point)).toList());
        add(doubts, "Far below theory, so something else limits it (its threads, a lock, a pool of connections): ",
                analysis.points().stream().filter(point -> point.isValid() && !point.grows(Metric.P50)
                && Analysis.isFarBelowTheory(point) && !Analysis.isHeldBack(point))
                .map(point -> name(analysis, point)).toList());
        repetitions(analysis, doubts, remarks);
        explanations(analysis, doubts);
        add(remarks, "Failed, and in no other figure: ", analysis.points().stream().filter(Point::isMeasured)
                .filter(point -> point.failedShare() >= LEAST_FAILED).map(point -> Numbers.percent(point.failedShare())
                + " of the requests (" + name(analysis, point) + ")").toList());
        add(remarks, "CPU time unknown, because a process ignores SIGCHLD and the kernel then counts its ended "
                + "children for nobody: ", analysis.points().stream().filter(point -> point.measured().stream()
                .anyMatch(run -> run.measured().costs().losesChildren())).map(point -> name(analysis, point)).toList());
        add(remarks, "Run again with their rounds: ", analysis.superseded().stream().flatMap(run ->
                Rules.invalidating(run).stream().limit(1).map(finding -> run.contender() + " at " + run.load().label()
                + ", repetition " + run.repetition() + " (" + finding.text() + ")")).toList());
        remarks.addAll(analysis.results().notes());
        add(remarks, "What helps: ", analysis.points().stream().filter(point -> !point.doubts().isEmpty())
                .flatMap(point -> Analysis.findings(point).stream()).map(finding -> finding.rule())
                .sorted(Comparator.comparing(Rule::kind)).map(Rule::remedy).distinct().limit(MOST_STEPS).toList());
        return new Doubt(analysis.results().complete() && analysis.points().stream().allMatch(Point::isValid), doubts,
                remarks);
    }

    /** How exact the answer is, and the gravest doubt. */
    String line(Answer answer) {
        String precision = answer.precision();
        return (doubts.isEmpty() ? "✓ " : isGood ? "! " : "✗ ") + (precision.isEmpty() ? "" : precision + ". ")
                + doubts.stream().findFirst().orElse("Every figure is valid: the work and the load were as stated, "
                + "and the repetitions agree.");
    }

    /** What the line leaves out. */
    List<String> rest() {
        return Stream.concat(doubts.stream().skip(1), remarks.stream()).toList();
    }

    private static void invalid(Analysis analysis, List<String> details) {
        List<Point> doubtful = analysis.points().stream().filter(point -> !invalid(point).isEmpty())
                .sorted(Comparator.comparing(Point::isValid)).toList();
        if (doubtful.size() > 1) {
            details.add(doubtful.stream().mapToInt(point -> invalid(point).size()).sum() + " of "
                    + analysis.points().stream().mapToInt(point -> figures(point).size()).sum()
                    + " figures are invalid, above all the " + what(analysis, doubtful.getFirst()) + ".");
        }
        doubtful.forEach(point -> details.add("Invalid: the " + what(analysis, point) + ": "
                + point.doubts().get(invalid(point).getFirst()) + "."));
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
        return figures + " of " + name(analysis, point);
    }

    private static void explanations(Analysis analysis, List<String> details) {
        Map<String, List<String>> found = new LinkedHashMap<>();
        analysis.points().stream().flatMap(point -> Analysis.findings(point).stream()
                .filter(finding -> finding.rule().kind() == Kind.EXPLANATION)
                .map(finding -> Map.entry(finding, name(analysis, point))))
                .collect(Collectors.toMap(each -> each.getKey().check(), each -> each, (one, other) ->
                        one.getKey().value() >= other.getKey().value() ? one : other, LinkedHashMap::new))
                .forEach((_, worst) -> found.computeIfAbsent(worst.getKey().rule().name(), _ -> new ArrayList<>())
                        .add(worst.getKey().text() + " (worst: " + worst.getValue() + ")"));
        analysis.results().runs().stream().filter(Run::isMeasured)
                .filter(run -> !run.measured().warmUp().problem().isEmpty())
                .forEach(run -> found.computeIfAbsent(Rules.COLD.name(), _ -> new ArrayList<>())
                        .add("the first warm-up had a problem: " + run.measured().warmUp().problem() + " ("
                        + run.contender() + " at " + run.load().label() + ")"));
        found.forEach((rule, names) -> add(details, details.isEmpty() ? "The repetitions agree, although "
                : Character.toUpperCase(rule.charAt(0)) + rule.substring(1) + ": ",
                List.copyOf(new LinkedHashSet<>(names))));
    }

    private static void add(List<String> details, String what, List<String> names) {
        int others = names.size() - MOST_NAMED;
        if (!names.isEmpty()) {
            details.add(what + String.join("; ", names.stream().limit(MOST_NAMED).toList())
                    + (others > 0 ? "; and " + others + " more" : "") + ".");
        }
    }

    private static String name(Analysis analysis, Point point) {
        return point.contender() + " at " + Tables.loadName(analysis, point.load());
    }

    private static void repetitions(Analysis analysis, List<String> doubts, List<String> remarks) {
        int repeat = analysis.points().stream().mapToInt(point -> point.runs().size()).max().orElse(0);
        if (analysis.hasValidPoint() && repeat < ENOUGH_REPETITIONS) {
            doubts.add((repeat == 1 ? "One repetition: no figure shows whether a difference would appear again."
                    : "Two repetitions: too few for narrow intervals.") + " Use --repeat 3 or more.");
        }
        for (Load load : analysis.results().experiment().loads()) {
            add(remarks, "Too few repetitions to show a difference: ", analysis.comparisons(load).stream()
                    .filter(Comparison::needsMoreRepetitions).map(pair -> name(analysis, pair)).toList());
            add(remarks, "JMeter's clock counts whole milliseconds, which are too coarse to show a difference: ",
                    analysis.comparisons(load).stream().filter(Comparison::needsFinerClock)
                    .map(pair -> name(analysis, pair)).toList());
        }
    }

    private static String name(Analysis analysis, Comparison pair) {
        return pair.metric().label() + " of " + pair.point().contender() + " and " + name(analysis, pair.base());
    }
}
