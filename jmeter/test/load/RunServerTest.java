package load;

import static testing.Assertions.assertEquals;

import testing.Test;

/** Whether a generator makes load is known by what JMeter prints. */
class RunServerTest {
    @Test
    void itIsBusyFromTheStartOfATestToItsEnd() {
        RunServer machine = new RunServer();
        assertEquals(false, machine.isBusy(), "at first");
        machine.read("Starting the test on host 192.0.2.21:1099 @ 2026 Nov 22 17:00:00 UTC (1)");
        assertEquals(true, machine.isBusy());
        machine.read("anything else");
        assertEquals(true, machine.isBusy());
        machine.read("Finished the test on host 192.0.2.21:1099 @ 2026 Nov 22 17:00:10 UTC (2)");
        assertEquals(false, machine.isBusy(), "at its end");
    }
}
