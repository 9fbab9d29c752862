package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.commandline.CommandLine.UsageException;
import common.io.HostPort;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import testing.Test;

class PlanOptionsTest {
    @Test
    void readsEveryOption() throws Exception {
        PlanOptions options = PlanOptions.parse("tour", "-Jusers=3", "-J", "token=a=b,c", "--remote", "one,two:4000",
                "--warmup", "9");
        assertEquals("tour", options.plan());
        assertEquals(Map.of("users", "3", "token", "a=b,c"), options.properties());
        assertEquals(List.of(new HostPort("one", 1099), new HostPort("two", 4000)), options.remote());
        assertEquals(OptionalInt.of(9), options.warmup());
        assertTrue(PlanOptions.parse("--gui", "tour").gui(), "--gui");
        assertEquals(2, PlanOptions.parse("tour", "--servers", "2").servers());
    }

    @Test
    void leavesEverythingOffByDefault() throws Exception {
        assertEquals(new PlanOptions("", Map.of(), false, List.of(), 0, OptionalInt.empty()), PlanOptions.parse());
    }

    /** The command line, and what the one line about it must say. */
    private static final String[][] REFUSED = {
        {"tour -Jusers", "-Jusers=value"},
        {"tour -Jusers=", "-Jusers=value"},
        {"tour -J", "-Jname=value"},
        {"tour -J=3", "-Jname=value"},
        {"tour --warmup", "--warmup takes a number of seconds from 0 to 86400"},
        {"tour --warmup -1", "--warmup takes a number of seconds from 0 to 86400"},
        {"tour --warmup 1.5", "1.5"},
        {"tour --servers 0", "--servers takes"},
        {"tour --servers many", "many"},
        {"tour --remote", "host:port"},
        {"tour --remote --gui", "host:port"},
        {"tour --remote -x", "host:port"},
        {"tour --remote a,", "host:port"},
        {"tour --gui=yes", "--gui takes no value"},
        {"tour --warmup=soon", "--warmup takes a number of seconds from 0 to 86400, not: soon"},
        {"tour --remote a:0", "a:0"},
        {"tour --remote a:65536", "a:65536"},
        {"tour --remote :1099", ":1099"},
        {"tour --remote a --servers 2", "one of them"},
        {"tour --gui --remote a", "--gui"},
        {"tour --gui --servers 2", "--gui"},
        {"tour --gui --warmup 2", "--gui"},
        {"tour closed-loop", "closed-loop"},
        {"tour --users 3", "--users"},
    };

    @Test
    void refusesInOneLineThatNamesTheOption() {
        for (String[] row : REFUSED) {
            UsageException refusal = assertThrows(UsageException.class, () -> PlanOptions.parse(row[0].split(" ")));
            assertContains(row[1], refusal.getMessage());
            assertEquals(1L, refusal.getMessage().lines().count(), row[0]);
        }
    }
}
