package lab.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.define.Load;
import lab.judge.Analysis.Comparison;
import lab.judge.Analysis;
import lab.judge.Conditions;
import lab.results.Figure;
import lab.judge.Point;
import lab.judge.Rule.Effect;
import lab.judge.Rule.Finding;
import lab.judge.Rule;
import lab.results.Run.Yardsticks;
import lab.results.Run;
import lab.results.Spread;
import lab.judge.Validity;
import lab.judge.ValidityRules;

/**
 * Which figures a reader can trust, and how to get better ones.
 *
 * @param worst NOT_VALID if a result's main figure (throughput or p50) is in doubt or the experiment was stopped early;
 *              WITH_CARE for other doubts
 * @param details the most important first
 * @param next what would remove the doubts
 */
record Verdict(Validity worst, String headline, List<String> details, List<String> next) {
    private static final int ENOUGH_REPETITIONS = 3;
    private static final int MOST_NAMED = 4;
    private static final int MOST_STEPS = 3;
    /** On a quiet machine, a timer is about 0.1 ms late. */
    private static final double LATE_MILLIS = 1;

    private record Broken(Point point, Finding worst, String where) {
        private boolean spoils() {
            return worst.rule().effect() == Effect.SPOILS;
        }

        String text() {
            String name = worst.rule().name();
            return capital(name) + (name.equals(ValidityRules.NOT_MEASURED) ? ""
                    : ", so " + worst.consequence()) + ": ";
        }
    }

    static Verdict of(Analysis analysis) {
        List<Run> runs = analysis.results().runs();
        List<String> details = new ArrayList<>(analysis.results().notes());
        if (!analysis.results().complete()) {
            details.add("Stopped early: only " + runs.size() + " of " + analysis.results().experiment().runs()
                    + " runs were made.");
        }
        add(details, "The contenders did different work, so ratios mean nothing. ",
                differences(analysis, Point::otherWork));
        broken(analysis, Verdict::strictest).stream().collect(Collectors.groupingBy(Broken::text, LinkedHashMap::new,
                Collectors.groupingBy(each -> each.worst.text(), LinkedHashMap::new,
                Collectors.mapping(Broken::where, Collectors.joining(", ")))))
                .forEach((what, how) -> add(details, what, how.entrySet().stream()
                        .map(each -> each.getValue() + " (" + each.getKey() + ")").toList()));
        add(details, "The contenders ran under different conditions, so ratios of figures in doubt mean nothing. ",
                differences(analysis, Point::otherConditions));
        speedChanges(runs, details);
        warmUpProblems(runs, details);
        if (analysis.hasUsablePoint()) {
            repetitions(analysis, details);
        }
        boolean resultsHold = analysis.results().complete() && analysis.points().stream().allMatch(Point::isUsable);
        boolean allHolds = analysis.points().stream().allMatch(point -> point.reservation().isEmpty());
        return new Verdict(!resultsHold ? Validity.NOT_VALID : allHolds ? Validity.VALID : Validity.WITH_CARE,
                headline(analysis), details, next(analysis, broken(analysis, ValidityRules::judge)));
    }

    /** More repetitions help against slow runs, but not if contenders do different work. */
    private static List<String> next(Analysis analysis, List<Broken> all) {
        if (analysis.points().stream().allMatch(point -> point.reservation().isEmpty())) {
            return List.of();
        }
        Set<Point> spoilt = all.stream().filter(Broken::spoils).map(Broken::point).collect(Collectors.toSet());
        List<Broken> broken = all.stream().filter(each -> each.spoils() || !spoilt.contains(each.point)).toList();
        Stream<String> repeat = analysis.results().experiment().repeat() < ENOUGH_REPETITIONS && broken.stream()
                .anyMatch(each -> each.worst.rule().effect().onlySlows())
                ? Stream.of("--repeat 3, so that a single bad run can be left out") : Stream.empty();
        Stream<String> quiet = analysis.points().stream().flatMap(point -> point.otherConditions().stream())
                .map(_ -> ValidityRules.QUIET);
        List<String> remedies = Stream.of(repeat, broken.stream().map(each -> each.worst.rule().remedy()), quiet)
                .flatMap(Function.identity()).distinct().toList();
        // if other programs must end anyway, moving the generator is no alternative
        List<String> steps = remedies.stream().filter(each -> !each.equals(ValidityRules.QUIET_OR_REMOTE)
                || !remedies.contains(ValidityRules.QUIET)).limit(MOST_STEPS).toList();
        return steps.isEmpty() ? List.of() : List.of("What helps: " + String.join("; ", steps) + ".");
    }

    private static void add(List<String> details, String what, List<String> names) {
        int others = names.size() - MOST_NAMED;
        if (!names.isEmpty()) {
            details.add(what + String.join("; ", names.stream().limit(MOST_NAMED).toList())
                    + (others > 0 ? "; and " + others + " more" : "") + ".");
        }
    }

    private static String headline(Analysis analysis) {
        if (!analysis.hasUsablePoint()) {
            return "No result can be trusted";
        }
        List<Run> runs = analysis.results().runs();
        List<Figure> sound = Stream.of(Figure.values()).filter(figure -> analysis.points().stream()
                .allMatch(point -> point.validity(figure) == Validity.VALID)).toList();
        if (sound.size() < Figure.values().length) {
            return Stream.concat(sound.isEmpty() ? Stream.empty() : Stream.of(capital(Figure.names(sound)) + " "
                    + Figure.verb(sound) + " valid"), Stream.of(Validity.NOT_VALID, Validity.WITH_CARE)
                    .flatMap(validity -> doubted(analysis, validity))).collect(Collectors.joining(". "));
        }
        long out = runs.stream().filter(run -> !ValidityRules.judge(run).isEmpty()).count();
        return out == 0 ? (runs.size() == 1 ? "The one run" : "All " + runs.size() + " runs") + " passed all "
                + "validity checks that apply" : out + " of " + runs.size()
                + " runs failed a check and " + (out == 1 ? "was" : "were")
                + " left out of the figures that the check affects. Enough other runs remain";
    }

    private static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    /** {@code For 2 of 6 results, p99 and CPU time are in doubt}. */
    private static Stream<String> doubted(Analysis analysis, Validity validity) {
        int all = analysis.points().size();
        TreeMap<Long, List<Figure>> byCount = Stream.of(Figure.values()).collect(Collectors.groupingBy(figure ->
                analysis.points().stream().filter(point -> point.validity(figure) == validity).count(), TreeMap::new,
                Collectors.toList()));
        return byCount.descendingMap().entrySet().stream().filter(each -> each.getKey() > 0)
                .map(each -> (each.getKey() < all ? "For " + each.getKey() + " of " + all + " results" : all == 1
                ? "For the one result" : "For all " + all + " results") + ", " + Figure.names(each.getValue()) + " "
                + Figure.verb(each.getValue()) + " " + validity.label());
    }

    /** Leaves out a finding "usable with care" if its figures are in doubt anyway. */
    private static List<Finding> strictest(Run run) {
        List<Finding> all = ValidityRules.judge(run);
        return all.stream().filter(each -> each.validity() == Validity.NOT_VALID || all.stream().noneMatch(other ->
                other.validity() == Validity.NOT_VALID && other.doubted().containsAll(each.doubted()))).toList();
    }

    private static List<Broken> broken(Analysis analysis, Function<Run, List<Finding>> findings) {
        return analysis.points().stream().flatMap(point -> broken(analysis, point, findings))
                .sorted(Comparator.comparing(Broken::worst, Finding.GRAVEST_FIRST)).toList();
    }

    private static Stream<Broken> broken(Analysis analysis, Point point, Function<Run, List<Finding>> findings) {
        Map<Rule, List<Finding>> found = point.runs().stream().flatMap(run -> findings.apply(run).stream())
                .collect(Collectors.groupingBy(Finding::rule, LinkedHashMap::new, Collectors.toList()));
        return found.values().stream().map(all -> {
            Finding worst = Collections.max(all, Comparator.comparing(Finding::value));
            String runs = all.size() == point.runs().size() ? "" : " in " + all.size() + " of "
                    + point.runs().size() + " runs";
            return new Broken(point, worst, name(analysis, point) + runs);
        });
    }

    private static List<String> differences(Analysis analysis, Function<Point, Optional<String>> difference) {
        return analysis.points().stream().flatMap(point -> difference.apply(point).stream()
                .map(how -> name(analysis, point) + ": " + how)).toList();
    }

    private static String name(Analysis analysis, Point point) {
        return point.contender() + " at " + Figures.loadName(analysis, point.load());
    }

    /** A change of the machine's speed breaks no validity rule, because contenders take turns. */
    private static void speedChanges(List<Run> runs, List<String> details) {
        Spread arithmetic = spread(runs, yardsticks -> 1e3 * yardsticks.arithmetic());
        if (arithmetic.greatest() >= Conditions.SLOWER_ARITHMETIC * arithmetic.least()) {
            details.add(String.format(Locale.ROOT, """
                    The machine's speed changed: a fixed piece of arithmetic took between %.1f and %.1f ms of CPU \
                    time. Either other programs used its cores, or its clock rate changed. Contenders take turns, so \
                    ratios suffer less than absolute figures.""", arithmetic.least(), arithmetic.greatest()));
        }
        Spread roundTrip = spread(runs, yardsticks -> 1e6 * yardsticks.roundTrip());
        if (roundTrip.greatest() >= Conditions.SLOWER_ROUND_TRIP * roundTrip.least()) {
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
