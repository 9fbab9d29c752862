package serviceone.meter;

import module java.base;
import common.mode.Mode;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import testing.Slow;
import testing.Test;

class RequestEventTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Flight Recorder fills an event's fields only when it is recording, but the event has them anyway. */
    @Test
    void anEventKnowsItsRequest() throws InterruptedException {
        for (boolean keepsThread : new boolean[] {true, false}) {
            RequestEvent event = new RequestEvent(keepsThread);
            event.ended(Mode.ASYNC, "/x", 404, 7);
            assertEquals("async /x 404 7", event.mode + ' ' + event.route + ' ' + event.status + ' ' + event.queueWait);
            assertEquals(keepsThread, event.cpuTime >= 0, "has a CPU time");
        }
        RequestEvent moved = new RequestEvent(true);
        Thread.ofPlatform().start(() -> moved.ended(Mode.POOL, "", 200, 0)).join();
        assertEquals(Long.MIN_VALUE, moved.cpuTime, "two threads served it");
        RequestEvent.CallEvent call = new RequestEvent.CallEvent();
        call.ended(Stage.MEETINGS, true);
        assertEquals("meetings true", call.stage + ' ' + call.reused);
    }

    /** The events of two threads come in any order, so the test finds each request by its path. */
    @Test
    @Slow("starts Flight Recorder")
    void aRecordingHoldsEachRequestAndEachCall() throws Exception {
        assertTrue(!RequestEvent.ANY.isEnabled() && !RequestEvent.CallEvent.ANY.isEnabled(), "no recording runs");
        Path file = Files.createTempFile("test", ".jfr");
        List<RecordedEvent> events;
        try (Recording recording = new Recording()) {
            recording.enable(RequestEvent.NAME);
            recording.enable(RequestEvent.CallEvent.NAME);
            recording.start();
            serve();
            recording.dump(file);
            events = RecordingFile.readAllEvents(file);
        } finally {
            Files.delete(file);
        }
        RecordedEvent late = find("route", "/late", events);
        assertEquals("loom", late.getString("mode"));
        assertEquals(504, late.getInt("status"));
        assertEquals(Duration.ofMillis(5), late.getDuration("queueWait"));
        assertEquals(Long.MIN_VALUE, late.getLong("cpuTime"), "the JDK does not measure virtual threads");
        long cpuTime = find("route", "/work", events).getLong("cpuTime");
        assertTrue(cpuTime >= 2_000_000, "at least 2 ms of work: " + cpuTime + " ns");
        assertEquals(Long.MIN_VALUE, find("route", "/moved", events).getLong("cpuTime"), "two threads served it");
        assertEquals(Long.MIN_VALUE, find("route", "/virtual", events).getLong("cpuTime"), "the pool is virtual");
        assertEquals(false, find("stage", "info", events).getBoolean("reused"), "a new connection");
        assertEquals(true, find("stage", "authorize", events).getBoolean("reused"), "a pooled connection");
    }

    /** Events have CPU time only in {@code pool}. */
    private static void serve() throws InterruptedException {
        ConnectionMeter late = Requests.started(new Meter(Mode.LOOM), "/late", 5_000_000);
        late.callStarted(Stage.INFO).ended(false, null);
        late.callStarted(Stage.AUTHORIZE).ended(true, null);
        late.answered(504);
        Meter pool = new Meter(Mode.POOL);
        ConnectionMeter moved = Requests.started(pool, "/moved", 0);
        ConnectionMeter work = Requests.started(pool, "/work", 0);
        long end = THREADS.getCurrentThreadCpuTime() + 2_000_000;
        while (THREADS.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
        work.answered(200);
        String name = Thread.currentThread().getName();
        Thread.ofPlatform().name(name).start(() -> moved.answered(200)).join();
        Thread.ofVirtual().name(name).start(() -> Requests.started(pool, "/virtual", 0).answered(200)).join();
    }

    /** Other tests serve requests in this JVM at the same time, on threads with other names. */
    private static RecordedEvent find(String field, String value, List<RecordedEvent> events) {
        List<RecordedEvent> found = events.stream().filter(event -> event.hasField(field)
                && event.getString(field).equals(value)
                && event.getThread().getJavaName().equals(Thread.currentThread().getName())).toList();
        assertEquals(1, found.size(), "events of " + value);
        return found.getFirst();
    }
}
