package serviceone.status;

import common.law.LittlesLaw.Capacity;
import common.mode.Mode;
import common.settings.Defaults;
import serviceone.meter.Meter;
import serviceone.server.Settings;

public record WatchedService(Mode mode, int port, int threads, Settings settings, int maxCalls, Meter meter,
        Occupancy occupancy) {
    public interface Occupancy {
        int queued();

        int connections();

        /** {@code pool}: threads that serve a request, even if they wait. 0 in the other modes. */
        int busyThreads();
    }

    /** The number of carriers if each connection has a virtual thread. */
    int threadsTotal() {
        if (mode.number() != Mode.Number.EACH) {
            return threads;
        }
        return mode.isOnVirtualThreads() ? Jvm.SCHEDULER.getParallelism() : beingServed();
    }

    /** @param sampled the figure for a mode in which requests do not keep platform threads */
    double threadsBusy(double sampled) {
        if (mode.isBoundedByThreads()) {
            return occupancy.busyThreads();
        }
        return mode.keepsPlatformThread() ? meter.inFlight() : sampled;
    }

    int virtualThreads() {
        if (!mode.isOnVirtualThreads()) {
            return 0;
        }
        return mode.isBoundedByThreads() ? threads : beingServed();
    }

    private int beingServed() {
        return Math.max(0, occupancy.connections() - occupancy.queued());
    }

    /** @param pool the number of threads, if the mode has a fixed one */
    Capacity capacity(Mode any, int pool) {
        return new Capacity(any.held(), pool, settings.maxConnections(), Jvm.SCHEDULER.getParallelism(),
                Defaults.WORKERS);
    }
}
