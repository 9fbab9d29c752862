package serviceone.status;

import module java.base;
import common.figures.Figures;
import common.json.JsonObject;
import common.mode.Mode;
import serviceone.meter.Meter.Count;
import serviceone.meter.Meter;

record StatsJson(WatchedService service, Sampler sampler) {
    JsonObject json(URI page) {
        return JsonObject.rounded(
                new Figures(service(page), total(), sampler.now(), sampler.law(), sampler.history()));
    }

    private Figures.Service service(URI page) {
        Mode mode = service.mode();
        return new Figures.Service(mode.label(), service.port(), ProcessHandle.current().pid(),
                mode.serving().plural(), mode.isBoundedByThreads(), mode.isOnVirtualThreads(),
                mode.keepsPlatformThread(), life(mode),
                service.capacity(mode, service.threads()).limit(), page.toString(), service.settings().queue(),
                service.settings().maxConnections(), service.maxCalls(), Jvm.SYSTEM.getAvailableProcessors(),
                Sampler.WINDOW, Jvm.MEMORY.getHeapMemoryUsage().getMax());
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

    private Figures.Total total() {
        Meter meter = service.meter();
        return new Figures.Total(meter.get(Count.ACCEPTED), meter.get(Count.REFUSED),
                meter.get(Count.REFUSED_CALLS), meter.get(Count.ANSWERED), meter.get(Count.FAILED),
                meter.failures());
    }
}
