package lab.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.bench.BenchResults.CallsRun;
import lab.bench.BenchResults.CostRun;
import lab.bench.BenchResults.Start;
import lab.results.Metric;
import lab.results.Run.Measurement;
import lab.results.Run;
import lab.results.Spread;
import lab.judge.Rule;
import lab.judge.ValidityRules;
import lab.report.TextTable;

final class BenchReport {
    /** @param name the head in the CSV */
    private record Column<T>(String head, String name, ToDoubleFunction<T> value) {
    }

    private static final List<Column<CostRun>> CPU = List.of(
            new Column<>("requests/s", "requests/s", run -> Metric.THROUGHPUT.of(run.run())),
            new Column<>("CPU µs", "CPU µs per request", CostRun::cpu),
            new Column<>("user", "user µs", CostRun::user),
            new Column<>("kernel", "kernel µs", CostRun::kernel),
            new Column<>("machine busy %", "machine busy %", run -> share(run, Measurement::busyShare)),
            new Column<>("others %", "others %", run -> share(run, Measurement::othersShare)));
    private static final List<Column<CostRun>> MEMORY = List.of(
            new Column<>("allocated KiB/request", "allocated KiB per request", CostRun::allocated),
            new Column<>("live heap KiB/connection", "live heap KiB per connection", CostRun::heapPerConnection),
            new Column<>("resident MiB", "resident MiB", run -> Metric.RSS.of(run.run())));
    private static final List<Column<CostRun>> STEADY = List.of(
            new Column<>("µs in the first 3 s", "first µs", run -> run.steady().first()),
            new Column<>("µs in the window", "window µs", run -> run.steady().last()),
            new Column<>("steady after s", "steady after s", run -> run.steady().after()));
    private static final List<Column<CostRun>> COSTS = Stream.of(CPU, MEMORY, STEADY).flatMap(List::stream).toList();
    private static final List<Column<Start>> STARTS = List.of(new Column<>("s", "start s", Start::seconds));
    private static final List<Column<CallsRun>> CALLS = Stream.of(
            Stream.of(new Column<CallsRun>("all", "system calls per request", CallsRun::perRequest)),
            Stream.of(SystemCalls.Kind.values()).map(kind -> new Column<CallsRun>(kind.label(),
                    kind.label() + " per request", run -> run.perRequest(kind))),
            Stream.of(new Column<CallsRun>("others", "others per request", CallsRun::othersPerRequest)))
            .flatMap(Function.identity()).toList();

    private BenchReport() {
    }

    private static double share(CostRun run, ToDoubleFunction<Measurement> value) {
        return run.run().isMeasured() ? 100 * value.applyAsDouble(run.run().measured()) : Double.NaN;
    }

    static String text(BenchResults results) {
        List<String> parts = new ArrayList<>();
        parts.add(results.environment().entrySet().stream().map(each -> each.getKey() + ": " + each.getValue() + "\n")
                .collect(Collectors.joining()));
        List<CostRun> costs = results.costs();
        if (!costs.isEmpty()) {
            parts.add("CPU time of service one per answered request; median (minimum–maximum) of the runs\n"
                    + table(costs, CostRun::run, CPU));
            parts.add("Memory of service one: allocated per request, additional live heap per connection with a "
                    + "request in flight\n(after a garbage collection), and resident memory at the end of the load "
                    + "(including what the JVM needed to count the heap)\n" + table(costs, CostRun::run, MEMORY));
            parts.add("Time from the first answer until the CPU time per request stays within 10 % of the\n"
                    + "measured window's (∞: not before the end; n/a: too little CPU time, or too short a window)\n"
                    + table(costs, CostRun::run, STEADY));
        }
        if (!results.counts().isEmpty()) {
            parts.add("System calls of service one per request, counted by " + results.counter()
                    + " in separate runs, which give no other figures\n"
                    + table(results.counts(), CallsRun::run, CALLS));
        }
        if (!results.starts().isEmpty()) {
            parts.add("Start: from ./run.sh MODE until service one is ready\n" + starts(results.starts()));
        }
        List<String> warnings = Stream.concat(results.notes().stream(), warnings(results)).toList();
        if (!warnings.isEmpty()) {
            parts.add("What to know about these figures\n" + String.join("\n", warnings) + "\n");
        }
        return String.join("\n", parts);
    }

    private static <T> String table(List<T> all, Function<T, Run> run, List<Column<T>> columns) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row(List.of("mode", "load", "runs"), columns, Column::head));
        Map<String, List<T>> alike = all.stream().collect(Collectors.groupingBy(each -> name(run.apply(each)),
                LinkedHashMap::new, Collectors.toList()));
        for (List<T> runs : alike.values()) {
            Run first = run.apply(runs.getFirst());
            long measured = runs.stream().map(run).filter(Run::isMeasured).count();
            rows.add(row(List.of(first.contender(), first.load().label(), String.valueOf(measured)), columns,
                    column -> Spread.of(runs.stream().mapToDouble(column.value).toArray()).text()));
        }
        return TextTable.aligned(rows, 2);
    }

    private static String starts(List<Start> starts) {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("mode", "s", "starts")));
        for (String mode : starts.stream().map(Start::mode).distinct().toList()) {
            Spread seconds = Spread.of(starts.stream().filter(start -> start.mode().equals(mode))
                    .mapToDouble(Start::seconds).toArray());
            rows.add(List.of(mode, seconds.text(), String.valueOf(seconds.count())));
        }
        return TextTable.aligned(rows, 1);
    }

    private static <T> List<String> row(List<String> about, List<Column<T>> columns, Function<Column<T>, String> cell) {
        return Stream.concat(about.stream(), columns.stream().map(cell)).toList();
    }

    private static Stream<String> warnings(BenchResults results) {
        Map<String, List<String>> found = new LinkedHashMap<>();
        for (CostRun cost : results.costs()) {
            for (Rule.Finding finding : ValidityRules.judge(cost.run())) {
                found.computeIfAbsent(name(cost.run()) + ": " + finding.rule().name() + ", so "
                        + finding.consequence() + ",", any -> new ArrayList<>()).add(finding.text());
            }
        }
        Stream<String> ofCosts = found.entrySet().stream().map(each -> each.getKey() + " in " + each.getValue().size()
                + (each.getValue().size() == 1 ? " run: " : " runs: ") + String.join("; ", each.getValue()));
        return Stream.concat(ofCosts, results.counts().stream().map(CallsRun::run).flatMap(BenchReport::failure));
    }

    /** Counting slows a run down, so {@link ValidityRules} do not apply. */
    private static Stream<String> failure(Run run) {
        if (!run.isMeasured()) {
            return Stream.of(name(run) + ": system calls not counted: " + run.failure());
        }
        long failed = run.measured().requests().failed();
        return failed == 0 ? Stream.empty()
                : Stream.of(name(run) + ": " + failed + " requests failed while system calls were counted");
    }

    private static String name(Run run) {
        return run.contender() + ", " + run.load().label();
    }

    static String csv(BenchResults results) {
        List<String> head = Stream.of(Stream.of("what", "mode", "users", "repetition", "findings"),
                COSTS.stream().map(Column::name), STARTS.stream().map(Column::name), CALLS.stream().map(Column::name))
                .flatMap(Function.identity()).toList();
        List<List<String>> rows = new ArrayList<>(List.of(head));
        results.starts().forEach(start ->
                rows.add(row(padded(List.of("start", start.mode(), "", "", ""), COSTS.size()), STARTS,
                        column -> value(column.value.applyAsDouble(start)))));
        results.costs().forEach(cost ->
                rows.add(row(about("cost", cost.run(),
                        ValidityRules.judge(cost.run()).stream().map(Rule.Finding::text)), COSTS,
                        column -> value(column.value.applyAsDouble(cost)))));
        results.counts().forEach(count ->
                rows.add(row(padded(about("system calls", count.run(), failure(count.run())),
                        COSTS.size() + STARTS.size()), CALLS, column -> value(column.value.applyAsDouble(count)))));
        return rows.stream().map(row -> TextTable.csv(padded(row, head.size() - row.size())))
                .collect(Collectors.joining());
    }

    private static List<String> about(String what, Run run, Stream<String> findings) {
        return List.of(what, run.contender(), "" + run.load().users(), "" + run.repetition(),
                findings.collect(Collectors.joining("; ")));
    }

    private static List<String> padded(List<String> cells, int empty) {
        return Stream.concat(cells.stream(), Collections.nCopies(empty, "").stream()).toList();
    }

    private static String value(double value) {
        return Double.isInfinite(value) ? "not before the end" : TextTable.value(value);
    }
}
