package lab.report;

import module java.base;
import experiment.Load;
import experiment.Metric;
import experiment.Run;
import lab.judge.Analysis.Comparison;
import lab.judge.Analysis;
import lab.judge.Findings;
import lab.judge.Point;
import lab.judge.Rule.Finding;
import lab.judge.Rule;
import lab.judge.Tolerances;
import text.Numbers;

/** Which figures a reader can trust, and how to get better ones. */
final class Doubt {
    private static final int ENOUGH_REPETITIONS = 3;
    private static final int MOST_NAMED = 4;
    private static final int MOST_STEPS = 3;
    private static final double LEAST_FAILED = 0.001;

    private final Analysis analysis;
    private final List<String> doubts = new ArrayList<>();      // the gravest first
    private final List<String> remarks = new ArrayList<>();     // what questions no figure

    Doubt(Analysis analysis) {
        this.analysis = analysis;
        findDoubts();
        findRemarks();
    }

    private void findDoubts() {
        if (!analysis.results().complete()) {
            doubts.add("Stopped early: only " + analysis.results().runs().size() + " of "
                    + analysis.experiment().runs() + " runs were made.");
        }
        addInvalid();
        name(doubts, "Below theory while other programs used the machine: ", names(Point::isHeldBack));
        name(doubts, "Far below theory, so something else limits it (its threads, a lock, a pool of connections): ",
                names(Doubt::isUnexplained));
        addRepetitions();
        explanations().forEach((rule, found) -> name(doubts,
                doubts.isEmpty() ? "The repetitions agree, although " : capital(rule) + ": ", found));
    }

    private void findRemarks() {
        for (Load load : analysis.experiment().loads()) {
            name(remarks, "Too few repetitions to show a difference: ",
                    names(load, Comparison::needsMoreRepetitions));
            name(remarks, "JMeter's clock counts whole milliseconds, which are too coarse to show a difference: ",
                    names(load, Comparison::needsFinerClock));
        }
        name(remarks, "Failed, and in no other figure: ", failed());
        name(remarks, "CPU time unknown, because a process ignores SIGCHLD and the kernel then counts its ended "
                + "children for nobody: ", names(Doubt::losesChildren));
        name(remarks, "Run again with their rounds: ", superseded());
        remarks.addAll(analysis.results().notes());
        name(remarks, "What helps: ", remedies());
    }

    /**
     * A class of the style sheet: bad unless the experiment was completed and each result's main figure (throughput or
     * p50) is valid.
     */
    String degree() {
        if (doubts.isEmpty()) {
            return "good";
        }
        boolean isGood = analysis.results().complete() && analysis.points().stream().allMatch(Point::isValid);
        return isGood ? "some" : "bad";
    }

    /** How exact the answer is, and the gravest doubt. */
    String line() {
        String mark = Map.of("good", "✓ ", "some", "! ", "bad", "✗ ").get(degree());
        String precision = Answer.of(analysis).getFirst().precision();
        return mark + (precision.isEmpty() ? "" : precision + ". ") + doubts.stream().findFirst()
                .orElse("Every figure is valid: the work and the load were as stated, and the repetitions agree.");
    }

    /** What the line leaves out. */
    List<String> rest() {
        return Stream.concat(doubts.stream().skip(1), remarks.stream()).toList();
    }

    /** Names the first few in a sentence. */
    private static void name(List<String> sentences, String what, List<String> names) {
        int others = names.size() - MOST_NAMED;
        if (!names.isEmpty()) {
            sentences.add(what + names.stream().limit(MOST_NAMED).collect(Collectors.joining("; "))
                    + (others > 0 ? "; and " + others + " more" : "") + ".");
        }
    }

    private static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private List<String> names(Predicate<Point> which) {
        return analysis.points().stream().filter(which).map(analysis::name).toList();
    }

    private void addInvalid() {
        List<Point> doubtful = analysis.points().stream()
                .filter(point -> !invalid(point).isEmpty())
                .sorted(Comparator.comparing(Point::isValid))
                .toList();
        if (doubtful.size() > 1) {
            int invalid = doubtful.stream().mapToInt(point -> invalid(point).size()).sum();
            int all = analysis.points().stream().mapToInt(point -> figures(point).size()).sum();
            doubts.add(invalid + " of " + all + " figures are invalid, above all the "
                    + what(doubtful.getFirst()) + ".");
        }
        doubtful.forEach(point -> doubts.add("Invalid: the " + what(point) + ": "
                + point.doubts().get(invalid(point).getFirst()) + "."));
    }

    /** The figures that a reader compares; the others say little more. */
    private static List<Metric> figures(Point point) {
        return Tolerances.REPETITIONS.keySet().stream()
                .filter(metric -> Analysis.COMPARED.contains(metric) || point.repetitions(metric).isKnown())
                .sorted()
                .toList();
    }

    private static List<Metric> invalid(Point point) {
        return figures(point).stream().filter(metric -> !point.isValid(metric)).toList();
    }

    private String what(Point point) {
        List<Metric> invalid = invalid(point);
        String figures = invalid.size() == figures(point).size()
                ? "figures"
                : invalid.stream().map(Metric::label).collect(Collectors.joining(", "));
        return figures + " of " + analysis.name(point);
    }

    private static boolean isUnexplained(Point point) {
        return point.isValid()
                && !point.grows(Metric.P50)
                && point.isFarBelowTheory()
                && !point.isHeldBack();
    }

    private void addRepetitions() {
        int repeat = analysis.points().stream()
                .mapToInt(point -> point.runs().size())
                .max()
                .orElse(0);
        if (analysis.hasValidPoint() && repeat < ENOUGH_REPETITIONS) {
            String few = repeat == 1
                    ? "One repetition: no figure shows whether a difference would appear again."
                    : "Two repetitions: too few for narrow intervals.";
            doubts.add(few + " Use --repeat 3 or more.");
        }
    }

    /** By rule, the worst finding of each check. */
    private Map<String, List<String>> explanations() {
        Map<String, Finding> worst = new LinkedHashMap<>();
        for (Point point : analysis.points()) {
            point.findings().stream()
                    .filter(finding -> !finding.invalidates())
                    .map(finding -> finding.saying(finding.text() + " (worst: " + analysis.name(point) + ")"))
                    .forEach(finding -> worst.merge(finding.limit(), finding,
                            (one, other) -> one.value() >= other.value() ? one : other));
        }
        for (Run run : analysis.results().runs()) {
            String problem = run.isMeasured() ? run.measured().warmUp().problem() : "";
            if (!problem.isEmpty()) {
                String text = "the first warm-up had a problem: " + problem + " (" + where(run) + ")";
                worst.put(text, new Finding(Rule.COLD, "", 0, text));
            }
        }
        return worst.values().stream().collect(Collectors.groupingBy(
                finding -> finding.rule().name(),
                LinkedHashMap::new,
                Collectors.mapping(Finding::text, Collectors.toList())));
    }

    private static String where(Run run) {
        return run.contender() + " at " + run.load().label();
    }

    private List<String> names(Load load, Predicate<Comparison> which) {
        return analysis.comparisons(load).stream()
                .filter(which)
                .map(pair -> pair.metric().label() + " of " + pair.point().contender()
                        + " and " + analysis.name(pair.base()))
                .toList();
    }

    private List<String> failed() {
        return analysis.points().stream()
                .filter(point -> point.isMeasured() && point.failedShare() >= LEAST_FAILED)
                .map(point -> Numbers.percent(point.failedShare())
                        + " of the requests (" + analysis.name(point) + ")")
                .toList();
    }

    private static boolean losesChildren(Point point) {
        return point.measured().stream().anyMatch(run -> run.measured().costs().losesChildren());
    }

    private List<String> superseded() {
        return analysis.superseded().stream()
                .flatMap(run -> Findings.of(run).reasons().limit(1).map(reason ->
                        where(run) + ", repetition " + run.repetition() + " (" + reason.text() + ")"))
                .toList();
    }

    private List<String> remedies() {
        return analysis.points().stream()
                .filter(point -> !point.doubts().isEmpty())
                .flatMap(point -> point.findings().stream())
                .sorted(Comparator.comparing(Finding::invalidates).reversed())
                .map(finding -> finding.rule().remedy())
                .distinct()
                .limit(MOST_STEPS)
                .toList();
    }
}
