package lab.bench;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.json.JsonObject;
import common.mode.Mode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import lab.Doctored;
import lab.bench.BenchResults.CallsRun;
import lab.bench.BenchResults.CostRun;
import lab.bench.BenchResults.Reading;
import lab.bench.BenchResults.Start;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.results.Run.Jvm;
import lab.results.Run.Tick;
import lab.results.Run;
import testing.Test;
import text.Records;

class BenchTest {
    private static final Load LOAD = Load.closed("/meetings", 1_000);

    private static BenchPlan plan(String... arguments) throws UsageException {
        return BenchPlan.of(CommandLine.parse(BenchPlan.TOOL.options(), arguments));
    }

    @Test
    void eachNamedModeRunsOnceInTheGivenOrder() throws Exception {
        assertEquals(List.of("async", "pool"), plan("async", "--repeat=2", "pool", "async").modes());
        assertEquals(Mode.labels(), plan().modes());
        String[][] rows = {{"lom", "no such mode: lom; the modes are " + String.join(", ", Mode.labels())},
            {"--users=,", "--users takes one or more numbers, but has none"},
            {"--starts=-1", "--starts takes a number from 0 to 100, not: -1"}};
        for (String[] row : rows) {
            assertThrows(UsageException.class, row[1], () -> plan(row[0]));
        }
    }

    @Test
    void thePoolHasAThreadForEachUser() throws Exception {
        BenchPlan plan = plan("--users", "100,1000,2000", "--system-calls", "2", "--repeat", "5");
        assertEquals(List.of("--threads", "1000"), plan.costs().contenders().getFirst().under(LOAD).arguments());
        assertEquals(List.of(), plan("async").costs().contenders().getFirst().arguments(), "async has no such option");
        assertEquals(List.of(100, 300), plan.counts().loads().stream().map(Load::users).toList());
        assertEquals(2, plan.counts().repeat());
        assertEquals(Mode.values().length * 3 * 5, plan.costs().runs(), "modes × loads × repetitions");
        assertContains("none\n", plan("loom", "--starts", "0").text());
    }

    private static CostRun cost(int repetition, double cpuSeconds, long failed) {
        return new CostRun(Doctored.run("loom", LOAD, repetition, 1_000).withoutCompilation().cpu(cpuSeconds)
                .failed(failed).run(),
                10 << 20, new Reading(0, 0, 0, 0), new Reading(10, 0.5, 1.5, 10_240_000));
    }

    private static BenchResults results(List<CostRun> costs, String... notes) throws Exception {
        CallsRun counted = new CallsRun(Doctored.run("loom", LOAD, 1, 100).run(),
                new SystemCalls(10, Map.of("read", 11_000L), 30_000));
        return new BenchResults(ExperimentFile.parse("bench", "users = 1000\ncontender.loom = loom", Map.of()),
                Map.of("commit", "abc1234"),
                List.of(new Start("loom", 0.5), new Start("pool", 0.75), new Start("loom", 0.25)), costs, "strace",
                List.of(counted), List.of(notes));
    }

    @Test
    void aFigureIsTheMedianWithItsSpread() throws Exception {
        String text = BenchReport.text(results(List.of(cost(1, 2, 0), cost(2, 1, 0), cost(3, 1.5, 0))));
        assertContains("commit: abc1234", text);
        assertContains("150 (100–200)", text);      // µs per request
        assertContains("37.5 (25–50)", text);       // µs per request in user mode
        assertContains("0.38 (0.25–0.50)", text);   // seconds to start loom
        assertContains("30", text.lines().dropWhile(line -> !line.startsWith("System calls")).skip(2).findFirst()
                .orElseThrow());
        assertTrue(!text.contains("What to know"), "no warning: " + text);
    }

    @Test
    void theReportCountsTheRunsWithEachFailure() throws Exception {
        CostRun died = CostRun.failed(Run.failed("loom", LOAD, 2, Prediction.NONE, "loom exited with code 3"));
        String text = BenchReport.text(results(List.of(cost(1, 2, 500), died, cost(3, 2, 600)), "a note"));
        for (String part : List.of("loom, 1,000 users: errors, so every figure is in doubt, in 2 runs: ",
                "503 Service Unavailable",
                "loom, 1,000 users: not measured, so every figure is in doubt, in 1 run: loom exited with code 3",
                "\na note\n")) {
            assertContains(part, text);
        }
    }

    @Test
    void resultsAreWrittenAsCsvAndAsJson() throws Exception {
        BenchResults results = results(List.of(cost(1, 2, 0)), "a note");
        assertEquals(results, Records.read(BenchResults.class, JsonObject.text(results)));
        List<List<String>> rows = BenchReport.csv(results).lines().map(line -> List.of(line.split(",", -1))).toList();
        assertEquals(1 + 3 + 1 + 1, rows.size(), "rows: head, starts, cost, system calls");
        assertEquals(1L, rows.stream().map(List::size).distinct().count(), "all rows have the same length: " + rows);
        String[][] cells = {{"start s", "1", "0.5"}, {"CPU µs per request", "4", "200.0"}, {"read per request", "5",
            "11.0"}};
        for (String[] cell : cells) {
            assertEquals(cell[2], rows.get(Integer.parseInt(cell[1])).get(rows.getFirst().indexOf(cell[0])), cell[0]);
        }
    }

    @Test
    void aCostIsTheDifferenceOfTheReadingsBeforeAndAfter() {
        Run run = Doctored.run("loom", LOAD, 1, 1_000).withoutCompilation().cpu(1)
                .jvm(new Jvm("25.0.3", 30 << 20, 1 << 30, 0, 2, 0)).run();
        CostRun cost = new CostRun(run, 20 << 20, new Reading(50, 1, 2, 5_000_000),
                new Reading(54, 1.25, 2.75, 5_000_000 + 4 * 1_000 * 2_048));
        assertEquals(100.0, cost.cpu(), "1 s for 10,000 requests");
        assertEquals(25.0, cost.user(), "the kernel counted 0.25 s of 1 s in user mode");
        assertEquals(75.0, cost.kernel());
        assertEquals(2.0, cost.allocated(), "2 KiB for each of 4 × 1,000 requests");
        assertEquals(10.24, cost.heapPerConnection(), "10 MiB more than idle, for 1,000 connections");
        CostRun unknown = new CostRun(run, -1, Reading.NONE, Reading.NONE);
        assertEquals(100.0, unknown.cpu(), "CPU time does not depend on the unknown readings");
        CostRun failed = CostRun.failed(Run.failed("loom", LOAD, 1, Prediction.NONE, "died"));
        for (double figure : new double[] {unknown.heapPerConnection(), unknown.user(), unknown.kernel(),
            unknown.allocated(), failed.cpu(), failed.allocated()}) {
            assertEquals(Double.NaN, figure, "unknown");
        }
    }

    /** The last four ticks are the measured window. */
    private static List<Tick> ticks(double... micros) {
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i < micros.length; i++) {
            long answers = Double.isNaN(micros[i]) ? 0 : 1_000;
            double cores = answers == 0 ? 0.5 : micros[i] * answers / 1e6;
            ticks.add(new Tick(i + 5.0 - micros.length, 1, cores, 0, 0, answers, 1_050, 0, 0));
        }
        return ticks;
    }

    /** @param micros of CPU time per request, for each second; NaN for a second without answers */
    private record SteadyCase(String why, double after, double first, double last, double... micros) {
    }

    private static final List<SteadyCase> STEADY_CASES = List.of(
            new SteadyCase("the seconds with 115, 105, 105 are the first span within 10 %", 3, 600, 100,
                    900, 600, 300, 115, 105, 105, 100, 100, 100, 100),
            new SteadyCase("first near the window's cost, then far from it", 6, 100,
                    100, 100, 100, 100, 100, 200, 200, 100, 100, 100, 100),
            new SteadyCase("a cheaper span is not steady either", 3, 50, 100, 50, 50, 50, 100, 100, 100, 100),
            new SteadyCase("the cost is still falling", Double.POSITIVE_INFINITY, 800, 450,
                    900, 800, 700, 600, 500, 400, 300),
            new SteadyCase("the seconds before the first answer do not count", 0, 100, 100,
                    Double.NaN, 100, 100, 100, 100, 100),
            new SteadyCase("too little CPU time", Double.NaN, Double.NaN, Double.NaN, 9, 9, 9, 9, 9, 9),
            new SteadyCase("nothing answered", Double.NaN, Double.NaN, Double.NaN));

    @Test
    void aCostIsSteadyOnceAllLaterSpansAreNearTheCostInTheWindow() {
        for (SteadyCase row : STEADY_CASES) {
            SteadyCost cost = SteadyCost.of(ticks(row.micros));
            List<Double> rounded = Arrays.stream(new double[] {cost.after(), cost.first(), cost.last()})
                    .mapToObj(value -> Double.isFinite(value) ? Math.round(value * 1e6) / 1e6 : value).toList();
            assertEquals(List.of(row.after, row.first, row.last), rounded, row.why);
        }
    }
}
