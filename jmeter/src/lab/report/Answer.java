package lab.report;

import module java.base;
import experiment.Limit;
import experiment.Load;
import experiment.Metric;
import experiment.Point;
import experiment.Prediction;
import lab.judge.Analysis;
import lab.judge.Ratio;
import lab.judge.Rules;
import text.Numbers;

/**
 * What was found at one load, in a sentence: the better contender first. In an open loop, arrivals set the throughput,
 * so the sentence compares latencies.
 */
record Answer(Analysis analysis, Load load) {
    private static final int MOST_LOADS = 4;
    private static final int MOST_NAMED = 3;
    /** Ratios this close to 1 count as equal, and this close to a whole number as that number. */
    private static final double SAME = 0.03;
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
        return loads.stream().distinct().limit(MOST_LOADS).map(load -> new Answer(analysis, load)).toList();
    }

    String sentence() {
        String where = (load.isBurst() ? "With " : "At ") + Tables.loadName(analysis, load);
        List<Point> valid = valid();
        if (valid.isEmpty()) {
            return where + ", no result is valid.";
        }
        List<Point> others = others(valid);
        List<Point> equals = valid.stream().filter(point -> !others.contains(point)).toList();
        if (equals.getFirst().grows(Metric.P50)) {
            return where + ", " + joined(valid.stream().map(point -> name(point) + " cannot keep up: it answers "
                    + Numbers.text(point.spread(Metric.THROUGHPUT).median()) + " requests a second, and its queue "
                    + "grows").toList()) + ".";
        }
        return where + ", " + joined(equals.stream().map(this::name).toList()) + (others.isEmpty() ? own(equals)
                : load.isOpen() ? " " + verb(equals, "answer") + " in " + millis(equals.getFirst()) + " (median); "
                + joined(others.stream().limit(MOST_NAMED).map(other -> slower(equals.getFirst(), other)).toList())
                : " " + verb(equals, "answer") + " " + joined(others.stream().limit(MOST_NAMED)
                .map(other -> more(equals.getFirst(), other)).toList())) + enough(equals.getFirst(), others) + ".";
    }

    /** {@code 4.98 times as many (interval 4.95–5.02; theory 5)}; empty if nothing was compared. */
    String precision() {
        List<Point> valid = valid();
        List<Point> others = others(valid);
        if (others.isEmpty() || others.getFirst().grows(Metric.P50)) {
            return "";
        }
        Ratio ratio = ratio(valid.getFirst(), others.getFirst());
        Prediction better = valid.getFirst().predicted();
        Prediction other = others.getFirst().predicted();
        // Of a program that theory does not fit, it predicts no ratio.
        boolean fits = Stream.of(valid.getFirst(), others.getFirst()).noneMatch(Analysis::isFarBelowTheory);
        double theory = !fits ? Double.NaN : load.isOpen() ? other.latency() / better.latency()
                : better.throughput() / other.throughput();
        String brackets = Stream.of(ratio.repeated() ? "interval " + ratio.interval() : "one repetition",
                Double.isFinite(theory) ? "theory " + Numbers.text(theory) : "").filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        return Numbers.text(ratio.estimate()) + " times as " + (load.isOpen() ? "long (" : "many (") + brackets + ")";
    }

    /** The best first. */
    private List<Point> valid() {
        Comparator<Point> byMedian = Comparator.comparingDouble(point -> point.spread(point.result()).median());
        return analysis.pointsAt(load).stream().filter(point -> point.grows(Metric.P50)
                ? point.runs().stream().allMatch(Rules::isValid)
                : point.spread(point.result()).isKnown() && point.isValid())
                .sorted(load.isOpen() ? byMedian : byMedian.reversed()).toList();
    }

    /** Those that are behind the best, the last first. */
    private List<Point> others(List<Point> valid) {
        return valid.stream().skip(1).filter(point -> point.grows(Metric.P50)
                || ratio(valid.getFirst(), point).estimate() > 1 + SAME).toList().reversed();
    }

    /** Above 1 if the first is better. */
    private Ratio ratio(Point better, Point other) {
        return load.isOpen() ? analysis.compare(other, better, Metric.P50).ratio()
                : analysis.compare(better, other, Metric.THROUGHPUT).ratio();
    }

    private String own(List<Point> equals) {
        Point first = equals.getFirst();
        if (load.isOpen()) {
            return " " + verb(equals, "answer") + (equals.size() == 1 ? "" : " equally fast:") + " in " + millis(first)
                    + " (median)";
        }
        String many = Numbers.text(first.spread(Metric.THROUGHPUT).median());
        return equals.size() == 1 ? " answers " + many + " requests a second" : " answer equally many requests"
                + (first.capped().limit() == Limit.USERS && !Analysis.isFarBelowTheory(first)
                ? ", as many as the users make" : "") + ": " + many + " a second" + cheaper(equals);
    }

    private String cheaper(List<Point> equals) {
        List<Point> byCost = equals.stream().filter(point -> point.isValid(Metric.CPU_PER_REQUEST)).sorted(
                Comparator.comparing(point -> point.spread(Metric.CPU_PER_REQUEST).median())).toList();
        if (byCost.size() < 2) {
            return "";
        }
        Ratio ratio = analysis.compare(byCost.getFirst(), byCost.getLast(), Metric.CPU_PER_REQUEST).ratio();
        return !ratio.isDifferent() ? "" : "; " + name(byCost.getFirst()) + " for " + Numbers.text(ratio.estimate())
                + " times the CPU time of " + name(byCost.getLast());
    }

    private static String verb(List<Point> subjects, String verb) {
        return subjects.size() == 1 ? verb + "s" : verb;
    }

    private static String millis(Point point) {
        return Numbers.text(point.spread(Metric.P50).median()) + " ms";
    }

    private String more(Point better, Point other) {
        return times(ratio(better, other)) + " as many requests as " + name(other) + heldBack(other);
    }

    private String slower(Point better, Point other) {
        return name(other) + (other.grows(Metric.P50) ? " cannot keep up, so its queue grows" : " takes "
                + times(ratio(better, other)) + " as long") + heldBack(other);
    }

    /** A ratio that may be chance is not a finding. */
    static String times(Ratio ratio) {
        double value = ratio.estimate();
        long whole = Math.round(value);
        String words = whole >= 2 && whole <= WORDS.size() && Math.abs(value / whole - 1) <= SAME
                ? WORDS.get((int) whole - 1)
                : String.format(Locale.ROOT, value < 9.95 ? "%.1f times" : "%.0f times", value);
        return (ratio.mayBeNone() ? "perhaps " : "") + words;
    }

    private static String heldBack(Point point) {
        Limit limit = point.capped().limit();
        double inFlight = Math.rint(point.predicted().inFlight());
        return limit == Limit.CORES ? ", held back by the cores"
                : !OWN_LIMITS.contains(limit) ? "" : ", held back by its "
                + (Double.isFinite(inFlight) ? Numbers.text(inFlight) + " " : "") + limit.words(inFlight);
    }

    /** By Little's law: the threads that the better one's throughput needs. */
    private static String enough(Point better, List<Point> others) {
        Optional<Prediction> pool = others.stream().map(Point::capped)
                .filter(prediction -> prediction.limit() == Limit.THREADS).findFirst();
        double wanted = better.load().isOpen() ? better.load().amount() : better.capped().throughput();
        double threads = pool.map(each -> Math.ceil(wanted * each.inFlight() / each.throughput() - 1e-6))
                .orElse(Double.NaN);
        return Double.isFinite(threads) ? " (in theory, " + Numbers.text(threads) + " would keep up)" : "";
    }

    private String name(Point point) {
        return analysis.results().experiment().contenders().stream()
                .filter(contender -> contender.name().equals(point.contender()))
                .flatMap(contender -> contender.exercise().stream()).findFirst()
                .map(exercise -> point.contender() + " (your exercise " + exercise + ")").orElse(point.contender());
    }

    private static String joined(List<String> names) {
        int last = names.size() - 1;
        return last == 0 ? names.getFirst() : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }
}
