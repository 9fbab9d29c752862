package load.jtl;

import module java.base;
import experiment.Percentiles;
import load.jtl.RecordedRequest.Kind;

/**
 * The exact figures that a run prints at its end. They are about requests; other rows have tables of their own.
 *
 * <p>The figures exclude the warm-up; {@link #failed()}, {@link #samples()} and the list of failures include it.
 * Throughput covers the time from the warm-up's end until the last request starts or, in a closed loop, until the first
 * user stops. Without a warm-up, throughput covers the time from the first request's start to the last answer's end, as
 * in JMeter's dashboard.
 */
public final class Summary {
    private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9);
    private static final String TOO_FEW = "-";
    private static final int LATE_MILLIS = 500;      // a tenth of the default ramp-up
    private static final int SHOWN = 8;
    private static final int MOST_KINDS = 1_000;      // a changing number in the message makes each failure a new kind
    /** JMeter's message for a request that it cut off at the test's end. */
    private static final String CUT = "Socket closed";

    private final boolean hasWarmup;
    private final long from;      // the warm-up's end, in milliseconds since 1970
    private final long to;
    private final Map<Kind, Map<String, Figures>> tables = new EnumMap<>(Kind.class);
    private final Figures total = new Figures();
    private final Answers kinds = new Answers();
    private final Set<Long> users = new HashSet<>();
    private final LongSummaryStatistics starts = new LongSummaryStatistics();
    private long rows;
    private boolean failed;
    private final Map<String, Long> failures = new HashMap<>();
    private long lastEnd = Long.MIN_VALUE;
    private long answers;
    private long lastUserStart = Long.MIN_VALUE;
    private long warmupRequests;
    private long warmupErrors;

    private static final class Figures {
        private final LongStream.Builder elapsed = LongStream.builder();
        private long errors;
        private long[] sorted;

        void add(RecordedRequest sample) {
            if (sample.success()) {
                elapsed.add(sample.elapsedMillis());
            } else {
                errors++;
            }
        }

        void sort() {
            sorted = elapsed.build().sorted().toArray();
        }

        long answered() {
            return sorted.length;
        }

        long requests() {
            return sorted.length + errors;
        }
    }

    private Summary(boolean hasWarmup, long from, long to) {
        this.hasWarmup = hasWarmup;
        this.from = from;
        this.to = to;
    }

    /**
     * Reads the file twice if there is a warm-up. The warm-up begins with the first request to start, which may be
     * anywhere in the file, because requests are in the order of their ends.
     *
     * @param opensNoSocket whether a label is that of a sampler that opens no socket
     * @param userSeconds   how long each user of a closed loop sends requests; 0 for any other load
     */
    public static Summary of(Path samples, Predicate<String> opensNoSocket, int warmupSeconds, int userSeconds)
            throws IOException {
        Summary summary = warmupSeconds > 0 ? afterWarmup(samples, warmupSeconds, userSeconds)
                : new Summary(false, Long.MIN_VALUE, Long.MAX_VALUE);
        Jtl.read(samples, row -> summary.add(row, row.kind() == Kind.SILENT && !opensNoSocket.test(row.label())
                ? Kind.REQUEST : row.kind()));
        summary.tables.values().forEach(table -> table.values().forEach(Figures::sort));
        summary.total.sort();
        return summary;
    }

    private static Summary afterWarmup(Path samples, int warmupSeconds, int userSeconds) throws IOException {
        LongSummaryStatistics starts = new LongSummaryStatistics();
        Map<Long, Long> userStarts = new HashMap<>();
        Jtl.read(samples, sample -> {
            starts.accept(sample.startMillis());
            if (userSeconds > 0) {
                userStarts.merge(sample.thread(), sample.startMillis(), Math::min);
            }
        });
        long end = userSeconds > 0 ? starts.getMin() + 1000L * userSeconds : Long.MAX_VALUE;
        Summary summary = new Summary(true, starts.getMin() + 1000L * warmupSeconds, Math.min(end, starts.getMax()));
        summary.lastUserStart = userStarts.values().stream().reduce(Long.MIN_VALUE, Math::max);
        return summary;
    }

    private void add(RecordedRequest sample, Kind kind) {
        String label = sample.label().isEmpty() ? "(no label)" : sample.label();
        rows++;
        failed |= !sample.success();
        if (!sample.success() && kind != Kind.TRANSACTION) {      // a transaction's failed request has its own row
            addFailure(label + ": " + sample.problem());
        }
        if (kind == Kind.REQUEST) {
            addRequest(sample);
        }
        if (sample.startMillis() >= from) {
            tables.computeIfAbsent(kind, _ -> new LinkedHashMap<>()).computeIfAbsent(label, _ -> new Figures())
                    .add(sample);
        }
    }

    private void addRequest(RecordedRequest sample) {
        starts.accept(sample.startMillis());
        users.add(sample.thread());
        if (sample.success()) {
            kinds.add(sample);
        }
        if (sample.success() && sample.endMillis() > from && sample.endMillis() <= to) {
            answers++;
        }
        if (sample.startMillis() < from) {
            warmupRequests++;
            warmupErrors += sample.success() ? 0 : 1;
        } else {
            lastEnd = Math.max(lastEnd, sample.endMillis());
            total.add(sample);
        }
    }

    private void addFailure(String kind) {
        if (failures.size() < MOST_KINDS || failures.containsKey(kind)) {
            failures.merge(kind, 1L, Long::sum);
        }
    }

    public long samples() {
        return rows;
    }

    /** When requests started, also during the warm-up. */
    public LongSummaryStatistics starts() {
        return starts;
    }

    /** What helps against the failures, if JMeter kept its connections. */
    public List<String> remedies() {
        return failures.keySet().stream().map(RecordedRequest::remedy).filter(remedy -> !remedy.isEmpty()).distinct()
                .sorted().toList();
    }

    /** How many users sent a request; 0 if unknown. */
    public int users() {
        return users.contains(0L) ? 0 : users.size();
    }

    public boolean failed() {
        return failed;
    }

    public boolean hasFigures() {
        return total.requests() > 0;
    }

    public double throughput() {
        return (hasWarmup ? answers : total.answered()) / seconds();
    }

    /** NaN if there are no figures. */
    public double meanSeconds() {
        return LongStream.of(total.sorted).average().orElse(Double.NaN) / 1000;
    }

    /** From 0 to 1. */
    public double errorShare() {
        return (double) total.errors / total.requests();
    }

    private double seconds() {
        return Math.max(1, hasWarmup ? to - from : lastEnd - starts.getMin()) / 1000.0;
    }

    public void print(PrintStream out) {
        if (warmupRequests > 0) {
            out.printf("warm-up, not in the figures below: %,d requests, %,d errors%n", warmupRequests, warmupErrors);
        }
        if (hasFigures()) {
            printFigures(out);
        }
        printTable(out, "nothing sent, ms", Kind.SILENT);
        printTable(out, "not sendable, ms", Kind.IMPOSSIBLE);
        printTable(out, "transactions, ms", Kind.TRANSACTION);
        if (!failures.isEmpty()) {
            printFailures(out);
        }
    }

    private void printFigures(PrintStream out) {
        String answered = hasWarmup ? "started and %,d answered ".formatted(answers) : "";
        out.printf("%,d requests %sin %,.1f s: %,.1f %sper second; %,d errors (%.2f %%)%s%n", total.requests(),
                answered, seconds(), throughput(), hasWarmup ? "answered " : "", total.errors, 100 * errorShare(),
                total.errors == 0 ? "" : ", which throughput and milliseconds leave out");
        kinds.unlikeOthers().forEach((kind, count) -> out.printf("%,d answers %s%n", count, kind));
        if (lastUserStart > from + LATE_MILLIS) {
            out.printf("the load was not steady: the last user started %,.1f s after the warm-up; "
                    + "choose a longer --warmup%n", (lastUserStart - from) / 1000.0);
        }
        printTable(out, "milliseconds", Kind.REQUEST);
        String intervals = PERCENTILES.stream()
                .flatMap(percent -> Percentiles.interval(total.sorted, percent).stream())
                .map(each -> "%s %,d–%,d".formatted(name(each.percent()), each.low(), each.high()))
                .collect(Collectors.joining(", "));
        if (!intervals.isEmpty()) {
            out.println("all good answers, with 95 % confidence: " + intervals);
        }
    }

    private void printTable(PrintStream out, String head, Kind kind) {
        Map<String, Figures> rows = new LinkedHashMap<>(tables.getOrDefault(kind, Map.of()));
        if (rows.isEmpty()) {
            return;
        }
        if (kind == Kind.REQUEST && rows.size() > 1) {
            rows.put("all", total);
        }
        int width = rows.keySet().stream().mapToInt(String::length).reduce(head.length(), Math::max);
        out.printf("%-" + width + "s %10s %9s %s %8s%n", head, "count", "errors", columns(Summary::name), "max");
        rows.forEach((label, figures) -> out.printf("%-" + width + "s %,10d %,9d %s %8s%n", label, figures.requests(),
                figures.errors, columns(percent -> figures.answered() < Percentiles.least(percent) ? TOO_FEW
                        : "%,d".formatted(Percentiles.of(figures.sorted, percent))),
                figures.answered() == 0 ? TOO_FEW : "%,d".formatted(Percentiles.of(figures.sorted, 100))));
        long fewest = rows.values().stream().mapToLong(Figures::answered).min().orElseThrow();
        String missing = PERCENTILES.stream().filter(percent -> Percentiles.least(percent) > fewest)
                .map(percent -> "%s needs %,d more".formatted(name(percent), Percentiles.least(percent) - fewest))
                .collect(Collectors.joining(", "));
        if (kind == Kind.REQUEST && !missing.isEmpty()) {
            out.println(TOO_FEW + ": too few good answers; " + missing);
        }
    }

    private static String columns(Function<Double, String> cell) {
        return PERCENTILES.stream().map(percent -> "%8s".formatted(cell.apply(percent)))
                .collect(Collectors.joining(" "));
    }

    private static String name(double percent) {
        return ("p" + percent).replace(".0", "");
    }

    private void printFailures(PrintStream out) {
        out.println(warmupErrors > 0 ? "failures, including the warm-up's" : "failures");
        failures.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed()).limit(SHOWN)
                .forEach(kind -> out.printf("%9d x %s%n", kind.getValue(), kind.getKey()));
        if (failures.size() > SHOWN) {
            out.printf("          and %d other kinds%n", failures.size() - SHOWN);
        }
        if (failures.keySet().stream().anyMatch(kind -> kind.contains(CUT))) {
            out.println(CUT + ": JMeter cut off the requests in flight when the test ended; in open-loop, a longer "
                    + "-Jdrain lets them finish");
        }
    }
}
