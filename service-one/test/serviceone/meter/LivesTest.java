package serviceone.meter;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import serviceone.meter.Lives.Life;
import serviceone.meter.Lives.Part;
import testing.Test;

/** Which requests are chosen, and which lives are kept. */
class LivesTest {
    private final AtomicLong started = new AtomicLong();
    private final AtomicLong now = new AtomicLong();
    private final Lives lives = new Lives(started::get, now::get);

    /** A second with so many requests; returns how many of them were chosen. */
    private int second(int requests) {
        int chosen = 0;
        for (int i = 0; i < requests; i++) {
            chosen += lives.choose() ? 1 : 0;
        }
        started.addAndGet(requests);
        now.addAndGet(1_000_000_000);
        lives.adapt();
        return chosen;
    }

    @Test
    void nothingIsChosenWhileNobodyLooks() {
        assertEquals(0, second(1_000), "nobody has asked yet");
        lives.endedAfter(0);
        assertEquals(20, second(1_000), "one in fifty, by the rate of the second before");
        for (int i = 1; i < Lives.WATCHED_NANOS / 1_000_000_000; i++) {
            assertTrue(second(1_000) > 0, "somebody asked " + i + " s ago");
        }
        assertEquals(0, second(1_000), "and has gone");
    }

    @Test
    void oneIsChosenOutOfSoManyThatTwentyAreInASecond() {
        lives.endedAfter(0);
        assertEquals(20, second(1_000), "a load that begins: not more than there is room for");
        for (int rate : List.of(1_000, 477, 20_000)) {
            lives.endedAfter(0);
            second(rate);
            int chosen = second(rate);
            assertTrue(chosen == 19 || chosen == 20, chosen + " of " + rate);
            assertEquals((double) rate / chosen, lives.every());
        }
        lives.endedAfter(0);
        second(7);
        assertEquals(7, second(7), "all, where they are few");
    }

    @Test
    void aLifeIsAskedForOnce() {
        for (int i = 0; i < 5; i++) {
            lives.add(1, "/" + i, 200, List.of());
        }
        List<Life> all = lives.endedAfter(0);
        assertEquals(5, all.size(), "as many as there were, all within a millisecond");
        for (int i = 0; i < 5; i++) {
            assertEquals(all.subList(i + 1, 5), lives.endedAfter(all.get(i).at()));
        }
    }

    @Test
    void noMoreAreKeptThanTwoMinutesHave() {
        for (int i = 0; i < 3_000; i++) {
            lives.add(i, "/" + i, 200, List.of());
        }
        List<Life> kept = lives.endedAfter(0);
        assertEquals(2_400, kept.size());
        assertEquals("/2999", kept.getLast().path(), "the latest");
    }

    /** What the threads of a connection tell, in their order, and nothing of it after its end. */
    @Test
    void aLifeIsToldPartByPart() {
        Meter meter = new Meter(Mode.POOL);
        meter.lives().endedAfter(0);
        ConnectionMeter timer = Requests.started(meter, "/" + "x".repeat(100), 7_000_000);
        timer.callStarted(Stage.INFO).ended(true, CallTimer.End.ANSWERED);
        timer.waits();
        timer.queued(System.nanoTime());
        timer.runs();
        timer.answered(504);
        timer.sent();
        timer.runs();
        Life life = meter.lives().endedAfter(0).getFirst();
        List<String> names = life.parts().stream().map(Part::name).toList();
        assertEquals(List.of("queued", "read", "own", "info", "own", "own", "queued", "own", "written"), names);
        String here = Thread.currentThread().getName();
        assertEquals(List.of("", here, here, here, here, "", "", here, here),
                life.parts().stream().map(Part::thread).toList());
        assertEquals(504, life.status());
        assertEquals(61, life.path().length(), "as much of a long path as can be shown");
        assertEquals(7.0, life.parts().getFirst().to(), "how long it was in the queue");
        assertJoined(life);
    }

    private static void assertJoined(Life life) {
        double end = 0;
        for (Part part : life.parts()) {
            assertEquals(end, part.from(), "each part begins where the one before it ended: " + life);
            end = part.to();
        }
        assertEquals(end, life.total(), "and the last one ends with the life");
    }

    @Test
    void aConnectionThatIsRefusedWasInTheQueueOnly() {
        Meter meter = new Meter(Mode.LOOM);
        meter.lives().endedAfter(0);
        ConnectionMeter connection = meter.connection();
        connection.queued(System.nanoTime() - 60_000_000_000L);
        connection.refusedInQueue(503);
        Life life = meter.lives().endedAfter(0).getFirst();
        assertEquals(List.of("queued"), life.parts().stream().map(Part::name).toList());
        assertTrue(life.total() >= 60_000, "for a minute: " + life);
        assertEquals(503, life.status());
    }
}
