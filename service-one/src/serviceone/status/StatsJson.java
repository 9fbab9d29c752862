package serviceone.status;

import common.json.JsonObject;
import common.mode.Mode;
import java.net.URI;
import java.util.List;
import java.util.Map;
import serviceone.meter.Lives;
import serviceone.meter.Meter.Count;
import serviceone.meter.Meter;
import serviceone.status.Sampler.Sample;

record StatsJson(WatchedService service, Sampler sampler) {
    /** The charts' lines, by their names in {@code now}. */
    private static final Map<String, String> LINES = Map.of("throughput", "throughput", "failedPerSecond", "failed",
            "p50Millis", "p50", "p99Millis", "p99", "cpuPercent", "cpu", "heapBytes", "heap",
            "platformThreads", "platform", "virtualThreads", "virtual");

    JsonObject json(URI page) {
        List<Sample> samples = sampler.samples();
        return new JsonObject().put("service", service(page)).put("total", total()).put("now", now())
                .put("law", sampler.law()).put("history", history(samples));
    }

    private JsonObject service(URI page) {
        Mode mode = service.mode();
        return new JsonObject().put("mode", mode.label()).put("port", service.port())
                .put("pid", ProcessHandle.current().pid()).put("threadsAre", mode.display().serving())
                .put("boundedByThreads", mode.isBoundedByThreads()).put("onVirtualThreads", mode.isOnVirtualThreads())
                .put("keepsPlatformThread", mode.keepsPlatformThread()).put("life", mode.display().life())
                .put("limit", service.capacity().limit()).put("page", page.toString())
                .put("queueLimit", service.settings().queue())
                .put("connectionLimit", service.settings().maxConnections())
                .put("maxCalls", service.maxCalls())
                .put("cores", Jvm.cores()).put("heapLimitBytes", Jvm.MEMORY.getHeapMemoryUsage().getMax())
                .put("windowSeconds", Sampler.WINDOW);
    }

    private JsonObject total() {
        Meter meter = service.meter();
        return new JsonObject().put("accepted", meter.get(Count.ACCEPTED)).put("refused", meter.get(Count.REFUSED))
                .put("refusedCalls", meter.get(Count.REFUSED_CALLS)).put("completed", meter.get(Count.ANSWERED))
                .put("failed", meter.get(Count.FAILED)).put("failedByStatus", meter.failures());
    }

    private JsonObject now() {
        JsonObject now = new JsonObject().put("queued", service.occupancy().queued())
                .put("connections", service.occupancy().connections())
                .put("inFlight", service.meter().inFlight()).put("waiting", service.meter().waitingByCall())
                .put("threadsTotal", service.threadsTotal())
                .put("carriersMounted", Jvm.SCHEDULER.getMountedVirtualThreadCount())
                .put("virtualThreadsQueued", Jvm.SCHEDULER.getQueuedVirtualThreadCount());
        sampler.now().forEach(now::put);
        return now;
    }

    private static JsonObject history(List<Sample> samples) {
        JsonObject history = new JsonObject().put("at", samples, Sample::at)
                .put("lawThroughput", samples, each -> each.law().throughput())
                .put("lawResponse", samples, each -> 1000 * each.law().response());
        LINES.forEach((name, line) -> history.put(line, samples, each -> each.now().get(name)));
        return history;
    }

    /**
     * The service samples requests only while somebody polls this figure. The JDK does not count parked virtual
     * threads. So they are all threads except the mounted and the runnable ones, among which are virtual threads of the
     * JDK.
     */
    JsonObject lives(long after) {
        Lives lives = service.meter().lives();
        List<Lives.Life> ended = lives.endedAfter(after);
        double known = service.mode().isOnVirtualThreads() ? 1 : Double.NaN;
        double mounted = known * Jvm.SCHEDULER.getMountedVirtualThreadCount();
        double runnable = known * Jvm.SCHEDULER.getQueuedVirtualThreadCount();
        return new JsonObject().put("now", System.currentTimeMillis()).put("cores", Jvm.cores())
                .put("mounted", mounted).put("runnable", runnable)
                .put("parked", Math.max(0, service.virtualThreads() - mounted - runnable))
                .put("every", lives.requestsPerSample()).put("lives", ended);
    }
}
