package lab.bench;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.json.JsonWriter;
import common.json.Records;
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
import lab.judge.Run.Jvm;
import lab.judge.Run;
import testing.Test;

/** What the readings of a run come to, and what is printed and written of them. */
class BenchReportTest {
    private static final Load LOAD = Load.closed("/meetings", 1_000);
    private static final Reading BEFORE = new Reading(0, 0, 0, 0);
    private static final Reading AFTER = new Reading(10, 0.5, 1.5, 10_240_000);
    private static final CallsRun COUNTED = new CallsRun(Doctored.run("loom", LOAD, 1, 100).run(),
            new SystemCalls(10, Map.of("read", 11_000L), 30_000));
    private static final List<Start> STARTS =
            List.of(new Start("loom", 0.5), new Start("pool", 0.75), new Start("loom", 0.25));

    private static final Reading FIRST = new Reading(50, 1, 2, 5_000_000);
    private static final Run RUN = Doctored.run("loom", LOAD, 1, 1_000).silent().cpu(1)
            .jvm(new Jvm("25.0.3", 30 << 20, 1 << 30, 0, 2, 0)).run();

    private static CostRun cost(int repetition, double cpuSeconds, long failed) {
        return new CostRun(Doctored.run("loom", LOAD, repetition, 1_000).silent().cpu(cpuSeconds).failed(failed).run(),
                10 << 20, BEFORE, AFTER);
    }

    private static BenchResults results(List<CostRun> costs, List<CallsRun> counts, String... notes) throws Exception {
        return new BenchResults(ExperimentFile.parse("bench", "users = 1000\ncontender.loom = loom", Map.of()),
                Map.of("commit", "abc1234"), STARTS, costs, "strace", counts, List.of(notes));
    }

    @Test
    void aFigureIsTheMedianWithItsSpread() throws Exception {
        String text = BenchReport.text(results(List.of(cost(1, 2, 0), cost(2, 1, 0), cost(3, 1.5, 0)),
                List.of(COUNTED)));
        assertContains("commit: abc1234", text);
        assertContains("150 (100–200)", text);      // µs of CPU time for a request
        assertContains("37.5 (25–50)", text);       // in user mode
        assertContains("0.38 (0.25–0.50)", text);   // a start in loom
        assertContains("30", text.lines().dropWhile(line -> !line.startsWith("System calls")).skip(2).findFirst()
                .orElseThrow());
        assertTrue(!text.contains("What to know"), "nothing to warn of: " + text);
    }

    @Test
    void failedRequestsAndRunsAreToldWithHowManyRunsHadThem() throws Exception {
        CostRun died = CostRun.failed(Run.failed("loom", LOAD, 2, Prediction.NONE, "loom exited with code 3"));
        String text = BenchReport.text(results(List.of(cost(1, 2, 500), died, cost(3, 2, 600)), List.of(),
                "system calls: not taken, neither strace nor perf is here"));
        assertContains("loom, 1,000 users: errors, not valid in 2 runs: ", text);
        assertContains("503 Service Unavailable", text);
        assertContains("loom, 1,000 users: not measured, not valid in 1 run: loom exited with code 3", text);
        assertContains("system calls: not taken, neither strace nor perf is here", text);
    }

    @Test
    void theTableForOtherProgramsHasARowForEachStartAndRun() throws Exception {
        List<String> lines = BenchReport.csv(results(List.of(cost(1, 2, 0)), List.of(COUNTED))).lines().toList();
        assertEquals(1 + 3 + 1 + 1, lines.size(), "head, starts, cost, system calls");
        assertEquals(1L, lines.stream().map(line -> line.chars().filter(c -> c == ',').count()).distinct().count(),
                "all rows are as long");
        List<String> head = List.of(lines.getFirst().split(","));
        assertEquals("0.5", lines.get(1).split(",")[head.indexOf("start s")]);
        assertEquals("200.0", lines.get(4).split(",")[head.indexOf("CPU µs per request")]);
        assertEquals("11.0", lines.get(5).split(",")[head.indexOf("read per request")]);
    }

    @Test
    void whatIsWrittenCanBeReadAgain() throws Exception {
        BenchResults results = results(List.of(cost(1, 2, 0)), List.of(COUNTED), "a note");
        assertEquals(results, Records.read(BenchResults.class, JsonWriter.text(results)));
    }

    @Test
    void cpuTimeIsSplitAsTheKernelHasSeenIt() {
        CostRun cost = new CostRun(RUN, 0, FIRST, new Reading(61, 1.25, 2.75, 0));
        assertEquals(100.0, cost.cpu(), "one second for 10,000 requests, as the exact clock has it");
        assertEquals(25.0, cost.user(), "0.25 s of 1 s");
        assertEquals(75.0, cost.kernel());
    }

    @Test
    void allocationIsARateDividedByTheThroughput() {
        CostRun cost = new CostRun(RUN, 0, FIRST, new Reading(54, 0, 0, 5_000_000 + 4 * 1_000 * 2_048));
        assertEquals(2.0, cost.allocated(), "in four seconds two KiB for each of a thousand requests a second");
    }

    @Test
    void aConnectionsHeapIsWhatTheLoadAddsToTheIdleOne() {
        assertEquals(10.24, new CostRun(RUN, 20 << 20, FIRST, FIRST).heapPerConnection(), "10 MiB for 1,000 users");
    }

    @Test
    void whatIsNotKnownIsNoFigure() {
        CostRun cost = new CostRun(RUN, -1, Reading.NONE, Reading.NONE);
        assertEquals(true, Double.isNaN(cost.heapPerConnection()), "no heap before the load");
        assertEquals(true, Double.isNaN(cost.user()) && Double.isNaN(cost.kernel()), "no /proc");
        assertEquals(true, Double.isNaN(cost.allocated()), "a JVM that does not tell");
        assertEquals(100.0, cost.cpu(), "which the others do not depend on");
        CostRun failed = CostRun.failed(Run.failed("loom", LOAD, 1, Prediction.NONE, "died"));
        assertEquals(true, Double.isNaN(failed.cpu()) && Double.isNaN(failed.allocated()), "nothing was measured");
    }
}
