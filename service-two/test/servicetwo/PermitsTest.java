package servicetwo;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.io.Timers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import testing.Await;
import testing.Test;

/** How many authorisations wait at once, and who is next. */
class PermitsTest {
    private static final int FOR_EVER = 600_000;

    private static ServiceTwo with(int permits, int stageDelay) throws IOException {
        return new ServiceTwo(new Options(0, "127.0.0.1", 0, stageDelay, permits, false));
    }

    private static void awaitInFlight(ServiceTwo two, int count) throws Exception {
        Await.until(count + " are in flight", () -> {
            try (Caller looking = new Caller(two)) {
                return looking.get("/stats").reply().body().contains("\"inFlight\":" + count + ",");
            }
        });
    }

    /** Eight callers and two permits of 50 ms take four rounds; a lower limit on time is no matter of load. */
    @Test
    void permitsLimitHowManyAuthorisationsWaitAtOnce() throws Exception {
        List<Caller> callers = new ArrayList<>();
        long start = System.nanoTime();
        try (ServiceTwo two = with(2, 50)) {
            for (int i = 0; i < 8; i++) {
                callers.add(new Caller(two).get("/authorize?id=abc123"));
            }
            for (Caller each : callers) {
                assertEquals(200, each.reply().status());
                each.close();
            }
        }
        assertTrue(System.nanoTime() - start >= 4 * 50_000_000L, "four rounds of 50 ms");
    }

    /** The others are not kept waiting by those in line. */
    @Test
    void otherCallsNeedNoPermit() throws Exception {
        try (ServiceTwo two = with(1, FOR_EVER); Caller first = new Caller(two).get("/authorize?id=user-1");
                Caller second = new Caller(two).get("/authorize?id=user-2"); Caller third = new Caller(two)) {
            awaitInFlight(two, 2);
            assertEquals(200, third.get("/info").reply().status());
            assertTrue(!first.hasInput() && !second.hasInput(), "they still wait");
        }
    }

    /** First come, first served: whoever is second in line is answered after the first, each after one wait more. */
    @Test
    void permitsAreGivenInTheOrderOfAsking() throws Exception {
        List<Caller> callers = new ArrayList<>();
        try (ServiceTwo two = with(1, 30)) {
            for (int i = 1; i <= 5; i++) {
                callers.add(new Caller(two).get("/authorize?id=user-" + i));
                awaitStarted(two, i);
            }
            callers.getLast().reply();
            for (Caller each : callers.subList(0, 4)) {
                assertTrue(each.hasInput(), "was answered before");
            }
        } finally {
            for (Caller each : callers) {
                each.close();
            }
        }
    }

    private static void awaitStarted(ServiceTwo two, int count) throws Exception {
        Await.until(count + " have come", () -> {
            try (Caller looking = new Caller(two)) {
                String stats = looking.get("/stats").reply().body();
                return number(stats, "answered") + number(stats, "inFlight") == count;
            }
        });
    }

    private static int number(String stats, String name) {
        return Integer.parseInt(stats.replaceAll(".*\"" + name + "\":([0-9]+).*", "$1"));
    }

    /** One that waits for its delay, and one in line; without that, the last one would wait for twenty minutes. */
    @Test
    void whoLeavesGivesItsPlaceBack() throws Exception {
        try (ServiceTwo two = with(1, FOR_EVER)) {
            for (int round = 0; round < 3; round++) {
                Caller waiting = new Caller(two).get("/authorize?id=user-1");
                awaitInFlight(two, 1);
                Caller inLine = new Caller(two).get("/authorize?id=user-2");
                awaitInFlight(two, 2);
                inLine.reset();
                awaitInFlight(two, 1);
                waiting.close();
                awaitInFlight(two, 0);
            }
        }
    }

    /** The permit of a caller that has left is the next one's, once and not twice. */
    @Test
    void aPermitIsGivenBackOnce() {
        Options options = new Options(0, "", 0, 0, 1, false);
        Settings settings = new Settings(options);
        Counts counts = new Counts(settings, new Lateness());
        Timers timers = new Timers(_ -> { });
        Connection.Shared shared =
                new Connection.Shared(null, timers, null, null, settings, new Permits(1), counts, null);
        Call[] calls = new Call[4];
        for (int i = 0; i < calls.length; i++) {
            counts.started(false);
            calls[i] = new Call(shared, null, new Routes.Plan(Routes.Route.AUTHORIZE, null, 0));
            calls[i].start();
        }
        calls[1].leave();
        calls[1].leave();
        calls[0].leave();
        calls[0].leave();
        assertEquals(2L, counts.getInFlight(), "two of four have left");
        assertEquals(1, timers.size(), "one has the permit, and one is in line");
        calls[2].leave();
        assertEquals(1, timers.size(), "now the last one has it");
        calls[3].leave();
        assertEquals(0, timers.size(), "nobody has it");
    }
}
