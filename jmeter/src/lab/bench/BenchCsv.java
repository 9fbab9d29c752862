package lab.bench;

import static lab.report.TextTable.value;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import lab.judge.Run;
import lab.judge.ValidityRules.Rule;
import lab.judge.ValidityRules;
import lab.report.TextTable;

/**
 * The results as a table for other programs: a row for each start and each run, empty where it has no such figure.
 * Stateless.
 */
final class BenchCsv {
    private static final List<String> COSTS = List.of("requests/s", "CPU µs per request", "user µs", "kernel µs",
            "allocated KiB per request", "live heap KiB per connection", "resident MiB", "first µs", "steady after s");
    private static final List<String> START = List.of("start s");

    static String text(BenchResults results) {
        StringBuilder text = new StringBuilder(TextTable.csv(head()));
        results.starts().forEach(start -> text.append(TextTable.csv(row("start", start.mode(), "", "", "", COSTS.size(),
                List.of(value(start.seconds()))))));
        results.costs().forEach(cost -> text.append(TextTable.csv(of("cost", cost.run(), 0, costs(cost)))));
        results.counts().forEach(count -> text.append(TextTable.csv(of("system calls", count.run(),
                COSTS.size() + START.size(), counts(count)))));
        return text.toString();
    }

    private static List<String> head() {
        List<String> head = new ArrayList<>(List.of("what", "mode", "users", "repetition", "findings"));
        head.addAll(COSTS);
        head.addAll(START);
        head.add("system calls per request");
        for (SystemCalls.Kind kind : SystemCalls.Kind.values()) {
            head.add(kind.label() + " per request");
        }
        head.add("others per request");
        return head;
    }

    private static List<String> of(String what, Run run, int before, List<String> values) {
        String findings = ValidityRules.judge(run).stream().map(Rule.Finding::text).collect(Collectors.joining("; "));
        return row(what, run.contender(), "" + run.load().users(), "" + run.repetition(), findings, before, values);
    }

    /** @param before how many columns with figures stand before the values */
    private static List<String> row(String what, String mode, String users, String repetition, String findings,
            int before, List<String> values) {
        List<String> row = new ArrayList<>(List.of(what, mode, users, repetition, findings));
        row.addAll(Collections.nCopies(before, ""));
        row.addAll(values);
        row.addAll(Collections.nCopies(head().size() - row.size(), ""));
        return row;
    }

    private static List<String> costs(CostRun run) {
        SteadyCost steady = run.steady();
        return List.of(value(run.throughput()), value(run.cpu()), value(run.user()), value(run.kernel()),
                value(run.allocated()), value(run.heapPerConnection()), value(run.resident()), value(steady.first()),
                Double.isInfinite(steady.after()) ? "not before the end" : value(steady.after()));
    }

    private static List<String> counts(CallsRun run) {
        List<String> values = new ArrayList<>(List.of(value(run.perRequest())));
        for (SystemCalls.Kind kind : SystemCalls.Kind.values()) {
            values.add(value(run.perRequest(kind)));
        }
        values.add(value(run.othersPerRequest()));
        return values;
    }
}
