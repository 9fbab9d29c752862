package lab.plan;

import module java.base;
import experiment.Percentiles;
import experiment.Run.Latency;
import experiment.Run.Requests;
import lab.run.Samples.Edges;
import load.jtl.RecordedRequest.Kind;

/**
 * The figures that a run prints at its end. They are about requests in a window; other rows have tables of their own.
 *
 * @param hasWarmUp whether the window begins after a warm-up
 */
record PlanFigures(PlanSamples samples, Edges window, Requests requests, boolean hasWarmUp) {
    private static final String TOO_FEW = "-";
    private static final int SHOWN = 8;
    private static final int LATE_MILLIS = 500;      // a tenth of the default ramp-up
    /** JMeter's message for a request that it cut off at the test's end. */
    private static final String CUT = "Socket closed";
    private static final List<Column> COLUMNS = List.of(new Column("p50", 50, Latency::p50),
            new Column("p90", 90, Latency::p90), new Column("p99", 99, Latency::p99),
            new Column("p99.9", 99.9, Latency::p999));

    private record Column(String name, double percent, ToLongFunction<Latency> value) {
        String cell(Requests row) {
            return missing(row) > 0 ? TOO_FEW : number(value.applyAsLong(row.latency()));
        }

        long missing(Requests row) {
            return Math.max(0, Percentiles.least(percent) - row.latencies());
        }
    }

    static PlanFigures of(PlanSamples samples, Edges window, boolean hasWarmUp) {
        return new PlanFigures(samples, window, samples.requests(window), hasWarmUp);
    }

    static long count(Requests requests) {
        return requests.latencies() + requests.failed();
    }

    boolean exist() {
        return count(requests) > 0;
    }

    double throughput() {
        return requests.answered() / window.seconds();
    }

    double meanSeconds() {
        return requests.latency() == null ? Double.NaN : requests.latency().mean() / 1e3;
    }

    /** From 0 to 1. */
    double errorShare() {
        return (double) requests.failed() / count(requests);
    }

    void print(PrintStream out) {
        printOthers(out);
        if (exist()) {
            printRequests(out);
        }
        Edges after = new Edges(hasWarmUp ? window.from() : 0, Long.MAX_VALUE);
        printTable(out, "nothing sent, ms", samples.table(Kind.SILENT, after));
        printTable(out, "not sendable, ms", samples.table(Kind.IMPOSSIBLE, after));
        printTable(out, "transactions, ms", samples.table(Kind.TRANSACTION, after));
        printFailures(out);
    }

    private void printOthers(PrintStream out) {
        Requests before = samples.requests(new Edges(0, window.from()));
        long after = count(samples.requests(new Edges(window.to(), Long.MAX_VALUE)));
        if (count(before) + after == 0) {
            return;
        }
        String rest = after == 0 ? "" : "; nor are %,d requests after the window".formatted(after);
        out.printf("warm-up, not in the figures below: %,d requests, %,d errors%s%n",
                count(before), before.failed(), rest);
    }

    private void printRequests(PrintStream out) {
        // in an open loop, others were sent in the window than were answered
        boolean isSplit = hasWarmUp && samples.load().isOpen();
        String answered = isSplit ? "started and %,d answered ".formatted(requests.answered()) : "";
        String leftOut = requests.failed() == 0 ? "" : ", which throughput and milliseconds leave out";
        out.printf("%,d requests %sin %,.1f s: %,.1f %sper second; %,d errors (%.2f %%)%s%n",
                count(requests), answered, window.seconds(), throughput(), isSplit ? "answered " : "",
                requests.failed(), 100 * errorShare(), leftOut);
        printLateUser(out);
        requests.unlike().forEach((kind, count) -> out.printf("%,d answers %s%n", count, kind));
        SequencedMap<String, Requests> table = samples.table(Kind.REQUEST, window);
        if (table.size() > 1) {
            table.put("all", requests);
        }
        printTable(out, "milliseconds", table);
        printMissing(out, table);
        printIntervals(out);
    }

    private void printLateUser(PrintStream out) {
        long late = samples.lastUserStart().orElse(0) - window.from();
        if (hasWarmUp && late > LATE_MILLIS) {
            out.printf("the load was not steady: the last user started %,.1f s after the warm-up; "
                    + "choose a longer --warmup%n", late / 1e3);
        }
    }

    private static void printTable(PrintStream out, String head, Map<String, Requests> rows) {
        if (rows.isEmpty()) {
            return;
        }
        int width = rows.keySet().stream().mapToInt(String::length).reduce(head.length(), Math::max);
        String format = "%-" + width + "s %10s %9s %s %8s%n";
        out.printf(format, head, "count", "errors", cells(Column::name), "max");
        rows.forEach((label, row) -> out.printf(format, label, number(count(row)), number(row.failed()),
                cells(column -> column.cell(row)),
                row.latency() == null ? TOO_FEW : number(row.latency().max())));
    }

    private static String number(long value) {
        return "%,d".formatted(value);
    }

    private static String cells(Function<Column, String> cell) {
        return COLUMNS.stream()
                .map(column -> "%8s".formatted(cell.apply(column)))
                .collect(Collectors.joining(" "));
    }

    private static void printMissing(PrintStream out, Map<String, Requests> table) {
        Requests fewest = Collections.min(table.values(), Comparator.comparing(Requests::latencies));
        String missing = COLUMNS.stream()
                .filter(column -> column.missing(fewest) > 0)
                .map(column -> "%s needs %,d more".formatted(column.name(), column.missing(fewest)))
                .collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            out.println(TOO_FEW + ": too few good answers; " + missing);
        }
    }

    private void printIntervals(PrintStream out) {
        String intervals = COLUMNS.stream()
                .flatMap(this::interval)
                .collect(Collectors.joining(", "));
        if (!intervals.isEmpty()) {
            out.println("all good answers, with 95 % confidence: " + intervals);
        }
    }

    private Stream<String> interval(Column column) {
        return Stream.ofNullable(requests.latency()).flatMap(latency -> latency.intervals().stream())
                .filter(each -> each.percent() == column.percent())
                .map(each -> "%s %,d–%,d".formatted(column.name(), each.low(), each.high()));
    }

    private void printFailures(PrintStream out) {
        Map<String, Long> failures = samples.failures();
        if (failures.isEmpty()) {
            return;
        }
        boolean anyBefore = samples.requests(new Edges(0, window.from())).failed() > 0;
        out.println(anyBefore ? "failures, including the warm-up's" : "failures");
        failures.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(SHOWN)
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
