package serviceone.watch;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import serviceone.calls.Stage;

/** Tells {@link ServiceMXBean}'s figures to whichever thread of the JMX server asks. Immutable. */
final class ServiceBean implements ServiceMXBean {
    private final Meter meter;
    private final Gauges gauges;
    private final Service service;
    private final Machine machine;
    private final Sampler sampler;

    ServiceBean(Meter meter, Gauges gauges, Service service, Machine machine, Sampler sampler) {
        this.meter = meter;
        this.gauges = gauges;
        this.service = service;
        this.machine = machine;
        this.sampler = sampler;
    }

    /** Consoles draw what they get: 0 is a better picture of nothing than a gap that they call an error. */
    private double latest(ToDoubleFunction<Sample> figure) {
        List<Sample> samples = sampler.samples();
        double value = samples.isEmpty() ? 0 : figure.applyAsDouble(samples.getLast());
        return Double.isFinite(value) ? value : 0;
    }

    @Override
    public String getMode() {
        return service.mode();
    }

    @Override
    public int getPort() {
        return service.port();
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
    public int getQueueDepth() {
        return gauges.queued();
    }

    @Override
    public int getConnections() {
        return gauges.connections();
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
        return meter.failures().values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public Map<Integer, Long> getFailedByStatus() {
        return meter.failures();
    }

    @Override
    public double getRequestsPerSecond() {
        return latest(Sample::throughput);
    }

    @Override
    public double getP50Millis() {
        return latest(Sample::p50Millis);
    }

    @Override
    public double getP99Millis() {
        return latest(Sample::p99Millis);
    }

    @Override
    public double getThreadsBusy() {
        return service.isPool() ? gauges.busyThreads() : latest(Sample::busy);
    }

    @Override
    public int getThreadsTotal() {
        return service.threadsTotal(machine);
    }

    @Override
    public int getVirtualThreadsMounted() {
        return machine.scheduler().getMountedVirtualThreadCount();
    }

    @Override
    public long getVirtualThreadsQueued() {
        return machine.scheduler().getQueuedVirtualThreadCount();
    }

    @Override
    public double getCpuMicrosPerRequest() {
        long completed = meter.answeredCount();
        return completed == 0 ? 0 : machine.cpuNanos() / 1e3 / completed;
    }
}
