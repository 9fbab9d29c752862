package serviceone.status;

import module java.base;
import common.json.JsonObject;
import common.law.LittlesLaw.Flow;
import serviceone.meter.Histogram;
import serviceone.meter.Meter.Count;
import serviceone.meter.Meter.Totals;
import serviceone.meter.Meter;
import serviceone.status.Forecaster.Forecast;

/** Reads the counters once a second and keeps the last two minutes. */
final class Sampler {
    private static final int KEPT = 120;
    /**
     * Seconds that rates and percentiles cover. Clients that began together get their answers together, about once
     * a second with service two's default delays. In a shorter window, the figures would rise and fall.
     */
    static final int WINDOW = 10;
    static final double NANOS_PER_SECOND = 1e9;
    /** The charts' lines, by their names in {@code now}. */
    private static final Map<String, String> LINES = Map.of("throughput", "throughput", "failedPerSecond", "failed",
            "p50Millis", "p50", "p99Millis", "p99", "cpuPercent", "cpu", "heapBytes", "heap",
            "platformThreads", "platform", "virtualThreads", "virtual");

    /**
     * The counters at a moment.
     *
     * @param at      a {@link System#nanoTime}
     * @param cpu     the process's CPU time, in nanoseconds
     * @param serving the carriers' or event loops' part of that time; 0 if a request keeps a platform thread
     */
    record Reading(long at, Totals totals, long cpu, long serving, long inFlight, int waiting, int connections) {
        long load() {
            return inFlight + waiting;
        }

        double since(Reading earlier, Count count) {
            return totals.counts().get(count) - earlier.totals.counts().get(count);
        }
    }

    /** {@code now.*} and {@code law.*} in {@code /stats}; empty before the second reading. */
    record Latest(Map<String, Double> now, JsonObject law) {
    }

    /** The latest figures and forecast, with their order of names, would take ten times as much. */
    private record Sample(long at, Map<String, Double> now, Flow law) {
    }

    private final WatchedService service;
    private final Forecaster forecaster;
    private final ArrayDeque<Reading> readings = new ArrayDeque<>();
    private final ConcurrentLinkedDeque<Sample> samples = new ConcurrentLinkedDeque<>();
    private volatile Latest latest = new Latest(Map.of(), new JsonObject());

    Sampler(WatchedService service, Forecaster forecaster) {
        this.service = service;
        this.forecaster = forecaster;
    }

    Latest latest() {
        return latest;
    }

    JsonObject history() {
        List<Sample> samples = List.copyOf(this.samples);
        JsonObject history = new JsonObject().put("at", samples, Sample::at)
                .put("lawThroughput", samples, each -> each.law.throughput())
                .put("lawResponse", samples, each -> 1000 * each.law.response());
        LINES.forEach((figure, line) -> history.put(line, samples, each -> each.now.get(figure)));
        return history;
    }

    void sample() {
        service.meter().lives().forgetUnlessWatched();
        readings.addLast(read());
        if (readings.size() > WINDOW + 1) {
            readings.removeFirst();
        }
        if (readings.size() > 1) {
            List<Reading> window = List.copyOf(readings);
            Forecast forecast = forecaster.forecast(window);
            latest = new Latest(figures(window), forecast.json());
            samples.addLast(new Sample(System.currentTimeMillis(), Map.copyOf(latest.now), forecast.here()));
        }
        if (samples.size() > KEPT) {
            samples.removeFirst();
        }
    }

    private Reading read() {
        Meter meter = service.meter();
        long serving = service.mode().keepsPlatformThread() ? 0 : Jvm.cpuNanos(service.mode().serving().prefix());
        return new Reading(meter.nanoTime(), meter.totals(), Jvm.SYSTEM.getProcessCpuTime(), serving,
                meter.inFlight(), service.occupancy().queued(), service.occupancy().connections());
    }

    static double mean(List<Reading> window, ToLongFunction<Reading> figure) {
        return window.stream().mapToLong(figure).average().orElse(0);
    }

    private Map<String, Double> figures(List<Reading> window) {
        Reading first = window.getFirst();
        Reading last = window.getLast();
        Reading before = window.get(window.size() - 2);
        double seconds = (last.at - first.at) / NANOS_PER_SECOND;
        double lastSecond = last.at - before.at;
        double requests = last.since(first, Count.ANSWERED);
        Map<String, Double> now = new LinkedHashMap<>();
        now.put("acceptedPerSecond", last.since(first, Count.ACCEPTED) / seconds);
        now.put("throughput", requests / seconds);
        now.put("failedPerSecond", last.since(first, Count.FAILED) / seconds);
        now.put("p50Millis", Histogram.quantileMillis(0.5, first.totals.latencies(), last.totals.latencies()));
        now.put("p99Millis", Histogram.quantileMillis(0.99, first.totals.latencies(), last.totals.latencies()));
        now.put("queuedMillis", last.since(first, Count.QUEUED_NANOS) / requests / 1e6);
        now.put("serviceMillis", last.since(first, Count.SERVICE_NANOS) / requests / 1e6);
        now.put("callsMillis", last.since(first, Count.CALL_NANOS) / requests / 1e6);
        now.put("load", mean(window, Reading::load));
        now.put("cpuPercent", 100 * (last.cpu - before.cpu) / lastSecond / Jvm.SYSTEM.getAvailableProcessors());
        now.put("cpuMicrosPerRequest", (last.cpu - first.cpu) / requests / 1e3);
        now.put("threadsBusy", service.threadsBusy(Math.max(0, (last.serving - before.serving) / lastSecond)));
        now.put("heapBytes", (double) Jvm.MEMORY.getHeapMemoryUsage().getUsed());
        now.put("platformThreads", (double) Jvm.THREADS.getThreadCount());
        now.put("virtualThreads", (double) service.virtualThreads());
        return now;
    }
}
