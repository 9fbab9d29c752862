package serviceone.status;

import common.json.JsonObject;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import serviceone.law.Announced;
import serviceone.law.Prediction;
import serviceone.meter.Meter;
import serviceone.meter.Occupancy;
import serviceone.meter.Stage;

/**
 * All figures as JSON, for {@code GET /stats} and the status page: totals since the start, the moment, the last two
 * minutes, and what Little's law makes of them. Any thread may ask; nothing here waits.
 */
final class Stats {
    private final Meter meter;
    private final Occupancy occupancy;
    private final ServiceSetup setup;
    private final PlatformBeans platform;
    private final Sampler sampler;

    Stats(Meter meter, Occupancy occupancy, ServiceSetup setup, PlatformBeans platform, Sampler sampler) {
        this.meter = meter;
        this.occupancy = occupancy;
        this.setup = setup;
        this.platform = platform;
        this.sampler = sampler;
    }

    /** @param page where the status page is */
    String json(URI page) {
        List<StatusFigures> samples = sampler.samples();
        return new JsonObject().put("service", service(page)).put("total", total()).put("now", now(samples))
                .put("law", law(samples)).put("history", history(samples)).toString();
    }

    private JsonObject service(URI page) {
        return new JsonObject().put("mode", setup.mode().label()).put("port", setup.port())
                .put("pid", ProcessHandle.current().pid()).put("threadsAre", setup.mode().servingAre())
                .put("boundedByThreads", setup.mode().isBoundedByThreads())
                .put("onVirtualThreads", setup.mode().isOnVirtualThreads())
                .put("limit", setup.capacity().limit()).put("page", page.toString())
                .put("queueLimit", setup.queue()).put("connectionLimit", setup.maxConnections())
                .put("maxCalls", setup.maxCalls())
                .put("cores", platform.cores()).put("heapLimitBytes", platform.heapLimitBytes())
                .put("windowSeconds", Sampler.WINDOW);
    }

    private JsonObject total() {
        Map<Integer, Long> failures = meter.failures();
        JsonObject byStatus = new JsonObject();
        failures.forEach((status, count) -> byStatus.put(status.toString(), count));
        return new JsonObject().put("accepted", meter.acceptedCount()).put("refused", meter.refusedCount())
                .put("refusedCalls", meter.refusedCalls())
                .put("completed", meter.answeredCount())
                .put("failed", meter.failedCount()).put("failedByStatus", byStatus);
    }

    private JsonObject now(List<StatusFigures> samples) {
        JsonObject waiting = new JsonObject();
        for (Stage stage : Stage.values()) {
            waiting.put(stage.label(), meter.waitingIn(stage));
        }
        JsonObject now = new JsonObject().put("queued", occupancy.queued()).put("connections", occupancy.connections())
                .put("inFlight", meter.inFlight()).put("waiting", waiting)
                .put("threadsTotal", setup.threadsTotal())
                .put("carriersMounted", Carriers.mounted())
                .put("virtualThreadsQueued", Carriers.queued());
        if (!samples.isEmpty()) {
            sample(now, samples.getLast());
        }
        return now;
    }

    private void sample(JsonObject json, StatusFigures sample) {
        json.put("acceptedPerSecond", sample.accepted()).put("throughput", sample.throughput())
                .put("failedPerSecond", sample.failed())
                .put("p50Millis", sample.p50Millis()).put("p99Millis", sample.p99Millis())
                .put("queuedMillis", sample.queuedMillis()).put("serviceMillis", sample.serviceMillis())
                .put("callsMillis", sample.callsMillis()).put("load", sample.load())
                .put("cpuPercent", sample.cpuPercent()).put("cpuMicrosPerRequest", sample.cpuMicros())
                .put("threadsBusy", setup.mode().isBoundedByThreads() ? occupancy.busyThreads() : sample.busy())
                .put("heapBytes", sample.heapBytes()).put("platformThreads", sample.platform())
                .put("virtualThreads", sample.virtual());
    }

    private JsonObject law(List<StatusFigures> samples) {
        if (samples.isEmpty()) {
            return new JsonObject();
        }
        StatusFigures last = samples.getLast();
        Forecast forecast = last.forecast();
        return new JsonObject().put("load", last.load()).put("serviceSeconds", last.serviceMillis() / 1000)
                .put("waitSeconds", forecast.waitSeconds()).put("workMillis", forecast.workMillis())
                .put("serviceTwo", serviceTwo(forecast)).put("unansweredCalls", forecast.unansweredCalls())
                .put("arrivals", forecast.arrivals().areOpen() ? "open" : "closed")
                .put("arrivalsSeen", forecast.arrivals().label())
                .put("arrivalsPerSecond", forecast.arrivalsPerSecond())
                .put("mostThroughput", forecast.most()).put("bottleneck", forecast.bottleneck())
                .put("measuredInFlight", last.inFlight()).put("here", prediction(forecast.here()))
                .put("other", prediction(forecast.other()));
    }

    /** What it announces; all null where it announces nothing. */
    private static JsonObject serviceTwo(Forecast forecast) {
        Optional<Announced> announced = forecast.announced();
        return new JsonObject().put("delayMillis", announced.map(each -> 1000 * each.delay()).orElse(Double.NaN))
                .put("stageDelayMillis", announced.map(each -> 1000 * each.stageDelay()).orElse(Double.NaN))
                .put("authorizePermits", announced.map(Announced::permits).orElse(Double.NaN));
    }

    private static JsonObject prediction(Prediction prediction) {
        return new JsonObject().put("limit", prediction.limit()).put("inFlight", prediction.inFlight())
                .put("requests", prediction.throughput() * prediction.response())
                .put("throughput", prediction.throughput()).put("responseSeconds", prediction.response())
                .put("growth", prediction.growth()).put("bound", prediction.bound());
    }

    private JsonObject history(List<StatusFigures> samples) {
        return new JsonObject().put("at", samples, StatusFigures::at)
                .put("throughput", samples, StatusFigures::throughput)
                .put("failed", samples, StatusFigures::failed)
                .put("p50", samples, StatusFigures::p50Millis).put("p99", samples, StatusFigures::p99Millis)
                .put("lawThroughput", samples, each -> each.forecast().here().throughput())
                .put("lawResponse", samples, each -> 1000 * each.forecast().here().response())
                .put("cpu", samples, StatusFigures::cpuPercent).put("heap", samples, StatusFigures::heapBytes)
                .put("platform", samples, StatusFigures::platform).put("virtual", samples, StatusFigures::virtual);
    }
}
