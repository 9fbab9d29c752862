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
                mode.display().serving(), mode.isBoundedByThreads(), mode.isOnVirtualThreads(),
                mode.keepsPlatformThread(), mode.display().life(),
                service.capacity(mode, service.threads()).limit(), page.toString(), service.settings().queue(),
                service.settings().maxConnections(), service.maxCalls(), Jvm.SYSTEM.getAvailableProcessors(),
                Sampler.WINDOW, Jvm.MEMORY.getHeapMemoryUsage().getMax());
    }

    private Figures.Total total() {
        Meter meter = service.meter();
        return new Figures.Total(meter.get(Count.ACCEPTED), meter.get(Count.REFUSED),
                meter.get(Count.REFUSED_CALLS), meter.get(Count.ANSWERED), meter.get(Count.FAILED),
                meter.failures());
    }
}
