package serviceone.routes;

import static testing.Assertions.assertEquals;

import testing.Program;
import testing.Slow;
import testing.Test;

class SynchronizedTest {
    /** In a JVM of its own, because the tests' JVM has no second compiler. */
    @Test
    @Slow("starts a program")
    void aHotRequestStillHoldsItsLock() throws Exception {
        try (Program hot = Program.test("service-one", "serviceone.routes.HotLock")) {
            assertEquals(0, hot.exitCode(), hot.output());
            assertEquals("holds [common.http.Request of its own]\n", hot.standardOutput(), "the request's thread");
        }
    }
}
