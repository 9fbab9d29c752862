package servicetwo;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.LongAdder;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * How many requests came and were answered: it shows whether service two holds service one back. Written by every
 * request's thread, read by JMX and by {@code GET /stats}; each count is a {@link LongAdder}, so that no thread waits
 * for another.
 */
final class Counts implements ServiceTwoMXBean {
    private static final String BEAN = "servicetwo:type=Service";

    private final LongAdder started = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final Options options;

    Counts(Options options) {
        this.options = options;
    }

    void started() {
        started.increment();
    }

    void answered() {
        answered.increment();
    }

    /** Shows the counts to JMX consoles. */
    void show() {
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(this, new ObjectName(BEAN));
        } catch (JMException e) {
            throw new IllegalStateException("one service to a JVM shows its counts", e);
        }
    }

    /** The delays, in milliseconds, and the counts; {@code authorizePermits} is null where there is no limit. */
    String json() {
        return "{\"service\":\"two\",\"delayMillis\":" + options.delay() + ",\"stageDelayMillis\":"
                + options.stageDelay() + ",\"authorizePermits\":"
                + (options.authorizePermits() == 0 ? "null" : options.authorizePermits())
                + ",\"answered\":" + getAnswered() + ",\"inFlight\":" + getInFlight()
                + ",\"errorPercent\":" + options.faults().errorPercent()
                + ",\"hangPercent\":" + options.faults().hangPercent()
                + ",\"resetPercent\":" + options.faults().resetPercent()
                + ",\"jitterMillis\":" + options.faults().jitterMillis()
                + ",\"slowStartSeconds\":" + options.faults().slowStartSeconds() + "}";
    }

    @Override
    public long getAnswered() {
        return answered.sum();
    }

    @Override
    public long getInFlight() {
        return Math.max(0, started.sum() - answered.sum());
    }

    @Override
    public int getDelayMillis() {
        return options.delay();
    }

    @Override
    public int getStageDelayMillis() {
        return options.stageDelay();
    }
}
