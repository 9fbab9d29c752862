package serviceone.status;

import common.json.JsonObject;
import java.util.List;
import serviceone.meter.Life.Part;
import serviceone.meter.Life;
import serviceone.meter.Lives;
import serviceone.meter.Meter;
import serviceone.meter.Occupancy;

/**
 * The lives of sampled requests as JSON, for {@code GET /lives} and the status page, and what the virtual threads are
 * at in this moment. Only while somebody asks for them, lives are sampled. Any thread may ask; nothing here waits.
 */
final class LivesReport {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Lives lives;
    private final Occupancy occupancy;
    private final ServiceSetup setup;
    private final PlatformBeans platform;

    LivesReport(Meter meter, Occupancy occupancy, ServiceSetup setup, PlatformBeans platform) {
        this.lives = meter.lives();
        this.occupancy = occupancy;
        this.setup = setup;
        this.platform = platform;
    }

    /** @param after only those that ended later, in milliseconds since 1970 */
    String json(long after) {
        List<Life> ended = lives.endedAfter(after);
        JsonObject json = new JsonObject().put("now", System.currentTimeMillis()).put("cores", platform.cores());
        putThreads(json);
        return json.put("every", lives.every()).put("lives", ended.stream().map(LivesReport::life).toList())
                .toString();
    }

    /**
     * In {@code loom}: those that have a carrier, those that wait for one, and the rest, as nothing counts the parked
     * ones. The JDK's own virtual threads, its pollers, are among the first two. Null in the other modes.
     */
    private void putThreads(JsonObject json) {
        boolean known = setup.mode().isOnVirtualThreads();
        double mounted = known ? Carriers.mounted() : Double.NaN;
        double runnable = known ? Carriers.queued() : Double.NaN;
        double parked = known ? Math.max(0, setup.virtualThreads(occupancy) - mounted - runnable) : Double.NaN;
        json.put("mounted", mounted).put("runnable", runnable).put("parked", parked);
    }

    private static JsonObject life(Life life) {
        return new JsonObject().put("at", life.at()).put("total", life.nanos() / NANOS_PER_MILLI)
                .put("path", life.path()).put("status", life.status())
                .put("parts", life.parts().stream().map(LivesReport::part).toList());
    }

    private static JsonObject part(Part part) {
        return new JsonObject().put("name", part.name()).put("from", part.from() / NANOS_PER_MILLI)
                .put("to", part.to() / NANOS_PER_MILLI).put("thread", part.thread());
    }
}
