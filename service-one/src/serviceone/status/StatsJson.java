package serviceone.status;

import module java.base;
import common.json.JsonObject;
import common.mode.Mode;
import serviceone.meter.Meter.Count;
import serviceone.meter.Meter;

record StatsJson(WatchedService service, Sampler sampler) {
    JsonObject json(URI page) {
        return new JsonObject().put("service", service(page)).put("total", total()).put("now", now())
                .put("law", sampler.latest().law()).put("history", sampler.history());
    }

    private JsonObject service(URI page) {
        Mode mode = service.mode();
        return new JsonObject().put("mode", mode.label()).put("port", service.port())
                .put("pid", ProcessHandle.current().pid()).put("threadsAre", mode.display().serving())
                .put("boundedByThreads", mode.isBoundedByThreads()).put("onVirtualThreads", mode.isOnVirtualThreads())
                .put("keepsPlatformThread", mode.keepsPlatformThread()).put("life", mode.display().life())
                .put("limit", service.capacity(mode, service.threads()).limit()).put("page", page.toString())
                .put("queueLimit", service.settings().queue())
                .put("connectionLimit", service.settings().maxConnections())
                .put("maxCalls", service.maxCalls())
                .put("cores", Jvm.SYSTEM.getAvailableProcessors()).put("windowSeconds", Sampler.WINDOW)
                .put("heapLimitBytes", Jvm.MEMORY.getHeapMemoryUsage().getMax());
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
        sampler.latest().now().forEach(now::put);
        return now;
    }
}
