package serviceone.status;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.StandardMBean;
import jdk.jfr.Description;
import serviceone.meter.Meter.Count;
import serviceone.meter.Meter;
import serviceone.status.Sampler.Sample;

/** Tells {@link ServiceOneMXBean}'s figures, and what they are, to whichever thread of the JMX server asks. */
final class ServiceOneBean extends StandardMBean implements ServiceOneMXBean {
    private final WatchedService service;
    private final Meter meter;
    private final Sampler sampler;

    ServiceOneBean(WatchedService service, Sampler sampler) {
        super(ServiceOneMXBean.class, true);
        this.service = service;
        this.meter = service.meter();
        this.sampler = sampler;
    }

    @Override
    protected String getDescription(MBeanInfo info) {
        return ServiceOneMXBean.class.getAnnotation(Description.class).value();
    }

    @Override
    protected String getDescription(MBeanAttributeInfo attribute) {
        return Stream.of(ServiceOneMXBean.class.getMethods())
                .filter(method -> method.getName().equals("get" + attribute.getName()))
                .map(method -> method.getAnnotation(Description.class).value()).findFirst().orElseThrow();
    }

    /** Consoles draw what they get: 0 is a better picture of nothing than a gap that they call an error. */
    private double latest(ToDoubleFunction<Sample> figure) {
        List<Sample> samples = sampler.samples();
        double value = samples.isEmpty() ? 0 : figure.applyAsDouble(samples.getLast());
        return Double.isFinite(value) ? value : 0;
    }

    @Override
    public String getMode() {
        return service.mode().label();
    }

    @Override
    public int getPort() {
        return service.port();
    }

    @Override
    public long getAccepted() {
        return meter.get(Count.ACCEPTED);
    }

    @Override
    public long getRefused() {
        return meter.get(Count.REFUSED);
    }

    @Override
    public long getRefusedCalls() {
        return meter.get(Count.REFUSED_CALLS);
    }

    @Override
    public int getQueueDepth() {
        return service.occupancy().queued();
    }

    @Override
    public int getConnections() {
        return service.occupancy().connections();
    }

    @Override
    public long getInFlight() {
        return meter.inFlight();
    }

    @Override
    public Map<String, Long> getWaitingByCall() {
        return meter.waitingByCall();
    }

    @Override
    public long getCompleted() {
        return meter.get(Count.ANSWERED);
    }

    @Override
    public long getFailed() {
        return meter.get(Count.FAILED);
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
        return service.mode().isBoundedByThreads() ? service.occupancy().busyThreads() : latest(Sample::busy);
    }

    @Override
    public int getThreadsTotal() {
        return service.threadsTotal();
    }

    @Override
    public int getVirtualThreadsMounted() {
        return Jvm.SCHEDULER.getMountedVirtualThreadCount();
    }

    @Override
    public long getVirtualThreadsQueued() {
        return Jvm.SCHEDULER.getQueuedVirtualThreadCount();
    }

    @Override
    public double getCpuMicrosPerRequest() {
        long completed = meter.get(Count.ANSWERED);
        return completed == 0 ? 0 : Jvm.SYSTEM.getProcessCpuTime() / 1e3 / completed;
    }
}
