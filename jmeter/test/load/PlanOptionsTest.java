package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.commandline.CommandLine.UsageException;
import common.io.HostPort;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import testing.Test;

class PlanOptionsTest {
    @Test
    void readsEveryOption() throws Exception {
        assertEquals(new PlanOptions("tour", Map.of("users", "3", "token", "a=b,c"), false,
                List.of(new HostPort("one", 1099), new HostPort("two", 4000)), 0, OptionalInt.of(9)),
                PlanOptions.parse("tour", "-Jusers=3", "-J", "token=a=b,c", "--remote", "one,two:4000", "--warmup",
                        "9"));
        assertEquals(new PlanOptions("", Map.of(), true, List.of(), 0, OptionalInt.empty()),
                PlanOptions.parse("--gui"));
        assertEquals(2, PlanOptions.parse("tour", "--servers", "2").servers());
    }

    /** The command line, and what the one line about it must say. */
    private static final String[][] REFUSED = {
        {"tour --warmup -1", "--warmup takes a number of seconds from 0 to 86400"},
        {"tour --servers 0", "--servers takes a number from 1 to 16"},
        {"tour --remote -x", "host:port"},
        {"tour --remote a,", "--remote takes the servers: host:port,host:port, not: a,"},
        {"tour --remote a:0", "a:0"},
        {"tour --remote :1099", ":1099"},
        {"tour --remote a --servers 2", "one of them"},
        {"tour --gui --remote a", "--gui"},
        {"tour --gui --servers 2", "--gui"},
        {"tour --gui --warmup 2", "--gui"},
        {"tour closed-loop", "one plan at a time"},
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
