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
                .put("pid", ProcessHandle.current().pid()).put("threadsAre", mode.serving().plural())
                .put("boundedByThreads", mode.isBoundedByThreads()).put("onVirtualThreads", mode.isOnVirtualThreads())
                .put("keepsPlatformThread", mode.keepsPlatformThread()).put("life", life(mode))
                .put("limit", service.capacity(mode, service.threads()).limit()).put("page", page.toString())
                .put("queueLimit", service.settings().queue())
                .put("connectionLimit", service.settings().maxConnections())
                .put("maxCalls", service.maxCalls())
                .put("cores", Jvm.SYSTEM.getAvailableProcessors()).put("windowSeconds", Sampler.WINDOW)
                .put("heapLimitBytes", Jvm.MEMORY.getHeapMemoryUsage().getMax());
    }

    /** When a thread works on a request. */
    private static String life(Mode mode) {
        if (!mode.hasThreadPerConnection()) {
            return "An event loop works on a request only for an instant, drawn as a thin line. A waiting request has "
                    + "no thread.";
        }
        if (mode.isOnVirtualThreads()) {
            return "A request keeps its virtual thread. While the thread waits, it needs no carrier.";
        }
        return "A request keeps its thread from the queue to the answer, even while it only waits.";
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
