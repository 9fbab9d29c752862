package serviceone.status;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
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

    /**
     * The counters at a moment.
     *
     * @param at      a {@link System#nanoTime}
     * @param cpu     the process's CPU time, in nanoseconds
     * @param serving the carriers' or event loops' part of that time; 0 in {@code pool}
     */
    record Reading(long at, Map<Count, Long> counts, Histogram.Counts latencies, long cpu, long serving, long inFlight,
            int waiting, int connections, Tally tally) {
        long load() {
            return inFlight + waiting;
        }

        long since(Reading earlier, Count count) {
            return counts.get(count) - earlier.counts.get(count);
        }
    }

    /**
     * The values of all charts at a moment. Rates, means and percentiles cover {@link #WINDOW} seconds.
     *
     * @param at          milliseconds since 1970
     * @param accepted    connections a second, including refused ones
     * @param failed      responses a second with a status of 400 or above
     * @param p50Millis   the median time in the queue and in service
     * @param callsMillis a request's mean time in calls
     * @param load        mean number of requests in the queue and in flight
     * @param cpuPercent  share of all cores, over the last second
     * @param cpuMicros   the process's CPU time per request
     * @param busy        {@code pool}: threads that serve a request; other modes: carriers or loops that ran, averaged
     *                    over the last second
     */
    record Sample(long at, double accepted, double throughput, double failed, double p50Millis, double p99Millis,
            double queuedMillis, double serviceMillis, double callsMillis, double inFlight, double load,
            double cpuPercent, double cpuMicros, double busy, long heapBytes, int platform, int virtual,
            Forecast forecast) {
        private static final double NANOS_PER_SECOND = 1e9;
        private static final double NANOS_PER_MILLI = 1e6;

        static Sample of(List<Reading> readings, double busy, int virtual, Forecast forecast) {
            Reading first = readings.getFirst();
            Reading last = readings.getLast();
            Reading before = readings.get(readings.size() - 2);
            double seconds = (last.at() - first.at()) / NANOS_PER_SECOND;
            double requests = last.since(first, Count.ANSWERED);
            Histogram.Counts latencies = last.latencies().since(first.latencies());
            return new Sample(System.currentTimeMillis(), last.since(first, Count.ACCEPTED) / seconds,
                    requests / seconds, last.since(first, Count.FAILED) / seconds,
                    latencies.quantileMillis(0.5), latencies.quantileMillis(0.99),
                    last.since(first, Count.QUEUED_NANOS) / requests / NANOS_PER_MILLI,
                    last.since(first, Count.SERVICE_NANOS) / requests / NANOS_PER_MILLI,
                    last.since(first, Count.CALL_NANOS) / requests / NANOS_PER_MILLI,
                    readings.stream().mapToLong(Reading::inFlight).average().orElse(0),
                    readings.stream().mapToLong(Reading::load).average().orElse(0),
                    100.0 * (last.cpu() - before.cpu()) / (last.at() - before.at()) / Jvm.cores(),
                    (last.cpu() - first.cpu()) / requests / 1e3, busy, Jvm.MEMORY.getHeapMemoryUsage().getUsed(),
                    Jvm.THREADS.getThreadCount(), virtual, forecast);
        }
    }

    private final WatchedService service;
    private final Forecaster forecaster;
    private final ArrayDeque<Reading> readings = new ArrayDeque<>();
    private final ArrayDeque<Sample> samples = new ArrayDeque<>();      // guarded by itself

    Sampler(WatchedService service, Forecaster forecaster) {
        this.service = service;
        this.forecaster = forecaster;
    }

    List<Sample> samples() {
        synchronized (samples) {
            return List.copyOf(samples);
        }
    }

    void sample() {
        service.meter().lives().adapt();
        readings.addLast(read());
        if (readings.size() > WINDOW + 1) {
            readings.removeFirst();
        }
        if (readings.size() > 1) {
            List<Reading> window = List.copyOf(readings);
            Sample sample = Sample.of(window, busy(window), service.virtualThreads(), forecaster.forecast(window));
            synchronized (samples) {
                samples.addLast(sample);
                if (samples.size() > KEPT) {
                    samples.removeFirst();
                }
            }
        }
    }

    private Reading read() {
        Meter meter = service.meter();
        long serving = service.mode().keepsPlatformThread() ? 0 : Jvm.cpuNanos(service.mode().serving().prefix());
        return new Reading(System.nanoTime(), meter.counts(), meter.latencies(), Jvm.SYSTEM.getProcessCpuTime(),
                serving, meter.inFlight(), service.occupancy().queued(), service.occupancy().connections(),
                Tally.of(meter));
    }

    private double busy(List<Reading> window) {
        Reading last = window.getLast();
        Reading before = window.get(window.size() - 2);
        double sampled = (double) (last.serving() - before.serving()) / (last.at() - before.at());
        return service.threadsBusy(Math.max(0, sampled));
    }
}
