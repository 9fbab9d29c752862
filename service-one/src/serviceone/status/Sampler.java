package serviceone.status;

import module java.base;
import common.json.JsonObject;
import common.law.LittlesLaw.Flow;
import serviceone.law.Demand.Tally;
import serviceone.meter.Histogram;
import serviceone.meter.Meter.Count;
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
    private static final double NANOS_PER_MILLI = 1e6;

    /**
     * The counters at a moment.
     *
     * @param at      a {@link System#nanoTime}
     * @param cpu     the process's CPU time, in nanoseconds
     * @param serving the carriers' or event loops' part of that time; 0 if a request keeps a platform thread
     */
    record Reading(long at, Map<Count, Long> counts, Histogram.Counts latencies, long cpu, long serving, long inFlight,
            int waiting, int connections, Tally tally) {
        long load() {
            return inFlight + waiting;
        }

        double since(Reading earlier, Count count) {
            return counts.get(count) - earlier.counts.get(count);
        }
    }

    /**
     * What the history keeps. The latest figures and forecast, with their order of names, would take ten times as much.
     *
     * @param at milliseconds since 1970
     */
    record Sample(long at, Map<String, Double> now, Flow law) {
    }

    private final WatchedService service;
    private final Forecaster forecaster;
    private final ArrayDeque<Reading> readings = new ArrayDeque<>();
    private final ConcurrentLinkedDeque<Sample> samples = new ConcurrentLinkedDeque<>();
    private volatile Map<String, Double> now = Map.of();
    private volatile JsonObject law = new JsonObject();

    Sampler(WatchedService service, Forecaster forecaster) {
        this.service = service;
        this.forecaster = forecaster;
    }

    List<Sample> samples() {
        return List.copyOf(samples);
    }

    /** {@code now.*} in {@code /stats}; empty before the second reading. */
    Map<String, Double> now() {
        return now;
    }

    /** {@code law.*} in {@code /stats}; empty before the second reading. */
    JsonObject law() {
        return law;
    }

    void sample() {
        service.meter().lives().adapt();
        readings.addLast(read());
        if (readings.size() > WINDOW + 1) {
            readings.removeFirst();
        }
        if (readings.size() > 1) {
            List<Reading> window = List.copyOf(readings);
            Forecast forecast = forecaster.forecast(window);
            now = figures(window);
            law = forecast.json();
            samples.addLast(new Sample(System.currentTimeMillis(), Map.copyOf(now), forecast.here()));
        }
        if (samples.size() > KEPT) {
            samples.removeFirst();
        }
    }

    private Reading read() {
        Meter meter = service.meter();
        long serving = service.mode().keepsPlatformThread() ? 0 : Jvm.cpuNanos(service.mode().serving().prefix());
        return new Reading(System.nanoTime(), meter.counts(), meter.latencies(), Jvm.SYSTEM.getProcessCpuTime(),
                serving, meter.inFlight(), service.occupancy().queued(), service.occupancy().connections(),
                Tally.of(meter));
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
        Histogram.Counts latencies = last.latencies.since(first.latencies);
        Map<String, Double> now = new LinkedHashMap<>();
        now.put("acceptedPerSecond", last.since(first, Count.ACCEPTED) / seconds);
        now.put("throughput", requests / seconds);
        now.put("failedPerSecond", last.since(first, Count.FAILED) / seconds);
        now.put("p50Millis", latencies.quantileMillis(0.5));
        now.put("p99Millis", latencies.quantileMillis(0.99));
        now.put("queuedMillis", last.since(first, Count.QUEUED_NANOS) / requests / NANOS_PER_MILLI);
        now.put("serviceMillis", last.since(first, Count.SERVICE_NANOS) / requests / NANOS_PER_MILLI);
        now.put("callsMillis", last.since(first, Count.CALL_NANOS) / requests / NANOS_PER_MILLI);
        now.put("load", mean(window, Reading::load));
        now.put("cpuPercent", 100 * (last.cpu - before.cpu) / lastSecond / Jvm.cores());
        now.put("cpuMicrosPerRequest", (last.cpu - first.cpu) / requests / 1e3);
        now.put("threadsBusy", service.threadsBusy(Math.max(0, (last.serving - before.serving) / lastSecond)));
        now.put("heapBytes", (double) Jvm.MEMORY.getHeapMemoryUsage().getUsed());
        now.put("platformThreads", (double) Jvm.THREADS.getThreadCount());
        now.put("virtualThreads", (double) service.virtualThreads());
        return now;
    }
}
