package look;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;
import static testing.Words.assertSame;

import module java.base;
import common.mode.Mode;
import look.Recording.Timed;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Meter;
import serviceone.meter.Requests;
import serviceone.meter.Stage;
import testing.TemporaryFolder;
import testing.Test;

class RecordingTest {
    private static final long MILLI = 1_000_000;

    /** One route has just enough requests for a p99, another has too few. */
    private static Recording busy() {
        Recording recording = new Recording();
        for (int i = 1; i <= 381; i++) {
            recording.requests().add(new Timed("/meetings 200", i * MILLI, 2 * i * MILLI, false));
            recording.calls().add(new Timed("info", i * MILLI / 10, 0, i % 4 > 0));
        }
        recording.requests().add(new Timed("/trace 500", 7 * MILLI, 0, false));
        recording.requests().add(new Timed("/trace 500", 9 * MILLI, MILLI / 2, false));
        recording.calls().add(new Timed("authenticate", 333 * MILLI, 0, false));
        return recording;
    }

    @Test
    void theReportHasRoutesAndStages() throws Exception {
        assertSame("look", "jfr of a busy service", busy().report());
        assertSame("look", "jfr of a service without a request", new Recording().report());
    }

    @Test
    void aRecordingIsRead() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder(); var recording = new jdk.jfr.Recording()) {
            Path file = folder.path().resolve("recording.jfr");
            List.of("serviceone.Request", "serviceone.Call").forEach(recording::enable);
            recording.start();
            for (int each = 0; each < 2; each++) {
                ConnectionMeter request = Requests.started(new Meter(Mode.LOOM), "/recorded", 3_600_000_000_000L);
                request.callStarted(Stage.INFO).ended(each == 0, null);
                request.answered(504);
            }
            recording.stop();
            recording.dump(file);
            Recording read = Recording.read(file);
            List<Timed> requests = read.requests().stream()
                    .filter(each -> each.name().equals("/recorded 504")).toList();
            assertEquals(2, requests.size());
            for (Timed each : requests) {
                assertTrue(each.duration() < 60_000 * MILLI && each.queueWait() >= 3_600_000 * MILLI, "" + each);
            }
            Set<Boolean> reused = read.calls().stream().filter(each -> each.name().equals("info"))
                    .map(Timed::onReusedConnection).collect(Collectors.toSet());
            assertEquals(Set.of(true, false), reused);
        }
    }
}
