package lab.bench;

import static testing.Assertions.assertEquals;

import lab.Doctored;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Run.Jvm;
import lab.judge.Run;
import testing.Test;

/** What the readings of a run come to for a request and for a connection. */
class CostRunTest {
    private static final Load LOAD = Load.closed("/meetings", 1_000);
    private static final Reading BEFORE = new Reading(50, 1, 2, 5_000_000);
    private static final Run RUN = Doctored.run("loom", LOAD, 1, 1_000).silent().cpu(1)
            .jvm(new Jvm("25.0.3", 30 << 20, 1 << 30, 0, 2, 0)).run();

    @Test
    void cpuTimeIsSplitAsTheKernelHasSeenIt() {
        CostRun cost = new CostRun(RUN, 0, BEFORE, new Reading(61, 1.25, 2.75, 0));
        assertEquals(100.0, cost.cpu(), "one second for 10,000 requests, as the exact clock has it");
        assertEquals(25.0, cost.user(), "0.25 s of 1 s");
        assertEquals(75.0, cost.kernel());
    }

    @Test
    void allocationIsARateDividedByTheThroughput() {
        CostRun cost = new CostRun(RUN, 0, BEFORE, new Reading(54, 0, 0, 5_000_000 + 4 * 1_000 * 2_048));
        assertEquals(2.0, cost.allocated(), "in four seconds two KiB for each of a thousand requests a second");
    }

    @Test
    void aConnectionsHeapIsWhatTheLoadAddsToTheIdleOne() {
        assertEquals(10.24, new CostRun(RUN, 20 << 20, BEFORE, BEFORE).heapPerConnection(), "10 MiB for 1,000 users");
    }

    @Test
    void whatIsNotKnownIsNoFigure() {
        CostRun cost = new CostRun(RUN, -1, Reading.NONE, Reading.NONE);
        assertEquals(true, Double.isNaN(cost.heapPerConnection()), "no heap before the load");
        assertEquals(true, Double.isNaN(cost.user()) && Double.isNaN(cost.kernel()), "no /proc");
        assertEquals(true, Double.isNaN(cost.allocated()), "a JVM that does not tell");
        assertEquals(100.0, cost.cpu(), "which the others do not depend on");
        CostRun failed = new CostRun(Run.failed("loom", LOAD, 1, Prediction.NONE, "died"), -1, Reading.NONE,
                Reading.NONE);
        assertEquals(true, Double.isNaN(failed.cpu()) && Double.isNaN(failed.allocated()), "nothing was measured");
    }
}
