package serviceone.status;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Objects;
import jdk.management.VirtualThreadSchedulerMXBean;

/** What the JVM says about itself. */
final class Jvm {
    static final OperatingSystemMXBean SYSTEM = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
    static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /**
     * Its parallelism is the number of carriers, as many as the JVM sees cores, or as
     * {@code -Djdk.virtualThreadScheduler.parallelism} says. Queued is what could run and waits for a carrier.
     */
    static final VirtualThreadSchedulerMXBean SCHEDULER =
            ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);

    private Jvm() {
    }

    /** Initialises this class, for which the JDK opens a library: to be called before descriptors run out. */
    static void load() {
    }

    static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** CPU time since their start, in nanoseconds, of the live platform threads whose names begin so. */
    static long cpuNanos(String namePrefix) {
        return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds())).filter(Objects::nonNull)
                .filter(thread -> thread.getThreadName().startsWith(namePrefix))
                .mapToLong(ThreadInfo::getThreadId).map(THREADS::getThreadCpuTime)
                .filter(nanos -> nanos > 0)                       // -1: it has just ended
                .sum();
    }
}
