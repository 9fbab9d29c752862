package lab.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.judge.Run;
import lab.judge.ValidityRules.Rule;
import lab.judge.ValidityRules;

/** The results in words and tables, with what is not to be trusted in them. Stateless. */
final class BenchReport {
    static String text(BenchResults results) {
        List<String> parts = new ArrayList<>();
        parts.add(results.environment().entrySet().stream().map(each -> each.getKey() + ": " + each.getValue() + "\n")
                .collect(Collectors.joining()));
        if (!results.costs().isEmpty()) {
            parts.addAll(costs(results.costs()));
        }
        if (!results.counts().isEmpty()) {
            parts.add("System calls of service one for a request, counted by " + results.counter()
                    + " in runs of their own, which give no other figure\n" + BenchTables.calls(results.counts()));
        }
        if (!results.starts().isEmpty()) {
            parts.add("Start: from ./run.sh MODE to service one's ready line\n" + BenchTables.starts(results.starts()));
        }
        List<String> warnings = Stream.concat(results.notes().stream(), warnings(results)).toList();
        if (!warnings.isEmpty()) {
            parts.add("What to know of these figures\n" + String.join("\n", warnings) + "\n");
        }
        return String.join("\n", parts);
    }

    private static List<String> costs(List<CostRun> runs) {
        return List.of("CPU time of service one for a request that was answered; median (lowest–highest) of "
                + "the runs\n" + BenchTables.cpu(runs),
                "Memory of service one: allocated for a request; live heap (after a collection) for a connection with "
                + "a request in\nflight, beyond what is live with none; resident at the end of the load, with what "
                + "it takes to ask the JVM\n" + BenchTables.memory(runs),
                "Time from the first answer until the CPU time for a request stays within 10 % of the window's\n"
                + "(∞: not before the end; n/a: too little CPU time to tell)\n" + BenchTables.steady(runs));
    }

    private static Stream<String> warnings(BenchResults results) {
        Map<String, List<String>> found = new LinkedHashMap<>();
        results.costs().forEach(cost -> findings(cost.run(), found));
        Stream<String> ofCounts = results.counts().stream().map(CallsRun::run).flatMap(run -> failures(run).stream());
        return Stream.concat(found.entrySet().stream().map(each -> each.getKey() + " in " + each.getValue().size()
                + (each.getValue().size() == 1 ? " run: " : " runs: ") + String.join("; ", each.getValue())), ofCounts);
    }

    private static void findings(Run run, Map<String, List<String>> found) {
        for (Rule.Finding finding : ValidityRules.judge(run)) {
            found.computeIfAbsent(name(run) + ": " + finding.rule().name() + ", " + finding.rule().otherwise(),
                    any -> new ArrayList<>()).add(finding.text());
        }
    }

    /** Of a run that is slowed down by counting, only that it did its work is of interest. */
    private static List<String> failures(Run run) {
        if (!run.isMeasured()) {
            return List.of(name(run) + ": system calls not counted: " + run.failure());
        }
        return run.measured().requests().failed() == 0 ? List.of() : List.of(name(run) + ": "
                + run.measured().requests().failed() + " requests failed while system calls were counted");
    }

    private static String name(Run run) {
        return run.contender() + ", " + run.load().label();
    }
}
