package serviceone.meter;

import module java.base;
import common.mode.Mode;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import serviceone.meter.ConnectionMeter.CallTimer.End;
import serviceone.meter.Lives.Life;
import serviceone.meter.Lives.Part;
import testing.Test;

class LivesTest {
    private final AtomicLong started = new AtomicLong();
    private final AtomicLong now = new AtomicLong();
    private final Lives lives = new Lives(started::get, now::get);

    private int chosen(int requests) {
        int chosen = 0;
        for (int i = 0; i < requests; i++) {
            chosen += lives.choose() ? 1 : 0;
        }
        return chosen;
    }

    private int simulateSecond(int requests) {
        int chosen = chosen(requests);
        started.addAndGet(requests);
        now.addAndGet(1_000_000_000);
        lives.adapt();
        return chosen;
    }

    @Test
    void twentyRequestsASecondAreSampledWhileSomebodyWatches() {
        assertEquals(0, simulateSecond(1_000), "nobody has asked yet");
        lives.endedAfter(0);
        for (int i = 0; i < Lives.WATCHED_NANOS / 1_000_000_000; i++) {
            assertEquals(20, simulateSecond(1_000), "somebody asked " + i + " s ago");
        }
        assertEquals(0, simulateSecond(1_000), "nobody asks any more");
        lives.endedAfter(0);
        assertEquals(10, chosen(500), "in the first half of a second");
        simulateSecond(500);
        lives.endedAfter(0);
        assertEquals(20, simulateSecond(20_000), "a growing load: at most twenty");
        for (int rate : List.of(477, 20_000, 7)) {
            lives.endedAfter(0);
            simulateSecond(rate);
            int chosen = simulateSecond(rate);
            assertTrue(chosen == Math.min(rate, 20) || chosen == 19, chosen + " of " + rate);
            assertEquals((double) rate / chosen, lives.requestsPerSample(),
                    "requests per sampled request, at " + rate + " a second");
        }
    }

    @Test
    void twoMinutesOfLivesAreKept() {
        for (int i = 0; i < 2_401; i++) {
            lives.add(i, "/" + i, 200, List.of());
        }
        List<Life> kept = lives.endedAfter(0);
        assertEquals(2_400, kept.size());
        assertEquals("/2400", kept.getLast().path(), "the latest");
        for (int i : List.of(0, 1, 2_398, 2_399)) {
            assertEquals(kept.subList(i + 1, 2_400), lives.endedAfter(kept.get(i).at()), "after number " + i);
        }
    }

    @Test
    void aLifeIsRecordedPartByPart() {
        Meter meter = new Meter(Mode.POOL);
        meter.lives().endedAfter(0);
        ConnectionMeter connection = Requests.started(meter, "/" + "x".repeat(100), 7_000_000);
        connection.callStarted(Stage.INFO).ended(true, End.ANSWERED);
        connection.waitsWithoutThread();
        connection.queued(System.nanoTime());
        connection.runs();
        connection.answered(504);
        connection.sent();
        connection.runs();
        Life life = meter.lives().endedAfter(0).getFirst();
        String here = Thread.currentThread().getName();
        assertEquals(List.of("queued ", "read " + here, "own " + here, "info " + here, "own " + here, "own ", "queued ",
                "own " + here, "written " + here),
                life.parts().stream().map(part -> part.name() + ' ' + part.thread()).toList());
        assertEquals(504, life.status());
        assertEquals(61, life.path().length(), "the length of a shortened path");
        assertEquals(7.0, life.parts().getFirst().to(), "milliseconds in the queue");
        double end = 0;
        for (Part part : life.parts()) {
            assertEquals(end, part.from(), "each part begins at the end of the previous one: " + life);
            end = part.to();
        }
        assertEquals(end, life.total(), "the last part ends with the life");
    }
}
