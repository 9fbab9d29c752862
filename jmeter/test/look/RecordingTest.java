package look;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;
import static testing.Words.assertSame;

import module java.base;
import common.mode.Mode;
import look.Recording.Timed;
import serviceone.meter.ConnectionMeter.CallTimer;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Meter;
import serviceone.meter.Requests;
import serviceone.meter.Stage;
import testing.Await;
import testing.TemporaryFolder;
import testing.Test;

class RecordingTest {
    private static final long MILLI = 1_000_000;

    /** Of 100 requests, one is slow. Another route has too few for a p99. */
    private static Recording busy() {
        Recording recording = new Recording();
        for (int i = 1; i <= 100; i++) {
            recording.requests.computeIfAbsent("/meetings 200", _ -> new ArrayList<>())
                    .add(new Timed(i * MILLI, 2 * i * MILLI, -1, false));
            recording.calls.get("info").add(new Timed(i * MILLI / 10, 0, -1, i % 4 > 0));
        }
        recording.requests.put("/trace 500", List.of(new Timed(7 * MILLI, 0, 2_000, false),
                new Timed(9 * MILLI, MILLI / 2, 4_000, false)));
        recording.calls.get("meetings").add(new Timed(333 * MILLI, 0, -1, false));
        List.of(0.25, 0.75).forEach(recording.cpu::accept);
        List.of(0.5, 1.0).forEach(recording.machine::accept);
        List.of(3 * MILLI, 5 * MILLI).forEach(recording.pauseNanos::accept);
        List.of(20 * MILLI, 31 * MILLI).forEach(recording.pinnedNanos::accept);
        recording.pins.put("shop.Orders.find", 2L);
        recording.samples.putAll(Map.of("a.B.often", 30L, "a.B.seldom", 9L, "a.B.ten", 10L));
        return recording;
    }

    @Test
    void theReportHasRoutesStagesAndTheJvm() throws Exception {
        assertSame("look", "jfr of a busy service", busy().report(true));
        assertSame("look", "jfr of a JVM that is no service one", busy().report(false));
        assertSame("look", "jfr of a service without a request", new Recording().report(true));
    }

    @Test
    void methodsWithTooFewSamplesAreNotShown() throws Exception {
        assertSame("look", "jfr with nine samples of a method", Recording.hot(Map.of("a.B.c", 9L, "a.B.d", 1L)));
        assertEquals(2L, Recording.hot(Map.of("a.B.c", 10L, "a.B.d", 9L)).lines().count(),
                "a title, and the only method with ten samples");
        List<String> seven = Recording.hot(Map.of("a", 70L, "b", 60L, "c", 50L, "d", 40L, "e", 30L, "f", 20L, "g", 10L))
                .lines().skip(1).map(line -> line.strip().replaceAll(" +", " ")).toList();
        assertEquals(List.of("70 25.0 % a", "60 21.4 % b", "50 17.9 % c", "40 14.3 % d", "30 10.7 % e"), seven);
    }

    @Test
    void percentilesOfTooFewValuesAreNotShown() {
        assertEquals("     50.0         -      99.0", Recording.quantiles(millis(99)));
        assertEquals("     50.0      99.0     100.0", Recording.quantiles(millis(100)));
        assertEquals("      1.0         -       1.0", Recording.quantiles(millis(1)));
        assertEquals("        -         -         -", Recording.quantiles(), "no request");
        assertEquals("-", Recording.meanMicros(-1, -1), "unknown");
        assertEquals("0", Recording.meanMicros(-1, 0), "no time is a time");
        assertEquals("3", Recording.meanMicros(-1, 2_000, 4_000));
    }

    private static long[] millis(int count) {
        return LongStream.rangeClosed(1, count).map(each -> each * MILLI).toArray();
    }

    /** A virtual thread in a class initialiser keeps its carrier. */
    private static final class SlowToStart {
        static final int ONE = one();

        private static int one() {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                throw new AssertionError(e);      // nobody interrupts it
            }
            return 1;
        }
    }

    @Test
    void aRecordingIsRead() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder(); var recording = new jdk.jfr.Recording()) {
            Path file = folder.path().resolve("recording.jfr");
            List.of("serviceone.Request", "serviceone.Call").forEach(recording::enable);
            recording.enable("jdk.VirtualThreadPinned").withStackTrace().withoutThreshold();
            recording.enable("jdk.CPULoad").withPeriod(Duration.ofMillis(20));
            recording.start();
            for (int each = 0; each < 2; each++) {
                ConnectionMeter request = Requests.started(new Meter(Mode.LOOM), "/recorded", 3_600_000_000_000L);
                request.callStarted(Stage.INFO).ended(each == 0, CallTimer.End.ANSWERED);
                request.answered(504);
            }
            Thread.ofVirtual().start(() -> assertEquals(1, SlowToStart.ONE)).join();
            Await.until("the CPU load is recorded", () -> {
                recording.dump(file);
                return Recording.read(file).cpu.getCount() > 0;
            });
            recording.stop();
            recording.dump(file);
            Recording read = Recording.read(file);
            List<Timed> requests = read.requests.get("/recorded 504");
            assertEquals(2, requests.size());
            for (Timed each : requests) {
                assertTrue(each.duration() < 60_000 * MILLI && each.queueWait() >= 3_600_000 * MILLI && each.cpu() < 0,
                        "" + each);
            }
            List<Timed> calls = read.calls.get("info").stream().filter(each -> each.cpu() == -1).toList();
            assertTrue(calls.size() >= 2 && calls.stream().anyMatch(Timed::onReusedConnection)
                    && !calls.stream().allMatch(Timed::onReusedConnection), "" + calls);
            assertTrue(read.pins.containsKey("look.RecordingTest$SlowToStart.one"), "" + read.pins);
            assertTrue(read.pinnedNanos.getMax() >= 40 * MILLI, "" + read.pinnedNanos);
            assertEquals(read.machine.getCount(), read.cpu.getCount(), "samples of the CPU load");
        }
    }
}
