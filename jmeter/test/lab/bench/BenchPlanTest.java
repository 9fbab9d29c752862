package lab.bench;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import java.util.List;
import lab.define.Load;
import testing.Test;

/** The plan that becomes of a command line. */
class BenchPlanTest {
    private static BenchPlan plan(String... arguments) throws UsageException {
        return BenchPlan.of(CommandLine.parse(BenchPlan.TOOL.options(), arguments));
    }

    @Test
    void theModesThatAreNamedInTheirOrderElseAll() throws Exception {
        assertEquals(List.of("async", "pool"), plan("async", "--repeat=2", "pool", "async").modes());
        assertEquals(List.of("pool", "loom", "async"), plan().modes());
    }

    @Test
    void saysWhatIsWrong() {
        String[][] rows = {
            {"lom", "no such mode: lom; there are pool, loom, async"},
            {"--users=,", "--users takes a number, or several, not: nothing"},
            {"--starts=-1", "--starts takes a number from 0 to 100, not: -1"},
        };
        for (String[] row : rows) {
            assertContains(row[1], assertThrows(UsageException.class, () -> plan(row[0])).getMessage());
        }
    }

    @Test
    void thePoolHasAThreadForEachUser() throws Exception {
        BenchPlan plan = plan("pool", "loom", "--users", "70");
        assertEquals(List.of("--threads", "70"),
                plan.costs().contenders().getFirst().under(Load.closed("/meetings", 70)).arguments());
        assertEquals(List.of(), plan.costs().contenders().getLast().arguments(), "loom needs no such option");
    }

    @Test
    void systemCallsAreCountedWithFewerUsersAndOnceForEachNumber() throws Exception {
        BenchPlan plan = plan("--users", "100,1000,2000", "--system-calls", "2", "--repeat", "5");
        assertEquals(List.of(100, 300), plan.counts().loads().stream().map(Load::users).toList());
        assertEquals(2, plan.counts().repeat());
        assertEquals(3 * 3 * 5, plan.costs().runs(), "modes, loads, repetitions");
    }

    @Test
    void thePlanSaysWhatIsLeftOut() throws Exception {
        String text = plan("loom", "--starts", "0", "--system-calls", "0").text();
        assertContains("start         none\n", text);
        assertContains("system calls  none\n", text);
        assertContains("3 runs: 1,000 users, 10 s of warm-up and then 6 s that are measured", text);
    }
}
