package serviceone.status;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Objects;
import jdk.management.VirtualThreadSchedulerMXBean;

/** What the JVM says about itself. Any thread may ask. */
final class Jvm {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final VirtualThreadSchedulerMXBean SCHEDULER =
            ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);

    private Jvm() {
    }

    /** Initialises this class, for which the JDK opens a library: to be called before descriptors run out. */
    static void load() {
    }

    static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** CPU time of the whole process since its start, in nanoseconds. */
    static long cpuNanos() {
        return SYSTEM.getProcessCpuTime();
    }

    /** CPU time since their start, in nanoseconds, of the live platform threads whose names begin so. */
    static long cpuNanos(String namePrefix) {
        return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds())).filter(Objects::nonNull)
                .filter(thread -> thread.getThreadName().startsWith(namePrefix))
                .mapToLong(ThreadInfo::getThreadId).map(THREADS::getThreadCpuTime)
                .filter(nanos -> nanos > 0)                       // -1: it has just ended
                .sum();
    }

    static long heapBytes() {
        return MEMORY.getHeapMemoryUsage().getUsed();
    }

    static long heapLimitBytes() {
        return MEMORY.getHeapMemoryUsage().getMax();
    }

    static int platformThreads() {
        return THREADS.getThreadCount();
    }

    /**
     * The platform threads on which virtual threads run: as many as the JVM sees cores, or as
     * {@code -Djdk.virtualThreadScheduler.parallelism} says.
     */
    static int carriers() {
        return SCHEDULER.getParallelism();
    }

    /** Virtual threads that are on a carrier now. */
    static int mounted() {
        return SCHEDULER.getMountedVirtualThreadCount();
    }

    /** Virtual threads that could run and wait for a carrier. */
    static long runnable() {
        return SCHEDULER.getQueuedVirtualThreadCount();
    }
}
