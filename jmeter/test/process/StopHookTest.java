package process;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import testing.Test;

class StopHookTest {
    private final List<String> events = new CopyOnWriteArrayList<>();

    @Test
    void aSignalStopsTheWorkAndWaitsForItsEndBeforeTheCleanup() throws Exception {
        CountDownLatch stopped = new CountDownLatch(1);
        StopHook hook = new StopHook(() -> { }, () -> { });
        Thread shutdown = Thread.ofPlatform().start(() -> hook.end(() -> {
            events.add("stop");
            stopped.countDown();
        }, () -> events.add("cleanup")));
        stopped.await();
        shutdown.join(20);
        assertEquals(List.of("stop"), events, "the cleanup waits for the work");
        hook.close();
        shutdown.join();
        assertEquals(List.of("stop", "cleanup"), events);
        hook.end(() -> events.add("stop again"), () -> events.add("last cleanup"));
        assertEquals("last cleanup", events.getLast(), "the work is over");
        assertEquals(3, events.size());
    }

    @Test
    void aSignalInterruptsTheMeasurementAndPreventsTheNext() throws Exception {
        try (Measuring measuring = new Measuring(true)) {
            assertTrue(measuring.completes(() -> events.add("first")), "nothing stops the first");
            assertEquals(false, measuring.completes(() -> {
                measuring.stop();
                Thread.sleep(60_000);
                events.add("second");
            }));
            assertEquals(false, measuring.completes(() -> events.add("third")));
            assertEquals(List.of("first"), events);
            assertEquals(false, Thread.currentThread().isInterrupted());
        }
    }

    @Test
    void anInterruptAfterTheWorkIsForgotten() throws Exception {
        try (Measuring measuring = new Measuring(true)) {
            assertTrue(measuring.completes(measuring::stop), "it was over when the signal came");
            assertEquals(false, Thread.currentThread().isInterrupted());
            measuring.stop();
            assertEquals(false, Thread.currentThread().isInterrupted(), "nothing is measured");
        }
    }
}
