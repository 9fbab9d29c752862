package serviceone.status;

import common.json.JsonObject;
import common.law.Capacity;
import common.law.LittlesLaw.Flow;
import common.mode.Mode;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import serviceone.law.Demand.Announced;
import serviceone.meter.Lives;
import serviceone.meter.Meter.Count;
import serviceone.meter.Meter;
import serviceone.status.Forecaster.Forecast;
import serviceone.status.Sampler.Sample;

record StatsJson(WatchedService service, Sampler sampler) {
    JsonObject json(URI page) {
        List<Sample> samples = sampler.samples();
        return new JsonObject().put("service", service(page)).put("total", total()).put("now", now(samples))
                .put("law", law(samples)).put("history", history(samples));
    }

    private JsonObject service(URI page) {
        Mode mode = service.mode();
        return new JsonObject().put("mode", mode.label()).put("port", service.port())
                .put("pid", ProcessHandle.current().pid()).put("threadsAre", mode.words().serving())
                .put("boundedByThreads", mode.isBoundedByThreads()).put("onVirtualThreads", mode.isOnVirtualThreads())
                .put("keepsPlatformThread", mode.keepsPlatformThread()).put("life", mode.words().life())
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

    private JsonObject now(List<Sample> samples) {
        JsonObject now = new JsonObject().put("queued", service.occupancy().queued())
                .put("connections", service.occupancy().connections())
                .put("inFlight", service.meter().inFlight()).put("waiting", service.meter().waitingByCall())
                .put("threadsTotal", service.threadsTotal())
                .put("carriersMounted", Jvm.SCHEDULER.getMountedVirtualThreadCount())
                .put("virtualThreadsQueued", Jvm.SCHEDULER.getQueuedVirtualThreadCount());
        if (!samples.isEmpty()) {
            putSample(now, samples.getLast());
        }
        return now;
    }

    private void putSample(JsonObject json, Sample sample) {
        json.put("acceptedPerSecond", sample.accepted()).put("throughput", sample.throughput())
                .put("failedPerSecond", sample.failed())
                .put("p50Millis", sample.p50Millis()).put("p99Millis", sample.p99Millis())
                .put("queuedMillis", sample.queuedMillis()).put("serviceMillis", sample.serviceMillis())
                .put("callsMillis", sample.callsMillis()).put("load", sample.load())
                .put("cpuPercent", sample.cpuPercent()).put("cpuMicrosPerRequest", sample.cpuMicros())
                .put("threadsBusy", service.threadsBusy(sample.busy()))
                .put("heapBytes", sample.heapBytes()).put("platformThreads", sample.platform())
                .put("virtualThreads", sample.virtual());
    }

    private JsonObject law(List<Sample> samples) {
        if (samples.isEmpty()) {
            return new JsonObject();
        }
        Sample last = samples.getLast();
        Forecast forecast = last.forecast();
        return new JsonObject().put("load", last.load()).put("serviceSeconds", last.serviceMillis() / 1000)
                .put("waitSeconds", forecast.waitSeconds()).put("workMillis", forecast.workMillis())
                .put("serviceTwo", serviceTwo(forecast)).put("unansweredCalls", forecast.unansweredCalls())
                .put("mostThroughput", forecast.bottleneck().throughput())
                .put("bottleneck", forecast.bottleneck().name()).put("bottleneckHas", forecast.bottleneck().many())
                .put("measuredInFlight", last.inFlight()).put("here", prediction(forecast.here(), service.capacity()))
                .put("other", prediction(forecast.other(), service.otherCapacity()))
                .put("otherIs", service.otherInWords());
    }

    /** All members are null if service two has announced nothing. */
    private static JsonObject serviceTwo(Forecast forecast) {
        Optional<Announced> announced = forecast.announced();
        return new JsonObject().put("delayMillis", announced.map(each -> 1000 * each.delay()).orElse(Double.NaN))
                .put("stageDelayMillis", announced.map(each -> 1000 * each.stageDelay()).orElse(Double.NaN))
                .put("authorizePermits", announced.map(Announced::permits).orElse(Double.NaN));
    }

    private static JsonObject prediction(Flow prediction, Capacity capacity) {
        return new JsonObject().put("limit", capacity.limit()).put("inFlight", prediction.inFlight())
                .put("requests", prediction.throughput() * prediction.response())
                .put("throughput", prediction.throughput()).put("responseSeconds", prediction.response())
                .put("bound", prediction.bound());
    }

    private static JsonObject history(List<Sample> samples) {
        return new JsonObject().put("at", samples, Sample::at)
                .put("throughput", samples, Sample::throughput).put("failed", samples, Sample::failed)
                .put("p50", samples, Sample::p50Millis).put("p99", samples, Sample::p99Millis)
                .put("lawThroughput", samples, each -> each.forecast().here().throughput())
                .put("lawResponse", samples, each -> 1000 * each.forecast().here().response())
                .put("cpu", samples, Sample::cpuPercent).put("heap", samples, Sample::heapBytes)
                .put("platform", samples, Sample::platform).put("virtual", samples, Sample::virtual);
    }

    /** The service samples requests only while somebody polls this figure. */
    JsonObject lives(long after) {
        Lives lives = service.meter().lives();
        List<Lives.Life> ended = lives.endedAfter(after);
        JsonObject json = new JsonObject().put("now", System.currentTimeMillis()).put("cores", Jvm.cores());
        putThreads(json);
        return json.put("every", lives.requestsPerSample()).put("lives", ended);
    }

    /**
     * The JDK does not count parked virtual threads. So they are all threads except the mounted and the runnable ones,
     * among which are virtual threads of the JDK.
     */
    private void putThreads(JsonObject json) {
        boolean known = service.mode().isOnVirtualThreads();
        double mounted = known ? Jvm.SCHEDULER.getMountedVirtualThreadCount() : Double.NaN;
        double runnable = known ? Jvm.SCHEDULER.getQueuedVirtualThreadCount() : Double.NaN;
        double parked = known ? Math.max(0, service.virtualThreads() - mounted - runnable) : Double.NaN;
        json.put("mounted", mounted).put("runnable", runnable).put("parked", parked);
    }
}
