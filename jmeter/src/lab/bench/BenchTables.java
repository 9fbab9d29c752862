package lab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import lab.judge.Run.Measurement;
import lab.judge.Run;
import lab.judge.Spread;
import lab.report.TextTable;

/**
 * The results as tables for a terminal: a row for each mode and load, in each cell the median and the spread.
 * Stateless.
 */
final class BenchTables {
    private static final int TEXT_COLUMNS = 2;

    /** A column: what stands above it, and its value in one run. */
    private record Column<T>(String head, ToDoubleFunction<T> value) {
    }

    private static final List<Column<CostRun>> CPU = List.of(new Column<>("requests/s", CostRun::throughput),
            new Column<>("CPU µs", CostRun::cpu), new Column<>("user", CostRun::user),
            new Column<>("kernel", CostRun::kernel),
            new Column<>("machine busy %", run -> share(run, Measurement::busyShare)),
            new Column<>("others %", run -> share(run, Measurement::othersShare)));

    private static final List<Column<CostRun>> MEMORY = List.of(new Column<>("allocated KiB/request",
            CostRun::allocated), new Column<>("live heap KiB/connection", CostRun::heapPerConnection),
            new Column<>("resident MiB", CostRun::resident));

    private static final List<Column<CostRun>> STEADY = List.of(new Column<>("µs in its first 3 s",
            run -> run.steady().first()), new Column<>("µs in the window", run -> run.steady().last()),
            new Column<>("steady after s", run -> run.steady().after()));

    static String cpu(List<CostRun> runs) {
        return table(runs, CostRun::run, CPU);
    }

    static String memory(List<CostRun> runs) {
        return table(runs, CostRun::run, MEMORY);
    }

    static String steady(List<CostRun> runs) {
        return table(runs, CostRun::run, STEADY);
    }

    static String calls(List<CallsRun> runs) {
        List<Column<CallsRun>> columns = new ArrayList<>(List.of(new Column<>("all", CallsRun::perRequest)));
        for (SystemCalls.Kind kind : SystemCalls.Kind.values()) {
            columns.add(new Column<>(kind.label(), run -> run.perRequest(kind)));
        }
        columns.add(new Column<>("others", CallsRun::othersPerRequest));
        return table(runs, CallsRun::run, columns);
    }

    static String starts(List<Start> starts) {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("mode", "s", "starts")));
        for (String mode : starts.stream().map(Start::mode).distinct().toList()) {
            Spread seconds = Spread.of(starts.stream().filter(start -> start.mode().equals(mode))
                    .mapToDouble(Start::seconds).toArray());
            rows.add(List.of(mode, seconds.text(), String.valueOf(seconds.count())));
        }
        return TextTable.linedUp(rows, 1);
    }

    private static <T> String table(List<T> runs, Function<T, Run> run, List<Column<T>> columns) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(Stream.concat(Stream.of("mode", "load", "runs"), columns.stream().map(Column::head)).toList());
        for (String name : runs.stream().map(each -> name(run.apply(each))).distinct().toList()) {
            List<T> same = runs.stream().filter(each -> name(run.apply(each)).equals(name)).toList();
            rows.add(row(run.apply(same.getFirst()), same, run, columns));
        }
        return TextTable.linedUp(rows, TEXT_COLUMNS);
    }

    private static <T> List<String> row(Run first, List<T> runs, Function<T, Run> run, List<Column<T>> columns) {
        long measured = runs.stream().map(run).filter(Run::isMeasured).count();
        Stream<String> cells = columns.stream()
                .map(column -> Spread.of(runs.stream().mapToDouble(column.value()).toArray()).text());
        return Stream.concat(Stream.of(first.contender(), first.load().label(), String.valueOf(measured)), cells)
                .toList();
    }

    private static String name(Run run) {
        return run.load().users() + " " + run.contender();
    }

    private static double share(CostRun run, ToDoubleFunction<Measurement> value) {
        return run.run().isMeasured() ? 100 * value.applyAsDouble(run.run().measured()) : Double.NaN;
    }
}
