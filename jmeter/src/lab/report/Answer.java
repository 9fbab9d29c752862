package lab.report;

import module java.base;
import experiment.Limit;
import experiment.Load;
import experiment.Metric;
import lab.judge.Analysis;
import lab.judge.Findings;
import lab.judge.Point;
import lab.judge.Ratio;
import lab.judge.Tolerances;
import text.Numbers;

/**
 * What was found at one load, in a sentence: the better contender first. In an open loop, arrivals set the throughput,
 * so the sentence compares latencies.
 *
 * @param valid the best first
 */
record Answer(Analysis analysis, Load load, List<Point> valid) {
    private static final int MOST_LOADS = 4;
    private static final int MOST_NAMED = 3;
    /** Limits that the contender itself sets. */
    private static final Set<Limit> OWN_LIMITS =
            EnumSet.of(Limit.THREADS, Limit.CARRIERS, Limit.WORKER_THREADS, Limit.CONNECTIONS);
    private static final List<String> WORDS = List.of("as", "twice", "three times", "four times", "five times",
            "six times", "seven times", "eight times", "nine times", "ten times", "eleven times", "twelve times");

    /** The most important load comes first. */
    static List<Answer> of(Analysis analysis) {
        List<Load> loads = new ArrayList<>();
        analysis.series().values().forEach(series -> {
            loads.add(analysis.mainLoad(series));
            loads.add(Collections.max(series, Comparator.comparing(Load::amount)));
            loads.add(Collections.min(series, Comparator.comparing(Load::amount)));
        });
        return loads.stream()
                .distinct()
                .limit(MOST_LOADS)
                .map(load -> new Answer(analysis, load, valid(analysis, load)))
                .toList();
    }

    private static List<Point> valid(Analysis analysis, Load load) {
        Comparator<Point> byMedian = Comparator.comparingDouble(point -> point.median(point.result()));
        return analysis.pointsAt(load).stream()
                .filter(Answer::isUsable)
                .sorted(load.isOpen() ? byMedian : byMedian.reversed())
                .toList();
    }

    /** A latency that grows has no value, but it is a result. */
    private static boolean isUsable(Point point) {
        if (point.grows(Metric.P50)) {
            return point.runs().stream().map(Findings::of).allMatch(Findings::isValid);
        }
        return point.repetitions(point.result()).isKnown() && point.isValid();
    }

    String sentence() {
        String where = (load.isBurst() ? "With " : "At ") + analysis.name(load);
        if (valid.isEmpty()) {
            return where + ", no result is valid.";
        }
        if (best().grows(Metric.P50)) {
            return where + ", " + joined(valid.stream().map(this::overwhelmed)) + ".";
        }
        List<Point> others = others();
        List<Point> equals = valid.stream().filter(point -> !others.contains(point)).toList();
        String found = others.isEmpty() ? alone(equals) : better(others);
        String answer = equals.size() == 1 ? " answers" : " answer";
        return where + ", " + joined(equals.stream().map(this::name)) + answer + found + enough(others) + ".";
    }

    private Point best() {
        return valid.getFirst();
    }

    /** Those that are behind the best, the last first. */
    private List<Point> others() {
        return valid.stream()
                .skip(1)
                .filter(point -> point.grows(Metric.P50) || ratio(point).estimate() > 1 + Tolerances.SAME_WORD)
                .toList()
                .reversed();
    }

    /** Above 1 if the best is better. */
    private Ratio ratio(Point other) {
        return load.isOpen()
                ? analysis.ratio(other, best(), Metric.P50)
                : analysis.ratio(best(), other, Metric.THROUGHPUT);
    }

    /** {@code 4.98 times as many (98 % interval 4.95–5.02; theory 5)}; empty if nothing was compared. */
    String precision() {
        List<Point> others = others();
        if (others.isEmpty() || others.getFirst().grows(Metric.P50)) {
            return "";
        }
        Ratio ratio = ratio(others.getFirst());
        double theory = theory(others.getFirst());
        String interval = ratio.repeated() ? "98 % interval " + ratio.interval() : "one repetition";
        return Numbers.text(ratio.estimate()) + " times as " + (load.isOpen() ? "long (" : "many (") + interval
                + (Double.isFinite(theory) ? "; theory " + Numbers.text(theory) : "") + ")";
    }

    /** Of a program that theory does not fit, it predicts no ratio. */
    private double theory(Point other) {
        if (best().isFarBelowTheory() || other.isFarBelowTheory()) {
            return Double.NaN;
        }
        return load.isOpen()
                ? other.predicted().latency() / best().predicted().latency()
                : best().predicted().throughput() / other.predicted().throughput();
    }

    private String overwhelmed(Point point) {
        return name(point) + " cannot keep up: it answers " + perSecond(point) + " requests a second, and its queue "
                + "grows";
    }

    private static String perSecond(Point point) {
        return Numbers.text(point.median(Metric.THROUGHPUT));
    }

    private String alone(List<Point> equals) {
        if (load.isOpen()) {
            return (equals.size() == 1 ? "" : " equally fast:") + " in " + millis(best()) + " (median)";
        }
        if (equals.size() == 1) {
            return " " + perSecond(best()) + " requests a second";
        }
        boolean isByUsers = best().capped().limit() == Limit.USERS && !best().isFarBelowTheory();
        return " equally many requests" + (isByUsers ? ", as many as the users make" : "") + ": "
                + perSecond(best()) + " a second" + cheaper(equals);
    }

    private String better(List<Point> others) {
        Stream<Point> named = others.stream().limit(MOST_NAMED);
        return load.isOpen()
                ? " in " + millis(best()) + " (median); " + joined(named.map(this::slower))
                : " " + joined(named.map(each -> times(each) + " as many requests as " + name(each) + heldBack(each)));
    }

    private String cheaper(List<Point> equals) {
        List<Point> byCost = equals.stream()
                .filter(point -> point.isValid(Metric.CPU_PER_REQUEST))
                .sorted(Comparator.comparing(point -> point.median(Metric.CPU_PER_REQUEST)))
                .toList();
        if (byCost.size() < 2) {
            return "";
        }
        Ratio ratio = analysis.ratio(byCost.getFirst(), byCost.getLast(), Metric.CPU_PER_REQUEST);
        if (!ratio.isDifferent()) {
            return "";
        }
        return "; " + name(byCost.getFirst()) + " for " + Numbers.text(ratio.estimate())
                + " times the CPU time of " + name(byCost.getLast());
    }

    private static String millis(Point point) {
        return Numbers.text(point.median(Metric.P50)) + " ms";
    }

    private String slower(Point other) {
        String how = other.grows(Metric.P50)
                ? " cannot keep up, so its queue grows"
                : " takes " + times(other) + " as long";
        return name(other) + how + heldBack(other);
    }

    /** A ratio that may be chance is not a finding. */
    private String times(Point other) {
        Ratio ratio = ratio(other);
        return (ratio.mayBeNone() ? "perhaps " : "") + words(ratio.estimate());
    }

    private static String words(double ratio) {
        long whole = Math.round(ratio);
        if (whole >= 2 && whole <= WORDS.size() && Math.abs(ratio / whole - 1) <= Tolerances.SAME_WORD) {
            return WORDS.get((int) whole - 1);
        }
        return String.format(Locale.ROOT, ratio < 9.95 ? "%.1f times" : "%.0f times", ratio);
    }

    private static String heldBack(Point point) {
        Limit limit = point.capped().limit();
        if (limit == Limit.CORES) {
            return ", held back by the cores";
        }
        if (!OWN_LIMITS.contains(limit)) {
            return "";
        }
        double inFlight = Math.rint(point.predicted().inFlight());
        String count = Double.isFinite(inFlight) ? Numbers.text(inFlight) + " " : "";
        return ", held back by its " + count + limit.words(inFlight);
    }

    /** By Little's law: the threads that the best one's throughput needs. */
    private String enough(List<Point> others) {
        double wanted = load.isOpen() ? load.amount() : best().capped().throughput();
        return others.stream()
                .map(Point::capped)
                .filter(pool -> pool.limit() == Limit.THREADS)
                .limit(1)
                .map(pool -> Math.ceil(wanted * pool.inFlight() / pool.throughput() - 1e-6))
                .filter(Double::isFinite)
                .map(threads -> " (in theory, " + Numbers.text(threads) + " would keep up)")
                .collect(Collectors.joining());
    }

    private String name(Point point) {
        return analysis.experiment().contenders().stream()
                .filter(contender -> contender.name().equals(point.contender()))
                .flatMap(contender -> contender.exercise().stream())
                .findFirst()
                .map(exercise -> point.contender() + " (your exercise " + exercise + ")")
                .orElse(point.contender());
    }

    private static String joined(Stream<String> texts) {
        List<String> names = texts.toList();
        int last = names.size() - 1;
        return last == 0
                ? names.getFirst()
                : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }
}
