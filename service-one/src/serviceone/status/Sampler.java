package serviceone.status;

import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import serviceone.law.Tally;
import serviceone.meter.Meter;
import serviceone.meter.Occupancy;
import serviceone.meter.ServiceThread;

/**
 * Looks at the counters once a second and remembers the last two minutes. Owns one daemon thread, which alone takes
 * samples; whoever asks for them gets a copy. A platform thread, so that it looks on time however the virtual ones do.
 */
final class Sampler implements AutoCloseable {
    /** Samples kept, one a second. */
    static final int KEPT = 120;
    /**
     * Seconds over which rates and percentiles are taken. Clients that began together are answered together, once in a
     * request's 1,049 ms: a shorter window would show waves where there are none.
     */
    static final int WINDOW = 10;

    private static final Logger LOG = System.getLogger(Sampler.class.getName());

    private final Meter meter;
    private final Occupancy occupancy;
    private final ServiceSetup setup;
    private final PlatformBeans platform;
    private final Forecaster forecaster;                                 // the sampler's thread alone
    private final ArrayDeque<Reading> readings = new ArrayDeque<>();     // the sampler's thread alone
    private final ArrayDeque<StatusFigures> samples = new ArrayDeque<>();       // guarded by itself
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(ServiceThread.SAMPLER.platform().daemon().factory());

    Sampler(Meter meter, Occupancy occupancy, ServiceSetup setup, PlatformBeans platform, Forecaster forecaster) {
        this.meter = meter;
        this.occupancy = occupancy;
        this.setup = setup;
        this.platform = platform;
        this.forecaster = forecaster;
    }

    void start() {
        thread.scheduleAtFixedRate(this::sampleOrLog, 0, 1, TimeUnit.SECONDS);
    }

    /** The last two minutes, the oldest first; empty in the first second. */
    List<StatusFigures> samples() {
        synchronized (samples) {
            return new ArrayList<>(samples);
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
        meter.lives().adapt();
        readings.addLast(read());
        if (readings.size() > WINDOW + 1) {
            readings.removeFirst();
        }
        if (readings.size() > 1) {
            List<Reading> window = List.copyOf(readings);
            Forecast forecast = forecaster.forecast(window);
            remember(StatusFigures.of(window, platform, busy(window), setup.virtualThreads(occupancy), forecast));
        }
    }

    private Reading read() {
        long serving = setup.mode().isBoundedByThreads() ? 0 : platform.cpuNanos(setup.mode().serving().prefix());
        return new Reading(System.nanoTime(), meter.acceptedCount(), meter.refusedCount(), meter.answeredCount(),
                meter.failedCount(), meter.queuedNanos(), meter.serviceNanos(), meter.callNanos(), meter.latencies(),
                platform.cpuNanos(), serving, meter.inFlight(), occupancy.queued(), meter.onKeptConnections(),
                meter.unansweredCalls() + meter.refusedCalls(), Tally.of(meter), occupancy.connections());
    }

    private double busy(List<Reading> window) {
        if (setup.mode().isBoundedByThreads()) {
            return occupancy.busyThreads();
        }
        Reading last = window.getLast();
        Reading before = window.get(window.size() - 2);
        // a carrier that has ended takes its CPU time with it
        return Math.max(0, (double) (last.serving() - before.serving()) / (last.at() - before.at()));
    }

    private void remember(StatusFigures sample) {
        synchronized (samples) {
            samples.addLast(sample);
            if (samples.size() > KEPT) {
                samples.removeFirst();
            }
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
