package serviceone.status;

import module java.base;
import common.figures.Figures.Law;
import common.figures.Figures.Now;
import common.json.JsonObject;
import common.law.LittlesLaw.Flow;
import serviceone.meter.Histogram;
import serviceone.meter.Meter.Count;
import serviceone.meter.Meter;

/** Reads the counters once a second and keeps the last two minutes. */
final class Sampler {
    private static final int KEPT = 120;
    /**
     * Seconds that rates and percentiles cover. Clients that began together get their answers together, about once
     * a second with service two's default delays. In a shorter window, the figures would rise and fall.
     */
    static final int WINDOW = 10;
    private static final double NANOS_PER_SECOND = 1e9;

    /** The charts' lines. */
    private static final Map<String, ToDoubleFunction<Sample>> LINES = Map.ofEntries(
            Map.entry("at", each -> each.at),
            Map.entry("lawThroughput", each -> each.law.throughput()),
            Map.entry("lawResponse", each -> 1e3 * each.law.response()),
            Map.entry("throughput", each -> each.now.throughput()),
            Map.entry("failed", each -> each.now.failedPerSecond()),
            Map.entry("p50", each -> each.now.p50Millis()),
            Map.entry("p99", each -> each.now.p99Millis()),
            Map.entry("cpu", each -> each.now.cpuPercent()),
            Map.entry("heap", each -> each.now.heapBytes()),
            Map.entry("platform", each -> each.now.platformThreads()),
            Map.entry("virtual", each -> each.now.virtualThreads()));

    /**
     * The counters at a moment.
     *
     * @param at      a {@link System#nanoTime}
     * @param cpu     the process's CPU time, in nanoseconds
     * @param serving the carriers' or event loops' part of that time; 0 if a request keeps a platform thread
     */
    record Reading(long at, Meter.Totals totals, long cpu, long serving, long inFlight, int waiting, int connections) {
        long load() {
            return inFlight + waiting;
        }
    }

    /** The readings of the last seconds, at least one. Without requests, what a request takes is NaN. */
    record Window(List<Reading> readings) {
        Reading first() {
            return readings.getFirst();
        }

        Reading last() {
            return readings.getLast();
        }

        private Reading before() {
            return readings.get(Math.max(0, readings.size() - 2));
        }

        double counted(Count what) {
            return last().totals.counts().get(what) - first().totals.counts().get(what);
        }

        private double perSecond(Count what) {
            return counted(what) / ((last().at - first().at) / NANOS_PER_SECOND);
        }

        double millisPerRequest(Count nanos) {
            return counted(nanos) / counted(Count.ANSWERED) / 1e6;
        }

        private double quantileMillis(double part) {
            return Histogram.quantileMillis(part, first().totals.latencies(), last().totals.latencies());
        }

        double mean(ToLongFunction<Reading> figure) {
            return readings.stream().mapToLong(figure).average().orElse(0);
        }

        /** Of a time that grows by a second each second: 1. */
        private double inLastSecond(ToLongFunction<Reading> nanos) {
            return (nanos.applyAsLong(last()) - nanos.applyAsLong(before())) / (double) (last().at - before().at);
        }
    }

    private record Sample(long at, Now now, Flow law) {
    }

    private final WatchedService service;
    private final Forecaster forecaster;
    private final ConcurrentLinkedDeque<Sample> samples = new ConcurrentLinkedDeque<>();
    private volatile List<Reading> readings = List.of();

    Sampler(WatchedService service, Forecaster forecaster) {
        this.service = service;
        this.forecaster = forecaster;
    }

    void sample() {
        service.meter().lives().forgetUnlessWatched();
        List<Reading> latest = new ArrayList<>(readings);
        latest.add(read());
        readings = List.copyOf(latest.subList(Math.max(0, latest.size() - WINDOW - 1), latest.size()));
        if (readings.size() > 1) {
            samples.addLast(new Sample(System.currentTimeMillis(), now(), forecaster.forecast(window()).here()));
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

    private Window window() {
        List<Reading> latest = readings;
        return new Window(latest.isEmpty() ? List.of(read()) : latest);
    }

    Now now() {
        Window window = window();
        double carriersRunning = Math.max(0, window.inLastSecond(Reading::serving));
        return new Now(service.occupancy().queued(), service.occupancy().connections(), service.meter().inFlight(),
                service.meter().waitingByCall(), service.threadsTotal(),
                Jvm.SCHEDULER.getMountedVirtualThreadCount(), Jvm.SCHEDULER.getQueuedVirtualThreadCount(),
                window.perSecond(Count.ACCEPTED), window.perSecond(Count.ANSWERED), window.perSecond(Count.FAILED),
                window.quantileMillis(0.5), window.quantileMillis(0.99), window.millisPerRequest(Count.QUEUED_NANOS),
                window.millisPerRequest(Count.SERVICE_NANOS), window.millisPerRequest(Count.CALL_NANOS),
                window.mean(Reading::load),
                100 * window.inLastSecond(Reading::cpu) / Jvm.SYSTEM.getAvailableProcessors(),
                (window.last().cpu - window.first().cpu) / window.counted(Count.ANSWERED) / 1e3,
                service.threadsBusy(carriersRunning), Jvm.MEMORY.getHeapMemoryUsage().getUsed(),
                Jvm.THREADS.getThreadCount(), service.virtualThreads());
    }

    Law law() {
        return forecaster.forecast(window()).law();
    }

    Map<String, List<Double>> history() {
        List<Sample> samples = List.copyOf(this.samples);
        Map<String, List<Double>> history = new LinkedHashMap<>();
        LINES.forEach((line, figure) -> history.put(line, samples.stream()
                .map(each -> JsonObject.rounded(figure.applyAsDouble(each))).toList()));
        return history;
    }
}
