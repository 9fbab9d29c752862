package lab.plan;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import module java.base;
import experiment.Load;
import experiment.Metric;
import experiment.Run.Requests;
import experiment.Run;
import lab.Recorded;
import testing.Printed;
import testing.Test;

/** What {@code compare} measured, and what {@code jmeter PLAN} says of the same samples in the same window. */
class SameFiguresTest {
    private static final Path RECORDED = Path.of(System.getProperty("repository"), "jmeter/test/recorded");

    /** A folder, the samples of a run there, and its load. */
    private static final Map<String, Load> RUNS = Map.of("quiet/pool-10-rpc-40-users", Load.closed("/rpc", 40),
            "open-loop/pool-20-meetings-60-arrivals-s", Load.open("/meetings", 60),
            "failing/pool-10-meetings-30-users", Load.closed("/meetings", 30),
            "own-plan/loom-rpc-30-users", Load.closed("/rpc", 30));

    @Test
    void aPlanHasTheThroughputAndThePercentilesOfAComparison() throws Exception {
        for (Map.Entry<String, Load> row : RUNS.entrySet()) {
            String[] names = row.getKey().split("/");
            Run run = Recorded.results(names[0]).runs().stream().filter(each -> each.load().equals(row.getValue())
                    && each.repetition() == 1 && names[1].startsWith(each.contender())).findFirst().orElseThrow();
            Path folder = RECORDED.resolve(names[0], "jtl");
            Path file = folder.resolve(names[1] + "-1.jtl.gz");
            long[] window = Stream.of(Files.readString(folder.resolve(names[1] + "-1.edges")).split(" "))
                    .mapToLong(Long::parseLong).toArray();
            PlanSamples samples = PlanSamples.read(file, row.getValue(), Optional.empty(), _ -> false);
            assertSame(run, PlanFigures.of(samples, samples.within(window[0], window[1], run.predicted()), true));
        }
    }

    private static void assertSame(Run run, PlanFigures figures) {
        Requests requests = run.measured().requests();
        Printed out = new Printed();
        figures.print(out);
        assertContains(": %,.1f ".formatted(Metric.THROUGHPUT.of(run)), out.toString());
        assertContains("%,d errors".formatted(requests.failed()), out.toString());
        for (Metric metric : List.of(Metric.P50, Metric.P90, Metric.P99, Metric.P999)) {
            assertContains(metric.missingAnswers(run) == 0 ? "%,8d ".formatted((long) metric.of(run)) : "needs %,d more"
                    .formatted(metric.missingAnswers(run)), out.toString());
        }
        assertEquals(requests.latency(), figures.requests().latency());
    }
}
