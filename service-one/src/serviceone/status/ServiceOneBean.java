package serviceone.status;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import serviceone.meter.Meter;
import serviceone.meter.Occupancy;
import serviceone.meter.Stage;

/** Tells {@link ServiceOneMXBean}'s figures to whichever thread of the JMX server asks. Immutable. */
final class ServiceOneBean implements ServiceOneMXBean {
    private final Meter meter;
    private final Occupancy occupancy;
    private final ServiceSetup setup;
    private final PlatformBeans platform;
    private final Sampler sampler;

    ServiceOneBean(Meter meter, Occupancy occupancy, ServiceSetup setup, PlatformBeans platform, Sampler sampler) {
        this.meter = meter;
        this.occupancy = occupancy;
        this.setup = setup;
        this.platform = platform;
        this.sampler = sampler;
    }

    /** Consoles draw what they get: 0 is a better picture of nothing than a gap that they call an error. */
    private double latest(ToDoubleFunction<StatusFigures> figure) {
        List<StatusFigures> samples = sampler.samples();
        double value = samples.isEmpty() ? 0 : figure.applyAsDouble(samples.getLast());
        return Double.isFinite(value) ? value : 0;
    }

    @Override
    public String getMode() {
        return setup.mode().label();
    }

    @Override
    public int getPort() {
        return setup.port();
    }

    @Override
    public long getAccepted() {
        return meter.acceptedCount();
    }

    @Override
    public long getRefused() {
        return meter.refusedCount();
    }

    @Override
    public long getRefusedCalls() {
        return meter.refusedCalls();
    }

    @Override
    public int getQueueDepth() {
        return occupancy.queued();
    }

    @Override
    public int getConnections() {
        return occupancy.connections();
    }

    @Override
    public long getInFlight() {
        return meter.inFlight();
    }

    @Override
    public Map<String, Long> getWaitingByCall() {
        Map<String, Long> waiting = new TreeMap<>();
        for (Stage stage : Stage.values()) {
            waiting.put(stage.label(), meter.waitingIn(stage));
        }
        return waiting;
    }

    @Override
    public long getCompleted() {
        return meter.answeredCount();
    }

    @Override
    public long getFailed() {
        return meter.failedCount();
    }

    @Override
    public Map<Integer, Long> getFailedByStatus() {
        return meter.failures();
    }

    @Override
    public double getRequestsPerSecond() {
        return latest(StatusFigures::throughput);
    }

    @Override
    public double getP50Millis() {
        return latest(StatusFigures::p50Millis);
    }

    @Override
    public double getP99Millis() {
        return latest(StatusFigures::p99Millis);
    }

    @Override
    public double getThreadsBusy() {
        return setup.mode().isBoundedByThreads() ? occupancy.busyThreads() : latest(StatusFigures::busy);
    }

    @Override
    public int getThreadsTotal() {
        return setup.threadsTotal();
    }

    @Override
    public int getVirtualThreadsMounted() {
        return Carriers.mounted();
    }

    @Override
    public long getVirtualThreadsQueued() {
        return Carriers.queued();
    }

    @Override
    public double getCpuMicrosPerRequest() {
        long completed = meter.answeredCount();
        return completed == 0 ? 0 : platform.cpuNanos() / 1e3 / completed;
    }
}
