package servicetwo;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.io.Timers;
import java.util.ArrayList;
import java.util.List;
import testing.Test;

/** How many authorisations wait at once, and who is next. */
class PermitsTest {
    private static ServiceTwo with(int permits, int stageDelay) throws Exception {
        return new ServiceTwo("--port=0", "--delay=0", "--stage-delay=" + stageDelay, "--authorize-permits=" + permits);
    }

    /**
     * Six callers and two permits of 30 ms take three rounds; a lower limit on time is no matter of load. First come,
     * first served: who is second in line is answered after the first.
     */
    @Test
    void permitsLimitHowManyAuthorisationsWaitAtOnceInTheOrderOfAsking() throws Exception {
        List<Caller> callers = new ArrayList<>();
        long start = System.nanoTime();
        try (ServiceTwo two = with(2, 30)) {
            for (int i = 1; i <= 6; i++) {
                callers.add(new Caller(two).get("/authorize?id=abc123"));
                Caller.awaitStats(two, "\"connections\":" + i + ",");      // so this one's call has come
            }
            assertEquals(200, callers.getLast().reply().status());
            for (Caller each : callers.subList(0, 4)) {
                assertTrue(each.hasInput(), "was answered before");
            }
            assertTrue(System.nanoTime() - start >= 3 * 30_000_000L, "three rounds of 30 ms");
        } finally {
            for (Caller each : callers) {
                each.close();
            }
        }
    }

    /** Other calls are not kept waiting. Who leaves, waiting or in line, gives its place back. */
    @Test
    void onlyAuthorisationsNeedThemAndWhoLeavesGivesThemBack() throws Exception {
        try (ServiceTwo two = with(1, 600_000); Caller other = new Caller(two)) {
            for (int round = 0; round < 2; round++) {
                Caller waiting = new Caller(two).get("/authorize?id=user-1");
                Caller.awaitStats(two, "\"inFlight\":1,");
                Caller inLine = new Caller(two).get("/authorize?id=user-2");
                Caller.awaitStats(two, "\"inFlight\":2,");
                assertEquals(200, other.get("/info").reply().status());
                assertTrue(!waiting.hasInput() && !inLine.hasInput(), "they still wait");
                inLine.reset();
                Caller.awaitStats(two, "\"inFlight\":1,");
                waiting.close();
                Caller.awaitStats(two, "\"inFlight\":0,");
            }
        }
    }

    /** The permit of a caller that has left is the next one's, once and not twice. */
    @Test
    void aPermitIsGivenBackOnce() {
        Behaviour behaviour = new Behaviour(new Behaviour.Values(0, 0, 0, 0, 0, 0, 0));
        Counts counts = new Counts(behaviour, 1, new Lateness());
        Timers timers = new Timers(_ -> { });
        Connection.Shared shared =
                new Connection.Shared(null, timers, null, null, behaviour, new Permits(1), counts, null);
        WaitingCall[] calls = new WaitingCall[4];
        for (int i = 0; i < calls.length; i++) {
            counts.started(false);
            calls[i] = new WaitingCall(shared, null, new Routes.Plan(Routes.Route.AUTHORIZE, null, 0));
            calls[i].start();
        }
        calls[1].leave();
        calls[1].leave();
        calls[0].leave();
        calls[0].leave();
        assertEquals(2L, counts.inFlight(), "two of four have left");
        assertEquals(1, timers.size(), "one has the permit, and one is in line");
        calls[2].leave();
        assertEquals(1, timers.size(), "now the last one has it");
        calls[3].leave();
        assertEquals(0, timers.size(), "nobody has it");
    }
}
