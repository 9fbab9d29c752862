package serviceone.meter;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import testing.Test;

/** What Flight Recorder gets to see of requests and calls. */
class RequestEventTest {
    @Test
    void aRecordingHoldsEachRequestWithItsWaitAndOutcome() throws Exception {
        RecordedEvent event = record(Mode.LOOM, meter -> Requests.started(meter, "/meetings", 5_000_000).answered(504))
                .getFirst();
        assertEquals("loom", event.getString("mode"));
        assertEquals("/meetings", event.getString("route"));
        assertEquals(504, event.getInt("status"));
        assertEquals(Duration.ofMillis(5), event.getDuration("queueWait"));
        assertEquals(Long.MIN_VALUE, event.getLong("cpuTime"), "the JDK cannot tell a virtual thread's");
    }

    /** Of a request that changed its thread there is none: of which, after all? */
    @Test
    void inPoolItHoldsTheThreadsCpuTimeToo() throws Exception {
        List<RecordedEvent> events = record(Mode.POOL, meter -> {
            ConnectionMeter timer = Requests.started(meter);
            work();
            timer.answered(200);
            ConnectionMeter moved = Requests.started(meter);
            String name = Thread.currentThread().getName() + " elsewhere";
            Thread.ofPlatform().name(name).start(() -> moved.answered(200)).join();
        });
        // A recording has the events of two threads in any order.
        List<Long> cpuTimes = events.stream().map(event -> event.getLong("cpuTime")).sorted().toList();
        assertEquals(Long.MIN_VALUE, cpuTimes.getFirst(), "of which thread?");
        assertTrue(cpuTimes.getLast() >= 10_000_000, "at least the 10 ms that it worked: " + cpuTimes);
    }

    @Test
    void aRecordingHoldsEachCall() throws Exception {
        List<RecordedEvent> events = record(Mode.ASYNC, meter -> {
            ConnectionMeter timer = Requests.started(meter);
            timer.callStarted(Stage.INFO).ended(false, CallTimer.End.ANSWERED);
            timer.callStarted(Stage.AUTHORIZE).ended(true, CallTimer.End.ANSWERED);
        });
        assertEquals(List.of("info", "authorize"), events.stream().map(event -> event.getString("stage")).toList());
        assertEquals(List.of(false, true), events.stream().map(event -> event.getBoolean("reused")).toList());
    }

    @Test
    void withoutARecordingThereIsNoEvent() {
        assertEquals(null, RequestEvent.beginning(true), "an event that nobody wants");
        assertEquals(null, CallTimer.CallEvent.beginning(), "an event that nobody wants");
    }

    private interface Load {
        void put(Meter meter) throws Exception;
    }

    private static List<RecordedEvent> record(Mode mode, Load load) throws Exception {
        Path file = Files.createTempFile("test", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable(RequestEvent.NAME);
            recording.enable(CallTimer.CallEvent.NAME);
            recording.start();
            load.put(new Meter(mode));
            recording.stop();
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().startsWith("serviceone."))
                    .filter(RequestEventTest::isOurs).toList();
        } finally {
            Files.delete(file);
        }
    }

    /** Other tests serve requests in this JVM meanwhile; each test has a thread of its own name. */
    private static boolean isOurs(RecordedEvent event) {
        return event.getThread().getJavaName().startsWith(Thread.currentThread().getName());
    }

    /** 10 ms of this thread's CPU time. */
    private static void work() {
        var threads = java.lang.management.ManagementFactory.getThreadMXBean();
        long end = threads.getCurrentThreadCpuTime() + 10_000_000;
        while (threads.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }
}
