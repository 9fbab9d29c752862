package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.commandline.CommandLine.UsageException;
import java.nio.file.Path;
import java.util.Optional;
import load.PlanRun.LeftOut;
import testing.Test;

/** What the figures of a run leave out of its start. */
class PlanRunTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    /** The command line, the seconds that are left out, and what is said of that. */
    private static final String[][] ROWS = {
        {"closed-loop", "5", "the first 5 s", "users are still starting"},
        {"closed-loop -Jrampup=10", "10", "the first 10 s", "users are still starting"},
        {"closed-loop -Jrampup=0", "0", "", "all at once"},
        {"closed-loop --warmup 0", "0", "", "as asked for"},
        {"closed-loop --warmup 12", "12", "", "as asked for"},
        {"closed-loop -Jseconds=9", "0", "too short", "a rate of so short a time is none"},
        {"closed-loop -Jseconds=10", "5", "the first 5 s", "half of it is left"},
        {"open-loop", "5", "the first 5 s", "arrivals before there are answers"},
        {"open-loop -Jseconds=4", "0", "too short", "nothing would be left"},
        {"tour", "0", "", "as published"},
        {"functional", "0", "", "every outcome counts"},
        {"functional --warmup 99", "99", "", "nobody knows how long it takes"},
    };

    @Test
    void leavesOutWhatIsNotYetSteady() throws Exception {
        for (String[] row : ROWS) {
            LeftOut leftOut = leftOut(row[0]);
            assertEquals(Integer.parseInt(row[1]), leftOut.seconds(), row[0] + ": " + row[3]);
            assertEquals(row[2].isEmpty(), leftOut.says().isEmpty(), row[0]);
            assertContains(row[2], leftOut.says());
        }
    }

    @Test
    void refusesAWarmUpThatLeavesNothing() {
        for (String line : new String[] {"closed-loop --warmup 30", "open-loop --warmup 31", "tour --warmup 60"}) {
            String refusal = assertThrows(UsageException.class, () -> leftOut(line)).getMessage();
            assertContains("leaves nothing of a run", refusal);
            assertContains("-Jseconds", refusal);
        }
    }

    @Test
    void everyMachineOfSeveralMakesTheWholeLoad() throws Exception {
        PlannedLoad load = load(PlanOptions.parse("open-loop", "-Jrate=20")).orElseThrow();
        assertEquals(new PlannedLoad(true, 60, 0, 30, 15), load.onEachOf(3));
    }

    private static LeftOut leftOut(String line) throws Exception {
        PlanOptions options = PlanOptions.parse(line.split(" "));
        return LeftOut.of(options, load(options));
    }

    private static Optional<PlannedLoad> load(PlanOptions options) throws Exception {
        return PlannedLoad.of(TestPlan.find(REPOSITORY, options.plan()), options.properties());
    }
}
