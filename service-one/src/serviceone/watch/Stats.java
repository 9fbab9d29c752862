package serviceone.watch;

import java.util.List;
import java.util.Map;
import serviceone.calls.Stage;

/**
 * All figures as JSON, for {@code GET /stats} and the status page: totals since the start, the moment, the last two
 * minutes, and what Little's law makes of them. Any thread may ask; nothing here waits.
 */
final class Stats {
    private final Meter meter;
    private final Gauges gauges;
    private final Service service;
    private final Machine machine;
    private final Sampler sampler;

    Stats(Meter meter, Gauges gauges, Service service, Machine machine, Sampler sampler) {
        this.meter = meter;
        this.gauges = gauges;
        this.service = service;
        this.machine = machine;
        this.sampler = sampler;
    }

    String json() {
        List<Sample> samples = sampler.samples();
        return new JsonObject().put("service", service()).put("total", total()).put("now", now(samples))
                .put("law", law(samples)).put("history", history(samples)).toString();
    }

    private JsonObject service() {
        return new JsonObject().put("mode", service.mode()).put("port", service.port())
                .put("pid", ProcessHandle.current().pid()).put("threadsAre", service.threadsAre())
                .put("queueLimit", service.queue()).put("connectionLimit", service.maxConnections())
                .put("cores", machine.cores()).put("heapLimitBytes", machine.heapLimitBytes())
                .put("windowSeconds", Sampler.WINDOW);
    }

    private JsonObject total() {
        Map<Integer, Long> failures = meter.failures();
        JsonObject byStatus = new JsonObject();
        failures.forEach((status, count) -> byStatus.put(status.toString(), count));
        return new JsonObject().put("accepted", meter.acceptedCount()).put("refused", meter.refusedCount())
                .put("completed", meter.answeredCount())
                .put("failed", failures.values().stream().mapToLong(Long::longValue).sum()).put("failedByStatus", byStatus);
    }

    private JsonObject now(List<Sample> samples) {
        JsonObject waiting = new JsonObject();
        for (Stage stage : Stage.values()) {
            waiting.put(stage.label(), meter.waitingIn(stage));
        }
        JsonObject now = new JsonObject().put("queued", gauges.queued()).put("connections", gauges.connections())
                .put("inFlight", meter.inFlight()).put("waiting", waiting).put("threadsTotal", service.threadsTotal(machine))
                .put("carriersMounted", machine.scheduler().getMountedVirtualThreadCount())
                .put("virtualThreadsQueued", machine.scheduler().getQueuedVirtualThreadCount());
        if (!samples.isEmpty()) {
            sample(now, samples.getLast());
        }
        return now;
    }

    private void sample(JsonObject json, Sample sample) {
        json.put("acceptedPerSecond", sample.accepted()).put("throughput", sample.throughput())
                .put("failedPerSecond", sample.failed()).put("p50Millis", sample.p50Millis()).put("p99Millis", sample.p99Millis())
                .put("queuedMillis", sample.queuedMillis()).put("serviceMillis", sample.serviceMillis())
                .put("callsMillis", sample.callsMillis()).put("load", sample.load()).put("cpuPercent", sample.cpuPercent())
                .put("cpuMicrosPerRequest", sample.cpuMicros()).put("threadsBusy", service.isPool() ? gauges.busyThreads() : sample.busy())
                .put("heapBytes", sample.heapBytes()).put("platformThreads", sample.platform())
                .put("virtualThreads", sample.virtual());
    }

    private JsonObject law(List<Sample> samples) {
        if (samples.isEmpty()) {
            return new JsonObject();
        }
        Sample last = samples.getLast();
        return new JsonObject().put("load", last.load()).put("serviceSeconds", last.serviceMillis() / 1000)
                .put("measuredInFlight", last.inFlight()).put("here", law(last.law(service.limit())))
                .put("other", law(last.law(otherLimit())));
    }

    /** To compare with: what {@code pool} would be without its limit, and the others with Tomcat's default. */
    private int otherLimit() {
        return service.isPool() ? service.maxConnections() : 200;
    }

    private static JsonObject law(LittlesLaw law) {
        return new JsonObject().put("limit", law.limit()).put("inFlight", law.inFlight()).put("throughput", law.throughput())
                .put("responseSeconds", law.responseSeconds());
    }

    private JsonObject history(List<Sample> samples) {
        return new JsonObject().put("at", samples, Sample::at).put("throughput", samples, Sample::throughput)
                .put("failed", samples, Sample::failed).put("p50", samples, Sample::p50Millis).put("p99", samples, Sample::p99Millis)
                .put("lawThroughput", samples, each -> each.law(service.limit()).throughput())
                .put("lawResponse", samples, each -> 1000 * each.law(service.limit()).responseSeconds())
                .put("cpu", samples, Sample::cpuPercent).put("heap", samples, Sample::heapBytes)
                .put("platform", samples, Sample::platform).put("virtual", samples, Sample::virtual);
    }
}
