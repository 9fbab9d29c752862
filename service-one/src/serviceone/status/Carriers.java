package serviceone.status;

import java.lang.management.ManagementFactory;
import jdk.management.VirtualThreadSchedulerMXBean;

/**
 * The platform threads on which virtual threads run, as the JDK's scheduler tells of them. Their number is that of the
 * cores that the JVM sees, or what {@code -Djdk.virtualThreadScheduler.parallelism} says.
 */
final class Carriers {
    private static final VirtualThreadSchedulerMXBean SCHEDULER =
            ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);

    private Carriers() {
    }

    static int number() {
        return SCHEDULER.getParallelism();
    }

    /** Virtual threads that are on one now. */
    static int mounted() {
        return SCHEDULER.getMountedVirtualThreadCount();
    }

    /** Virtual threads that could run and wait for one. */
    static long queued() {
        return SCHEDULER.getQueuedVirtualThreadCount();
    }
}
