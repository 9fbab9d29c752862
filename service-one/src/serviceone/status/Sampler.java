package serviceone.status;

import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import serviceone.law.Tally;
import serviceone.meter.Histogram;
import serviceone.meter.Meter.Count;
import serviceone.meter.Meter;
import serviceone.meter.ServiceThread;

/**
 * Looks at the counters once a second and remembers the last two minutes. Owns one daemon thread, which alone takes
 * samples; whoever asks for them gets a copy. A platform thread, so that it looks on time however the virtual ones do.
 */
final class Sampler implements AutoCloseable {
    /** Samples kept, one a second. */
    private static final int KEPT = 120;
    /**
     * Seconds over which rates and percentiles are taken. Clients that began together are answered together, once in a
     * request's 1,049 ms: a shorter window would show waves where there are none.
     */
    static final int WINDOW = 10;

    /**
     * What the counters stood at, at a moment; the difference of two is what happened between them.
     *
     * @param at       when, as {@link System#nanoTime}
     * @param cpu      nanoseconds of the whole process
     * @param serving  those of the threads that serve: the carriers, or the event loops; 0 in {@code pool}
     * @param inFlight requests read and not yet answered, at this moment
     * @param waiting  sockets in the queue, at this moment
     * @param tally    what requests had waited for
     */
    record Reading(long at, Map<Count, Long> counts, Histogram.Counts latencies, long cpu, long serving, long inFlight,
            int waiting, int connections, Tally tally) {
        /** Requests that want service, in the queue and in flight. */
        long load() {
            return inFlight + waiting;
        }

        /** By how much a count has grown. */
        long since(Reading earlier, Count count) {
            return counts.get(count) - earlier.counts.get(count);
        }
    }

    private static final Logger LOG = System.getLogger(Sampler.class.getName());

    private final WatchedService service;
    private final Forecaster forecaster;                                 // the sampler's thread alone
    private final ArrayDeque<Reading> readings = new ArrayDeque<>();     // the sampler's thread alone
    private final ArrayDeque<Sample> samples = new ArrayDeque<>();       // guarded by itself
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(ServiceThread.SAMPLER.platform().daemon().factory());

    Sampler(WatchedService service, Forecaster forecaster) {
        this.service = service;
        this.forecaster = forecaster;
    }

    void start() {
        thread.scheduleAtFixedRate(this::sampleOrLog, 0, 1, TimeUnit.SECONDS);
    }

    /** The last two minutes, the oldest first; empty in the first second. */
    List<Sample> samples() {
        synchronized (samples) {
            return List.copyOf(samples);
        }
    }

    /** Whatever goes wrong once must not end the watching: a scheduled task that throws is never run again. */
    private void sampleOrLog() {
        try {
            sample();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "a sample is missing", e);
        }
    }

    private void sample() {
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
        long serving = service.mode().isBoundedByThreads() ? 0 : Jvm.cpuNanos(service.mode().serving().prefix());
        return new Reading(System.nanoTime(), meter.counts(), meter.latencies(), Jvm.cpuNanos(), serving,
                meter.inFlight(), service.occupancy().queued(), service.occupancy().connections(), Tally.of(meter));
    }

    private double busy(List<Reading> window) {
        if (service.mode().isBoundedByThreads()) {
            return service.occupancy().busyThreads();
        }
        Reading last = window.getLast();
        Reading before = window.get(window.size() - 2);
        // a carrier that has ended takes its CPU time with it
        return Math.max(0, (double) (last.serving() - before.serving()) / (last.at() - before.at()));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
