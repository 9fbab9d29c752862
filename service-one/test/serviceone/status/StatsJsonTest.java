package serviceone.status;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.json.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Meter;
import serviceone.meter.Mode;
import serviceone.meter.Requests;
import serviceone.server.Settings;
import testing.Await;
import testing.Test;

/** What {@code GET /lives} tells. */
class StatsJsonTest {
    private record Fixed(int queued, int connections, int busyThreads) implements WatchedService.Occupancy {
    }

    private static StatsJson report(Mode mode, Meter meter) {
        return new StatsJson(
                new WatchedService(mode, 8082, 4, Settings.DEFAULTS, 30, meter, new Fixed(7, 100_007, 4)), null);
    }

    private static Map<?, ?> json(StatsJson report, long after) throws Exception {
        return (Map<?, ?>) Json.read(report.lives(after).toString());
    }

    @Test
    void tellsEachLifeAndItsParts() throws Exception {
        Meter meter = new Meter(Mode.POOL);
        StatsJson report = report(Mode.POOL, meter);
        assertEquals(List.of(), json(report, 0).get("lives"), "nobody has asked before");
        ConnectionMeter timer = Requests.started(meter, "/meetings", 5_000_000);
        timer.answered(200);
        timer.sent();
        Map<?, ?> life = (Map<?, ?>) ((List<?>) json(report, 0).get("lives")).getFirst();
        assertEquals("/meetings", life.get("path"));
        assertEquals(200.0, life.get("status"));
        List<?> parts = (List<?>) life.get("parts");
        assertEquals(Map.of("name", "queued", "from", 0.0, "to", 5.0, "thread", ""), parts.getFirst());
        assertEquals(life.get("total"), ((Map<?, ?>) parts.getLast()).get("to"));
        long at = ((Double) life.get("at")).longValue();
        assertEquals(1, ((List<?>) json(report, at - 1).get("lives")).size());
        assertEquals(0, ((List<?>) json(report, at).get("lives")).size(), "only what ended later");
    }

    /** Whatever this machine's carriers are at beside the one that computes: most of so many are parked. */
    @Test
    void tellsWhatVirtualThreadsAreAtWhereTheyHaveTheConnections() throws Exception {
        AtomicBoolean computes = new AtomicBoolean(true);
        Thread.ofVirtual().start(() -> {
            while (computes.get()) {
                Thread.onSpinWait();
            }
        });
        try {
            StatsJson report = report(Mode.LOOM, new Meter(Mode.LOOM));
            Await.until("it is on a carrier", () -> (Double) json(report, 0).get("mounted") > 0);
            Map<?, ?> json = json(report, 0);
            double all = (Double) json.get("mounted") + (Double) json.get("runnable") + (Double) json.get("parked");
            assertEquals(100_000.0, all, "those in the queue have none");
        } finally {
            computes.set(false);
        }
    }

    @Test
    void tellsTheCoresAndNothingOfVirtualThreadsWhereTheyHaveNoConnection() throws Exception {
        for (Mode mode : Mode.values()) {
            Map<?, ?> json = json(report(mode, new Meter(mode)), 0);
            assertEquals((double) Runtime.getRuntime().availableProcessors(), json.get("cores"));
            if (!mode.isOnVirtualThreads()) {
                for (String name : List.of("mounted", "runnable", "parked")) {
                    assertTrue(json.containsKey(name) && json.get(name) == null, mode + ": " + name);
                }
            }
        }
    }
}
