package lab.run;

import static testing.Assertions.assertEquals;

import lab.define.Load;
import testing.Test;

/** How many users a limit on file descriptors leaves room for. */
class FileLimitTest {
    @Test
    void aUserTakesTwo() {
        assertEquals(true, FileLimit.allows(Load.closed("/meetings", 9900), 20_000), "19,800 and some besides");
        assertEquals(false, FileLimit.allows(Load.closed("/meetings", 9901), 20_000), "none left besides");
        assertEquals(true, FileLimit.allows(Load.closed("/meetings", 1_000_000), -1), "no limit known");
    }
}
