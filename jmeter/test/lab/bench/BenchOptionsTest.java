package lab.bench;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import java.util.List;
import java.util.Set;
import lab.define.Contender;
import lab.define.Load;
import testing.Test;

/** The command line, and the plan that becomes of it. */
class BenchOptionsTest {
    private static BenchOptions parse(String... arguments) throws UsageException {
        return BenchOptions.of(CommandLine.parse(BenchOptions.TOOL.options(), arguments));
    }

    @Test
    void everyModeByDefault() throws Exception {
        assertEquals(Contender.MODES, Set.copyOf(parse().modes()));
    }

    @Test
    void theModesThatAreNamedInTheirOrder() throws Exception {
        assertEquals(List.of("async", "pool"), parse("async", "--repeat=2", "pool", "async").modes());
    }

    @Test
    void saysWhatIsWrong() {
        assertContains("no such mode: lom; there are pool, loom, async", refusal("lom"));
        assertContains("--users takes a number", refusal("--users", "x"));
        assertContains("--users takes a number, or several, not: nothing", refusal("--users=,"));
        assertContains("--starts takes a number from 0 to 100, not: -1", refusal("--starts=-1"));
    }

    private static String refusal(String... arguments) {
        return assertThrows(UsageException.class, () -> parse(arguments)).getMessage();
    }

    @Test
    void thePoolHasAThreadForEachUser() throws Exception {
        Plan plan = Plan.of(parse("pool", "loom", "--users", "70"));
        assertEquals(List.of("--threads", "70"),
                plan.costs().contenders().getFirst().under(Load.closed("/meetings", 70)).arguments());
        assertEquals(List.of(), plan.costs().contenders().getLast().arguments(), "loom needs no such option");
    }

    @Test
    void systemCallsAreCountedWithFewerUsersAndOnceForEachNumber() throws Exception {
        Plan plan = Plan.of(parse("--users", "100,1000,2000", "--system-calls", "2", "--repeat", "5"));
        assertEquals(List.of(100, 300), plan.counts().loads().stream().map(Load::users).toList());
        assertEquals(2, plan.counts().repeat());
        assertEquals(3 * 3 * 5, plan.costs().runs(), "modes, loads, repetitions");
    }

    @Test
    void thePlanSaysWhatIsLeftOut() throws Exception {
        String text = Plan.of(parse("loom", "--starts", "0", "--system-calls", "0")).text();
        assertContains("start         none\n", text);
        assertContains("system calls  none\n", text);
        assertContains("3 runs: 1,000 users, 10 s of warm-up and then 6 s that are measured", text);
    }
}
