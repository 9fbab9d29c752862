package serviceone.status;

import java.util.List;
import serviceone.meter.Histogram;
import serviceone.meter.Meter.Count;
import serviceone.status.Forecaster.Forecast;
import serviceone.status.Sampler.Reading;

/**
 * What a chart shows of one moment. Rates, means and percentiles are over the {@link Sampler#WINDOW} seconds before it,
 * the CPU over the last second, everything else is of the moment itself. Where nothing was answered, what is told per
 * request is NaN.
 *
 * @param at            milliseconds since 1970
 * @param accepted      connections a second, refused ones included
 * @param throughput    responses a second, whatever their status
 * @param failed        responses of 400 and above a second
 * @param p50Millis     response time of the median request: its connection's wait in the queue and its service
 * @param p99Millis     the same for the slowest in a hundred
 * @param queuedMillis  mean wait in the queue of a request
 * @param serviceMillis mean time of a request from read to answered
 * @param callsMillis   mean time of a request in its calls to service two
 * @param inFlight      requests read and not yet answered, mean
 * @param load          requests that wanted service at once, in the queue and in flight, mean
 * @param cpuPercent    the process's part of all cores
 * @param cpuMicros     CPU time of the process per request, JVM included
 * @param busy          threads busy: in {@code pool} those that serve a request; otherwise how many cores' worth of
 *                      time the carriers or the loops ran in the last second
 * @param heapBytes     heap in use
 * @param platform      live platform threads of the JVM
 * @param virtual       virtual threads that have a connection
 * @param forecast      what Little's law made of that moment
 */
record Sample(long at, double accepted, double throughput, double failed, double p50Millis, double p99Millis,
        double queuedMillis, double serviceMillis, double callsMillis, double inFlight, double load, double cpuPercent,
        double cpuMicros, double busy, long heapBytes, int platform, int virtual, Forecast forecast) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    /** @param readings one a second, the oldest first; at least two */
    static Sample of(List<Reading> readings, double busy, int virtual, Forecast forecast) {
        Reading first = readings.getFirst();
        Reading last = readings.getLast();
        Reading before = readings.get(readings.size() - 2);
        double seconds = (last.at() - first.at()) / NANOS_PER_SECOND;
        double requests = last.since(first, Count.ANSWERED);
        Histogram.Counts latencies = last.latencies().since(first.latencies());
        return new Sample(System.currentTimeMillis(), last.since(first, Count.ACCEPTED) / seconds,
                requests / seconds, last.since(first, Count.FAILED) / seconds,
                millis(latencies.quantile(0.5)), millis(latencies.quantile(0.99)),
                last.since(first, Count.QUEUED_NANOS) / requests / NANOS_PER_MILLI,
                last.since(first, Count.SERVICE_NANOS) / requests / NANOS_PER_MILLI,
                last.since(first, Count.CALL_NANOS) / requests / NANOS_PER_MILLI,
                readings.stream().mapToLong(Reading::inFlight).average().orElse(0),
                readings.stream().mapToLong(Reading::load).average().orElse(0),
                100.0 * (last.cpu() - before.cpu()) / (last.at() - before.at()) / Jvm.cores(),
                (last.cpu() - first.cpu()) / requests / 1e3, busy, Jvm.heapBytes(), Jvm.platformThreads(), virtual,
                forecast);
    }

    private static double millis(long nanos) {
        return nanos < 0 ? Double.NaN : nanos / NANOS_PER_MILLI;
    }
}
